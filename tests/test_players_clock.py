"""A clock for a whole game: how long a move may take, when enough has been thought, and that nobody loses by the clock."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.registry import knowledge_of, load
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.errors import PlayerError
from kibitz.players import ask, player
from kibitz.players.engine import Engine
from kibitz.players.game_clock import GameClock
from kibitz.players.time_control import (
    EASIER,
    EASY,
    FALLEN,
    HARDEST,
    INSTANT,
    UNSETTLED,
    USUAL_TURNS,
    MovePlan,
    MoveTimer,
    TimeAccount,
    count_turns,
    plan_move,
)
from kibitz.position import Position
from player_kinds import engine

# What the setting says


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("60", GameClock(60.0)),
        ("60+0.5", GameClock(60.0, 0.5)),
        ("1m+1", GameClock(60.0, 1.0)),
        ("1.5m+2s", GameClock(90.0, 2.0)),
        (".5+.01", GameClock(0.5, 0.01)),
        ("10s+0", GameClock(10.0)),
    ],
)
def test_a_clock_is_read(text: str, clock: GameClock) -> None:
    assert GameClock.read(text) == clock
    made = engine(f"deepening:clock={text}")
    assert made.account is not None
    assert (made.account.clock, made.account.longest, made.limit.time) == (clock, math.inf, clock.base)
    assert GameClock.read(str(clock)) == clock


@pytest.mark.parametrize("text", ["", "0", "0+1", "+1", "1+", "-1", "1h", "1+1+1", "ten", "1e400", "9" * 400, "1 + 1", "1+-1"])
def test_what_is_no_clock_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(PlayerError, match=r"clock.*seconds for a whole game"):
        player(f"deepening:clock={text}")


def test_beside_a_clock_a_time_is_the_most_for_a_move() -> None:
    made = engine("computer:level=10,clock=60+1,time=2")
    assert made.account is not None
    assert (made.account.longest, made.limit.time, made.exact, made.together) == (2.0, 2.0, True, True)
    with pytest.raises(PlayerError, match="traps and clock"):
        player("deepening:clock=60,traps=uniform")


# How long a move may take


@pytest.mark.parametrize(
    ("left", "increment", "turns", "soft", "hard"),
    [
        (60.0, 0.0, 30.0, 3.0, 9.0),  # a share and a fifth of the 24 turns that cost anything; and three times that
        (60.0, 1.0, 30.0, 3.9, 11.7),  # most of what comes back as well
        (60.0, 0.0, 10.0, 14.4, 15.0),  # no more than a quarter while several are to come
        (60.0, 0.0, 4.0, 30.0, 30.0),
        (60.0, 0.0, 1.0, 60.0, 60.0),
        (0.1, 10.0, 20.0, 0.025, 0.025),  # what comes back comes too late
        (0.0, 1.0, 20.0, INSTANT, INSTANT),
        (-3.0, 0.0, 20.0, INSTANT, INSTANT),
    ],
)
def test_a_move_gets_a_share_of_what_is_left(left: float, increment: float, turns: float, soft: float, hard: float) -> None:
    plan = plan_move(left, increment, turns)
    assert (plan.soft, plan.hard) == pytest.approx((soft, hard))


@pytest.mark.untraced
@given(st.floats(-1, 1e4), st.floats(0, 100), st.floats(0, 400), st.floats(0, 1), st.floats(0.01, 100))
def test_no_plan_goes_beyond_the_clock(left: float, increment: float, turns: float, reserve: float, longest: float) -> None:
    plan = plan_move(left, increment, turns, reserve, longest)
    assert 0 < plan.soft <= plan.hard <= max(INSTANT, min(longest, left - reserve))


@pytest.mark.parametrize(("left", "overtime", "soft"), [(10, 5, 4.5 + 12 / 19), (60, 2, 1.8 + 72 / 19), (0.0, 10, 9 + INSTANT)])
def test_in_the_main_time_a_move_may_take_what_it_has_in_overtime(left: float, overtime: float, soft: float) -> None:
    plan = plan_move(left, 0, 25, overtime=overtime)
    assert plan.soft == pytest.approx(soft)
    assert plan.soft <= plan.hard < left + overtime
    assert plan_move(left, 0, 25, longest=1, overtime=overtime) == MovePlan(1, 1)


def test_turns_are_counted_in_random_games_and_where_they_are_forced_they_cost_nothing() -> None:
    othello = load("othello")
    start = Position.after(othello)
    counted = count_turns(start, None, lambda: False)
    assert counted is not None
    assert 22 <= counted <= 31
    assert count_turns(start, None, lambda: True) is None
    nearly = start
    while len(nearly.moves) < 56:
        nearly = nearly.play(nearly.legal()[0])
    assert (count_turns(nearly, None, lambda: False) or 0) <= 4
    four = load("connect_four:width=4,height=4")
    begun = Position.after(four, "1 1 2 2")
    assert (count_turns(begun, knowledge_of(four), lambda: False) or math.inf) <= 6  # of the twelve squares left


# When enough has been thought


def thoughts(
    bests: str, values: list[float] | None = None, seconds: Callable[[int], float] = lambda depth: 0.1
) -> list[Thought]:
    """A thought for each depth: its best move, a digit; what it is worth; and when it was found."""
    worths = values or [0.0] * len(bests)
    return [
        Thought(int(best), Value("estimate", worth), depth=depth, seconds=seconds(depth))
        for depth, (best, worth) in enumerate(zip(bests, worths, strict=True), 1)
    ]


def heard(found: list[Thought], swing: float | None = None, before: float | None = None, choices: int = 5) -> MoveTimer:
    timer = MoveTimer(MovePlan(1.0, HARDEST), choices, swing, before)
    for thought in found:
        timer.hear(thought)
    return timer


@pytest.mark.parametrize(
    ("bests", "values", "before", "wanted"),
    [
        ("1", [0.0], None, 1.0),
        ("11", [0.0] * 2, None, 1.0),
        ("2211", [0.0] * 4, None, 1.0),
        ("3331", [0.0] * 4, None, UNSETTLED),
        ("31111", [0.0] * 5, None, EASY),
        ("1111111", [0.0] * 7, None, EASIER),
        ("2211", [0.0, 1.0, 0.0, -1.0], None, FALLEN),
        ("2211", [0.0] * 4, 1.0, FALLEN),
        ("2211", [0.0] * 4, -1.0, 1.0),
        ("3331", [1.0, 1.0, 1.0, 0.0], None, UNSETTLED * FALLEN),
    ],
)
def test_easy_moves_are_quick_and_others_have_longer(
    bests: str, values: list[float], before: float | None, wanted: float
) -> None:
    assert heard(thoughts(bests, values), swing=0.1, before=before).seconds_wanted() == pytest.approx(min(HARDEST, wanted))


def test_a_value_that_falls_no_more_than_usual_has_not_fallen() -> None:
    values = [0.0, 1.0, 0.0, -1.0]
    assert heard(thoughts("2211", values), swing=1.0).seconds_wanted() == 1.0
    assert heard(thoughts("2211", values), swing=None).seconds_wanted() == 1.0
    assert heard(thoughts("112233", [0.0, 5.0, 1.0, 4.0, 1.5, 4.5])).swings() == [0.5, 0.5]  # from depth 3 on


def test_a_move_that_leads_is_easier_sooner() -> None:
    found = thoughts("11111")
    moves = (MoveValue(1, Value("estimate", 3.0), (1,)), MoveValue(2, Value("estimate", 0.0), (2,)))
    found[-1] = Thought(1, Value("estimate", 3.0), moves=moves, depth=5, seconds=0.1)
    assert heard(found, swing=0.1).seconds_wanted() == EASIER
    assert heard(found, swing=2.0).seconds_wanted() == EASY


def test_a_depth_is_not_begun_that_would_not_be_finished() -> None:
    found = thoughts("2211", seconds=lambda depth: 0.01 * 3**depth)  # 0.81 s at depth 4, of which it took 0.54
    timer = heard(found)
    assert timer.next_depth() == pytest.approx(3 * 0.54)
    assert timer.is_enough(0.81)
    early = heard(found[:3])
    assert early.next_depth() == pytest.approx(0.18 * math.sqrt(0.18 / 0.03))
    assert not early.is_enough(0.27)
    assert early.is_enough(HARDEST / 2)  # a depth that takes longer than was thought is not waited for


def test_what_is_heard_again_is_no_depth_and_a_later_search_begins_anew() -> None:
    found = thoughts("2211")
    assert heard([found[0], found[0], found[1], found[1]]).depths == found[:2]
    assert heard([Thought(1, Value("estimate", 0.0), depth=9), *found]).depths == found
    other = Thought(7, Value("estimate", 1.0), depth=4)
    assert heard([*found, other]).depths == [*found[:3], other]
    assert not heard([Thought(1, Value("estimate", 0.0))]).is_enough(1e9)  # nothing is known yet: the search ends by itself


def test_the_only_move_is_played_at_once() -> None:
    assert heard(thoughts("1"), choices=1).is_enough(0.0)


# The account, with a clock that stands still unless it is moved


@dataclass
class Hand:
    """The hand of a clock."""

    seconds: float = 100.0

    def __call__(self) -> float:
        return self.seconds


def move_of(account: TimeAccount, hand: Hand, position: Position, seconds: float) -> MovePlan:
    """One move that takes so long; what was planned for it."""
    plan = account.begin_move(position).plan
    hand.seconds += seconds
    account.end_move(None)
    return plan


def test_the_account_goes_on_with_a_game_and_begins_anew_with_another() -> None:
    hand = Hand()
    account = TimeAccount(GameClock(10.0, 0.5), now=hand)
    position = Position.after("tic_tac_toe")
    first = move_of(account, hand, position, 2.0)
    later = position.play("1,1").play("1,2")
    assert account.left == pytest.approx(8.5, abs=0.01)
    move_of(account, hand, later, 1.0)
    assert account.turns == 2
    assert account.left == pytest.approx(8.0, abs=0.01)
    another_line, another_game = Position.after("tic_tac_toe", "2,2 1,1 3,3"), Position.after("connect_four", "1 1 1 1 1")
    for other in (later, another_line, another_game, position):  # the first is the same again, the last as good as the start
        move_of(account, hand, other, 1.0)
        assert account.turns == 1
        assert account.left == pytest.approx(9.5, abs=0.01)
    assert move_of(account, hand, position, 0.0) == first


def test_where_turns_cannot_be_counted_a_usual_game_is_thought_of() -> None:
    hand = Hand()

    def now() -> float:
        hand.seconds += 0.5  # a machine that stands still at every look
        return hand.seconds

    account = TimeAccount(GameClock(60.0), now=now)
    account.begin_move(Position.after("othello"))
    assert account.expected == USUAL_TURNS


@pytest.mark.parametrize("clock", [GameClock(5.0), GameClock(1.0, 0.1), GameClock(0.2, 0.01), GameClock(60.0, 1.0)])
def test_a_player_that_always_takes_all_it_may_never_runs_out(clock: GameClock) -> None:
    hand = Hand()
    account = TimeAccount(clock, now=hand)
    position, lowest = Position.after("othello"), math.inf
    while not position.is_over:
        timer = account.begin_move(position)
        hand.seconds += timer.plan.hard + 0.002  # as late as a search is
        account.end_move(Thought(None, Value("estimate", 0.0), depth=1))
        lowest = min(lowest, account.left)
        position = position.play(position.legal()[0])
        if not position.is_over:
            position = position.play(position.legal()[0])
    assert lowest > 0.0


# The engine


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Hand:
    """A search that finds one depth after the other, each after twice the time, by the hand of a clock; it hears a stop."""
    hand = Hand()

    class Search:
        def __init__(self) -> None:
            self.is_stopped = False

        def stop(self) -> None:
            self.is_stopped = True

        def close(self) -> None:
            """It has ended."""

        def __iter__(self) -> Iterator[Thought]:
            for depth in range(1, 30):
                hand.seconds += 0.001 * 2**depth
                ended: Any = "interrupted"
                yield Thought(0, Value("estimate", 0.0), (0,), depth=depth, seconds=0.001 * 2 ** (depth + 1), stopped=ended)
                if self.is_stopped:
                    yield Thought(0, Value("estimate", 0.0), (0,), depth=depth, seconds=0.002 * 2**depth, stopped=ended)
                    return

    def search(self: Engine, position: Position, halt: Any, spent: float) -> Iterator[Thought]:
        yield from halt.heard(Search())

    monkeypatch.setattr(Engine, "_search", search)
    monkeypatch.setattr(Engine, "prepare", lambda self, game: None)
    return hand


def test_an_engine_stops_its_search_when_enough_is_thought(scripted: Hand) -> None:
    made = engine("deepening:clock=60", seed=1)
    assert made.account is not None
    made.account.now = scripted
    began = scripted.seconds
    thought = made.think(Position.after("othello"))
    took = scripted.seconds - began
    assert thought.stopped == "time"
    assert 0.5 < took < 4.0
    assert made.account.left == pytest.approx(60.0 - took, abs=0.01)


def test_an_engine_that_is_stopped_by_somebody_says_so(scripted: Hand) -> None:
    made = engine("deepening:clock=60", seed=1)
    assert made.account is not None
    made.account.now = scripted
    stops = []
    for thought in made.thoughts(Position.after("othello")):
        made.stop()
        stops.append(thought.stopped)
    assert len(stops) == 2
    assert stops[-1] == "interrupted"


def test_a_time_beside_the_clock_is_kept(scripted: Hand) -> None:
    made = engine("deepening:clock=60,time=0.1", seed=1)
    assert made.account is not None
    made.account.now = scripted
    began = scripted.seconds
    made.think(Position.after("othello"))
    assert scripted.seconds - began <= 0.15
    assert made.limit.time == pytest.approx(0.1)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["deepening:clock=1+0.01", "computer:level=10,clock=1+0.01"])
def test_no_game_is_lost_by_the_clock(spec: str) -> None:
    players = [engine(spec, seed) for seed in (1, 2)]
    for made in players:
        assert made.account is not None
        made.account.now = time.process_time  # what other processes take away from the machine is not the player's fault
    position = Position.after("connect_four")
    while not position.is_over:
        mover = players[position.to_move]
        thought = ask(mover, position)
        assert mover.account is not None
        assert mover.account.left > 0
        position = position.play(thought.best or 0)


def test_whoever_keeps_the_clock_says_what_is_left() -> None:
    account, start = TimeAccount(GameClock(10)), Position.after("tic_tac_toe")
    account.synchronize(start, 10.0, 1.0)
    account.begin_move(start)
    account.end_move(None)
    later = start.play("1,1").play("2,2")
    account.synchronize(later, 4.0, 0.5, most_turns=1)
    plan = account.begin_move(later).plan
    assert 3.5 < account.left <= 4.0
    assert account.clock.increment == 0.5
    assert 2.0 < plan.hard <= 4.0  # all of it may be used: more comes after this move
    account.synchronize(start, 3.0, 0.0)
    assert account.begin_move(start).plan.hard < 3.0
    assert 2.5 < account.left <= 3.0
