"""Othello judged by the squares alone, beginning with the weights of an article: `kibitz tune` makes them better."""

from dataclasses import dataclass

from kibitz import Board64, Floats, Knowledge
from kibitz.games.othello import Othello

# One quarter of the board, row by row from the corner; the others are its mirror images.
ARTICLE = Floats((30, -12, 0, -1, -12, -15, -3, -3, 0, -3, 0, -1, -1, -3, -1, -1))
TUNES = {"weights[0]": (0.0, 60.0), "weights[1=4]": (-30.0, 10.0), "weights[5]": (-30.0, 10.0)}
TUNES |= {f"weights[{cells}]": (-12.0, 12.0) for cells in ("2=8", "3=12", "6=9", "7=13", "10", "11=14", "15")}
SCALE = 5.0  # so many of them are worth a disc
COLUMN, ROW = 0x0101010101010101, 0xFF


@dataclass(frozen=True)
class Squares(Othello):
    """Othello on the full board."""


@dataclass(frozen=True)
class SquaresKnowledge(Knowledge):
    """Each disc is worth what its square is; squares mirrored at the quarter's diagonal are to stay alike."""

    tunes = TUNES

    game: Squares
    weights: Floats = ARTICLE

    @classmethod
    def fits(cls, game):
        return game.size == 8

    def evaluate(self, state):
        total = 0.0
        for row in range(4):
            for column in range(4):
                four = self.four(row, column)
                total += self.weights[4 * row + column] * (len(state.mine & four) - len(state.theirs & four))
        return total / SCALE

    def four(self, row, column):
        """A square of the quarter, and its images in the other three."""
        columns = Board64(COLUMN << column | COLUMN << 7 - column)
        return columns & Board64(ROW << 8 * row | ROW << 8 * (7 - row))
