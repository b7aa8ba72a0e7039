"""The figures of a match: equal to published ones, never NaN, and a test that errs as seldom as it says."""

import json
import math
import random
from collections import Counter
from dataclasses import astuple
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta

from commandline import here
from kibitz.arena.stats import MODELS, Counts, Model, Pentanomial, Trinomial, compute_figures, elo_of, run_sprt, score_of
from kibitz.arena.stats.counts import SPREAD, moments
from kibitz.arena.stats.figures import MAX_EXACT_COINS
from kibitz.arena.stats.sprt import with_lead, with_mean
from kibitz.errors import StatisticsError
from runs import examples


def counts_up_to(most: int) -> st.SearchStrategy[Counts]:
    """Counts of either kind, many of them one-sided or small."""
    cell = st.one_of(st.just(0), st.integers(0, 3), st.integers(0, most))
    return st.one_of(st.builds(Trinomial, cell, cell, cell), st.tuples(cell, cell, cell, cell, cell).map(Pentanomial))


def pentanomials(most: int) -> st.SearchStrategy[Pentanomial]:
    cell = st.one_of(st.just(0), st.integers(0, most))
    return st.tuples(cell, cell, cell, cell, cell).map(Pentanomial)


def turned(counts: Counts) -> Counts:
    """The same results as the other player sees them."""
    if isinstance(counts, Trinomial):
        return Trinomial(counts.losses, counts.wins, counts.draws)
    a, b, c, d, e = counts.counts
    return Pentanomial((e, d, c, b, a))


# Published figures: from the tests of fastchess, and one match of fishtest


@pytest.mark.parametrize(
    ("counts", "elo", "nelo", "los"),
    [
        (Trinomial(136, 96, 111), "40.70 +- 30.43", "49.77 +- 36.77", 99.60),
        (Pentanomial((34, 54, 63, 64, 75)), "55.58 +- 27.65", "57.94 +- 28.28", 100.00),
        (Pentanomial((332, 433, 498, 333, 334)), "-8.64 +- 10.33", "-9.17 +- 10.96", 5.05),
        (Pentanomial((379, 10170, 21828, 10640, 343)), "1.595 +- 1.209", "3.05 +- 2.31", 99.51),
        (Pentanomial((144, 3, 1, 0, 0)), "-827.87 +- inf", "-2248.42 +- 39.58", 0.00),
    ],
)
def test_published_figures(counts: Counts, elo: str, nelo: str, los: float) -> None:
    """To the printed digits; LOS, which is exact here and a normal distribution there, to some hundredths."""
    found = compute_figures(counts)
    digits = 3 if "1.595" in elo else 2
    assert f"{found.elo:.{digits}f} +- {found.elo_error:.{digits}f}" == elo
    assert f"{found.nelo:.2f} +- {found.nelo_error:.2f}" == nelo
    assert 100 * found.los == pytest.approx(los, abs=0.04)


@pytest.mark.parametrize(
    ("counts", "bounds", "model", "llr", "verdict"),
    [
        (Pentanomial((379, 10170, 21828, 10640, 343)), (0, 2), "normalized", 2.946, "H1"),
        (Pentanomial((365, 16618, 36229, 16974, 390)), (0, 2), "normalized", 2.25, None),
        (Pentanomial((871, 26175, 55983, 26678, 821)), (0, 2), "logistic", -4.98, "H0"),
        (Pentanomial((223, 9863, 21279, 10037, 246)), (0.5, 2.5), "logistic", -3.07, "H0"),
        (Trinomial(36433, 36027, 68692), (0, 2), "normalized", 0.92, None),
        (Trinomial(10871, 10650, 20431), (-1.75, 0.25), "normalized", 2.30, None),
        (Trinomial(21404, 21184, 40708), (0.5, 2.5), "logistic", -1.57, None),
        (Trinomial(57433, 57030, 106593), (0, 2), "logistic", -2.59, None),
    ],
)
def test_published_likelihood_ratios(
    counts: Counts, bounds: tuple[float, float], model: Model, llr: float, verdict: str | None
) -> None:
    """The 2.946 is 2.9455 of the exact maximum; a formula for small differences gives 2.9460. The limits are Wald's."""
    found = run_sprt(counts, *bounds, model=model)
    assert found.llr == pytest.approx(llr, abs=0.001 if llr == 2.946 else 0.005)
    assert (found.lower, found.upper) == pytest.approx((math.log(0.05 / 0.95), math.log(0.95 / 0.05)))
    assert found.verdict == verdict
    wider = run_sprt(counts, *bounds, alpha=0.04, beta=0.1, model=model)
    assert (wider.lower, wider.upper) == pytest.approx((math.log(0.1 / 0.96), math.log(0.9 / 0.04)))


