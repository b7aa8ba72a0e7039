"""Boards of all sizes, `changed` and the kernels' arithmetic mean the same plain and compiled, operator by operator."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba import njit

from kibitz.core.board import BOARDS, FULL, Board, Board64, Board128, Board256, Board384, square
from kibitz.core.data import changed
from kibitz.kernel import high_bits, low_bits, mixed
from kibitz.kernel.compiled.overloads import overload

pytestmark = pytest.mark.twice

kinds = st.sampled_from(BOARDS)


def boards_of(kind: type[Board], count: int) -> st.SearchStrategy[list[Board]]:
    """So many boards of one kind: evenly drawn squares, few of them, nearly all, or all."""
    even = st.integers(0, kind.full)
    few = st.builds(
        lambda numbers: sum(1 << number for number in numbers), st.sets(st.integers(0, kind.capacity - 1), max_size=5)
    )
    most = few.map(lambda bits: bits ^ kind.full)
    return st.lists(st.one_of(even, few, most, st.just(kind.full)).map(kind), min_size=count, max_size=count)


one_board = kinds.flatmap(lambda kind: boards_of(kind, 1))
two_boards = kinds.flatmap(lambda kind: boards_of(kind, 2))


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
    total, board = 0, a - a
    for number in a.squares():
        total = (total * 3 + number) & 0xFFFFFFFF
        board |= only(a, number)
    return total, board == a


def only(board: Any, number: int) -> Any:
    """The square `number` on a board of the same kind."""
    return square(number, type(board))


@overload(only)
def _only(board: Any, number: Any) -> Any:
    kind = board.kind
    return lambda board, number: square(number, kind)


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


@given(two_boards, st.sampled_from(sorted(PAIRS)))
@example([Board64(FULL), Board64(FULL)], "xor")
@example([Board64(1 << 63), Board64(1 << 63)], "minus")
def test_pairs(boards: list[Board], name: str) -> None:
    a, b = boards
    assert COMPILED[name](a, b) == PAIRS[name](a, b)


@given(one_board, st.sampled_from(sorted(ONES)))
@example([Board64(0)], "lowest")
@example([Board384(0)], "lowest")
@example([Board64(FULL)], "invert")
@example([Board128(1 << 63 | 1 << 64)], "count")
@example([Board256(Board256.full)], "squares")
def test_ones(boards: list[Board], name: str) -> None:
    (a,) = boards
    assert COMPILED[name](a) == ONES[name](a)


@given(one_board, st.integers(0, 400), st.sampled_from(sorted(SHIFTS)))
@example([Board64(FULL)], 63, "right")
@example([Board64(FULL)], 64, "left")
@example([Board64(FULL)], 64, "right")
@example([Board128(FULL)], 64, "left")
@example([Board384(Board384.full)], 384, "right")
def test_shifts(boards: list[Board], n: int, name: str) -> None:
    """What is shifted out is gone, and no mistake."""
    (a,) = boards
    assert COMPILED[name](a, n) == SHIFTS[name](a, n)
    assert (a << n).bits == a.bits << n & a.full


@pytest.mark.parametrize("name", ["left", "right"])
def test_a_negative_shift_is_a_mistake_in_both(name: str) -> None:
    for shift in (SHIFTS[name], COMPILED[name]):
        with pytest.raises(ValueError, match="negative shift count"):
            shift(Board64(5), -1)


@given(one_board)
def test_the_squares_are_the_bits(boards: list[Board]) -> None:
    (a,) = boards
    assert (
        list(a.squares())
        == [number for number in range(a.capacity) if a.bits >> number & 1]
        == [n for n in range(500) if n in a]
    )
    assert spelled(a)[1]


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


@pytest.mark.parametrize("kind", BOARDS)
def test_a_board_never_changes_and_never_mixes(kind: type[Board]) -> None:
    board, number = kind(5), 4
    with pytest.raises(AttributeError, match="never changes"):
        board.bits = 6
    for wrong in ("or", "and", "xor", "minus"):
        with pytest.raises(TypeError):
            PAIRS[wrong](board, number)
        for other in BOARDS:
            if other is not kind:
                with pytest.raises(TypeError):
                    PAIRS[wrong](board, other(5))
    assert hash(board) == hash(kind(5))
    assert board != 5
    assert square(kind.capacity, kind) == square(-1, kind) == kind()
    assert pickle.loads(pickle.dumps(board)) == board


def test_a_word_below_nothing_is_what_a_machine_holds() -> None:
    assert Board64(-1) == ~Board64()


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
