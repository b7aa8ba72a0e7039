"""How much memory so many positions take, and how much of it to take next."""

from dataclasses import dataclass, replace

PLAIN_WORD = 40  # bytes: a place in a list, and the int it leads to
STEP = 1 << 22  # rows
LARGEST = 2**32 - 1  # row numbers have 32 bits


@dataclass(frozen=True)
class Room:
    """Room for `rows` positions of `words` words each, and an index of 2**log slots, two to a word, two thirds full at most."""

    words: int
    word: int  # bytes
    rows: int
    log: int

    @classmethod
    def least(cls, words: int, compiled: bool) -> "Room":
        """What a walk begins with."""
        return cls(words, 8 if compiled else PLAIN_WORD, 1 << 11, 12)

    @property
    def bytes(self) -> int:
        """The memory it takes."""
        return (self.rows * self.words + (1 << self.log - 1)) * self.word

    def holding(self, rows: int) -> "Room":
        """Room for so many rows."""
        return replace(self, rows=rows, log=max(12, (rows * 3 // 2).bit_length()))

    def larger(self, memory: int) -> "Room | None":
        """A third more, as far as that is quickly zeroed and `memory` bytes hold it; None when there is no more."""
        rooms = [replace(self, rows=self._fitting(log, memory), log=log) for log in (self.log, self.log + 1)]
        found = max(rooms, key=lambda room: (room.rows, -room.log))
        return found if found.rows > self.rows else None

    def _fitting(self, log: int, memory: int) -> int:
        """The rows to take with an index of 2**log slots."""
        more = min(self.rows // 3, STEP)
        return min(self.rows + more, (1 << log) * 2 // 3, LARGEST, (memory // self.word - (1 << log - 1)) // self.words)


def format_bytes(amount: int) -> str:
    """An amount of memory for people, `1.5 GB`."""
    for unit, size in (("GB", 2**30), ("MB", 2**20)):
        if amount >= size:
            return f"{amount / size:,.1f}".removesuffix(".0") + f" {unit}"
    return f"{-(-amount // 1024)} kB"
