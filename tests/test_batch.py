"""What a worker does with a batch, and how batches are cut."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena import referee
from kibitz.arena.crew._note import Note
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.crew import Died
from kibitz.arena.crew.flow import Deaths, Forecast, flow
from kibitz.arena.fixture import Fixture, Plan
from kibitz.arena.store import Store
from kibitz.errors import CrewError, RulesError

FIXTURES = tuple(Fixture(pair, side, (side, 1 - side), "") for pair in range(4) for side in (0, 1))
PLAN = Plan("tic_tac_toe", ("random", "greedy"), 11)


def test_a_game_does_not_depend_on_those_before_it() -> None:
    together = play_batch(Batch(PLAN, FIXTURES))
    alone = [play_batch(Batch(PLAN, (one,)))[0] for one in reversed(FIXTURES)]
    assert [(one.key, one.moves) for one in together] == [(one.key, one.moves) for one in reversed(alone)]
    assert len({one.moves for one in together}) > 4


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("spec", ["deepening:level=2", "computer:level=3"])
def test_searches_keep_nothing_from_game_to_game(spec: str) -> None:
    plan = Plan("tic_tac_toe", (spec, "random"), 11)
    together = play_batch(Batch(plan, FIXTURES[:4]))
    assert together[3].moves == play_batch(Batch(plan, FIXTURES[3:4]))[0].moves


def test_dice_of_python_fall_the_same_in_a_game() -> None:
    play_batch(Batch(PLAN, FIXTURES[:1]))
    first = random.random()
    play_batch(Batch(PLAN, FIXTURES))
    play_batch(Batch(PLAN, FIXTURES[:1]))
    assert random.random() == first


RULES = """
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    left: int = 5

class Unlucky(Exception):
    pass

@dataclass(frozen=True)
class Nim(Game):
    def start(self):
        return State()

    def moves(self, state):
        return (1, 2)

    def play(self, state, move):
        if state.left < 3:
            raise Unlucky("no more")
        return State(state.left - move)

    def is_over(self, state):
        return state.left < 1

    def result(self, state):
        return -1
