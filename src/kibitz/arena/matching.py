"""A match from Python, in one call: planned, stored, and played in worker processes of this machine."""

import contextlib
import os
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.arena.crew.crew import Crew
from kibitz.arena.match import Match
from kibitz.arena.planning import CLOCK, planned
from kibitz.arena.standing import Standing
from kibitz.arena.store import Store
from kibitz.errors import GameError, KibitzError, PlayerError
from kibitz.registry import load, spec_of
from kibitz.rules import Game
from kibitz.runtime.user_code import format_value

FAR = "cannot go to the processes that play"


def match(
    players: Sequence[str],
    game: Game | str,
    *,
    games: int = 100,
    openings: str = "auto",
    seed: int | None = None,
    clock: float | None = CLOCK,
    sprt: tuple[float, float] | None = None,
    workers: int | None = None,
    store: str | None = None,
    tell: Callable[[Standing], None] = lambda standing: None,
) -> Standing:
    """Let players play many games against each other, in pairs from one opening with the seats changed, and count.

    `players` and `game` are named by texts, as on the command line, for the games are played in other processes. `games`: how
    many, or between each two of more players, in whole pairs. `openings`: random:4, all:3, file:PATH, start or auto. `seed`:
    where all dice come from. `clock`: seconds for a move; who needs longer loses the game, None for no clock. `sprt`: two
    differences in normalized Elo; the match ends as soon as a test has decided between them. `workers`: processes (one a core).
    `store`: a path or URL of the games store, None for the one that the command takes; `kibitz match --show` shows the match of
    the standing's `number`. `tell` hears now and then how it stands.

    Of the standing, `pairs` says what `kibitz.elo` says of its pairs, from the first player's view; `totals` has the counts.
    However this ends, the games played so far are in the store. Raises a KibitzError, one sentence, before the first game where
    players, game or settings do not fit.
    """
    for one in players:
        if not isinstance(one, str):
            raise PlayerError(f"{format_value(one)} {FAR}: name the player by a text, such as FILE.py:NAME")
    test: dict[str, Any] | None = None
    if sprt is not None:
        test = {"elo0": sprt[0], "elo1": sprt[1], "alpha": 0.05, "beta": 0.05, "model": "normalized"}
    plan, fixtures = planned(
        load(game) if isinstance(game, str) else loadable(game),
        players,
        games=games,
        openings=openings,
        seed=seed,
        clock=clock,
        sprt=test,
    )
    crew = Crew(workers or os.cpu_count() or 1)
    try:
        with Store.open(store) as kept:
            return Match(kept, kept.add(plan, fixtures)).play(crew, crew.workers, tell)
    finally:
        crew.stop()


def loadable(game: Game) -> Game:
    """The game, if its spec is one that another process can load."""
    spec = spec_of(game)
    with contextlib.suppress(KibitzError):
        if load(spec) == game:
            return game
    raise GameError(f"{spec} {FAR}: put the game into a file, and name it FILE.py:{type(game).__name__}")