INF = math.inf


@pytest.mark.parametrize(
    ("counts", "score", "elo", "elo_error", "nelo", "los", "few"),
    [
        (Trinomial(0, 0, 0), 0.5, 0, INF, 0, 0.5, True),
        (Pentanomial((0, 0, 0, 0, 0)), 0.5, 0, INF, 0, 0.5, True),
        (Pentanomial((0, 0, 0, 0, 7)), 1, INF, INF, INF, 1 - 1 / 256, True),  # nobody knows how much better
        (Trinomial(0, 1, 0), 0, -INF, INF, -INF, 0.25, True),
        (Pentanomial((0, 0, 9, 0, 0)), 0.5, 0, INF, 0, 0.5, True),  # all alike: they do not say how much they vary
        (Pentanomial((0, 0, 0, 10, 0)), 0.75, 400 * math.log10(3), INF, INF, 1 - 1 / 2048, False),
        (Pentanomial((0, 0, 0, 0, 3)), 1, INF, INF, INF, 1 - 1 / 16, True),  # 6 to 0 points
        (
            Pentanomial((0, 0, 0, 1, 2)),
            5.5 / 6,
            elo_of(5.5 / 6),
            INF,
            None,
            1 - 1 / 16,
            True,
        ),  # no less certain with 5.5 to 0.5
        (Pentanomial((0, 0, 1, 0, 2)), 5 / 6, elo_of(5 / 6), INF, None, 1 - 1 / 8, True),  # 5 to 1
        (Pentanomial((1, 0, 0, 0, 5)), 5 / 6, elo_of(5 / 6), INF, None, 1 - (1 + 6 / 2) / 64, True),
        # coins of 2, 1, 1 and 1 that bring 1: four ways bring more, four as much
        (Pentanomial((0, 2, 0, 1, 1)), 4.5 / 8, elo_of(4.5 / 8), None, None, 1 - (4 + 4 / 2) / 16, True),
    ],
)
def test_figures_by_hand(
    counts: Counts, score: float, elo: float, elo_error: float | None, nelo: float | None, los: float, few: bool
) -> None:
    found = compute_figures(counts)
    assert (found.score, found.elo) == pytest.approx((score, elo))
    assert elo_error is None or found.elo_error == elo_error
    assert nelo is None or (found.nelo, found.nelo_error) == (nelo, INF)
    assert (found.los, found.are_few) == (los, few)
    assert found.games == counts.games_each * found.results == counts.games_each * sum(counts.cells)
    assert found.results or run_sprt(counts, 0, 5).llr == 0


# Who is the stronger


@given(pentanomials(4))
def test_it_is_how_often_coins_bring_less(counts: Pentanomial) -> None:
    values = [abs(place - 2) for place, count in enumerate(counts.counts) for _ in range(count) if place != 2][:10]
    lost, less, _, more, won = counts.counts
    if len(values) < sum((lost, less, more, won)):
        return
    lead = 2 * (won - lost) + more - less
    thrown = [
        sum(value * side for value, side in zip(values, sides, strict=True)) for sides in product((-1, 1), repeat=len(values))
    ]
    expected = sum((one < lead) + (one == lead) / 2 for one in thrown) / len(thrown)
    assert compute_figures(counts).los == pytest.approx(expected, abs=1e-12)


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
def test_of_single_games_it_is_what_bayes_says(wins: int, losses: int, draws: int) -> None:
    """Laplace's rule: a flat prior over the share of wins among the games that are not drawn."""
    assert compute_figures(Trinomial(wins, losses, draws)).los == pytest.approx(
        float(beta.sf(0.5, wins + 1, losses + 1)), abs=1e-9
    )


