"""How levels are fitted to a game: on scales whose strength is known, and in a small ladder of a real game."""

import random
import time
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.levels.fitting import HALF_RANDOM, STEPS, FittedPlace, PairTally, StrengthScale, fit_levels
from kibitz.arena.levels.games import LevelFitting, LevelsTask
from kibitz.arena.stats import Pentanomial, compute_figures
from kibitz.arena.stats.counts import score_of
from kibitz.cli.strength.levels import describe_levels
from kibitz.core.registry import load
from kibitz.errors import LevelsError
from kibitz.players.fitted_levels import APART
from kibitz.workers.workplace import Workplace

DOCUMENT = Path(__file__).parents[1] / "docs" / "levels.md"
GAME, TINY = "tic_tac_toe", "nim:heaps=1-2"
LAST = STEPS + 20

# The fitting, on scales of which each place has a strength that is known.


class Simulated:
    """Games between places whose Elo is known; without draws, so that the points vary as much as they can."""

    def __init__(self, elo: list[float], first: float, seed: int, exact: bool = False) -> None:
        self.elo, self.first, self.seed, self.exact = elo, first, seed, exact
        self.met: set[tuple[int, int | None, int]] = set()

    def __call__(self, place: int, below: int | None, first: int, pairs: int) -> PairTally:
        share = score_of(self.elo[place] - (self.first if below is None else self.elo[below]))
        found = PairTally()
        for pair in range(first, first + pairs):
            assert (place, below, pair) not in self.met, "a pair that was played before"
            self.met.add((place, below, pair))
            dice = random.Random(f"{self.seed} {place} {below} {pair}")
            points = share if self.exact else sum(dice.random() < share for _ in range(2)) / 2
            found += PairTally(1, points, points * points)
        return found


@st.composite
def scales(draw: st.DrawFn) -> list[float]:
    """The Elo of each place: it never falls, and no step is as large as that between two levels."""
    gains = draw(st.lists(st.floats(0, 60), min_size=LAST, max_size=LAST))
    return [sum(gains[:place]) for place in range(LAST + 1)]


@given(scales(), st.integers(0, 1000), st.floats(0, 1))
def test_levels_are_in_order_and_each_is_clearly_stronger(elo: list[float], seed: int, where: float) -> None:
    found = list(fit_levels(Simulated(elo, where * elo[-1], seed), LAST, 9, 30))
    places = [level.place for level in found]
    assert 1 <= len(found) <= 9
    assert places == sorted(set(places))
    assert all(0 <= place <= LAST for place in places)
    assert [level.below for level in found] == [None, *places[:-1]]
    assert all(level.tally.pairs == 30 for level in found)
    assert all(level.tally.score > 0.5 for level in found[1:])


@given(st.floats(8, 30), st.integers(0, 1000), st.sampled_from([100.0, APART, 250.0]))
def test_neighbours_are_as_far_apart_as_they_should_be(step: float, seed: int, apart: float) -> None:
    """On average over a ladder; a single measurement is off by its error, and so is the place that it chose."""
    elo = [step * place for place in range(300)]
    found = list(fit_levels(Simulated(elo, elo[10], seed), 299, 9, 60, apart))
    assert len(found) >= 5
    distances = [elo[level.place] - elo[level.below] for level in found if level.below is not None]
    whole = distances[:-1] or distances  # the last may be cut off by the end of the scale
    assert abs(sum(whole) / len(whole) - apart) < 0.4 * apart
    assert abs(elo[found[0].place] - elo[10]) < 150


@given(st.integers(1, 20), st.integers(0, 5))
def test_without_noise_the_nearest_place_is_found(step: int, first: int) -> None:
    elo = [float(step * place) for place in range(LAST + 1)]
    found = list(fit_levels(Simulated(elo, elo[first], 0, exact=True), LAST, 9, 400))
    for level in found[1:-1]:
        assert level.below is not None
        assert abs(elo[level.place] - elo[level.below] - APART) <= max(step, 40)


