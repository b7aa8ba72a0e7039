"""The moves of positions as records of one length: what layers of positions (layers.py) are found and valued by."""

from typing import Any

from kibitz.kernel import Words, read, write
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
