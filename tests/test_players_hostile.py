"""Players that raise, answer or change anything at all: each loses its own game by a sentence, and all others go on.

They stand in the transcripts `hostile_players` and `hostile_states`, which show the sentences.
"""

import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from commandline import here
from document import TRANSCRIPTS, files
from kibitz.arena.fixture import Fixture, Played
from kibitz.arena.play import play_out
from kibitz.arena.referee import referee
from kibitz.arena.store.replay import replay
from kibitz.core.registry import load
from kibitz.core.thought import Thought, Value
from kibitz.errors import PlayerError
from kibitz.jobs.kinds import move as move_job
from kibitz.jobs.worker import Stop
from kibitz.players import Player, player
from kibitz.position import Position
from matched import asked, own_store

GAME = "tic_tac_toe"
TEXT = (TRANSCRIPTS / "hostile_players.txt").read_text(encoding="utf-8")
AT_FAULT, WELL = (
    re.findall(r"^(?:async )?def (\w+)\(position\)", part, re.M) for part in TEXT.split("# They do nothing wrong")
)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return files("hostile_players", tmp_path)["hostile.py"]


def judged(one: Player, clock: float | None) -> Played:
    """A game that `one` begins, against a player that does nothing wrong."""
    played = referee(load(GAME), Fixture(0, 0, (0, 1), ""), [one, player("random", 1)], clock, 1)
    replay(load(GAME), played)  # raises where it does not follow the rules
    return played


@pytest.mark.parametrize("name", AT_FAULT)
def test_whoever_is_at_fault_loses_the_game_and_on_the_page_it_is_a_sentence(mine: Path, name: str) -> None:
    width = load(GAME).width  # type: ignore[attr-defined]
    for clock in (None, 20.0):
        played = judged(player(f"{mine}:{name}"), clock)
        assert (played.forfeit, played.payoffs, played.moves) == (0, None, ())
        assert played.reason.startswith(f"{mine}:{name}")
        assert len(played.reason.splitlines()) == 1
        assert load(GAME).width == width  # type: ignore[attr-defined]
        assert judged(player(f"{mine}:first"), clock).forfeit is None
    with pytest.raises(PlayerError, match=f"hostile.py:{name}"):
        move_job.run({"game": GAME, "moves": [], "player": f"{mine}:{name}", "seed": 1}, lambda news: None, Stop())


@pytest.mark.parametrize("name", WELL)
def test_what_is_unusual_is_no_fault(mine: Path, name: str) -> None:
    assert judged(player(f"{mine}:{name}"), None).forfeit is None
    asks = {"game": GAME, "moves": [], "player": f"{mine}:{name}", "seed": 1}
    assert move_job.run(asks, lambda news: None, Stop())["best"] == "1,1"


def test_lines_are_told_as_far_as_the_rules_allow_them(mine: Path) -> None:
    thought = player(f"{mine}:long_line").think(Position.after(load(GAME)))
    assert (thought.line, thought.moves[0].line) == ((0,), (0,))


class Given:
    """A player from Python, without a file."""

    def __init__(self, think: Callable[[Position], Any], name: Any = "ann") -> None:
        self.name = name
        self.think = think


def raising(problem: BaseException) -> Callable[[Position], Any]:
    def think(position: Position) -> Any:
        raise problem

    return think


def test_players_from_python_lose_too(mine: Path) -> None:
    for problem in (KeyboardInterrupt(), GeneratorExit(), SystemExit(), ValueError("x" * 10**6)):
        played = judged(Given(raising(problem)), 20.0)
        assert played.forfeit == 0
        assert played.reason.startswith(f"ann failed: {type(problem).__name__}")
        assert len(played.reason) < 600
    nameless = Given(raising(ValueError("lost")))
    del nameless.name
    assert judged(nameless, None).reason == "player 1 failed: ValueError: lost"
    assert judged(Given(lambda position: Thought(True, Value("estimate", 0))), None).forfeit == 0
    with pytest.raises(PlayerError, match="changed the position's state"):
        play_out(load(GAME), [player(f"{mine}:other_state"), player("random", 1)])
    with pytest.raises(PlayerError, match="ann failed: GeneratorExit"):
        play_out(load(GAME), [Given(raising(GeneratorExit())), player("random", 1)])


def test_a_match_goes_on_and_counts_them(mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_store(monkeypatch, tmp_path)
    for number, name in enumerate(["pressed", "given_up", "other_state"], 1):
        told = asked(f"{mine}:{name}", "random", "--game", GAME, "--games", "2")
        assert (told["games"], told["forfeits"], told["b_wins"]) == (2, [2, 0], 2)
        assert "lost by a fault: " in here("match", "--show", f"{number}/0/0")


def swallowed(position: Position) -> Thought:
    with suppress(BaseException):
        signal.raise_signal(signal.SIGINT)
    return Thought(position.legal()[0], Value("estimate", 0))


def turned(position: Position) -> Thought:
    try:
        signal.raise_signal(signal.SIGINT)
    except BaseException:
        raise ValueError from None
    raise AssertionError


def passed(position: Position) -> Thought:
    signal.raise_signal(signal.SIGINT)
    raise AssertionError


def rid(position: Position) -> Thought:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return Thought(position.legal()[0], Value("estimate", 0))


def test_ctrl_c_is_obeyed_whatever_a_player_makes_of_it() -> None:
    before = signal.getsignal(signal.SIGINT)
    for think in (swallowed, turned, passed):
        with pytest.raises(KeyboardInterrupt):
            judged(Given(think), None)
        assert signal.getsignal(signal.SIGINT) is before
    assert judged(Given(rid), None).forfeit is None
    assert signal.getsignal(signal.SIGINT) is before


FAILS = """
import itertools
calls = itertools.count()

class Shy:
    def __init__(self, seed):
        if seed % 2 and {making}:
            raise GeneratorExit("not today")

    def think(self, position):
        return position.legal()[0]

    def admit(self, game):
        if next(calls) % 4 == 2 and not {making}:  # once in two games, when the referee asks it
            raise KeyboardInterrupt
"""


@pytest.mark.parametrize("making", [True, False])
def test_who_fails_before_the_game_loses_it(making: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_store(monkeypatch, tmp_path)
    file = tmp_path / f"shy{making}.py"
    file.write_text(FAILS.format(making=making), encoding="utf-8")
    told = asked(str(file), "random", "--game", GAME, "--games", "10", "--seed", "1")
    assert told["games"] == 10
    assert 0 < told["forfeits"][0] < 10
    assert "lost" in here("match", "--show", "1")
