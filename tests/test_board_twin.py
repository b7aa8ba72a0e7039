"""`Board64`, `changed` and the kernels' arithmetic mean the same plain and compiled, operator by operator."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba import njit

from kibitz.board import BOARDS, FULL, Board, Board64, square
from kibitz.data import changed
from kibitz.kernel import high_bits, low_bits, mixed

pytestmark = pytest.mark.twice

words = st.integers(0, FULL)
steps = st.integers(0, 70)


def in_place(a: Any, b: Any) -> Any:
    a |= b
    a ^= b
    a -= b
    a &= ~b
    a <<= 3
    a >>= 2
    return a


def spelled(a: Any) -> Any:
    """Squares in order, as digits of a number, and as a board again."""
    total, board = 0, Board64()
    for number in a.squares():
        total = (total * 3 + number) & 0xFFFFFFFF
        board |= square(number)
    return total, board == a


PAIRS: dict[str, Callable[[Any, Any], Any]] = {
    "or": lambda a, b: a | b,
    "and": lambda a, b: a & b,
    "xor": lambda a, b: a ^ b,
    "minus": lambda a, b: a - b,
    "equal": lambda a, b: a == b,
    "unequal": lambda a, b: a != b,
    "in place": in_place,
}
ONES: dict[str, Callable[[Any], Any]] = {
    "invert": lambda a: ~a,
    "count": lambda a: len(a),
    "truth": lambda a: bool(a),
    "no": lambda a: not a,
    "lowest": lambda a: a.lowest(),
    "squares": spelled,
}
SHIFTS: dict[str, Callable[[Any, int], Any]] = {
    "left": lambda a, n: a << n,
    "right": lambda a, n: a >> n,
    "has": lambda a, n: n in a,
}
COMPILED = {name: njit(operation) for family in (PAIRS, ONES, SHIFTS) for name, operation in family.items()}
run_changed = njit(lambda cells, index, value: changed(cells, index, value))
run_made = njit(lambda bits: Board64(bits))
run_mixed = njit(lambda seed, word: mixed(seed, word))
run_high = njit(lambda word, count: high_bits(word, count))
run_low = njit(lambda word, count: low_bits(word, count))


@given(words, words, st.sampled_from(sorted(PAIRS)))
@example(FULL, FULL, "xor")
@example(1 << 63, 1 << 63, "minus")
def test_pairs(a: int, b: int, name: str) -> None:
    assert COMPILED[name](Board64(a), Board64(b)) == PAIRS[name](Board64(a), Board64(b))


@given(words, st.sampled_from(sorted(ONES)))
@example(0, "lowest")
@example(FULL, "invert")
@example(1 << 63, "count")
@example(FULL, "squares")
def test_ones(a: int, name: str) -> None:
    assert COMPILED[name](Board64(a)) == ONES[name](Board64(a))


@given(words, steps, st.sampled_from(sorted(SHIFTS)))
@example(FULL, 63, "right")
@example(FULL, 64, "left")
@example(FULL, 64, "right")
def test_shifts(a: int, n: int, name: str) -> None:
    """What is shifted out is gone, and no mistake."""
    assert COMPILED[name](Board64(a), n) == SHIFTS[name](Board64(a), n)
    assert (Board64(a) << n).bits == a << n & FULL


@pytest.mark.parametrize("name", ["left", "right"])
def test_a_negative_shift_is_a_mistake_in_both(name: str) -> None:
    for shift in (SHIFTS[name], COMPILED[name]):
        with pytest.raises(ValueError, match="negative shift count"):
            shift(Board64(5), -1)


@given(words)
def test_the_squares_are_the_bits(a: int) -> None:
    assert list(Board64(a).squares()) == [number for number in range(64) if a >> number & 1]
    assert spelled(Board64(a))[1]


@given(st.tuples(*[st.integers(0, 99)] * 5), st.integers(0, 4), st.integers(0, 99))
def test_changed(cells: tuple[int, ...], index: int, value: int) -> None:
    wanted = (*cells[:index], value, *cells[index + 1 :])
    assert run_changed(cells, index, value) == changed(cells, index, value) == wanted


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1), st.integers(0, 63))
def test_hashes(seed: int, word: int, count: int) -> None:
    hashed = mixed(seed, word)
    assert 0 <= hashed <= FULL
    assert int(run_mixed(seed, word)) == hashed
    assert high_bits(hashed, count) == int(run_high(np.uint64(hashed), count)) == (hashed >> 64 - count)
    assert low_bits(hashed, count) == int(run_low(np.uint64(hashed), count)) == hashed % (1 << count)


def test_a_board_never_changes_and_never_mixes() -> None:
    board, number = Board64(5), 4
    with pytest.raises(AttributeError, match="never changes"):
        board.bits = 6
    for wrong in ("or", "and", "xor", "minus"):
        with pytest.raises(TypeError):
            PAIRS[wrong](board, number)
    assert hash(board) == hash(Board64(5))
    assert board != 5
    assert Board64(-1) == ~Board64()
    assert square(64) == square(-1) == Board64()
    assert pickle.loads(pickle.dumps(board)) == board


@pytest.mark.parametrize("bits", [1 << 64, 1 << 100, (1 << 121) - 1])
def test_what_64_squares_do_not_hold_is_refused(bits: int) -> None:
    with pytest.raises(ValueError, match=rf"has the squares 0 to 63, and square {bits.bit_length() - 1} .*: take a Board128$"):
        Board64(bits)


@pytest.mark.parametrize("kind", BOARDS)
def test_what_no_board_holds_is_refused(kind: type[Board]) -> None:
    beyond = rf"^a {kind.__name__} has .* is beyond them: take several boards, or a tuple of ints$"
    for bits in (1 << 384, -(1 << 63) - 1):
        with pytest.raises(ValueError, match=beyond):
            kind(bits)


@given(st.integers(-(1 << 63), FULL))
@example(-1)
@example(FULL)
def test_a_board_is_made_of_what_a_word_holds(bits: int) -> None:
    assert run_made(np.uint64(bits) if bits >= 1 << 63 else bits) == Board64(bits)
