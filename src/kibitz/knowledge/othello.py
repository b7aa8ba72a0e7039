"""Knowledge of Othello: corners, not the squares beside them, and leaving the other side few moves."""

from dataclasses import dataclass

from kibitz.core.board import Board64, square
from kibitz.core.data import Floats
from kibitz.core.rules import Knowledge
from kibitz.games.othello import Othello, State
from kibitz.knowledge._last_squares import LastSquares

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
        """The worth of the squares of both sides; beside a corner that is taken there is nothing to fear any more."""
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
    """Discs alone count: one ply deep, this turns over as many as it can (`knowledge=Discs`)."""

    def evaluate(self, state: State) -> float:
        """The lead in discs of the side to move, now."""
        return 1.0 * (len(state.mine) - len(state.theirs))
