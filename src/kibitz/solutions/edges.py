"""The moves of positions as records of one length: what layers of positions (layers.py) are found and valued by."""

from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.kernel import Machine, Words, extend, read, write
from kibitz.search.parts.memory import RUNNING
from kibitz.search.parts.scores import score_end
from kibitz.solutions.graph import load_row
from kibitz.solutions.walk import NO_MOVE, WalkMemory, pack

# Beside the row: twice the number of the position before, and 1 more if the same side is to move; and what the move brings.
META, GAIN, BESIDE = 0, 1, 2


def list_edges(rules: Any, first: int, end: int, memory: WalkMemory, rows: Words, found: Words, ends: Words) -> int:
    """List the moves of the positions `first` up to `end`, as far as there is room; how many positions that were.

    Each is a record: the row it leads to, and `BESIDE` words. `ends` gets the code of each position that is over, 0 for others.
    Where compiled code begins.
    """
    memory.list_at = 1
    words = memory.row_words
    for number in range(first, end):
        begin = memory.list_at
        state = load_row(rules, 1 + number * words, memory, rows)
        write(ends, 1 + number, 0)
        if rules.is_over(state):
            write(ends, 1 + number, (score_end(rules, state, memory) >> 2) + memory.value_offset)
        else:
            for move in rules.moves(state):
                at = memory.list_at
                if at + words + BESIDE > memory.list_end:
                    memory.list_at = begin
                    return number - first
                after, gain = rules.play(state, move), 0
                row = pack(rules, after, memory)
                for i in range(words):
                    write(found, at + i, read(memory, row + i))
                if rules.has_reward:
                    gain = rules.reward(state, move) * memory.scale
                write(found, at + words + META, 2 * number + (1 if rules.sign(state, after) > 0 else 0))
                write(found, at + words + GAIN, gain)
                memory.list_at = at + words + BESIDE
            if memory.list_at == begin:
                memory.status = NO_MOVE
        if memory.status != RUNNING:
            return number - first
    return end - first


# Threads list the moves of positions: each has words of its own.

SMALLEST_LIST = 256  # records
POSITIONS_TO_LIST = 8  # words of a list for each position, at least: then few positions are listed twice


class EdgeLister:
    """One thread's words: it lists the moves of some positions at a time, `positions` at most."""

    def __init__(self, machine: Machine, list_edges: Callable[..., int], memory: WalkMemory, words: int) -> None:
        """Laid out as `memory` is; `words`: of a list."""
        self._list_edges, self._width = list_edges, int(memory.row_words) + BESIDE
        self.memory: Any = machine.words(len(memory))
        for at in range(1, len(memory)):
            self.memory[at] = memory[at]
        self._found = machine.words(1 + max(words, SMALLEST_LIST * self._width))
        self.positions = max(1, words // POSITIONS_TO_LIST // self._width)
        self._rows = machine.words(1 + self.positions * int(memory.row_words))
        self._ends = machine.words(1 + self.positions)

    @property
    def status(self) -> int:
        """Why listing ended, as a walk's status says it."""
        return int(self.memory.status)

    def list_fewer(self, positions: int) -> None:
        """Its list was full after so many positions; after none, it gets more room."""
        self.positions = max(1, positions - positions // 8)
        if not positions:
            extend(self._found, 2 * len(self._found))

    def list_edges(self, rows: Any) -> tuple[Any, Any]:
        """The records of the moves of these rows, and the codes of those that are over, as far as there is room."""
        count, flat = len(rows), rows.reshape(-1)
        if isinstance(self._rows, Words):
            self._rows.array.view(np.uint64)[1 : 1 + len(flat)] = flat
        else:
            self._rows[1 : 1 + len(flat)] = [int(one) for one in flat]
        self.memory.status, self.memory.list_end = RUNNING, len(self._found)
        done = self._list_edges(0, count, self.memory, self._rows, self._found, self._ends)
        edges = _array(self._found, int(self.memory.list_at)).reshape(-1, self._width)
        return edges, _array(self._ends, 1 + done)


def _array(words: Any, end: int) -> Any:
    """A copy of the words from 1 up to `end` as unsigned numbers."""
    if isinstance(words, Words):
        return words.array.view(np.uint64)[1:end].copy()
    return np.array([one % 2**64 for one in words[1:end]], np.uint64)
