"""A few games of `python tests/support/review_trouble.py`, which asks for as many as you like."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz.core.thought import Value
from review_trouble import GAMES, ReviewedGame, oracle_of


@pytest.mark.parametrize("spec", GAMES)
def test_nothing_that_a_hurried_review_calls_proved_is_wrong(spec: str) -> None:
    handed = 0
    for seed in range(10):
        reviewed = ReviewedGame(spec, seed, 0.01)
        assert [*reviewed.faults()] == []
        handed += len(reviewed.handed)
    assert handed


def test_the_oracle_knows_what_is_known() -> None:
    assert oracle_of("tic_tac_toe").of(()) == ((0, 0), 0)
    assert oracle_of("nim:heaps=1-2-3").of(()) == ((-1, 6), 0)
    assert oracle_of("nim:heaps=2-2-3,misere=true").of(())[0][0] == 1


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"before": Value("exact", -1)}, "before: exact -1"),
        ({"after": Value("at_least", 2)}, "after: at_least 2"),
        ({"verdict": "blunder", "proved": True, "forced": False}, "accused of nothing"),
        ({"lost": 3.0, "proved": True, "forced": False}, "it lost less"),
        ({"verdict": "later", "proved": True, "forced": False}, "not later"),
    ],
)
def test_it_sees_what_is_wrong(change: dict[str, Any], complaint: str) -> None:
    reviewed = next(one for one in (ReviewedGame("tic_tac_toe", seed, 0.01) for seed in range(99)) if one.truths[1][0][0] == 0)
    first = replace(reviewed.review.plies[0], **change)
    reviewed.review = replace(reviewed.review, plies=(first, *reviewed.review.plies[1:]))
    assert complaint in " ".join(reviewed.faults())
