"""Ratings of several players: known strengths are found within the errors, and what games cannot tell is not made up."""

import itertools
import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.arena.stats import Pentanomial, compute_figures, elo_of, score_of
from kibitz.arena.stats.counts import Result
from kibitz.arena.stats.ratings import rate_players
from kibitz.errors import StatisticsError

TRUE, ADVANTAGE = (160.0, 40.0, -50.0, -150.0), 60.0


def drawn_by(chance: float, share: float) -> float:
    """A result, whose mean is `share`, some of them draws; `chance` from 0 to 1 decides."""
    draws = share * (1 - share)
    return 1.0 if chance < share - draws / 2 else 0.5 if chance < share + draws / 2 else 0.0


def tournament(dice: random.Random, pairs: int, alike: float) -> list[Result]:
    """Everyone meets everyone in so many pairs of games, whose second goes as the first did with the chance `alike`."""
    results = []
    meetings = [both for both in itertools.combinations(range(len(TRUE)), 2) for _ in range(pairs)]
    for pair, (one, two) in enumerate(meetings):
        difference, chance = TRUE[one] - TRUE[two], dice.random()
        again = chance if dice.random() < alike else dice.random()
        for chances, first in ((chance, True), (again, False)):
            share = score_of(difference + (ADVANTAGE if first else -ADVANTAGE))
            results.append(Result(one, two, drawn_by(chances, share), pair, first))
    return results


