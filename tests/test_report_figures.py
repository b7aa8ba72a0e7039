"""The figures of a report as pure functions, on numbers whose answers are known."""

from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.explain.report.quantities import Average, Share, average_of, least_number, quartiles_of, share_of
from kibitz.explain.report.report import decided_at, holding, results_of, skill_step, tree_size, was_behind
from kibitz.explain.report.sample import Outlook, PositionLook, RandomWalk, SampleGame
from kibitz.explain.report.sentences import number
from kibitz.explain.report.winning_chance import PayoffScale, WinningChance, fit, scale_of


def test_a_share_is_wilson_s() -> None:
    """10 of 20, 0 of 10 and 1 of 29: Newcombe, Statistics in Medicine 17 (1998), has the last."""
    half = Share(10, 20)
    assert (half.low, half.high) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    none = Share(0, 10)
    assert (none.low, none.high) == pytest.approx((0.0, 0.2775), abs=1e-4)
    few = Share(1, 29)
    assert (few.low, few.high) == pytest.approx((0.0061, 0.1718), abs=1e-4)


def test_shares_and_averages_in_words() -> None:
    assert str(Share(61, 100)) == "61 ± 9 %"
    assert str(Share(0, 10)) == "0 % (at most 28 %)"
    assert str(Share(10, 10)) == "100 % (at least 72 %)"
    assert str(Share(3, 1000)) == "0.3 ± 0.4 %"
    assert str(Share(0, 1000)) == "0 % (at most 0.4 %)"
    assert str(average_of([1.0])) == "1.00"
    assert str(average_of([1.0, 3.0])) == "2.00 ± 1.96"
    assert share_of([]) is None
    assert average_of([]) is None
    assert quartiles_of([]) is None
    assert [number(one) for one in (7.0, 9999.0, 549946.0, 12_340_000_000.0)] == ["7", "9,999", "550,000", "12,300,000,000"]


@given(st.integers(1, 500), st.data())
def test_what_was_met_lies_within_its_interval(count: int, data: st.DataObject) -> None:
    share = Share(data.draw(st.integers(0, count)), count)
    assert -1e-9 <= share.low <= share.share + 1e-9
    assert share.share - 1e-9 <= share.high <= 1 + 1e-9
    assert Share(count - share.points, count).high == pytest.approx(1 - share.low)


def test_quartiles_lie_between_the_numbers() -> None:
    row = quartiles_of([4, 1, 3, 2])
    assert row is not None
    assert vars(row) == {"least": 1, "lower": 1.75, "median": 2.5, "upper": 3.25, "most": 4}


def test_positions_that_were_missed_are_guessed_by_those_met_once_and_twice() -> None:
    """The bias-corrected estimate of Chao: 20 met, 10 of them once and 4 twice: 20 + 10 * 9 / (2 * 5)."""
    assert least_number(20, 10, 4) == 29
    assert least_number(20, 0, 0) == 20


def test_the_tree_of_games_that_are_all_alike_is_known_exactly() -> None:
    """Two moves, three times: 1 + 2 + 4 + 8 nodes, whichever way one goes."""
    size = tree_size([RandomWalk(3, (1, -1), log(15))] * 5)
    assert size is not None
    assert 10**size.log10 == pytest.approx(15)
    assert size.error == 0
    large = tree_size([RandomWalk(900, None, 2000.0), RandomWalk(900, None, 2000.0)])
    assert large is not None
    assert large.log10 == pytest.approx(2000 / log(10))


def game(outlooks: list[Outlook | None], payoffs: tuple[float, ...] | None = (1, -1), **more: int) -> SampleGame:
    many = len(outlooks)
    return SampleGame(tuple(ply % 2 for ply in range(many)), (2,) * many, tuple(outlooks), payoffs, **more)


def seen(first: float, sure: bool = False) -> Outlook:
    return Outlook((first, -first), sure)


def chance(steepness: float, playouts: int = 10**9) -> WinningChance:
    """So many playouts that shares are taken as they are."""
    return WinningChance(steepness, PayoffScale(-1, 1), playouts)


def test_a_game_is_decided_where_its_winner_s_chance_stays_high() -> None:
    """A payoff of 0.6 is a share of 0.8, so a chance of 16 / 17 where shares are squared."""
    squared = chance(2.0)
    assert squared.of(seen(0.6))[0] == pytest.approx(16 / 17)
    game_won = [seen(0.0), seen(0.7), None, seen(0.1), seen(0.6), None, seen(0.9), None]
    assert decided_at(game(game_won), squared) == 4 / 8
    assert decided_at(game([seen(0.0), seen(0.7), seen(0.1), None]), squared) == 1.0
    assert decided_at(game([seen(1, sure=True), None]), squared) == 0.0
    assert decided_at(game([seen(0.0), seen(-0.7)], (-1, 1)), squared) == 1 / 2


