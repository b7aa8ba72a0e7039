"""The referee: the same game as `play_out` when nobody is at fault, and a game that is lost, and told, when somebody is."""

import _thread
import ctypes
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

import fair
from kibitz.arena.fixture import Fixture, Played
from kibitz.arena.play import play_out
from kibitz.arena.referee import referee
from kibitz.core.registry import load
from kibitz.core.thought import Limit, Thought, Value
from kibitz.errors import IllegalMove, PlayerError, SearchError
from kibitz.players import Player, player
from kibitz.position import Position
from kibitz.runtime import deadlines
from kibitz.runtime.deadlines import left_behind
from kibitz.search.entry import think
from shelf import QUICK

CLOCK = 0.1
MOST = 3.0  # seconds after which a player that was stopped must be gone, on a machine with much else to do
ONE_MOVE = "connect_four:width=1,height=2,line=1"


class Asked:
    """A player whose moves come from a function."""

    def __init__(self, answer: Callable[[Position], Any], name: str = "ann") -> None:
        self.name = name
        self.answer = answer

    def think(self, position: Position) -> Thought:
        return Thought(self.answer(position), Value("estimate", 0))


def first(position: Position) -> int:
    return position.legal()[0]


def fixture(opening: str = "") -> Fixture:
    return Fixture(3, 1, (0, 1), opening)


def judged(answer: Callable[[Position], Any], clock: float | None = CLOCK) -> Played:
    """A game of Connect Four that `answer` plays second; it thinks first, for the other's first move is the opening."""
    return referee(load("connect_four"), fixture("1"), [Asked(first, "bob"), Asked(answer)], clock)


def wait_until(is_so: Callable[[], bool]) -> None:
    end = fair.now() + MOST
    while not is_so():
        assert fair.now() < end
        time.sleep(0.01)


@pytest.mark.parametrize("clock", [None, 20.0])
@pytest.mark.parametrize("name", QUICK)
def test_it_plays_what_play_out_plays(name: str, clock: float | None) -> None:
    game, kinds = load(name), ("greedy", "random", "greedy")

    def seated() -> list[Player]:
        return [player(kind, number) for number, kind in enumerate(kinds[: game.players])]

    record = play_out(game, seated(), seed=1)
    played = referee(game, Fixture(0, 0, tuple(range(game.players)), ""), seated(), clock, 1)
    assert replace(played, seconds=0.0) == Played(0, 0, record.moves, record.payoffs)
    assert played.seconds > 0


def test_a_game_goes_on_from_its_opening_with_what_the_dice_brought_in_it() -> None:
    game = load("pig:target=8")
    record = play_out(game, [player("random", 1), player("random", 2)], seed=3)
    for plies in (3, len(record.moves)):
        opening = record.moves[:plies]
        whole = play_out(game, [player("random", 1), player("random", 2)], Position.after(game, opening), seed=5)
        played = referee(game, fixture(" ".join(opening)), [player("random", 1), player("random", 2)], 20.0, 5)
        assert (played.moves, played.payoffs, played.key) == (whole.moves, whole.payoffs, (3, 1))


def fails(position: Position) -> int:
    raise ValueError("lost\nmy way")


def leaves(position: Position) -> int:
    raise SystemExit(3)


