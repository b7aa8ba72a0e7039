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

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.kernel import Machine, extend
from kibitz.search.parts import memory as search
from kibitz.search.parts.scores import HIGH, INFINITE, LOW
from kibitz.solutions import backwards, walk
from kibitz.solutions.graph import enter_moves, list_moves
from kibitz.solutions.walker import LEAST, MOST_STEP, PACE, Progress, Room, Walker

MOST_ROWS = (1 << 31) - 1  # the numbers of positions have 31 bits


class RetrogradeWalker(Walker):
    """All positions of a game that can go in circles, in rows, each with its value, once `find_all` has come to its end."""

    kernel = enter_moves
    beside = 1.5  # its head and its place in the queue

    def __init__(
        self, game: Game, machine: Machine, memory: int, seen: list[int], progress: Progress, threads: int | None = None
    ) -> None:
        """Uses a thread per core by default; one for plain Python rules."""
        threads = (threads or os.cpu_count() or 1) if machine.compiled else 1
        self._enter_backwards = machine.ready(backwards.look_back)
        self._threads, self._team = threads, ThreadPoolExecutor(threads, "kibitz-retrograde")
        super().__init__(game, machine, memory, seen, progress)
        began, over = time.perf_counter(), False
        while not over and self.memory.explored_count < LEAST:
            over = self._advance()
        self._speed = self.memory.explored_count / (time.perf_counter() - began)

    def _begin(self) -> None:
        self.edges = self._machine.words(1)
        self._heads: Any = None
        super()._begin()
        self._take_edges(1 << 12)
        self._listers = [MoveLister(self._machine, self.memory) for _ in range(self._threads)]
        self._lists: list[MoveLister] = []  # those whose lists are not entered yet

    def _take_edges(self, count: int) -> None:
        extend(self.edges, 1 + count // 2)
        self.memory.edge_capacity = count

    @property
    def bytes(self) -> int:
        """The memory taken, with what the edges will take when they are turned round."""
        return self._bytes(self.room, self.memory.edge_capacity)

    def _bytes(self, room: Room, edges: int) -> int:
        return room.bytes + edges * room.word  # an edge and an arrow, half a word each

    def bytes_for(self, positions: int) -> int:
        """The memory that this many positions take, if they have as many moves as those seen so far."""
        edges = positions * self.memory.edge_count // self.memory.explored_count
        return self._bytes(self.room.holding(positions), edges)

    def describe_speed(self) -> str:
        """How much each position takes, and how many are found in a second."""
        return f" of about {self.bytes_for(1 << 20) >> 20} bytes, {self._speed:,.0f} a second"

    def find_all(self) -> Value:
        """Find every position, then the values; return the value of the start.

        Raises SolutionError or RulesError, a sentence each.
        """
        self._find_rows()
        memory, edges, count = self.memory, int(self.memory.edge_count), self.count
        self._try_to(self._take_for_values, count, self.bytes)
        self._look_back(backwards.COUNT, edges)
        self._look_back(backwards.ADD_UP, count)
        self._heads[1 + count] = memory.edges_before
        self._look_back(backwards.TURN, edges)
        self.edges = self._machine.words(1)
        memory.next_end_value = INFINITE
        while memory.next_end_value:
            memory.end_value, memory.next_end_value, begin = memory.next_end_value, 0, int(memory.queue_count)
            self._look_back(backwards.GATHER, count)
            self._look_back(backwards.SPREAD, count, begin)
        self._look_back(backwards.DRAW, count)
        self._heads = self._arrows = self._queue = None
        return self.scale.value(self._value_of(0) << 2 | LOW | HIGH)

    def _take_for_values(self) -> None:
        """Allocate for the values: a head for each position, an array for each move, and a queue."""
        sizes = 3 + self.count, 2 + self.memory.edge_count // 2, 2 + self.count // 2
        self._heads, self._arrows, self._queue = map(self._machine.words, sizes)

    def _value_of(self, number: int) -> int:
        return int(backwards.value_code(number, self.memory, self.rows) - self.memory.value_offset)

    def _look_back(self, task: int, end: int, begin: int = 0) -> None:
        """Do a task of those that find the values."""
        memory, step, before = self.memory, LEAST, -1
        memory.back_task, memory.done_count, memory.edge_source, memory.edges_before, memory.status = (
            task,
            begin,
            0,
            0,
            search.RUNNING,
        )
        while before != memory.done_count < end:
            began, before = time.perf_counter(), int(memory.done_count)
            words = (memory, self.rows, self.edges, self._heads, self._arrows, self._queue)
            self._enter_backwards(min(before + step, end), *words)
            if memory.status != search.RUNNING:
                raise self._refusal(int(memory.status))
            step = max(1, min(MOST_STEP, int(step * PACE / max(time.perf_counter() - began, 1e-6))))
            self._progress(self.count, self._describe_values())

    def _describe_values(self) -> str:
        """How far the values are found."""
        if self.memory.queue_count == 0:
            return "turning all moves round"
        last = walk.number_at(self._queue, self.memory.queue_count - 1)
        return f"values up to {-abs(self._value_of(last)) & self.scale.mask:,} plies from the end"

    def _call(self) -> bool:
        memory = self.memory
        memory.row_limit = MOST_ROWS
        if self.count == 0:
            self._enter(self._fields, 0, memory, self.rows, self.index, self.edges, self.edges)
            return False
        if not self._lists and memory.explored_count < self.count:
            self._list_moves(memory.explored_count, min(memory.explored_count + self._step, self.count))
        while self._lists and memory.status == search.RUNNING:
            lister = self._lists[0]
            self._enter(self._fields, lister.end, memory, self.rows, self.index, self.edges, lister.found)
            if memory.status == search.RUNNING:
                del self._lists[0]
                memory.list_at = 1
        return not self._lists and memory.status == search.RUNNING and memory.explored_count == self.count

    def _list_moves(self, first: int, end: int) -> None:
        """List the moves of some positions, shared among threads; an exception in one stops all."""
        share = -(-(end - first) // len(self._listers))
        parts = range(first, end, share)
        listers = self._listers[: len(parts)]
        list(self._team.map(lambda lister, part: lister.list_moves(part, min(part + share, end), self.rows), listers, parts))
        self.memory.list_at = 1
        for lister, part in zip(listers, parts, strict=True):
            self._lists.append(lister)
            if lister.status != search.RUNNING:
                self._lists.clear()
                self._take_over(lister)
                return
            if lister.end < min(part + share, end):  # those after it do not follow it
                lister.make_room()
                return

    def _take_over(self, lister: "MoveLister") -> None:
        """Stop for what a thread stopped for, with all bits that it has seen."""
        own, cells = self.memory, len(self._seen)
        own.status = lister.status
        for at in range(walk.FIRST + cells + walk.SEEN, walk.FIRST + cells * (1 + walk.PARTS), walk.PARTS):
            own[at] |= lister.memory[at]

    def _go_on(self, status: int) -> None:
        if status != walk.NO_EDGE_ROOM:
            super()._go_on(status)
            return
        count = self.memory.edge_capacity
        most = (self._most - self.room.bytes) // self.room.word
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


# Threads list the moves of positions: each has words of its own, for the state at hand and for what it finds.

LIST, PLAIN_LIST = 1 << 16, 1 << 12  # words


class MoveLister:
    """One thread's words: `found` is the list of the moves of all positions up to `end`, unless its `status` says otherwise."""

    def __init__(self, machine: Machine, memory: walk.WalkMemory) -> None:
        """Laid out as `memory` is."""
        self._list_moves = machine.ready(list_moves)
        self.memory: Any = machine.words(len(memory))
        for at in range(1, len(memory)):
            self.memory[at] = memory[at]
        self.found = machine.words(LIST if machine.compiled else PLAIN_LIST)
        self.end = 0

    @property
    def status(self) -> int:
        """Why listing ended, as a walk's status says it."""
        return int(self.memory.status)

    def list_moves(self, first: int, end: int, rows: Any) -> None:
        """List the moves of the positions `first` up to `end`, as far as there is room."""
        self.memory.status, self.memory.list_end = search.RUNNING, len(self.found)
        self.end = first + self._list_moves(first, end, self.memory, rows, self.found)

    def make_room(self) -> None:
        """Make room for twice as much."""
        extend(self.found, 2 * len(self.found))
