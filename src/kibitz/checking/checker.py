"""`check`: one game, held against every law that applies to it."""

import time
from typing import Literal

from kibitz.checking.ask import ask, patience
from kibitz.checking.ground import Ground
from kibitz.checking.inspector import Inspector
from kibitz.checking.law import Law, all_laws
from kibitz.checking.report import Report
from kibitz.checking.sample import GameSample, play_sample
from kibitz.checking.walk import at_random, in_breadth
from kibitz.registry import knowledge_of, load, spec_of
from kibitz.rules import Game, Knowledge


def check(
    game: Game | str,
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    *,
    seed: int = 0,
    seconds: float = 10.0,
    compiled: bool = True,
    allow_plain: bool = False,
) -> Report:
    """Look for the smallest lines of play in which `game`, or its `knowledge` ("auto": what the registry finds), breaks a law.

    It looks at about 60 places in breadth and 3 random games for each of the `seconds` (of the processor) it may take,
    which most games do not use up; compiling comes on top. The same seed looks at the same places, unless time runs out.
    `game` may be a spec. Without `compiled` nothing is compiled; with `allow_plain` rules that do not compile are no problem.
    """
    game = load(game) if isinstance(game, str) else game
    began = time.monotonic()
    wise = knowledge_of(game) if knowledge == "auto" else knowledge
    skipped = {"rules_compile"} if allow_plain else set()
    laws = [law for law in _applying(game, wise) if law.name not in skipped]
    if not compiled:
        laws = [law for law in laws if law.stage != "compiled"]
    ground = Ground(game, wise, seed, seconds)
    inspector = Inspector(ground, laws)
    with patience(ground.watch):
        in_breadth(ground, inspector)
        if not ground.watch.given_up:  # random games would only wait for the same loops
            at_random(ground, inspector)
        inspector.conclude("game")
        # last, for rules that remember would remember these games, too; and of rules that can be played
        sample = play_sample(ground) if inspector.may_compile() and not ground.watch.given_up else None
    if compiled and inspector.may_compile():
        inspector.conclude("compiled")
    elif compiled:
        ground.notes.append("The compiled rules were not looked at: mend what is listed first.")
    return Report(
        game=spec_of(game),
        problems=inspector.found(),
        laws=len(laws),
        positions=len({place.state for place in ground.places} | {place.state for place in ground.playouts}),
        games=len(ground.playouts),
        seconds=time.monotonic() - began,
        complete=ground.complete,
        notes=(*ground.notes, *_advice(ground, sample)),
        sample=sample,
    )


def _advice(ground: Ground, sample: GameSample | None) -> list[str]:
    """Advice that no law asks for."""
    if sample is None or not sample.duel or ground.best is not None or sample.largest <= 1:
        return []
    return [
        f"`best_result` is left out, and results here go up to {sample.largest:g}: say the largest there can be, and "
        "`kibitz solve` has closer limits than the 127 it takes for it."
    ]


def _applying(game: Game, knowledge: Knowledge | None) -> list[Law]:
    """The laws about what the game and its knowledge say; where the game does not tell what it says, the law of that alone."""
    if isinstance(ask(lambda: game.leaves_out).value, (set, frozenset)):
        return [law for law in all_laws() if law.applies(game, knowledge)]
    return [law for law in all_laws() if law.name == "leaves_out_names_methods"]