def interrupted(position: Position) -> int:
    """Not by a person: see `test_ctrl_c_is_obeyed_whatever_a_player_makes_of_it`."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("clock", [None, 20.0])
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (fails, "ann failed: ValueError: lost my way"),
        (leaves, "ann failed: SystemExit: 3"),
        (interrupted, "ann failed: KeyboardInterrupt"),
        (lambda position: None, "ann played None after 4 1; the legal moves are 1 2 3 4 5 6 7"),
        (lambda position: 99, "ann played 99 after 4 1; the legal moves are 1 2 3 4 5 6 7"),
        (lambda position: 3.0, "ann played 3.0 after 4 1; the legal moves are 1 2 3 4 5 6 7"),
        (lambda position: "4", "ann played '4' after 4 1; the legal moves are 1 2 3 4 5 6 7"),
    ],
)
def test_a_fault_loses_the_game_and_is_told(answer: Callable[[Position], Any], reason: str, clock: float | None) -> None:
    played = referee(load("connect_four"), fixture("4 1"), [Asked(answer), Asked(first, "bob")], clock)
    assert replace(played, seconds=0.0) == Played(3, 1, ("4", "1"), None, 0, reason)
    assert played.scores(2) == (0.0, 1.0)


def test_what_is_no_thought_is_a_fault() -> None:
    silent: Any = Asked(first)
    silent.think = lambda position: None
    assert "ann has answered with None" in referee(load("nim"), fixture(), [silent, Asked(first)]).reason


# The clock

may_end = threading.Event()


def endless(position: Position) -> int:
    while True:
        pass


def stubborn(position: Position) -> int:
    while True:
        with suppress(Exception):
            time.sleep(0.001)


def deaf(position: Position) -> int:
    while True:
        with suppress(BaseException):
            if may_end.is_set():
                return 0
            time.sleep(0.001)


def late(position: Position) -> int:
    time.sleep(CLOCK + 0.1)
    return first(position)


def assert_nobody_is_left() -> None:
    may_end.set()
    wait_until(lambda: not left_behind())
    may_end.clear()


SLOW = [endless, stubborn, deaf, late, lambda position: ctypes.CDLL(None).usleep(400_000)]


@pytest.mark.parametrize("answer", SLOW, ids=["loop", "except", "deaf", "late", "foreign"])
@pytest.mark.parametrize("where", ["main", "thread"])
def test_who_thinks_longer_than_the_clock_allows_loses(answer: Callable[[Position], Any], where: str) -> None:
    found: list[Played] = []
    began = fair.now()
    if where == "main":
        found.append(judged(answer))
    else:
        thread = threading.Thread(target=lambda: found.append(judged(answer)))
        thread.start()
        thread.join()
    assert fair.now() - began < MOST
    assert replace(found[0], seconds=0.0) == Played(3, 1, ("1",), None, 1, "ann gave no move within 0.1 seconds")
    assert left_behind() == 1 or answer is not deaf  # who cannot be stopped is counted
    assert judged(first, 20.0).forfeit is None  # the next game has another helper
    assert_nobody_is_left()


def test_the_clock_forgives_a_little_and_compiling_is_no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("kibitz.arena.referee.time", Mock(monotonic=lambda: now[0], perf_counter=lambda: now[0]))

    class Prepared(Asked):
        def prepare(self, game: Any) -> None:
            now[0] += 2 * CLOCK

    def tight(position: Position) -> int:
        now[0] += CLOCK + 0.04
        return first(position)

    assert referee(load(ONE_MOVE), fixture(), [Prepared(tight)] * 2, CLOCK).payoffs == (1, -1)


def test_a_search_that_goes_on_too_long_loses_and_ends() -> None:
    """Its own time is longer than the clock: an engine, and a player that calls one."""
    game = load("tic_tac_toe:width=5,height=5,line=5")
    engine = player("minimax:depth=20,time=30")
    caller = Asked(lambda position: think(position, search="minimax", limit=Limit(depth=20)).best)
    for one in (engine, caller):
        played = referee(game, fixture(), [one, Asked(first, "bob")], CLOCK)
        assert (played.forfeit, played.reason) == (0, f"{one.name} gave no move within 0.1 seconds")
        wait_until(
            lambda: not any(one.name == "kibitz" or one.name.startswith("kibitz-clock") for one in threading.enumerate())
        )
    assert_nobody_is_left()


def test_ctrl_c_while_waiting_stops_who_thinks() -> None:
    def pressed(position: Position) -> int:
        _thread.interrupt_main()
        return stubborn(position)

    began = fair.now()
    with pytest.raises(KeyboardInterrupt):
        judged(pressed, 60.0)
    assert fair.now() - began < MOST
    assert_nobody_is_left()


@pytest.mark.parametrize("clock", [None, 20.0, CLOCK])
def test_who_is_to_think_is_announced(clock: float | None) -> None:
    told: list[tuple[int | None, float | None]] = []
    answer = endless if clock == CLOCK else fails
    note = lambda seat, seconds: told.append((seat, seconds))  # noqa: E731
    referee(load("connect_four"), fixture("4"), [Asked(first), Asked(answer)], clock, None, note)
    assert [seat for seat, _ in (told[0], told[-1])] == [1, None]
    assert (told[0][1] is None) == (clock is None)
    told.clear()
    referee(load("connect_four:width=2,height=2,line=2"), fixture(), [Asked(first)] * 2, clock and 20.0, None, note)
    assert [seat for seat, _ in told] == [0, None, 1, None, 0, None]


def test_what_is_nobody_s_fault_is_raised() -> None:
    game = load("connect_four")
    with pytest.raises(PlayerError, match=r"^connect_four is for 2 players, but 1 came$"):
        referee(game, fixture(), [player("random")])
    with pytest.raises(IllegalMove):
        referee(game, fixture("4 4 4 4 4 4 4"), [player("random")] * 2)
    with pytest.raises(SearchError, match="deepening leaves nothing to chance"):
        referee(load("pig"), fixture(), [player("random"), player("deepening")])


def test_helpers_are_used_again_and_end_with_their_thread() -> None:
    def helpers() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if thread.name == "kibitz-player"}

    judged(first, 20.0)
    before = helpers()
    judged(first, 20.0)
    assert helpers() <= before  # of those that tests before have left some may have ended
    thread = threading.Thread(target=lambda: judged(first, 20.0))
    thread.start()
    thread.join()
    wait_until(lambda: helpers() <= before)
    assert deadlines.run_within(threading.current_thread, lambda: 9.0) is not threading.current_thread()
    with pytest.raises(ZeroDivisionError):
        deadlines.run_within(lambda: 1 // 0, lambda: 9.0)
