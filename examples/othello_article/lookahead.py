"""The article's look-ahead as a game of a few plies, whose result is what the article took for the value of a line.

So any search of kibitz finds the min-max value at native speed: the rules say what is counted, the search does the rest.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import kibitz
from kibitz import Board64, Ints, square
from kibitz.games.othello import Othello

# What a square is worth: one quarter of the board, row by row from the corner; the others are its mirror images.
WEIGHTS = Ints((30, -12, 0, -1, -12, -15, -3, -3, 0, -3, 0, -1, -1, -3, -1, -1))

STONES = Ints()  # no weights: each stone turned over counts 1

LAST = Ints((0, 0, 1))  # as in the article: only the gain of the third ply
TOTAL = Ints((1, 1, 1))  # the gains of all plies
SIGNED = Ints((1, -1, 1))  # what the side that looks ahead gains, minus what the other side gains

ZERO = 1 << 20  # what `value` holds for 0: the fields of a state are never below 0


class State(NamedTuple):
    mine: Board64  # these three as in Othello
    theirs: Board64
    turn: int
    ply: int  # how many plies of the line have been made
    value: int  # of the line so far, for the side that began it, plus ZERO


@dataclass(frozen=True)
class Lookahead(Othello):
    """As many plies of Othello as there are `shares`; the result is the sum of what they gain, each gain times its share.

    A ply gains the stones it turns over; with `weights`, those of the squares of the placed stone and of the stones turned
    over. As in the article a line ends where somebody cannot move, and its value is 0 if no share was reached; with `passes`
    the other side goes on.
    """

    shares: Ints = LAST
    weights: Ints = STONES
    passes: bool = False

    def start(self):
        return self.begin(Othello(self.size).start())

    def begin(self, state):
        """The line that begins in a state of Othello."""
        return State(state.mine, state.theirs, state.turn, 0, ZERO)

    def play(self, state, place):
        placed, turned = Board64(), Board64()
        if place < self.size * self.size:  # not the pass
            placed = square(place)
            turned = self.turned(state.mine, state.theirs, placed)
        value = state.value + self.shares[state.ply] * self.gain(placed, turned)
        return State(state.theirs - turned, state.mine | turned | placed, 1 - state.turn, state.ply + 1, value)

    def is_over(self, state):
        if state.ply == len(self.shares):
            return True
        if self.reach(state.mine, state.theirs):
            return False
        return not self.passes or not self.reach(state.theirs, state.mine)

    def result(self, state):
        value = state.value - ZERO
        return value if state.ply % 2 == 0 else -value

    def best_result(self):
        return 4000  # more than all squares at 30 in three plies can be

    def gain(self, placed, turned):
        """What a ply is worth that lays the stone `placed` and turns the stones `turned` over."""
        if len(self.weights) == 0:
            return len(turned)
        total = 0
        for place in (placed | turned).squares():
            row, column = place // self.size, place % self.size
            row, column = min(row, self.size - 1 - row), min(column, self.size - 1 - column)
            total += self.weights[4 * row + column]
        return total


def values(look, position):
    """What min-max makes of each legal move of a position of Othello."""
    line = look.begin(position.state)
    after = {move: look.play(line, move) for move in position.legal()}
    if len(look.shares) == 1:
        return {move: -look.result(end) for move, end in after.items()}
    return {move: -solver(look).worth(state).result for move, state in after.items()}


@cache
def solver(look):
    """What finds min-max values of this look-ahead, one after the other."""
    return kibitz.solver(look, table=2**20)
