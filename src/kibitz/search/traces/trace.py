"""The trace of a search: a record for each node, in flat arrays."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.recurrence import without_past
from kibitz.core.rules import Game, Knowledge, believes, is_over, offered
from kibitz.core.thought import Stopped
from kibitz.search.descriptor import Search
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.scores import HIGH, INFINITE, LOW
from kibitz.search.parts.trace_format import NUMBER_AT, PARENT_AT, REASONS, SAYS_AT, WHY_AT, WHY_MASK, WIDEST, Reason

Column = NDArray[Any]


@dataclass(frozen=True)
class Trace:
    """A search, node by node, in the order in which they were entered; node 0 is the root.

    `records` has a row for each node, whose words `trace_format.py` explains; the methods read one node's row, the
    properties whole columns. `nodes` is what the search itself counted. `hero`: the player to move at the root (the first,
    where chance decides there): values are seen by the side to move where a `scale` says what they count, else by the hero.
    `declared`: what the search says of itself. `stopped`: what ended the search; "nodes": the trace was full, and is not whole.
    """

    game: Game
    state: Any
    mover: int
    search: str
    depth: int | None
    knowledge: Knowledge | None
    records: Column
    nodes: int
    seconds: float
    stopped: Stopped
    declared: Search
    scale: Scale | None = None
    candidates: bool = False

    def __len__(self) -> int:
        return len(self.records)

    @property
    def bytes(self) -> int:
        """The memory of the records."""
        return int(self.records.nbytes)

    @property
    def vectors(self) -> bool:
        """Whether a value is a number for each player."""
        return self.declared.values == "payoffs"

    @property
    def windows(self) -> bool:
        """Whether each node was searched between alpha and beta."""
        return self.declared.has_window

    @property
    def hero(self) -> int:
        """The player from whose side the tree is seen."""
        return max(self.mover, 0)

    @property
    def parents(self) -> Column:
        """The node above each; of the root itself."""
        return self.records[:, 0] >> PARENT_AT

    @property
    def reasons(self) -> Column:
        """Why each was left, as a number of `REASONS`."""
        return self.records[:, 0] >> WHY_AT & WHY_MASK

    @cached_property
    def ends(self) -> Column:
        """The last node below each, itself at a leaf: when the search had left that one it left the node."""
        last = np.arange(len(self), dtype=np.int32)
        last[self.parents[1:]] = last[1:]  # the last child of each: of those with one parent the last is written last
        while True:
            further = last[last]
            if np.array_equal(further, last):
                return last
            last = further

    def children_of(self, node: int) -> list[int]:
        """The children of a node, in the order of the search."""
        found, ends, child = [], self.ends, node + 1
        while child <= ends[node]:
            found.append(child)
            child = int(ends[child]) + 1
        return found

    def parent(self, node: int) -> int:
        """The node above; of the root itself."""
        return int(self.records[node, 0]) >> PARENT_AT

    def number(self, node: int) -> int:
        """The number of the move that led there, in the order of `moves_of`."""
        return int(self.records[node, 0]) >> NUMBER_AT & 0xFFFF

    def reason(self, node: int) -> Reason:
        """Why the search left the node."""
        return REASONS[int(self.records[node, 0]) >> WHY_AT & WHY_MASK]

    def says(self, node: int) -> tuple[bool, bool]:
        """Whether the value of this depth is at least, and at most, what the node's value is."""
        word = int(self.records[node, 0]) >> SAYS_AT
        return bool(word & LOW), bool(word & HIGH)

    def proved(self, node: int) -> tuple[bool, bool]:
        """Whether it is proved that the state is worth at least, and at most, the node's value: nothing is estimated."""
        word = int(self.records[node, 0])
        return bool(word & LOW), bool(word & HIGH)

    def window(self, node: int) -> tuple[float, float]:
        """Between which values the node was looked at, as values are counted, floats to six digits; infinite where open.

        With `vectors`: as much as its mover can need.
        """
        if self.scale is None:
            low, high = (float(f"{half:.6g}") for half in self.records[node, 1:2].view(np.float32))
            return (-np.inf, low) if self.vectors else (low, high)
        word = int(self.records[node, 1])
        low, high = word >> 32, (word & 0xFFFFFFFF ^ 1 << 31) - (1 << 31)
        return -INFINITE if low == -WIDEST else low, INFINITE if high == WIDEST else high

    def value(self, node: int) -> float:
        """The value with which the node was left, as values are counted."""
        if self.scale is None:
            return float(self.records[node, 2:3].view(np.float64)[0])
        return int(self.records[node, 2])

    def payoffs(self, node: int) -> tuple[float, ...]:
        """A number for each player, to six digits, where `vectors` says so."""
        halves = self.records[node, 1:].copy().view(np.float32)[1 : 1 + self.game.players]
        return tuple(float(half) if half == int(half) else float(f"{half:.6g}") for half in halves)

    def moves_of(self, state: Any) -> tuple[int, ...]:
        """The moves among which the search chose, in the order in which they are numbered; those that the rules forbid because
        a position would come back are among them, and were left out.
        """
        if self.candidates and believes(self.game, self.knowledge, "candidates") and not self.game.is_over(state):
            assert self.knowledge is not None
            return tuple(self.knowledge.candidates(state))
        return () if is_over(self.game, state) else offered(self.game, without_past(state))


def records_in(memory: Any, size: int) -> Column:
    """The records that a search has written into its memory, `size` words each."""
    at, count = memory.trace_start, memory.trace_count
    if hasattr(memory, "array"):
        rows: Column = memory.array[at : at + count * size].reshape(count, size)
        return rows
    words = [_as_word(word) for word in memory[at : at + count * size]]
    return np.array(words, np.int64).reshape(count, size)


def _as_word(word: Any) -> int:
    """A word written by plain Python, as it is in memory."""
    if isinstance(word, tuple):
        return int(np.array(word, np.float32).view(np.int64)[0])
    if isinstance(word, float):
        return int(np.array([word]).view(np.int64)[0])
    return int(word)