def test_a_flat_scale_has_one_level_and_no_more() -> None:
    found = list(fit_levels(Simulated([0.0] * (LAST + 1), 0.0, 0, exact=True), LAST, 9, 30))
    assert [level.below for level in found] == [None]


@pytest.mark.parametrize("first", [-1000.0, 5000.0])
def test_where_nobody_is_as_good_as_the_first_half_of_the_moves_are_random(first: float) -> None:
    found = list(fit_levels(Simulated([20.0 * place for place in range(LAST + 1)], first, 0), LAST, 9, 50))
    assert found[0].place == HALF_RANDOM
    assert len(found) > 1


def test_where_there_is_no_room_above_the_first_half_of_its_moves_are_random() -> None:
    elo = [15.0 * min(place, STEPS) for place in range(LAST + 1)]
    found = list(fit_levels(Simulated(elo, elo[STEPS], 0, exact=True), LAST, 9, 200))
    assert found[0].place == HALF_RANDOM
    assert len(found) >= 2


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60))
def test_a_tally_is_what_figures_of_pairs_are(points: list[float]) -> None:
    tally = sum((PairTally(1, one, one * one) for one in points), PairTally())
    counts = [points.count(cell / 4) for cell in range(5)]
    figures = compute_figures(Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4])))
    assert tally.score == pytest.approx(figures.score)
    assert tally.deviation > 0
    if len(points) >= 30 and figures.elo_error < 200:
        assert tally.error == pytest.approx(figures.elo_error, rel=0.6)


def test_no_games_say_nothing() -> None:
    assert (PairTally().score, PairTally().deviation, PairTally().error) == (0.5, inf, inf)


def test_a_scale_goes_from_all_random_to_the_most_nodes() -> None:
    scale = StrengthScale("mcts", 16, 1024)
    assert [(scale.nodes(place), scale.random(place)) for place in (0, 20, STEPS, STEPS + 2, scale.last)] == [
        (16, 1.0),
        (16, 0.5),
        (16, 0.0),
        (32, 0.0),
        (1024, 0.0),
    ]


@given(st.integers(0, LAST), st.integers(1, 9), st.integers(0, 12))
def test_levels_that_are_not_measured_are_spread_over_what_is_left(below: int, count: int, octaves: int) -> None:
    scale = StrengthScale("mcts", 16, 16 << octaves)
    below = min(below, scale.last)
    steps = [below, *scale.spread(below, count), scale.last]
    gaps = [high - low for low, high in pairwise(steps)]
    assert min(gaps) >= 0
    assert max(gaps) - min(gaps) <= 2


# A ladder of a real game, small as it may be.


def tiny(seed: int = 0, search: str = "minimax") -> LevelFitting:
    return LevelFitting(LevelsTask(load(GAME), 8, seed=seed, search=search, command="by hand"))


@pytest.fixture(scope="module")
def fitting() -> LevelFitting:
    found = tiny()
    found.scale = replace(found.scale, most=64)
    assert list(found.run()) == found.levels
    return found


def test_the_same_seed_gives_the_same_levels_and_another_other_games(fitting: LevelFitting) -> None:
    again = tiny()
    again.scale = fitting.scale
    list(again.run())
    assert (again.levels, again.played) == (fitting.levels, fitting.played)


def test_workers_fit_the_same_levels(fitting: LevelFitting) -> None:
    with Workplace(2) as place:
        again = LevelFitting(LevelsTask(load(GAME), 8, search="minimax", command="by hand", place=place))
        again.scale = fitting.scale
        list(again.run())
    assert (again.levels, again.played) == (fitting.levels, fitting.played)


