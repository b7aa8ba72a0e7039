"""Players that raise, answer or change anything at all: each loses its own game by a sentence, and all others go on."""

import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import hostile_players
from commandline import here, run_here
from hostile_players import ANSWER, CHANGE, RAISE, STATES, UNCOMPARED, WELL
from kibitz.arena.fixture import Fixture, Played
from kibitz.arena.play import play_out
from kibitz.arena.referee import referee
from kibitz.arena.store.replay import replay
from kibitz.errors import PlayerError
from kibitz.players import Player, player
from kibitz.position import Position
from kibitz.registry import load
from kibitz.thought import Thought, Value
from kibitz.web.jobs import move as move_job
from kibitz.web.worker import Stop
from matched import asked, own_store

GAME = "tic_tac_toe"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with players."""
    return hostile_players.written(tmp_path)


def judged(one: Player, clock: float | None, game: str = GAME) -> Played:
    """A game that `one` begins, against a player that does nothing wrong."""
    played = referee(load(game), Fixture(0, 0, (0, 1), ""), [one, player("random", 1)], clock, 1)
    replay(load(game), played)  # raises where it does not follow the rules
    return played


@pytest.mark.parametrize("clock", [None, 20.0])
@pytest.mark.parametrize("name", [*RAISE, *ANSWER, *CHANGE])
def test_whoever_is_at_fault_loses_the_game(mine: Path, name: str, clock: float | None) -> None:
    width = load(GAME).width  # type: ignore[attr-defined]
    played = judged(player(f"{mine}:{name}"), clock)
    assert (played.forfeit, played.payoffs, played.moves) == (0, None, ())
    assert played.reason.startswith(f"{mine}:{name}")
    assert len(played.reason.splitlines()) == 1
    if name in CHANGE:
        assert " changed the " in played.reason
    assert load(GAME).width == width  # type: ignore[attr-defined]
    assert judged(player(f"{mine}:first"), clock).forfeit is None


@pytest.mark.parametrize("name", WELL)
def test_what_is_unusual_is_no_fault(mine: Path, name: str) -> None:
    assert judged(player(f"{mine}:{name}"), None).forfeit is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cancelled", "failed: CancelledError"),
        ("pressed", "failed: KeyboardInterrupt"),
        ("silent", "failed: Silent: it cannot be written"),
        ("accusing", "failed: RulesError: the rules are wrong"),
        ("exploding", "failed: GeneratorExit: a thought"),
        ("generated", "which is no move: write return, not yield"),
        ("awaited", "which is no move: write def, not async def"),
        ("huge", f"played {10**30} as the first move; the legal moves are"),
        ("nan_value", "gave a Thought with the value nan, which is none"),
        ("odd_kind", "gave a Thought with the kind 'surely', which is none"),
        ("other_state", "changed the position's state: a player looks at what it is given, and changes nothing of it"),
        ("all_legal", "changed the position's legal:"),
        ("wider", "changed the game's width:"),
    ],
)
def test_the_sentence_says_what_was_wrong(mine: Path, name: str, said: str) -> None:
    assert said in judged(player(f"{mine}:{name}"), None).reason


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


@pytest.mark.parametrize("clock", [None, 20.0])
def test_players_from_python_lose_too(clock: float | None) -> None:
    for problem in (KeyboardInterrupt(), GeneratorExit(), SystemExit(), ValueError("x" * 10**6)):
        played = judged(Given(raising(problem)), clock)
        assert played.forfeit == 0
        assert played.reason.startswith(f"ann failed: {type(problem).__name__}")
        assert len(played.reason) < 600
    nameless = Given(raising(ValueError("lost")))
    del nameless.name
    assert judged(nameless, clock).reason == "player 1 failed: ValueError: lost"
    assert judged(Given(lambda position: Thought(True, Value("estimate", 0))), clock).forfeit == 0


@pytest.mark.parametrize("name", STATES)
def test_a_state_that_can_be_changed_stays_as_the_rules_made_it(tmp_path: Path, name: str) -> None:
    game = f"{hostile_players.rules(tmp_path)}:{name}"
    played = judged(player(f"{hostile_players.vandal(tmp_path)}:vandal"), None, game)
    if name in UNCOMPARED:
        assert len(played.moves) > 2
    else:
        assert (played.forfeit, played.moves) == (0, ())
        assert "vandal changed the position's state: " in played.reason


def test_a_game_from_python_is_guarded_as_well(mine: Path) -> None:
    with pytest.raises(PlayerError, match="changed the position's state"):
        play_out(load(GAME), [player(f"{mine}:other_state"), player("random", 1)])
    with pytest.raises(PlayerError, match="ann failed: GeneratorExit"):
        play_out(load(GAME), [Given(raising(GeneratorExit())), player("random", 1)])


@pytest.mark.parametrize("name", ["other_state", "pressed", "cancelled", "given_up"])
def test_at_the_terminal_it_is_one_sentence(mine: Path, name: str) -> None:
    assert f"hostile.py:{name}" in refused_after_a_start("play", GAME, f"{mine}:{name}", "random")


def refused_after_a_start(*arguments: str) -> str:
    """The sentence of a command that has written something before."""
    code, written, complaint = run_here(*arguments)
    assert code == 2
    assert "plays" not in written
    (sentence,) = complaint.splitlines()
    return str(sentence)


@pytest.mark.parametrize("name", [*RAISE, *ANSWER, *CHANGE])
def test_on_the_page_it_is_a_sentence(mine: Path, name: str) -> None:
    asks = {"game": GAME, "moves": [], "player": f"{mine}:{name}", "seed": 1}
    with pytest.raises(PlayerError, match=f"hostile.py:{name}"):
        move_job.run(asks, lambda news: None, Stop())


def test_on_the_page_unusual_answers_are_told(mine: Path) -> None:
    for name in WELL:
        asks = {"game": GAME, "moves": [], "player": f"{mine}:{name}", "seed": 1}
        assert move_job.run(asks, lambda news: None, Stop())["best"] == "1,1"


def test_a_match_goes_on_and_counts_them(mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_store(monkeypatch, tmp_path)
    for number, name in enumerate(["cancelled", "pressed", "given_up", "other_state", "chameleon"], 1):
        told = asked(f"{mine}:{name}", "random", "--game", GAME, "--games", "4")
        assert (told["games"], told["forfeits"], told["b_wins"]) == (4, [4, 0], 4)
        assert "lost by a fault: " in here("match", "--show", f"{number}/0/0")


def test_ctrl_c_is_obeyed_whatever_a_player_makes_of_it() -> None:
    before = signal.getsignal(signal.SIGINT)

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
    told = asked(str(file), "random", "--game", GAME, "--games", "20", "--seed", "1")
    assert told["games"] == 20
    assert 0 < told["forfeits"][0] < 20
    assert "lost" in here("match", "--show", "1")
