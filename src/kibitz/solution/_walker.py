"""The walk from Python: memory laid out, filled and enlarged, and what to say when there can be no solution."""

import time
from collections.abc import Callable
from typing import Any

from kibitz.errors import RulesError, SolutionError
from kibitz.kernel import Machine, extend
from kibitz.laws import NO_MOVES, broken
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.search import _memory as search
from kibitz.search._scale import Scale
from kibitz.search._values import HIGH, LOW
from kibitz.solution import _memory as m
from kibitz.solution._blame import rules_at_work
from kibitz.solution._layout import Layout
from kibitz.solution._room import Room, said
from kibitz.solution._walk import enter, enter_rows
from kibitz.thought import Value

Progress = Callable[[int, str], None]
PACE = 0.03  # seconds in compiled code at a time: Ctrl-C is heard between
MOST_BITS = 40  # of a value
LEAST, MOST_STEP = 1 << 10, 1 << 17  # positions in a step


class Walker:
    """All positions of a game, in rows, each with its value, once `walk` has come to its end."""

    def __init__(self, game: Game, machine: Machine, memory: int, seen: list[int], progress: Progress) -> None:
        self.game, self.scale = game, Scale.of(game, distance=True)
        self._machine, self._most, self._seen, self._progress = machine, memory, seen, progress
        self._enter, self._enter_rows = machine.ready(enter), machine.ready(enter_rows)
        self._step = LEAST
        self.index: Any = None
        self.room = Room.least(1, machine.compiled)
        self._begin()

    def _begin(self) -> None:
        """Lay everything out, for cells and results as large as have been seen."""
        self.layout = Layout.of(self._seen, self.scale.bits + 1)
        cells = len(self._seen)
        self.memory = self._machine.words(m.memory_words(cells))
        for word, value in (
            (search.SCALE, self.scale.unit),
            (search.MASK, self.scale.mask),
            (search.MOST, self.scale.most),
            (m.WORDS, self.layout.words),
            (m.SPARE, self.layout.spare),
            (m.HALF, 1 << self.scale.bits),
            (m.CELLS, cells),
        ):
            self.memory[word] = value
        for i, (width, at) in enumerate(zip(self.layout.widths, self.layout.places, strict=True)):
            part = m.FIRST + cells + i * m.PARTS
            self.memory[part + m.WIDTH] = width
            self.memory[part + m.PLACE] = self.layout.words - 1 - at // 64
            self.memory[part + m.SHIFT] = at % 64
        self.rows, self.index = self._machine.words(1), None
        self._take(Room.least(self.layout.words, self._machine.compiled))

    def _take(self, room: Room) -> None:
        """Enlarge rows and index."""
        extend(self.rows, 1 + room.rows * room.words)
        self.memory[m.CAPACITY] = room.rows
        if self.index is None or room.log > self.room.log:
            self._new_index(room)
        self.room = room

    def _new_index(self, room: Room) -> None:
        self.index = None  # the old one goes before the new one comes
        self.index = self._machine.words(1 + (1 << room.log - 1))
        self.memory[m.LOG] = room.log
        for first in range(0, self.count, MOST_STEP):
            self._enter_rows(first, min(first + MOST_STEP, self.count), self.memory, self.rows, self.index)

    @property
    def count(self) -> int:
        """The positions found so far."""
        return int(self.memory[m.COUNT])

    def walk(self) -> Value:
        """Find every position; gives the value of the start, and frees the index.

        Raises SolutionError or RulesError, a sentence each.
        """
        fields = self._machine.arguments(self.game.start())
        while True:
            began, before = time.perf_counter(), self.count
            self.memory[search.STATUS], self.memory[m.LIMIT] = search.RUNNING, before + self._step
            with rules_at_work():
                value = self._enter(fields, search.DEEPEST, self.memory, self.rows, self.index)
            status = int(self.memory[search.STATUS])
            if status == search.RUNNING:
                self.index = None
                return self.scale.value(value << 2 | LOW | HIGH)
            self._go_on(status)
            if self.count - before == self._step:
                quick = time.perf_counter() - began < PACE
                self._step = min(MOST_STEP, self._step * 2) if quick else max(LEAST, self._step // 2)
            self._progress(self.count, f"finding positions, {said(self.room.bytes)} of memory taken")

    def _go_on(self, status: int) -> None:
        """Do away with what has ended a step."""
        if status == search.NO_ROOM:
            self._grow()
        elif status == search.TOO_LARGE:
            self._start_again(self._seen, self.scale.wider())
        elif status == m.MISFIT:
            cells = len(self._seen)
            seen = [int(self.memory[m.FIRST + cells + i * m.PARTS + m.SEEN]) & (1 << 64) - 1 for i in range(cells)]
            self._start_again([old | new for old, new in zip(self._seen, seen, strict=True)], self.scale)
        elif status != search.STOPPED:
            raise self._refusal(status)

    def _start_again(self, seen: list[int], scale: Scale) -> None:
        if scale.bits > MOST_BITS:
            raise SolutionError(f"{spec_of(self.game)} has results too large to store: count them in larger units")
        if (seen, scale) == (self._seen, self.scale):
            raise RulesError("a state of the game has tuples of another length than the start: give all the same length")
        self._seen, self.scale = seen, scale
        self._begin()

    def _grow(self) -> None:
        room = self.room.larger(self._most)
        if room is None:
            raise SolutionError(
                f"{spec_of(self.game)} has more than {self.count:,} positions, for which {said(self._most)} of memory do not "
                "suffice: allow more memory, or give the game smaller parameters"
            )
        try:
            self._take(room)
        except MemoryError:
            raise SolutionError(f"this machine has no {said(room.bytes)} of memory for {room.rows:,} positions") from None

    def _refusal(self, status: int) -> Exception:
        name = spec_of(self.game)
        if status == m.REPEATS:
            return SolutionError(f"{name} can come back to a position, so play need not end: it has no strong solution")
        if status == m.NO_MOVE:
            return broken(NO_MOVES)
        if status == m.TOO_LONG:
            return SolutionError(f"{name} can be won so late that its distances cannot be counted: give it smaller parameters")
        return SolutionError(f"{name} has lines of more than {search.DEEPEST} plies: give it parameters with shorter games")
