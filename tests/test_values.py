"""The arithmetic of values: distances, windows, and what is proved."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.thought import Value
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.scores import (
    HIGH,
    LOW,
    NONE,
    age_score,
    alpha_to_child,
    back_up_score,
    beta_to_child,
    better_score,
    conclude_after_cut,
    conclude_all_moves,
)

MASKS = (0, 7, 15)
numbers = st.integers(-100, 100)


@pytest.mark.parametrize("mask", MASKS)
def test_windows_go_down_exactly_as_values_come_up(mask: int) -> None:
    """A child's window is the one whose inside, aged, is the inside of the parent's window: not wider, not narrower.

    A null window stays one, else the table would not answer at the next ply (it once did not, around 0).
    """
    values = range(-60, 61)
    for value in values:
        assert age_score(-value, mask) == -age_score(value, mask)
        assert age_score(value, mask) <= age_score(value + 1, mask)
    for alpha in range(-40, 40):
        assert alpha_to_child(alpha, mask) == max(value for value in values if age_score(value, mask) <= alpha)
        assert beta_to_child(alpha, mask) == min(value for value in values if age_score(value, mask) >= alpha)
        assert -alpha_to_child(alpha, mask) - alpha_to_child(-(alpha + 1), mask) == 1
        assert beta_to_child(alpha + 1, mask) - alpha_to_child(alpha, mask) == 1


@given(numbers, st.integers(0, 3), st.sampled_from(MASKS))
def test_turning_twice_is_two_plies(value: int, proof: int, mask: int) -> None:
    packed = value << 2 | proof
    twice = back_up_score(back_up_score(packed, -1, mask), -1, mask)
    assert twice >> 2 == age_score(age_score(value, mask), mask)
    assert twice & 3 == proof
    assert back_up_score(packed, 1, mask) >> 2 == age_score(value, mask)
    assert back_up_score(packed, 1, mask) & 3 == proof


@given(st.lists(st.tuples(numbers, numbers, st.integers(0, 3)), min_size=1, max_size=5))
def test_what_is_proved_of_the_best_holds(moves: list[tuple[int, int, int]]) -> None:
    """Any true values, and searched ones with true proof bits: the joined bits are true of the largest true value."""
    best, truths = NONE, []
    for truth, searched, proof in moves:
        proof &= (LOW if truth >= searched else 0) | (HIGH if truth <= searched else 0)
        truths.append(truth)
        best = better_score(best, searched << 2 | proof)
    assert best >> 2 == max(searched for _, searched, _ in moves)
    if best & LOW:
        assert max(truths) >= best >> 2
    if best & HIGH:
        assert max(truths) <= best >> 2
    assert not conclude_after_cut(best, 1000) & HIGH, "moves not looked at may be better"


def test_nothing_beats_the_ceiling() -> None:
    closed = [bool(conclude_all_moves(score, 99) & HIGH) for score in (99 << 2 | LOW, 99 << 2, 98 << 2 | LOW)]
    assert closed == [True, False, False]


def test_values_read_as_results_and_plies() -> None:
    scale = Scale(most=1, known=True, distance=True)
    proved = LOW | HIGH
    for result, plies in itertools.product((1, -1), (1, 2, 7, 41)):
        number = result * (scale.unit - plies)
        assert scale.value(number << 2 | proved) == Value("exact", result, plies)
        assert scale.value(number << 2 | LOW) == Value("at_least", result, plies)
        assert scale.value(number << 2, depth=plies).kind == "exact"
    assert scale.value(0 | proved) == Value("exact", 0)
    assert scale.value(scale.unit // 4 << 2) == Value("estimate", 0.25)
    scale = Scale(most=64, known=True, distance=True)
    assert scale.value((-12 * scale.unit + 9) << 2 | proved) == Value("exact", -12, 9)
    without = Scale(most=64, known=True, distance=False)
    assert without.value(-12 * without.unit << 2 | proved) == Value("exact", -12)


@given(st.integers(0, 10**6))
def test_a_table_entry_has_room_for_every_value(most: int) -> None:
    scale = Scale(most=max(1, most), known=True, distance=True)
    assert scale.most * scale.unit + (1 << scale.bits - 1) < 1 << scale.bits
    assert -scale.most * scale.unit + (1 << scale.bits - 1) >= 0


def test_a_value_turns_and_sorts() -> None:
    win, late, draw, lost, soon = (
        Value("exact", 1, 3), Value("exact", 1, 9), Value("exact", 0), Value("exact", -1, 9), Value("exact", -1, 3)
    )  # fmt: skip
    assert sorted([soon, lost, draw, late, win], key=lambda value: value.order) == [soon, lost, draw, late, win]
    assert -win == Value("exact", -1, 3)
    assert -Value("at_least", 0.5) == Value("at_most", -0.5)
    assert win.later(2) == Value("exact", 1, 5)
    assert draw.later() == draw