"""


@pytest.mark.parametrize("clock", [None, 5.0])
def test_rules_that_fail_are_a_sentence_with_their_line(tmp_path: Path, clock: float | None) -> None:
    (tmp_path / "sick.py").write_text(RULES, encoding="utf-8")
    plan = Plan(str(tmp_path / "sick.py"), ("random", "random"), 1, clock)
    with pytest.raises(RulesError, match=r"^sick\.py, line 22, play, failed: Unlucky: no more; `kibitz check`"):
        play_batch(Batch(plan, FIXTURES[:1]))


@pytest.mark.parametrize("clock", [None, 5.0])
def test_rules_that_break_in_a_search_are_no_fault_of_whoever_searched(tmp_path: Path, clock: float | None) -> None:
    stuck = RULES.replace("if state.left < 3:", "if state.left < 0:").replace(
        "return (1, 2)", "return range(1, min(3, state.left - 1))"
    )
    (tmp_path / "stuck.py").write_text(stuck, encoding="utf-8")
    plan = Plan(str(tmp_path / "stuck.py"), ("greedy", "minimax:depth=4"), 1, clock)
    with pytest.raises(RulesError):
        play_batch(Batch(plan, FIXTURES[:1]))


ENDLESS = RULES.replace("if state.left < 3:", "if state.left < 0:").replace("state.left - move", "state.left")


@pytest.mark.parametrize("clock", [None, 5.0])
def test_a_game_that_never_ends_is_stopped_and_a_draw(
    tmp_path: Path, clock: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "MAX_PLIES", 50)
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    plan = Plan(str(tmp_path / "endless.py"), ("random", "random"), 1, clock)
    (played,) = play_batch(Batch(plan, FIXTURES[:1]))
    assert (len(played.moves), played.payoffs, played.forfeit) == (50, None, None)
    assert played.reason == "stopped after 50 plies, and counted as a draw"
    assert played.scores(2) == (0.5, 0.5)
    with Store.open(str(tmp_path / "games.db")) as store:
        match = store.add(plan, FIXTURES[:1])
        store.keep(match, [played])
        totals = store.totals(match)
    assert (totals.stopped, totals.results(), totals.faults) == (1, (0, 0, 1), {})


def test_a_worker_with_another_kibitz_says_so() -> None:
    with pytest.raises(CrewError, match=r"played by kibitz 0\.0\.1, and a worker has"):
        play_batch(Batch(PLAN, FIXTURES, "0.0.1"))


def test_the_first_batches_are_single_games() -> None:
    assert Forecast().games(10**6, 2) == 1


@given(seconds=st.floats(1e-5, 100), workers=st.integers(1, 64), left=st.integers(1, 10**6))
def test_batches_last_a_tenth_of_a_second_and_are_no_more_than_half_a_share(seconds: float, workers: int, left: int) -> None:
    forecast = Forecast()
    for _ in range(3):
        forecast.heard(10, 10 * seconds)
    games = forecast.games(left, workers)
    assert games >= 1
    assert games == 1 or games <= left / (2 * workers)
    assert games == 1 or games * seconds <= 0.2
    assert games * seconds >= 0.05 or games >= left // (2 * workers)


def test_a_forecast_follows_the_games() -> None:
    forecast = Forecast()
    forecast.heard(1, 3.0)  # compiling
    for _ in range(40):
        forecast.heard(10, 0.01)
    assert 50 <= forecast.games(10**6, 2) <= 200


def test_games_that_take_no_time_are_shared_out_evenly() -> None:
    forecast = Forecast()
    forecast.heard(1, 0.0)
    assert forecast.games(100, 2) == 25


def test_deaths_of_a_player_by_itself_cost_it_the_game() -> None:
    deaths, died = Deaths(PLAN), Died(-11, Note(1, 0, 1, 0.0), False)
    assert deaths.after(died, FIXTURES) is None
    assert deaths.after(Died(1, Note(1, 0, 0, 0.0), False), FIXTURES) is None  # the other seat
    assert deaths.after(died, FIXTURES[2:3]) is None
    lost = deaths.after(died, FIXTURES[2:3])
    assert lost is not None
    assert (lost.key, lost.forfeit, lost.payoffs) == ((1, 0), 1, None)
    assert lost.reason == "greedy ended its own process each of 3 times (SIGSEGV)"


def test_deaths_from_outside_are_nobodys_fault_and_end_the_match_at_last() -> None:
    deaths, died = Deaths(PLAN, patience=10), Died(-9, Note(1, 0, 1, 0.0), False)
    for _ in range(9):
        assert deaths.after(died, FIXTURES) is None
    with pytest.raises(CrewError, match="game 1/0 was lost with its worker 10 times"):
        deaths.after(died, FIXTURES)


def test_a_note_about_a_game_of_another_batch_is_worth_nothing() -> None:
    deaths, died = Deaths(PLAN, most=1), Died(1, Note(9, 0, 1, 0.0), False)
    assert deaths.after(died, FIXTURES) is None


def test_deaths_that_nobody_noted_count_for_all_games_of_the_batch() -> None:
    deaths = Deaths(PLAN, patience=2)
    assert deaths.after(RuntimeError(), FIXTURES[:2]) is None
    with pytest.raises(CrewError, match="game 0/1"):
        deaths.after(RuntimeError(), FIXTURES[1:2])


LATE = (  # rare, and by the moves alone: other threads throw Python's dice too
    RULES.replace("left: int = 5", "left: int = 12; way: int = 0")
    .replace("if state.left < 3:", "if state.left < 3 and state.way % 32 == 5:")
    .replace("State(state.left - move)", "State(state.left - move, 2 * state.way + move)")
)


def test_the_games_before_the_one_that_rules_fail_in_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of its own batch too: quick games come back many at a time."""
    monkeypatch.setattr(Forecast, "games", lambda self, left, workers: 50)
    rules = tmp_path / "late.py"
    rules.write_text(LATE, encoding="utf-8")
    fixtures = [Fixture(pair, side, (side, 1 - side), "") for pair in range(100) for side in (0, 1)]
    plan = Plan(f"{rules}:Nim", ("random", "random"), 3)
    kept = set[int]()
    with ThreadPoolExecutor(1) as executor, pytest.raises(RulesError, match="no more"):
        kept.update(2 * one.pair + one.side for played in flow(executor, plan, fixtures, 1) for one in played)
    first = next(number for number in range(200) if number not in kept)
    with pytest.raises(RulesError, match="no more"):
        play_batch(Batch(plan, (fixtures[first],)))
    assert first > 0
