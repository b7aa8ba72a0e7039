"""How a state becomes a number that no other state has: its cells side by side, each in just the bits it needs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

WORD = 64


@dataclass(frozen=True)
class Layout:
    """Where each cell of a state (an int, a bool or a board, tuples taken apart) lies in a row of bits.

    A row is some words long, the first word highest. Its lowest `spare` bits are for a value; above them lie the cells, none of
    them across two words. What lies above the spare bits is the state's *key*.
    """

    spare: int
    widths: tuple[int, ...]

    @classmethod
    def of(cls, seen: Sequence[int], spare: int) -> "Layout":
        """For cells whose bits, of all states looked at, are `seen`."""
        return cls(spare, tuple(bits.bit_length() for bits in seen))

    @property
    def places(self) -> tuple[int, ...]:
        """The lowest bit of each cell, counted from the row's lowest."""
        at, found = self.spare, []
        for width in self.widths:
            if at % WORD + width > WORD:
                at += -at % WORD
            found.append(at)
            at += width
        return tuple(found)

    @property
    def bits(self) -> int:
        """The bits of a key."""
        return max((at + width for at, width in zip(self.places, self.widths, strict=True)), default=self.spare) - self.spare

    @property
    def words(self) -> int:
        """The words of a row."""
        return max(1, -(-(self.spare + self.bits) // WORD))

    def key(self, state: Any) -> int | None:
        """The number of a state; None when a cell needs more bits than it has here."""
        key = 0
        for cell, width, at in zip(cells_of(state), self.widths, self.places, strict=True):
            if cell >> width:
                return None
            key |= cell << at - self.spare
        return key


def cells_of(field: Any) -> Iterator[int]:
    """The cells of a state in order, each from 0 to 2**64 - 1."""
    if isinstance(field, tuple):
        for part in field:
            yield from cells_of(part)
    else:
        yield int(getattr(field, "bits", field)) & (1 << WORD) - 1