def test_a_comeback_is_won_by_who_was_behind() -> None:
    assert was_behind(game([seen(0.0), seen(-0.6), seen(0.9)]), chance(1.0), 0.25)
    assert not was_behind(game([seen(0.0), seen(-0.1), None]), chance(1.0), 0.25)
    assert was_behind(game([seen(0.6), None], (-1, 1)), chance(1.0), 0.25)


def test_moves_that_hold_are_those_near_the_best_for_the_mover() -> None:
    proved = PositionLook(1, (seen(1, True), seen(0, True), seen(-1, True), seen(-1, True)), True)
    assert holding(proved, chance(0.0)) == 2
    assert holding(PositionLook(0, proved.outlooks, True), chance(0.0)) == 1
    guessed = PositionLook(0, (seen(0.5), seen(0.4), seen(-0.5)), False)
    assert [holding(guessed, chance(steepness)) for steepness in (0.0, 0.1, 2.0)] == [3, 3, 2]
    paid = PositionLook(1, (Outlook((9, 4)), Outlook((9, 2)), Outlook((0, 1.5))), False)
    assert holding(paid, PayoffScale(0, 8)) == 2
    assert holding(paid, PayoffScale(0, 12)) == 3


def test_the_chance_is_fitted_to_how_games_ended() -> None:
    """Of games that stood at a share of 3 to 1 nine in ten were won: the shares are squared."""
    games = [game([seen(0.5)])] * 9 + [game([seen(0.5)], (-1, 1))]
    assert scale_of(games) == PayoffScale(-1, 1)
    assert fit(games, 10**9).steepness == pytest.approx(2, rel=1e-6)
    assert fit([game([seen(0.5)], (-1, 1))], 200).steepness == pytest.approx(0, abs=1e-9)
    assert fit([game([seen(0.0)])], 200).steepness == 0
    assert fit([], 200).steepness == 0
    always = fit([game([seen(0.5)])], 200)
    assert always.of(seen(0.5))[0] > 0.999


def test_of_few_playouts_none_is_sure() -> None:
    """All of 9 won, and half of one more: 9.5 against 0.5."""
    assert chance(1.0, playouts=9).of(seen(1.0)) == pytest.approx((0.95, 0.05))


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=5), st.floats(0, 20))
def test_chances_add_up_to_one_and_follow_the_payoffs(payoffs: list[float], steepness: float) -> None:
    chances = WinningChance(steepness, PayoffScale(-50, 50), 100).of(Outlook(tuple(payoffs)))
    assert sum(chances) == pytest.approx(1)
    order = sorted(range(len(payoffs)), key=lambda place: payoffs[place])
    assert all(chances[one] <= chances[two] + 1e-12 for one, two in pairwise(order))


def test_the_results_of_games() -> None:
    games = [game([], (1, -1)), game([], (1, -1)), game([], (0, 0)), game([], (-1, 1))]
    found = results_of(("A", "B"), games)
    assert found is not None
    first, second = found.seats
    assert (first.wins.share, second.wins.share, found.shared.share) == (0.5, 0.25, 0.25)
    assert (first.points.share, second.points.share) == (0.625, 0.375)
    assert first.payoff.mean == 0.25
    assert results_of(("A", "B"), []) is None


def test_skill_is_counted_in_rounds_of_one_game_from_each_seat() -> None:
    """A stronger player that wins as first and draws as second, each time, has three quarters of the points."""
    rounds = [game([], (1, -1), step=1, seat=0), game([], (0, 0), step=1, seat=1)] * 12
    step = skill_step(rounds, 2, 50, 0)
    assert step is not None
    assert step.points is not None
    assert (step.points.mean, step.points.count) == (0.75, 12)
    assert step.points.error == pytest.approx(Share(9, 12).error)
    assert step.pays
    alone = skill_step([game([], (5,), step=1, seat=0), game([], (7,), step=1, seat=0)], 1, 50, 0)
    assert alone is not None
    assert (alone.points, alone.payoff.mean, alone.pays) == (None, 6, False)
    half = skill_step(rounds[:1], 2, 50, 0)
    assert half is not None
    assert half.points is None
    mixed = skill_step([*rounds, game([], (-1, 1), step=1, seat=0), game([], (0, 0), step=1, seat=1)], 2, 50, 0)
    assert mixed is not None
    assert isinstance(mixed.points, Average)
    assert mixed.points.mean == pytest.approx((12 * 0.75 + 0.25) / 13)
