"""A clock for the whole game of a match: what is taken and given, who loses on time, and what players are told."""

import re
import time

import pytest

from commandline import run_here
from kibitz.arena.clocks import GameClocks
from kibitz.arena.fixture import Fixture
from kibitz.arena.referee import referee
from kibitz.core.registry import load
from kibitz.core.thought import Thought, Value
from kibitz.players import player
from kibitz.players.engine import Engine
from kibitz.players.game_clock import ClockReading, GameClock
from kibitz.position import Position

FIXTURE = Fixture(3, 1, (0, 1), "")


class Slow:
    """Plays what comes first, after so many seconds; notes what the clocks show."""

    name = "slow"

    def __init__(self, *seconds: float) -> None:
        self.seconds, self.shown = list(seconds), list[ClockReading]()

    def hear_clock(self, reading: ClockReading) -> None:
        self.shown.append(reading)

    def think(self, position: Position) -> Thought:
        until = time.monotonic() + (self.seconds.pop(0) if self.seconds else 0.0)
        while time.monotonic() < until:  # what sleeps in one piece is heard of when it wakes
            time.sleep(0.005)
        return Thought(position.legal()[0], Value("estimate", 0))


def test_time_is_taken_from_the_clock_and_given_back_move_by_move() -> None:
    one, two = Slow(0.2, 0.1), Slow()
    clocks = GameClocks(GameClock(1.0, 0.5), 2)
    played = referee(load("connect_four:width=2,height=2,line=2"), FIXTURE, [one, two], clocks)
    assert played.forfeit is None
    (before, after), (other,) = one.shown, two.shown
    assert (before.left, before.turns) == ((1.0, 1.0), (0, 0))
    assert (other.turns, after.turns) == ((1, 0), (1, 1))
    assert 1.5 - 0.4 < other.left[0] <= 1.5 - 0.2
    assert after.left[0] == other.left[0]
    assert after.left[1] > 1.4


@pytest.mark.parametrize("clock", [GameClock(0.3), GameClock(0.2, 0.05), GameClock(0.3, 0.0, 3)])
def test_whoever_runs_out_of_time_has_lost(clock: GameClock) -> None:
    slow = Slow(0.15, 0.15, 5.0)
    played = referee(load("connect_four"), FIXTURE, [Slow(), slow], GameClocks(clock, 2))
    assert played.forfeit == 1
    assert re.fullmatch(
        rf"slow ran out of time: {re.escape(str(clock))} for the game, and 0\.\d\d s were left for this move", played.reason
    )
    assert played.seconds < 2.0


def test_so_many_moves_bring_more_time() -> None:
    """Without the second period the fourth move would come too late."""
    slow = Slow(0.1, 0.1, 0.1, 0.25)
    played = referee(load("connect_four:width=4,height=2"), FIXTURE, [slow, Slow()], GameClocks(GameClock(0.4, 0.0, 2), 2))
    assert played.forfeit is None
    assert [round(one.left[0], 1) for one in slow.shown] == [0.4, 0.3, 0.6, 0.5]


@pytest.mark.twice
def test_an_engine_that_was_told_no_limits_uses_the_clock_of_the_game() -> None:
    game, clock = load("tic_tac_toe:width=4,height=4,line=4"), GameClock(1.5, 0.02)
    free, bound = player("deepening", 1), player("deepening:nodes=100", 1)
    played = referee(game, FIXTURE, [free, bound], GameClocks(clock, 2))
    assert played.forfeit is None
    assert isinstance(free, Engine)
    assert isinstance(bound, Engine)
    assert free.account is not None
    assert free.account.reading is not None
    assert bound.account is None
    assert 0.1 < clock.given(free.account.turns) - free.account.left < 2.0


def test_a_match_has_a_clock_for_the_game() -> None:
    code, out, _ = run_here("match", "random", "greedy", "--game", "nim", "--games", "2", "--tc", "5+0.1", "--workers", "1")
    assert (code, "clock 5+0.1" in out) == (0, True)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--tc", "soon"), "'soon' is not a clock: 60+0.6 is a minute for the game and 0.6 seconds for each move"),
        (("--tc", "0/60"), "'0/60' is not a clock"),
        (("--tc", "60", "--clock", "2"), "--tc and --clock"),
    ],
)
def test_what_is_no_clock_is_refused(wrong: tuple[str, ...], said: str) -> None:
    code, _, complaint = run_here("match", "random", "greedy", "--game", "nim", "--games", "2", *wrong)
    assert (code, said in complaint) == (2, True), complaint
