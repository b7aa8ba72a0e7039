"""A match within a time: it ends then whatever its players do, and says who is the stronger as far as that is known."""

import threading
import time
from pathlib import Path

import pytest

from kibitz.arena.match import plan_match
from kibitz.arena.sequential import Sequential
from kibitz.arena.standing import Standing
from kibitz.arena.store import Totals
from kibitz.arena.timed_match import OPEN, STRONGER, WEAKER, WINS, MatchScore, TimedMatch
from kibitz.core.registry import load
from kibitz.learning.gate import TEST
from kibitz.present.sentences import format_strength
from kibitz.workers.workplace import Workplace

GAME = load("tic_tac_toe")


def verdict_of(*pairs: int) -> str:
    """The verdict on so many pairs with 0, 0.5, 1, 1.5 and 2 points for the first player."""
    plan, _ = plan_match(GAME, ["random", "greedy"], games=400, seed=1, sprt=TEST)
    test = Sequential.of(plan.sprt)
    assert test is not None
    test.hear(points for points, count in enumerate(pairs) for _ in range(count))
    return MatchScore.of_two(Standing(1, plan, Totals(400, 2 * sum(pairs), 1, pentas={(0, 1): pairs}), test.result)).verdict


@pytest.mark.parametrize(
    ("pairs", "verdict"),
    [
        ((0, 0, 0, 0, 7), STRONGER),  # 14-0-0
        ((0, 0, 2, 1, 8), STRONGER),  # 19-1-2
        ((0, 0, 0, 0, 40), WINS),
        ((0, 0, 0, 0, 4), OPEN),  # equal players do as well in 1 of 16 matches
        ((3, 2, 5, 2, 3), OPEN),
        ((2, 1, 5, 2, 3), OPEN),
        ((8, 1, 2, 0, 0), WEAKER),
        ((0, 0, 0, 0, 0), OPEN),
    ],
)
def test_a_test_that_was_not_finished_says_who_is_the_stronger_where_that_is_plain(
    pairs: tuple[int, ...], verdict: str
) -> None:
    assert verdict_of(*pairs) == verdict


@pytest.mark.parametrize(
    ("elo", "error", "text"),
    [
        (58.0, 47.2, "+58 +- 47"),
        (694.0, 518.0, "at least +176"),
        (-694.0, 518.0, "at most -176"),
        (100.0, 300.0, "-"),
        (-0.2, 20.0, "+0 +- 20"),
        (None, None, "-"),
        (300.0, None, "-"),
    ],
)
def test_a_strength_is_said_as_far_as_it_is_known(elo: float | None, error: float | None, text: str) -> None:
    assert format_strength(elo, error) == text


SLOW = """
import time

def slow(position):
    time.sleep({seconds})
    return position.legal()[0]
"""


@pytest.mark.parametrize(("seconds", "games"), [(60, 0), (0.01, 1)])
def test_it_ends_in_its_time_whatever_the_players_do(seconds: float, games: int, tmp_path: Path) -> None:
    (tmp_path / "players.py").write_text(SLOW.format(seconds=seconds), encoding="utf-8")
    player, place = f"{tmp_path}/players.py:slow", Workplace(1)
    match = TimedMatch(plan_match(GAME, [player, player], games=10_000, seed=1), str(tmp_path / "games.sqlite"), place)
    began = time.monotonic()
    score = match.play(2.0, began + 12.0, lambda score: None, threading.Event())
    assert time.monotonic() - began < 14.0
    assert (score.games if score is not None else 0) >= games
    place.stop()
