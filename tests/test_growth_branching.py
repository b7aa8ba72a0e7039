"""Branching factors: those of uniform trees and of the textbook, and the equation they solve."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.explain.growth import effective, mean


@pytest.mark.parametrize(
    ("count", "depth", "width"),
    [
        (1, 3, 0),
        (4, 3, 1),  # a line
        (15, 3, 2),
        (8, 1, 7),
        (960_800, 7, 7),
        (1 + 10**200, 1, 10**200),
        (1 + (2**251 - 2), 250, 2),
    ],
)
def test_the_effective_branching_factor_of_uniform_trees(count: int, depth: int, width: float) -> None:
    assert effective(count, depth) == pytest.approx(width, rel=1e-12, abs=1e-12)


def test_the_effective_branching_factor_of_the_textbook() -> None:
    """A*, which finds a solution at depth 5 with 52 nodes beside the root, in Russell and Norvig."""
    assert round(effective(53, 5), 2) == 1.92


@given(st.integers(1, 10**15), st.integers(1, 60))
def test_the_effective_branching_factor_solves_its_equation(count: int, depth: int) -> None:
    width = effective(count, depth)
    assert sum(width**ply for ply in range(depth + 1)) == pytest.approx(count, rel=1e-9)


@pytest.mark.parametrize(("count", "depth"), [(0, 2), (5, 0)])
def test_no_tree_has_no_branching_factor(count: int, depth: int) -> None:
    with pytest.raises(ValueError, match="has no branching factor"):
        effective(count, depth)


def test_the_mean_branching_factor_is_that_of_all_positions_down_to_the_last_ply() -> None:
    assert mean([1, 3, 9, 27]) == pytest.approx(3)
    assert mean([1, 3, 9, 0]) == pytest.approx(3)
    assert mean([1, 4, 1]) == effective(6, 2)
    assert mean([1]) is mean([1, 0]) is None