@given(st.one_of(pentanomials(12), pentanomials(700), pentanomials(10**6)), st.integers(0, 3))
def test_one_result_to_the_better_never_lowers_it(counts: Pentanomial, place: int) -> None:
    cells = list(counts.counts)
    if not cells[place]:
        return
    cells[place], cells[place + 1] = cells[place] - 1, cells[place + 1] + 1
    better = compute_figures(Pentanomial(tuple(cells))).los  # type: ignore[arg-type]
    assert better >= compute_figures(counts).los - 1e-12


@pytest.mark.parametrize("lead", range(-400, 401, 100))
def test_where_coins_are_no_more_counted_one_by_one_nothing_jumps(lead: int) -> None:
    won, lost = (MAX_EXACT_COINS + lead) // 2, (MAX_EXACT_COINS - lead) // 2
    games = compute_figures(Trinomial(won, lost, 9)), compute_figures(Trinomial(won + 1, lost, 8))
    pairs = compute_figures(Pentanomial((lost, 0, 9, 0, won))), compute_figures(Pentanomial((lost, 0, 8, 1, won)))
    for before, after in (games, pairs):
        assert -1e-12 < after.los - before.los < 0.01


@given(st.lists(st.integers(200, 10**6), min_size=5, max_size=5))
def test_many_results_are_as_the_normal_distribution_has_it(cells: list[int]) -> None:
    counts = Pentanomial(tuple(cells))  # type: ignore[arg-type]
    mean, deviation = moments(counts)
    normal = math.erfc((0.5 - mean) * math.sqrt(sum(cells)) / deviation / math.sqrt(2)) / 2
    assert compute_figures(counts).los == pytest.approx(normal, abs=0.01)


@pytest.mark.untraced
@pytest.mark.parametrize(
    "base", [[0.1, 0.2, 0.4, 0.2, 0.1], [0.25, 0, 0.5, 0, 0.25], [0.05, 0.1, 0.7, 0.1, 0.05], [0.5, 0, 0, 0, 0.5]]
)
@pytest.mark.parametrize("pairs", [3, 6, 15])
def test_of_equal_players_five_in_a_hundred_look_stronger(base: list[float], pairs: int) -> None:
    """Where each pair is all or nothing the steps are coarse: then they may be seven and a half."""
    dice, matches = random.Random(pairs), 2000
    claims = 0
    for _ in range(matches):
        drawn = Counter(dice.choices(range(5), base, k=pairs))
        claims += compute_figures(Pentanomial((drawn[0], drawn[1], drawn[2], drawn[3], drawn[4]))).los > 0.95
    assert claims / matches < (0.085 if base[0] == 0.5 else 0.065)


# Whatever the counts


@given(
    counts_up_to(10**18),
    st.sampled_from(MODELS),
    st.lists(st.floats(-500, 500), min_size=2, max_size=2, unique=True).map(sorted),
)
def test_nothing_is_ever_nan_and_the_ratio_is_finite(counts: Counts, model: Model, bounds: list[float]) -> None:
    numbers = [number for number in astuple(compute_figures(counts)) if number is not None]
    assert not any(math.isnan(number) for number in numbers)
    assert 0 <= compute_figures(counts).los <= 1
    assert compute_figures(counts).elo_error >= 0
    assert math.isfinite(run_sprt(counts, bounds[0], bounds[1], model=model).llr)


@given(counts_up_to(10**6))
def test_the_other_player_sees_the_same_turned_round(counts: Counts) -> None:
    mine, theirs = compute_figures(counts), compute_figures(turned(counts))
    assert mine.los + theirs.los == pytest.approx(1, abs=1e-15)
    assert theirs.score == pytest.approx(1 - mine.score)
    assert [theirs.elo_error, theirs.nelo] == pytest.approx([mine.elo_error, -mine.nelo], rel=1e-6)
    assert run_sprt(turned(counts), -9, 1).llr == pytest.approx(-run_sprt(counts, -1, 9).llr, rel=1e-6, abs=1e-6)


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_each_others_inverse(elo: float) -> None:
    assert score_of(elo) + score_of(-elo) == pytest.approx(1)
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-3)
    assert elo_of(10 / 11) == pytest.approx(400)  # ten to one
    assert [score_of(INF), score_of(-INF)] == [1, 0]


