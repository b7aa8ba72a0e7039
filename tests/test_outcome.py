"""Who won, from payoffs or from the player who lost by a fault."""

import pytest

from kibitz.core.outcome import GameOutcome


def test_the_winner_got_more_than_all_others() -> None:
    assert (GameOutcome((1, -1)).winner, GameOutcome((-1, 1)).winner, GameOutcome((0, 0)).winner) == (0, 1, None)
    assert GameOutcome((3, 3, 1)).winners == (0, 1)
    assert GameOutcome((3, 3, 1)).winner is None


def test_without_payoffs_the_loser_has_lost_to_all_others() -> None:
    assert GameOutcome.of(None, 0, 2).winner == 1
    assert GameOutcome.of(None, None, 2).winner is None
    assert GameOutcome.of(None, 1, 3).points() == (0.75, 0, 0.75)


def test_points_are_the_mean_against_each_other_player() -> None:
    assert GameOutcome((1, -1)).points() == (1, 0)
    assert GameOutcome((3, 3, 1)).points() == (0.75, 0.75, 0)
    assert GameOutcome((5,)).points() == (0.5,)


def test_one_point_is_shared_out_among_the_best() -> None:
    assert GameOutcome((1, -1)).shares() == (1, 0)
    assert GameOutcome((0, 0)).shares() == (0.5, 0.5)
    assert GameOutcome((3, 3, 1, 3)).shares() == pytest.approx((1 / 3, 1 / 3, 0, 1 / 3))
    assert GameOutcome((7,)).shares() == (1,)
