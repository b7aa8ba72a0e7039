"""Ratings of several players: known strengths are found within the errors, and what games cannot tell is not made up."""

import itertools
import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.arena.stats import Pentanomial, compute_figures, score_of
from kibitz.arena.stats.counts import Result
from kibitz.arena.stats.ratings import rate_players
from kibitz.errors import StatisticsError
from runs import examples

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
    for _ in range(60):
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


def test_the_order_in_which_two_are_named_means_nothing() -> None:
    results = tournament(random.Random(2), 10, alike=0.5)
    named = [r if number % 3 else Result(r.two, r.one, 1 - r.score, r.pair, not r.first) for number, r in enumerate(results)]
    one, other = rate_players(4, results), rate_players(4, named)
    assert other.elo == pytest.approx(one.elo, abs=1e-3)
    assert other.errors == pytest.approx(one.errors, abs=1e-3)
    assert other.advantage == pytest.approx(one.advantage, abs=1e-3)


def test_who_wins_everything_stays_finite_and_nobody_knows_how_much_better_he_is() -> None:
    mixed = [1, 0, 0.5, 1, 0, 1, 0, 0.5, 1, 1]
    found = rate_players(3, of_scores((0, 1, [1] * 10), (0, 2, [1] * 10), (1, 2, mixed)))
    assert 400 < found.elo[0] < 1500
    assert found.errors[0] == found.between[0][1] == found.between[2][0] == math.inf
    alone = rate_players(2, of_scores((0, 1, mixed)))
    assert found.difference(1, 2) == pytest.approx(alone.difference(0, 1), abs=4)
    assert found.errors[1] == pytest.approx(found.errors[2])
    assert math.isfinite(found.advantage_error)


MEETINGS = st.tuples(st.integers(0, 3), st.integers(1, 3), st.sampled_from([0, 0.5, 1]), st.integers(0, 5), st.booleans())


@settings(max_examples=examples(40))
@given(st.lists(MEETINGS, max_size=30))
def test_any_games_have_finite_ratings_and_errors_that_are_numbers(meetings: list[tuple[int, int, float, int, bool]]) -> None:
    found = rate_players(4, [Result(one, (one + step) % 4, score, pair, first) for one, step, score, pair, first in meetings])
    assert all(map(math.isfinite, (*found.elo, found.advantage)))
    assert all(error > 0 for error in (*found.errors, found.advantage_error))
    for one, two in itertools.combinations(range(4), 2):
        assert found.between[one][two] == found.between[two][one] > 1


MIXED = [1, 0, 1, 1, 0, 0, 0.5, 1]


@pytest.mark.parametrize(
    ("players", "scores", "unknown", "known"),
    [
        (2, [], [(0, 1)], []),
        (2, [(0, 1, [0.5] * 20)], [(0, 1)], []),  # they do not say how much they vary
        (2, [(0, 1, [1, 0] * 20)], [(0, 1)], []),  # the first to move always wins
        (2, [(0, 1, [1, 0.5])], [(0, 1)], []),  # nor does a single pair
        (2, [(0, 1, [1, 0, 0.5, 1])], [(0, 1)], []),  # two unknowns, two pairs
        (3, [(0, 1, MIXED)], [(0, 2), (1, 2)], [(0, 1)]),  # who has met nobody
        (3, [(0, 1, MIXED), (0, 2, [1, 0.5])], [(0, 2), (1, 2)], [(0, 1)]),
        (3, [(0, 1, MIXED), (0, 2, [1, 0.5, 0.5, 0])], [], [(0, 1), (0, 2), (1, 2)]),
        (4, [(0, 1, MIXED), (2, 3, MIXED)], [(0, 2), (0, 3), (1, 2), (1, 3)], [(0, 1), (2, 3)]),  # two groups that never meet
    ],
)
def test_what_games_cannot_tell_is_not_made_up(
    players: int, scores: list[tuple[int, int, list[float]]], unknown: list[tuple[int, int]], known: list[tuple[int, int]]
) -> None:
    found = rate_players(players, of_scores(*scores))
    assert all(found.between[one][two] == found.difference(one, two)[1] == math.inf for one, two in unknown)
    assert all(math.isfinite(found.between[one][two]) for one, two in known)
    alone = set(range(players)) - {player for both in known for player in both}
    assert [math.isinf(error) for error in found.errors] == [player in alone for player in range(players)]
    met = {player for one, two, _ in scores for player in (one, two)}
    assert all(abs(found.elo[player]) < 1e-6 for player in set(range(players)) - met)  # average, as far as anyone knows
    assert all(found.between[player][player] == 0 for player in range(players))


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (Result(0, 3, 1, 0, True), "numbered from 0 to 2"),
        (Result(1, 1, 1, 0, True), "numbered from 0 to 2"),
        (Result(0, 1, 2.0, 0, True), "between 0 and 1"),
        (Result(0, 1, math.nan, 0, True), "between 0 and 1"),
    ],
)
def test_a_result_that_cannot_be_is_refused(result: Result, sentence: str) -> None:
    with pytest.raises(StatisticsError, match=sentence):
        rate_players(3, [result])
