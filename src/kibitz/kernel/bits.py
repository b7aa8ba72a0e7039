"""Bits of a word, picked by a mask: one instruction where the processor has it."""

from typing import Any

from kibitz.kernel.hashes import MASK


def extract(word: int, mask: int) -> int:
    """The bits of `word` where `mask` has ones, side by side, the lowest first."""
    found, place, mask = 0, 0, mask & MASK
    while mask:
        low = mask & -mask
        if word & low:
            found |= 1 << place
        place, mask = place + 1, mask ^ low
    return found


WIDE = 10  # bits: two squares of a column or a diagonal of an 8x8 board lie in them; wider tables leave the processor's cache


def window_of(word: int, start: int) -> int:
    """WIDE bits of a word, from the bit `start` on."""
    return (word & MASK) >> start & (1 << WIDE) - 1


def bits_of(field: Any) -> int:
    """A field of a state, a number from 0 or the first 64 squares of a board, as 64 bits."""
    return int(getattr(field, "bits", field)) & MASK


def count_ones(word: int) -> int:
    """How many bits of a word are set."""
    return (word & MASK).bit_count()


def nth_one(word: int, number: int) -> int:
    """The place of the bit with this number among those that are set, from 0; 64 where there are not so many."""
    word &= MASK
    for _ in range(number):
        word &= word - 1
    return (word & -word).bit_length() - 1 if word else 64


def nth_square(board: Any, number: int) -> int:
    """The square with this number among those of a board, from 0; its capacity where there are not so many."""
    for place, square in enumerate(board.squares()):
        if place == number:
            return int(square)
    return int(board.capacity)


def squares_with(cells: tuple[int, ...], value: int) -> int:
    """A bit for each cell of a tuple, at most 64, that holds `value`."""
    return sum(1 << place for place, cell in enumerate(cells) if cell == value)
