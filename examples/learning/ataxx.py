"""Ataxx (Dave Crummack and Craig Galley, 1990) on a board of 7x7 squares. A file of rules and nothing else.

Squares row by row, 0 to 48. A move is the square where a stone is born; or 49 and more for a stone that jumps, 49 times
where it begins and where it ends; or the pass.
"""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game

SIZE, CELLS = 7, 49
BOARD = Board64((1 << CELLS) - 1)
LEFT = Board64(sum(1 << row * SIZE for row in range(SIZE)))
RIGHT = LEFT << SIZE - 1
PASS = CELLS + CELLS * CELLS
MOST_QUIET = 50


class State(NamedTuple):
    mine: Board64  # stones of the side to move
    theirs: Board64
    turn: int  # 0 when the first player is to move, 1 when the second is
    quiet: int  # plies since a stone was born


@dataclass(frozen=True)
class Ataxx(Game):
    """A new stone is born on an empty square beside one of yours, or one of yours jumps to an empty square two steps away.

    All stones of the other side beside it become yours. Who can do neither passes. The game ends when nobody can, when a
    side has no stone left, or after 50 plies without a birth; the side with more stones has won, by its lead.
    """

    def start(self):
        return State(Board64(1 | 1 << 48), Board64(1 << 6 | 1 << 42), 0, 0)

    def moves(self, state):
        empty, found = BOARD - state.mine - state.theirs, False
        for place in (self.around(state.mine) & empty).squares():
            found = True
            yield place
        for begin in state.mine.squares():
            near = self.around(Board64(1 << begin))
            for end in (self.around(near) & empty - near).squares():
                found = True
                yield CELLS + CELLS * begin + end
        if not found:
            yield PASS

    def play(self, state, move):
        if move == PASS:
            return State(state.theirs, state.mine, 1 - state.turn, state.quiet + 1)
        mine, quiet, place = state.mine, 0, move
        if move >= CELLS:
            mine -= Board64(1 << (move - CELLS) // CELLS)
            quiet, place = state.quiet + 1, (move - CELLS) % CELLS
        stone = Board64(1 << place)
        taken = self.around(stone) & state.theirs
        return State(state.theirs - taken, mine | stone | taken, 1 - state.turn, quiet)

    def is_over(self, state):
        if not state.mine or not state.theirs or state.quiet >= MOST_QUIET:
            return True
        near = self.around(state.mine | state.theirs)
        return not (near | self.around(near)) & BOARD - state.mine - state.theirs

    def result(self, state):
        return len(state.mine) - len(state.theirs)

    def best_result(self):
        return CELLS

    def around(self, stones):
        """These squares and their neighbours."""
        wide = stones | stones - RIGHT << 1 | stones - LEFT >> 1
        return (wide | wide << SIZE | wide >> SIZE) & BOARD

    def move_name(self, state, move):
        if move == PASS:
            return "pass"
        if move < CELLS:
            return self.name(move)
        return f"{self.name((move - CELLS) // CELLS)}-{self.name((move - CELLS) % CELLS)}"

    def name(self, place):
        return f"{'abcdefg'[place % SIZE]}{place // SIZE + 1}"

    def show(self, state):
        first, second = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        signs = ["X" if place in first else "O" if place in second else "." for place in range(CELLS)]
        return "\n".join(" ".join(signs[row : row + SIZE]) for row in reversed(range(0, CELLS, SIZE)))