def test_with_workers_too_what_is_there_is_kept_when_the_time_is_over() -> None:
    with Workplace(1) as place:
        late = LevelFitting(LevelsTask(load(GAME), 4000, seconds=3.0, search="minimax", place=place, spreads=True))
        began = time.monotonic()
        list(late.run())
        assert time.monotonic() - began < 10
        assert not late.complete
        assert len(late.file().levels) > 1


def test_what_a_place_makes_is_between_none_and_all_of_the_points(fitting: LevelFitting) -> None:
    strong = fitting._meet(fitting.scale.last, 0, 0, 4)
    weak = fitting._meet(0, fitting.scale.last, 0, 4)
    assert 0 <= weak.score < 0.5 < strong.score <= 1
    assert strong.pairs == weak.pairs == 4


def test_of_three_players_one_meets_two_like_each_other() -> None:
    found = LevelFitting(LevelsTask(load("trio"), 6, search="maxn"))
    found.scale = replace(found.scale, least=4)
    assert found._meet(STEPS, 0, 0, 1).pairs == 1
    assert found.played == 3


def test_when_the_time_is_over_what_is_there_is_kept() -> None:
    late = LevelFitting(LevelsTask(load(GAME), 8, seconds=-1.0))
    assert list(late.run()) == []
    assert not late.complete
    with pytest.raises(LevelsError, match="there was no time to measure two levels of tic_tac_toe"):
        late.file()


def test_what_there_was_no_time_for_is_spread_over_what_the_measured_levels_leave() -> None:
    late = LevelFitting(LevelsTask(load(GAME), 8))
    with pytest.raises(LevelsError, match="there was no time to measure two levels"):
        late.file()
    for place in (4, 12, 20):
        late.levels.append(late._describe(FittedPlace(place, None, PairTally(4, 2.0, 1.5))))
        late._place = place
    held = late.file()
    assert [level.games for level in held.levels] == [8, 8, 8, 0, 0, 0, 0, 0, 0]
    strengths = [(level.nodes, -level.random) for level in held.levels]
    assert strengths == sorted(set(strengths))
    assert strengths[3] > (64, -0.5)
    assert strengths[-1][0] < held.most
    assert "There was no time to measure more than 3" in describe_levels(held)[-1]
    late.complete = True
    assert len(late.file().levels) == 3


def test_a_game_that_goes_on_when_the_time_is_over_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.arena.levels.games.play_batch", lambda batch: time.sleep(5))
    fitting, began = LevelFitting(LevelsTask(load(GAME), 8, seconds=0.5)), time.monotonic()
    assert list(fitting.run()) == []
    assert time.monotonic() - began < 4.5
    assert not fitting.complete


def test_a_game_without_two_strengths_has_no_levels() -> None:
    settled = tiny()
    settled.complete = True
    with pytest.raises(LevelsError, match="no two strengths of minimax can be told apart at tic_tac_toe"):
        settled.file()


def test_quickly_there_are_nine_levels_whatever_the_time() -> None:
    late = LevelFitting(LevelsTask(load(GAME), 8, seconds=-1.0, spreads=True))
    assert list(late.run()) == []
    held = late.file()
    assert [level.games for level in held.levels] == [0] * 9
    strengths = [(level.nodes, -level.random) for level in held.levels]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == 9
    assert strengths[0] == (64, -0.5)
    assert strengths[-1][0] < held.most
    assert "There was no time to measure more than 0" in describe_levels(held)[-1]


def test_quickly_what_is_found_is_kept_and_no_level_is_made_up(fitting: LevelFitting) -> None:
    hasty = LevelFitting(replace(fitting.task, spreads=True))
    hasty.levels, hasty.complete = fitting.levels[:1], True
    assert hasty.file().levels == tuple(fitting.levels[:1])
    hasty.complete, hasty._place = False, STEPS
    held = hasty.file()
    assert held.levels[0] == fitting.levels[0]
    assert [level.games for level in held.levels] == [8] + 8 * [0]
    assert {level.random for level in held.levels[1:]} == {0.0}