@settings(max_examples=examples(40))
@given(st.lists(st.one_of(st.integers(0, 2), st.integers(0, 10**17)), min_size=5, max_size=5))
def test_the_command_has_an_answer_to_any_counts(cells: list[int]) -> None:
    text = ",".join(map(str, cells))
    found = json.loads(here("elo", "--penta", text, "--sprt=-5,5", "--json"), parse_constant=pytest.fail)
    assert found["games"] == 2 * sum(cells)
    assert "nan" not in here("elo", "--penta", text, "--sprt", "0,10", "--model", "logistic")


# The error rates of the test


@cache
def verdict(cells: tuple[int, ...], elo0: float, elo1: float, model: Model) -> str | None:
    counts = Pentanomial(cells) if len(cells) == 5 else Trinomial(cells[2], cells[0], cells[1])
    return run_sprt(counts, elo0, elo1, model=model).verdict


def shares(base: list[float], elo: float, model: Model) -> list[float]:
    """A distribution of results whose difference in strength is exactly that."""
    scores = [place / (len(base) - 1) for place in range(len(base))]
    even = [score - 0.5 for score in scores]
    games = 2 if len(base) == 5 else 1
    normalized = model == "normalized"
    made = with_lead(base, even, elo * math.sqrt(games) / SPREAD) if normalized else with_mean(base, even, score_of(elo) - 0.5)
    mean = sum(share * score for share, score in zip(made, scores, strict=True))
    deviation = math.sqrt(sum(share * (score - mean) ** 2 for share, score in zip(made, scores, strict=True)))
    assert sum(made) == pytest.approx(1)
    assert ((mean - 0.5) / (deviation * math.sqrt(games)) * SPREAD if normalized else elo_of(mean)) == pytest.approx(elo)
    return made


PAIRS = [0.1, 0.2, 0.3, 0.25, 0.15]
DRAWN = [0.02, 0.13, 0.7, 0.13, 0.02]
GAMES = [0.3, 0.3, 0.4]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("base", "elo0", "elo1", "model"),
    [(PAIRS, 0, 100, "normalized"), (PAIRS, -40, 40, "logistic"), (DRAWN, 0, 30, "logistic"), (GAMES, 0, 80, "normalized")],
)
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_of_many_matches_no_more_than_stated_end_with_the_wrong_verdict(
    base: list[float], elo0: float, elo1: float, model: Model, truth: str
) -> None:
    dice, results = random.Random(f"{model} {truth}"), range(len(base))
    weights = shares(base, elo0 if truth == "H0" else elo1, model)
    wrong = 0
    for _ in range(400):
        cells, said = [0] * len(base), None
        while said is None:
            for result in dice.choices(results, weights, k=4):
                cells[result] += 1
            said = verdict(tuple(cells), elo0, elo1, model)
        wrong += said != truth
    assert wrong <= 1.4 * 0.05 * 400


# Mistakes


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 below elo1"),
        ({"elo0": 5, "elo1": 0}, "elo0 below elo1"),
        ({"elo0": math.nan, "elo1": 0}, "elo0 below elo1"),
        ({"elo0": 0, "elo1": math.inf}, "from -500 to 500"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "above 0 and together below 1"),
        ({"elo0": 0, "elo1": 5, "alpha": math.nan}, "above 0 and together below 1"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.5, "beta": 0.5}, "above 0 and together below 1"),
        ({"elo0": 0, "elo1": 5, "model": "bayesian"}, "write normalized or logistic"),
    ],
)
def test_a_test_that_decides_nothing_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(StatisticsError, match=said):
        run_sprt(Trinomial(1, 1, 1), **settings)


def test_counts_that_cannot_be_are_refused() -> None:
    with pytest.raises(StatisticsError, match="from 0 up, not -1"):
        Trinomial(3, -1, 2)
    with pytest.raises(StatisticsError, match="five counts"):
        Pentanomial((1, 2, 3))  # type: ignore[arg-type]
