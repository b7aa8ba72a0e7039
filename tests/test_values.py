"""The arithmetic of values: distances, windows, and what is proved."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.search._scale import Scale
from kibitz.search._values import HIGH, LOW, NONE, aged, all_seen, better_of, high_back, low_back, some_left, turned
from kibitz.thought import Value

pytestmark = pytest.mark.twice

MASKS = (0, 7, 15)
numbers = st.integers(-100, 100)


@pytest.mark.parametrize("mask", MASKS)
def test_windows_go_down_exactly_as_values_come_up(mask: int) -> None:
    """A child's window is the one whose inside, aged, is the inside of the parent's window: not wider, not narrower."""
    values = range(-60, 61)
    for bound in range(-40, 41):
        assert low_back(bound, mask) == max(value for value in values if aged(value, mask) <= bound)
        assert high_back(bound, mask) == min(value for value in values if aged(value, mask) >= bound)


@pytest.mark.parametrize("mask", MASKS)
def test_age_keeps_the_order(mask: int) -> None:
    for value in range(-60, 60):
        assert aged(-value, mask) == -aged(value, mask)
        assert aged(value, mask) <= aged(value + 1, mask)


@pytest.mark.parametrize("mask", MASKS)
def test_a_null_window_stays_one(mask: int) -> None:
    """Else the table would not answer at the next ply (it once did not, around 0)."""
    for alpha in range(-40, 40):
        assert -low_back(alpha, mask) - low_back(-(alpha + 1), mask) == 1
        assert high_back(alpha + 1, mask) - low_back(alpha, mask) == 1


@given(numbers, st.integers(0, 3), st.sampled_from(MASKS))
def test_turning_twice_is_two_plies(value: int, proof: int, mask: int) -> None:
    packed = value << 2 | proof
    twice = turned(turned(packed, -1, mask), -1, mask)
    assert twice >> 2 == aged(aged(value, mask), mask)
    assert twice & 3 == proof
    assert turned(packed, 1, mask) >> 2 == aged(value, mask)
    assert turned(packed, 1, mask) & 3 == proof


@given(st.lists(st.tuples(numbers, numbers, st.integers(0, 3)), min_size=1, max_size=5))
def test_what_is_proved_of_the_best_holds(moves: list[tuple[int, int, int]]) -> None:
    """Any true values, and searched ones with true proof bits: the joined bits are true of the largest true value."""
    best, truths = NONE, []
    for truth, searched, proof in moves:
        proof &= (LOW if truth >= searched else 0) | (HIGH if truth <= searched else 0)
        truths.append(truth)
        best = better_of(best, searched << 2 | proof)
    assert best >> 2 == max(searched for _, searched, _ in moves)
    if best & LOW:
        assert max(truths) >= best >> 2
    if best & HIGH:
        assert max(truths) <= best >> 2
    if some_left(best, 1000) & HIGH:
        raise AssertionError("moves not looked at may be better")


def test_nothing_beats_the_ceiling() -> None:
    assert all_seen(99 << 2 | LOW, 99) & HIGH
    assert not all_seen(99 << 2, 99) & HIGH
    assert not all_seen(98 << 2 | LOW, 99) & HIGH


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


def test_margins_keep_their_distance() -> None:
    scale = Scale(most=64, known=True, distance=True)
    number = -12 * scale.unit + 9
    assert scale.value(number << 2 | LOW | HIGH) == Value("exact", -12, 9)
    without = Scale(most=64, known=True, distance=False)
    assert without.value(-12 * without.unit << 2 | LOW | HIGH) == Value("exact", -12)


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
