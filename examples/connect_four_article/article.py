"""The Connect Four program of an article: its valuation, searched at native speed, and a player that plays by it.

After a move its side has the length of its longest run, or 10 once that is a line of four. A move is worth what its side
has then, less the best reply, and what happens d plies ahead is multiplied by k = 1 - c d. That is a game of its own, six plies
long; its result is the sum.
"""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Floats, Game, Ints, Knowledge, Limit, think
from kibitz.games.connect_four import ConnectFour

LINE, WIN = 4, 10
THOUSAND = 1000  # sums are whole numbers, of thousandths
NOTHING = 10**6  # a sum of 0: the fields of a state are not negative
DEPTH = 6
NO_C, ALIKE = Floats((0.0,)), Ints((THOUSAND,) * DEPTH)
TUNES = {"c": (0.0, 0.4)}


class State(NamedTuple):
    mine: int  # discs of the side to move
    discs: int  # discs of both sides
    ahead: int  # plies looked ahead
    lead: int  # what the side to move has gained so far, above NOTHING


@dataclass(frozen=True)
class Outlook(Game):
    """The next plies of Connect Four on 7x6; the result is what the article makes of them, in thousandths."""

    k: Ints = ALIKE  # what a move counts, ply by ply, in thousandths: data, so that other numbers need no compiling

    def start(self):
        return State(0, 0, 0, NOTHING)

    def moves(self, state):
        for column in range(7):
            if state.discs & 1 << 7 * column + 5 == 0:
                yield column

    def play(self, state, column):
        discs = state.discs | state.discs + (1 << 7 * column)
        run = self.longest(state.mine | discs ^ state.discs)
        gain = (WIN if run == LINE else run) * self.k[state.ahead]
        return State(state.discs ^ state.mine, discs, state.ahead + 1, 2 * NOTHING - state.lead - gain)

    def is_over(self, state):
        full = state.discs & self.tops() == self.tops()
        return state.ahead == len(self.k) or full or self.longest(state.discs ^ state.mine) == LINE

    def result(self, state):
        return state.lead - NOTHING

    def best_result(self):
        return WIN * THOUSAND * DEPTH

    def longest(self, discs):
        """The longest run of these discs, up, across or along a diagonal; four at most."""
        best = 0
        for step in (1, 7, 6, 8):
            length, run = 0, discs
            while run and length < LINE:
                length += 1
                run &= discs >> length * step
            best = max(best, length)
        return best

    def tops(self):
        squares = 0
        for column in range(7):
            squares |= 1 << 7 * column + 5
        return squares


@dataclass(frozen=True)
class Board(ConnectFour):
    """Connect Four on the board of the article."""


@dataclass(frozen=True)
class Distance(Knowledge):
    """The coefficient c, to be tuned from 0, where distance does not matter."""

    tunes = TUNES

    game: Board
    c: Floats = NO_C

    @classmethod
    def fits(cls, game):
        return isinstance(game, Board)


def article(position, c: float = 0.2):
    """The player: `article.py:article:c=0.2`. Like the article's it takes the first of the best moves."""
    ahead = Outlook(Ints(round(THOUSAND * (1 - c * ply)) for ply in range(DEPTH)))
    state = State(position.state.mine, position.state.discs, 0, NOTHING)
    return think(ahead, state, search="alphabeta", limit=Limit(depth=DEPTH), knowledge=None, distance=False)
