"""How a state becomes a number: its cells side by side, each in just the bits it needs, or one key for all symmetric states."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.registry import knowledge_of
from kibitz.core.rules import Game, says
from kibitz.files.fingerprint import cells_of

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


class SymmetricKeys:
    """One key for a state of a game and all that are symmetric to it, as its knowledge has them, or its fields in a row."""

    def __init__(self, game: Game) -> None:
        self._knowledge = knowledge_of(game)
        self._keyed, self._symmetric = says(self._knowledge, "key"), says(self._knowledge, "symmetries")

    def of(self, state: Any) -> int:
        """The smallest key among the state and those symmetric to it."""
        found = self._own(state)
        if self._symmetric and self._knowledge is not None:
            for other in self._knowledge.symmetries(state):
                found = min(found, self._own(other))
        return found

    def _own(self, state: Any) -> int:
        if self._keyed and self._knowledge is not None:
            return int(self._knowledge.key(state))
        return int.from_bytes(_written(state), "big")


def _written(field: Any) -> bytes:
    """A field as bytes that no other value of that field begins with: the length first, then the number."""
    if isinstance(field, tuple):
        return bytes([1]) + b"".join(map(_written, field))
    number = int(getattr(field, "bits", field))
    size = number.bit_length() // 8 + 1
    return bytes([size]) + number.to_bytes(size, "big", signed=True)