def of_scores(*scores: tuple[int, int, Sequence[float]]) -> list[Result]:
    """Pairs of games between two players, of which the first of a pair is begun by the first named."""
    return [
        Result(one, two, score, 1000 * place + number // 2, number % 2 == 0)
        for place, (one, two, listed) in enumerate(scores)
        for number, score in enumerate(listed)
    ]


def test_known_strengths_lie_within_the_errors_as_often_as_they_say() -> None:
    dice, inside, asked = random.Random(5), 0, 0
    for _ in range(150):
        found = rate_players(len(TRUE), tournament(dice, 40, alike=0.7))
        assert sum(found.elo) == pytest.approx(0, abs=1e-6)
        told = [found.difference(one, two) for one, two in itertools.combinations(range(4), 2)]
        true = [TRUE[one] - TRUE[two] for one, two in itertools.combinations(range(4), 2)]
        told += [(found.advantage, found.advantage_error), *zip(found.elo, found.errors, strict=True)]
        true += [ADVANTAGE, *TRUE]
        inside += sum(abs(elo - right) <= error for (elo, error), right in zip(told, true, strict=True))
        asked += len(told)
    assert 0.92 <= inside / asked <= 0.98


def test_games_that_resemble_each_other_leave_more_room_for_error_than_if_they_did_not() -> None:
    results = tournament(random.Random(1), 200, alike=0.9)
    apart = [Result(r.one, r.two, r.score, number, r.first) for number, r in enumerate(results)]
    together, naive = rate_players(4, results), rate_players(4, apart)
    assert together.elo == naive.elo
    for one, two in itertools.combinations(range(4), 2):
        assert together.between[one][two] / naive.between[one][two] == pytest.approx(math.sqrt(1.85), rel=0.12)
    assert together.advantage_error < 0.6 * naive.advantage_error  # in a pair it cancels out


def test_two_players_are_rated_as_the_figures_of_their_match_say() -> None:
    scores = [1, 1, 1, 0, 0, 1, 0, 0, 0.5, 0.5, 1, 0.5, 0.5, 1, 0, 0.5, 0.5, 0, 1, 1] * 5
    found = rate_players(2, of_scores((0, 1, scores)))
    points = [scores[at] + scores[at + 1] for at in range(0, 100, 2)]
    none, half, even, more, both = (points.count(number / 2) for number in range(5))
    match = compute_figures(Pentanomial((none, half, even, more, both)))
    assert found.difference(0, 1) == pytest.approx((match.elo, match.elo_error), rel=0.02)  # that interval is bent
    assert found.elo[0] == pytest.approx(-found.elo[1])
    assert found.errors == pytest.approx([match.elo_error / 2] * 2, rel=0.02)


def test_two_players_and_an_advantage_have_a_closed_formula() -> None:
    """As many parameters as expected scores: they are met exactly, but for the light prior."""
    as_first, as_second = [1] * 70 + [0.5] * 20 + [0] * 10, [1] * 30 + [0.5] * 20 + [0] * 50
    found = rate_players(2, of_scores((0, 1, [score for both in zip(as_first, as_second, strict=True) for score in both])))
    first, second = elo_of(0.8), elo_of(0.4)
    assert found.difference(0, 1)[0] == pytest.approx((first + second) / 2, rel=0.005)
    assert found.advantage == pytest.approx((first - second) / 2, rel=0.005)


def test_the_order_in_which_two_are_named_means_nothing() -> None:
    results = tournament(random.Random(2), 10, alike=0.5)
    named = [r if number % 3 else Result(r.two, r.one, 1 - r.score, r.pair, not r.first) for number, r in enumerate(results)]
    one, other = rate_players(4, results), rate_players(4, named)
    assert other.elo == pytest.approx(one.elo, abs=1e-3)
    assert other.errors == pytest.approx(one.errors, abs=1e-3)
    assert other.advantage == pytest.approx(one.advantage, abs=1e-3)


# What the games cannot tell


def test_who_wins_everything_stays_finite_and_nobody_knows_how_much_better_he_is() -> None:
    mixed = [1, 0, 0.5, 1, 0, 1, 0, 0.5, 1, 1]
    found = rate_players(3, of_scores((0, 1, [1] * 10), (0, 2, [1] * 10), (1, 2, mixed)))
    assert 400 < found.elo[0] < 1500
    assert found.errors[0] == found.between[0][1] == found.between[2][0] == math.inf
    alone = rate_players(2, of_scores((0, 1, mixed)))
    assert found.difference(1, 2) == pytest.approx(alone.difference(0, 1), abs=4)
    assert found.errors[1] == pytest.approx(found.errors[2])
    assert math.isfinite(found.advantage_error)


def test_who_has_met_nobody_is_average_with_an_infinite_error() -> None:
    found = rate_players(3, of_scores((0, 1, [1, 0, 0, 1, 1, 1, 0, 0, 1, 0.5])))
    assert found.elo[2] == pytest.approx(0, abs=1e-6)
    assert found.errors[2] == found.between[1][2] == math.inf
    assert math.isfinite(found.errors[0])


def test_a_single_pair_does_not_say_how_much_pairs_vary() -> None:
    mixed = [1, 0, 1, 1, 0, 0, 0.5, 1]
    assert rate_players(2, of_scores((0, 1, [1, 0.5]))).errors == (math.inf, math.inf)
    assert rate_players(2, of_scores((0, 1, [1, 0, 0.5, 1]))).errors == (math.inf, math.inf)  # two unknowns, two pairs
    found = rate_players(3, of_scores((0, 1, mixed), (0, 2, [1, 0.5])))
    assert found.errors[2] == found.between[0][2] == found.between[1][2] == math.inf
    assert math.isfinite(found.between[0][1])
    assert math.isfinite(rate_players(3, of_scores((0, 1, mixed), (0, 2, [1, 0.5, 0.5, 0]))).errors[2])


def test_two_groups_that_never_meet_cannot_be_compared() -> None:
    mixed = [1, 0, 1, 1, 0, 0, 0.5, 1]
    found = rate_players(4, of_scores((0, 1, mixed), (2, 3, mixed)))
    assert math.isfinite(found.between[0][1])
    assert found.between[0][2] == found.between[1][3] == math.inf
    assert found.between[2][2] == 0


def test_where_the_first_to_move_always_wins_nothing_is_known() -> None:
    found = rate_players(2, of_scores((0, 1, [1, 0] * 20)))
    assert found.elo == pytest.approx((0, 0), abs=1e-6)
    assert found.advantage > 300
    assert (found.advantage_error, found.between[0][1]) == (math.inf, math.inf)


def test_games_that_are_all_drawn_do_not_say_how_much_they_vary() -> None:
    found = rate_players(2, of_scores((0, 1, [0.5] * 20)))
    assert found.elo == pytest.approx((0, 0))
    assert found.errors == (math.inf, math.inf)


def test_without_games_all_are_equal_as_far_as_anyone_knows() -> None:
    found = rate_players(3, [])
    assert found.elo == (0, 0, 0)
    assert found.errors == (math.inf,) * 3
    assert found.difference(0, 1) == (0, math.inf)
    assert (found.advantage, found.advantage_error) == (0, math.inf)


MEETINGS = st.tuples(st.integers(0, 3), st.integers(1, 3), st.sampled_from([0, 0.5, 1]), st.integers(0, 5), st.booleans())


@settings(max_examples=40)
@given(st.lists(MEETINGS, max_size=30))
def test_any_games_have_finite_ratings_and_errors_that_are_numbers(meetings: list[tuple[int, int, float, int, bool]]) -> None:
    found = rate_players(4, [Result(one, (one + step) % 4, score, pair, first) for one, step, score, pair, first in meetings])
    assert all(map(math.isfinite, (*found.elo, found.advantage)))
    assert all(error > 0 for error in (*found.errors, found.advantage_error))
    for one, two in itertools.combinations(range(4), 2):
        assert found.between[one][two] == found.between[two][one] > 1


@pytest.mark.parametrize("result", [Result(0, 3, 1, 0, True), Result(1, 1, 1, 0, True), Result(-1, 0, 1, 0, True)])
def test_a_player_that_is_not_there_is_refused(result: Result) -> None:
    with pytest.raises(StatisticsError, match="numbered from 0 to 2"):
        rate_players(3, [result])


@pytest.mark.parametrize("score", [2.0, -0.5, math.nan])
def test_a_score_that_cannot_be_is_refused(score: float) -> None:
    with pytest.raises(StatisticsError, match="between 0 and 1"):
        rate_players(3, [Result(0, 1, score, 0, True)])
