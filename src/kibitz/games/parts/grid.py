"""Boards of squares in rows and columns: their cells, their labels, and their picture in text."""

from collections.abc import Callable, Iterable

from kibitz.core.board import BOARDS, Board
from kibitz.core.scene import Cell, Shape
from kibitz.errors import GameError


def smallest_board(squares: int) -> type[Board]:
    """The smallest kind of board with room for `squares` squares; GameError where none has."""
    for kind in BOARDS:
        if squares <= kind.capacity:
            return kind
    raise GameError(f"a board of {squares} squares does not fit: the largest, {kind.__name__}, has {kind.capacity}")


def cells(width: int, height: int, name: Callable[[int, int], str], shape: Shape = "square") -> tuple[Cell, ...]:
    """The cells of a grid, row by row from the top; `name(row, column)` names each, both counted from 0."""
    return tuple(Cell(name(row, column), column, row, shape) for row in range(height) for column in range(width))


def numbers(count: int) -> tuple[str, ...]:
    """Labels 1, 2, 3 ... for the edge of a board."""
    return tuple(str(number + 1) for number in range(count))


def row_column(row: int, column: int) -> str:
    """A square's name as people type it, `2,3`: the row first, both from 1; given both from 0."""
    return f"{row + 1},{column + 1}"


def text(width: int, height: int, first: Iterable[tuple[int, int]], second: Iterable[tuple[int, int]]) -> str:
    """The board in letters: X on the (row, column) squares of the first player, O on the second's, dots elsewhere."""
    letters = dict.fromkeys(first, "X") | dict.fromkeys(second, "O")
    return "\n".join(" ".join(letters.get((row, column), ".") for column in range(width)) for row in range(height))
