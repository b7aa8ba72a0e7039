"""Retrograde analysis: the values of all positions of a game that can go in circles, from its ends backwards.

A position is won in n plies if a move leads to one that is lost in n - 1, and none to one lost sooner; it is lost in n if all
moves lead to positions that are won, the last of them in n - 1 (Zermelo 1913; Bellman 1965; Thompson 1986). So each number of
plies follows from the one before, and of each position it is counted down how many of its moves are not yet known to lose. What
is left at the end is drawn: who is to move there has a move that does not lose, for ever, and so has the other side.

Where results are margins they come one after the other, the largest first: what is not won or lost by that much, and can be by
the next, is worth that, and the distance is counted anew.

Why these are the values where a position that comes back often enough is a draw, if nothing was on the board before: who
follows the distances down comes to no position twice, so nothing that the other side does is a recurrence, and the win is kept;
who keeps to what is left never loses, and a recurrence is a draw. What was on the board before may take a win away: see
`Solution.best`.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.kernel import Machine, Words, extend
from kibitz.rules import Game
from kibitz.search.scores import HIGH, LOW
from kibitz.tables import walk
from kibitz.tables.graph import explore
from kibitz.tables.walker import LEAST, Progress, Room, Rows, Walker
from kibitz.thought import Value

MOST_ROWS = (1 << 31) - 1  # the numbers of positions have 31 bits
PAIR = 8  # bytes of an edge, seen from its end


class RetrogradeWalker(Walker):
    """All positions of a game that can go in circles, in rows, each with its value, once `find_all` has come to its end."""

    kernel = explore
    beside = 28  # where the edges to it begin, its open moves, its result, its distance, and room to reckon

    def __init__(self, game: Game, machine: Machine, memory: int, seen: list[int], progress: Progress) -> None:
        super().__init__(game, machine, memory, seen, progress)
        began, over = time.perf_counter(), False
        while not over and self.memory.explored_count < LEAST:
            over = self._advance()
        self._speed = self.memory.explored_count / (time.perf_counter() - began)

    def _begin(self) -> None:
        self.edges = self._machine.words(1)
        super()._begin()
        self._take_edges(1 << 12)

    def _take_edges(self, count: int) -> None:
        extend(self.edges, 1 + count // 2)
        self.memory.edge_capacity = count

    @property
    def bytes(self) -> int:
        """The memory taken, with what the edges will take when they are turned round."""
        return self._bytes(self.room, self.memory.edge_capacity)

    def _bytes(self, room: Room, edges: int) -> int:
        return room.bytes + edges * (room.word // 2 + PAIR)

    def bytes_for(self, positions: int) -> int:
        """The memory that so many positions take, if each has as many moves as those that were looked at."""
        edges = positions * self.memory.edge_count // self.memory.explored_count
        return self._bytes(self.room.holding(positions), edges)

    def describe_speed(self) -> str:
        """How much each position takes, and how many are found in a second."""
        return f" of about {self.bytes_for(1 << 20) >> 20} bytes, {self._speed:,.0f} a second"

    def find_all(self) -> Value:
        """Find every position, and then the values; gives that of the start.

        Raises SolutionError or RulesError, a sentence each.
        """
        self._find_rows()
        rows, spare = super().solved_rows(), np.uint64((1 << self.layout.spare) - 1)
        codes = (rows[:, -1] & spare).astype(np.int64)
        offset, unit = 1 << self.scale.bits, self.scale.unit
        results = np.where(codes == walk.UNKNOWN, 0, (codes - offset) // unit).astype(np.int32)
        arrows = Arrows(self._halves(), self.count)
        self.edges = None
        plies = np.zeros(self.count, np.int32)
        for reached in resolve(arrows, results, plies):
            if reached >= unit - 1:
                raise self._refusal(walk.TOO_LONG)
            self._progress(self.count, f"values up to {reached:,} plies from the end")
        numbers = results.astype(np.int64) * unit - np.sign(results) * plies
        rows[:, -1] = rows[:, -1] & ~spare | (numbers + offset).astype(np.uint64)
        self._solved = rows
        return self.scale.value(int(numbers[0]) << 2 | LOW | HIGH)

    def solved_rows(self) -> Rows:
        """The rows as an array, one for each position, its value in the lowest bits."""
        return self._solved

    def _halves(self) -> Any:
        """The edges as an array of 32-bit numbers."""
        words, count = self.edges, self.memory.edge_count
        held = words.array[1:] if isinstance(words, Words) else np.array(words[1:], np.uint64)
        return held.view(np.uint32)[:count]

    def _call(self) -> bool:
        end = self.memory.explored_count + self._step
        self._enter(self._fields, end, self.memory, self.rows, self.index, self.edges)
        return bool(self.memory.explored_count == self.count)

    def _go_on(self, status: int) -> None:
        if status != walk.NO_EDGE_ROOM:
            super()._go_on(status)
            return
        count = self.memory.edge_capacity
        most = (self._most - self.room.bytes) // (self.room.word // 2 + PAIR)
        more = min(count + max(count // 3, 1 << 12), most) & ~1
        if more <= count:
            raise self._too_many()
        self._try_to(lambda: self._take_edges(more), self.count, self._bytes(self.room, more))

    def _grow(self) -> None:
        most = min(
            self._most - self._bytes(self.room, self.memory.edge_capacity) + self.room.bytes, self.room.holding(MOST_ROWS).bytes
        )
        room = self.room.larger(most)
        if room is None:
            raise self._too_many()
        self._try_to(lambda: self._take(room), room.rows, self._bytes(room, self.memory.edge_capacity))


# The graph seen from its ends, and the values that follow.

BLOCK = 1 << 14  # positions at a time: Ctrl-C is heard between
Numbers = np.ndarray[Any, Any]


class Arrows:
    """The edges of all positions turned round: who can move to a position, and how many moves each position has."""

    def __init__(self, edges: Numbers, count: int) -> None:
        """`edges` as `explore` leaves them."""
        ends = np.flatnonzero(edges == 0)
        self.moves = np.diff(ends, prepend=-1).astype(np.int32) - 1
        self._pairs = np.empty(len(edges) - count, np.uint64)  # where it leads, where from, and whether the same side moves on
        done = 0
        for first in range(0, count, BLOCK):
            last = min(first + BLOCK, count)
            block = edges[ends[first] - self.moves[first] : ends[last - 1]]
            block = block[block != 0].astype(np.uint64)
            sources = np.repeat(np.arange(first, last, dtype=np.uint64), self.moves[first:last])
            there, again = (block >> np.uint64(1)) - np.uint64(1), block & np.uint64(1)
            self._pairs[done : done + len(block)] = there << np.uint64(32) | sources << np.uint64(1) | again
            done += len(block)
        self._pairs.sort()
        self._first = np.searchsorted(self._pairs, np.arange(count + 1, dtype=np.uint64) << np.uint64(32))

    def to(self, positions: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The edges to these positions: where each comes from, whether the same side moves on, to which of them it leads."""
        first = self._first[positions]
        lengths = self._first[positions + 1] - first
        begins = np.cumsum(lengths) - lengths
        pairs = self._pairs[np.repeat(first - begins, lengths) + np.arange(lengths.sum())] & np.uint64(0xFFFFFFFF)
        sources = (pairs >> np.uint64(1)).astype(np.int64)
        return sources, (pairs & np.uint64(1)).astype(bool), np.repeat(np.arange(len(positions)), lengths)


def resolve(arrows: Arrows, results: Numbers, plies: Numbers) -> Iterator[int]:
    """Fill in the results and the plies of all positions that are won or lost, where `results` holds those of the ends.

    Yields the number of plies reached, now and then. What it leaves at 0 is drawn.
    """
    open_moves = arrows.moves.copy()
    ends = np.flatnonzero(results)
    for margin in sorted({abs(int(result)) for result in np.unique(results[ends])}, reverse=True):
        front, reached = ends[abs(results[ends]) == margin], 0
        while len(front):
            yield reached
            reached += 1
            won, lost = [], []
            for at in range(0, len(front), BLOCK):
                sources, again, which = arrows.to(front[at : at + BLOCK])
                good = (results[front[at : at + BLOCK]] > 0)[which] == again
                winners = sources[good]
                won.append(np.unique(winners[results[winners] == 0]))
                losers, times = np.unique(sources[~good], return_counts=True)
                open_moves[losers] -= times.astype(np.int32)
                lost.append(losers[(open_moves[losers] == 0) & (results[losers] == 0)])
                yield reached - 1
            front = np.unique(np.concatenate(won + lost))
            plies[front] = reached
            results[np.concatenate(lost)] = -margin
            results[np.concatenate(won)] = margin
