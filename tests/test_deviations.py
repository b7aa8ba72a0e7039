"""Margins between deep and shallow searches, measured with an estimate."""

import numpy as np
import pytest

from kibitz import Limit, load, think
from kibitz.learning.deviations import measure_deviations
from kibitz.learning.preparation import prepare
from kibitz.patterns.estimate import DEEPEST_PAIR, PatternEstimate, create_estimate, probe_depth, whole_weights

pytestmark = pytest.mark.twice


def estimate_of(spec: str, deviations: tuple[float, ...] = (), size: float = 0.05) -> PatternEstimate:
    """An estimate that nothing was learned for: small weights at random."""
    preparation = prepare(load(spec))
    weights = np.random.default_rng(3).normal(0, size, preparation.layout.weights)
    preparation.layout.average(weights)
    found = create_estimate(
        preparation.game, preparation.layout, whole_weights(weights), "", preparation.most, None, deviations
    )
    assert isinstance(found, PatternEstimate)
    return found


def test_each_stage_has_a_deviation_for_each_depth() -> None:
    estimate = estimate_of("connect_four:width=4,height=4")
    found = measure_deviations(estimate, seed=1, positions=30)
    assert len(found) == estimate.stages * (DEEPEST_PAIR + 1)
    assert found[:3] == (0.0, 0.0, 0.0)
    assert 0 < found[3] < 2
    assert found == measure_deviations(estimate, seed=1, positions=30)


def test_an_estimate_that_always_says_the_same_has_none() -> None:
    estimate = estimate_of("connect_four:width=4,height=4", size=0.0)
    assert set(measure_deviations(estimate, positions=12)) == {0.0}


def test_they_are_looked_up_by_stage_and_depth() -> None:
    row = tuple(float(depth) for depth in range(DEEPEST_PAIR + 1))
    estimate = estimate_of("tic_tac_toe", row)
    state = estimate.game.start()
    assert estimate.deviation(state, 8, probe_depth(8)) == 8.0
    assert estimate.deviation(state, 50, probe_depth(50)) == DEEPEST_PAIR
    assert estimate.deviation(state, 8, 7) == 0.0
    assert estimate_of("tic_tac_toe").deviation(state, 8, probe_depth(8)) == 0.0


def test_the_search_for_play_takes_them() -> None:
    """With margins that cut nearly everything it visits far fewer positions, and still proves what it says is proved."""
    spec, limit = "connect_four:width=5,height=4", Limit(depth=8)
    wide = tuple([0.0] * (DEEPEST_PAIR + 1))
    narrow = tuple([0.0] * 3 + [0.01] * (DEEPEST_PAIR - 2))
    game = load(spec)
    stages = estimate_of(spec).stages
    whole = think(game, search="selective", knowledge=estimate_of(spec, wide * stages), limit=limit)
    cut = think(game, search="selective", knowledge=estimate_of(spec, narrow * stages), limit=limit)
    assert cut.nodes < whole.nodes
