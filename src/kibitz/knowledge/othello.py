"""What is wise in Othello: corners, not the squares beside them, and leaving the other side few moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kibitz.board import Board64, square
from kibitz.data import Floats
from kibitz.games.othello import Othello, State
from kibitz.rules import Knowledge

# The end of an Othello game: the last four squares played out at once, and discs that can never be turned.

NOTHING = -1_000  # less than any result: no move has been found


@dataclass(frozen=True)
class LastSquares(Knowledge):
    """What the exact solver needs of Othello. Here nodes are positions too: each disc laid counts as one.

    The last four squares are tried without a table, a hash or an order by mobility; squares in a quarter of the board with an
    odd number of them come first, for who moves there last has the last word. On the FFO positions 41, 43 and 44 that halves
    the time: with two squares 9.6 M nodes/s, with three 12.1, with four 24.2, for a third more nodes. Three methods that differ
    by a name, because rules that are compiled have no method that calls itself.
    """

    game: Othello

    def bounds(self, state: State) -> tuple[int, int]:
        """Discs that can never be turned stay: those in an unbroken row along an edge to a corner of their colour.

        On the FFO positions 40, 42 and 44: 3 % fewer nodes, in the same time.
        """
        squares = len(self.game.board)
        return 2 * len(self.stable(state.mine)) - squares, squares - 2 * len(self.stable(state.theirs))

    def stable(self, discs: Board64) -> Board64:
        """Corners among these discs, and what is joined to them along an edge."""
        flat, upright = discs - self.game.rows, discs - self.game.columns
        found = flat & upright
        if found:
            for _ in range(self.game.size - 2):
                found |= flat & (found << 1 | found >> 1) | upright & (found << self.game.size | found >> self.game.size)
        return found

    def finish(self, state: State, low: int, high: int) -> tuple[int, int]:
        """The result, once four squares are left."""
        empty = self.game.board - state.mine - state.theirs
        if len(empty) != 4:
            return 0, 0
        return self.last_four(state.mine, state.theirs, empty, low, high)

    def last_four(self, mine: Board64, theirs: Board64, empty: Board64, low: int, high: int) -> tuple[int, int]:
        """The nodes and the result with four squares left, as far as the window asks."""
        nodes, side = 1, 1
        for _ in range(2):
            best = NOTHING
            for place in self.odd_first(empty):
                disc = square(place)
                turned = self.game.turned(mine, theirs, disc)
                if turned:
                    left = empty - disc
                    more, value = self.last_three(theirs - turned, mine | turned | disc, left, -high, -max(low, best))
                    nodes, best = nodes + more, max(best, -value)
                    if best >= high:
                        return nodes, side * best
            if best > NOTHING:
                return nodes, side * best
            mine, theirs, low, high, side = theirs, mine, -high, -low, -side  # a pass
        return nodes, self.game.result(State(mine, theirs, 0))

    def last_three(self, mine: Board64, theirs: Board64, empty: Board64, low: int, high: int) -> tuple[int, int]:
        """The nodes and the result with three squares left."""
        nodes, side = 1, 1
        for _ in range(2):
            best = NOTHING
            for place in self.odd_first(empty):
                disc = square(place)
                turned = self.game.turned(mine, theirs, disc)
                if turned:
                    left = empty - disc
                    more, value = self.last_two(theirs - turned, mine | turned | disc, left, -high, -max(low, best))
                    nodes, best = nodes + more, max(best, -value)
                    if best >= high:
                        return nodes, side * best
            if best > NOTHING:
                return nodes, side * best
            mine, theirs, low, high, side = theirs, mine, -high, -low, -side
        return nodes, self.game.result(State(mine, theirs, 0))

    def last_two(self, mine: Board64, theirs: Board64, empty: Board64, low: int, high: int) -> tuple[int, int]:
        """The nodes and the result with two squares left."""
        nodes, side = 1, 1
        for _ in range(2):
            best = NOTHING
            for place in empty.squares():
                disc = square(place)
                turned = self.game.turned(mine, theirs, disc)
                if turned:
                    nodes, best = nodes + 1, max(best, -self.last_one(theirs - turned, mine | turned | disc, empty - disc))
                    if best >= high:
                        return nodes, side * best
            if best > NOTHING:
                return nodes, side * best
            mine, theirs, low, high, side = theirs, mine, -high, -low, -side
        return nodes, self.game.result(State(mine, theirs, 0))

    def last_one(self, mine: Board64, theirs: Board64, empty: Board64) -> int:
        """The result with one square left."""
        turned = self.game.turned(mine, theirs, empty)
        if turned:
            return 2 * (len(mine) + len(turned) + 1) - len(self.game.board)
        turned = self.game.turned(theirs, mine, empty)
        if turned:
            return 2 * (len(mine) - len(turned)) - len(self.game.board)
        return self.game.result(State(mine, theirs, 0))

    def odd_first(self, empty: Board64) -> Iterable[int]:
        """The empty squares, those in quarters of the board with an odd number of them first."""
        odd = Board64()
        for quarter in self.quarters:
            if len(empty & quarter) % 2:
                odd |= quarter
        for place in (empty & odd).squares():
            yield place
        for place in (empty - odd).squares():
            yield place

    @cached_property
    def quarters(self) -> tuple[Board64, Board64, Board64, Board64]:
        """The board in four parts."""
        size = self.game.size
        first = Board64(sum(1 << row * size + column for row in range(size // 2) for column in range(size // 2)))
        down = size * size // 2
        return first, first << size // 2, first << down, first << down + size // 2


# Both fitted to the ends of 1,200 games of this program against itself, then rounded; at four plies they score 59 % (400
# games) against an older table of 30 for a corner and -12 and -15 beside it, counted in fifths of a disc.
# What a disc is worth on the squares of the quarter at a1, row by row; the corner comes first.
SQUARES = Floats((20.0, -4.0, 0.8, 0.4, -4.0, -14.0, -1.0, -1.2, 0.8, -1.0, -0.3, -0.5, 0.4, -1.2, -0.5, -0.8))
# What a move more than the other side is worth, and a disc more once the board is full.
SCALES = Floats((1.2, 0.8))
# Between what each may be tuned; squares that are mirrored at the diagonal of the quarter stay alike.
EDGE, BESIDE, INSIDE = (-5.0, 10.0), (-30.0, 5.0), (-6.0, 6.0)
TUNES = {"squares[0]": (0.0, 40.0), "squares[1=4]": BESIDE, "squares[5]": BESIDE, "squares[2=8]": EDGE, "squares[3=12]": EDGE}
TUNES |= {f"squares[{cells}]": INSIDE for cells in ("6=9", "7=13", "10", "11=14", "15")} | {"scales": (0.0, 4.0)}


@dataclass(frozen=True)
class OthelloKnowledge(LastSquares):
    """Squares have their worth, and so has freedom of choice; discs count for more the fuller the board is."""

    tunes = TUNES

    game: Othello
    squares: Floats = SQUARES
    scales: Floats = SCALES

    def evaluate(self, state: State) -> float:
        """The lead in discs that the side to move may expect at the end."""
        mine, theirs, game = state.mine, state.theirs, self.game
        choice = len(game.reach(mine, theirs)) - len(game.reach(theirs, mine))
        filled = len(mine | theirs) / len(game.board)
        lead = (len(mine) - len(theirs)) * filled * filled
        return self.placed(mine, theirs) + self.scales[0] * choice + self.scales[1] * lead

    def placed(self, mine: Board64, theirs: Board64) -> float:
        """What the squares of both sides are worth; beside a corner that is taken there is nothing to fear any more."""
        total, half = 0.0, self.game.size // 2
        risky = self.around(self.corners() - mine - theirs)
        for row in range(half):
            for column in range(half):
                worth, here = self.squares[4 * row + column], self.four(row, column)
                if row + column and row < 2 and column < 2:
                    here &= risky
                total += worth * (len(mine & here) - len(theirs & here))
        return total

    def four(self, row: int, column: int) -> Board64:
        """A square of the quarter at a1 and its images in the other three."""
        size = self.game.size
        right, down = size - 1 - column, size - 1 - row
        return (
            square(row * size + column)
            | square(row * size + right)
            | square(down * size + column)
            | square(down * size + right)
        )

    def corners(self) -> Board64:
        """a1 and the other three."""
        return self.four(0, 0)

    def around(self, places: Board64) -> Board64:
        """All squares that touch one of these corners, and the corners."""
        inner, size = self.game.columns, self.game.size
        wide = places | (places << 1 | places >> 1) & inner
        return wide | wide << size | wide >> size

    def priority(self, state: State, place: int) -> int:
        """Corners first, and then what leaves the other side few moves."""
        after = self.game.play(state, place)
        replies = len(self.game.reach(after.mine, after.theirs))
        return 100 - replies + (100 if place in self.corners() else 0)


@dataclass(frozen=True)
class Discs(Knowledge):
    """Discs are all that counts: whoever looks one move ahead with this turns over as many as can be (`knowledge=Discs`)."""

    def evaluate(self, state: State) -> float:
        """The lead in discs of the side to move, now."""
        return 1.0 * (len(state.mine) - len(state.theirs))
