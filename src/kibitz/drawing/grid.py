"""The rows and columns of a scene whose cells lie in a grid, as pictures number them and people type them."""

from collections import Counter
from dataclasses import dataclass

from kibitz.scene import Action, Cell, Scene

NEAR = 1e-6  # cells this close to a whole number of widths lie on the grid


@dataclass(frozen=True)
class Grid:
    """Cells by (row, column), both from 0 at the top left; a place without a cell is a hole in the board."""

    cells: dict[tuple[int, int], Cell]
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    def place(self, row: str, column: str) -> Cell | None:
        """The cell that a person means by `row` and `column`: the labels at the edges, or numbers from 1."""
        down, right = _index(row, self.rows), _index(column, self.columns)
        return None if down is None or right is None else self.cells.get((down, right))


def grid_of(scene: Scene) -> Grid | None:
    """The grid of a scene; None when its cells do not all lie at whole steps, have other shapes or sizes, or overlap.

    A single row, and a board with holes, are a grid only if the scene labels an edge: a drawn tree may be one by chance.
    """
    if not scene.cells or any(cell.shape == "hex" or cell.size != 1.0 for cell in scene.cells):
        return None
    left, top = min(cell.x for cell in scene.cells), min(cell.y for cell in scene.cells)
    cells: dict[tuple[int, int], Cell] = {}
    for cell in scene.cells:
        down, right = cell.y - top, cell.x - left
        at = round(down), round(right)
        if abs(down - at[0]) > NEAR or abs(right - at[1]) > NEAR or at in cells:
            return None
        cells[at] = cell
    rows, columns = (1 + max(at[side] for at in cells) for side in (0, 1))
    if not (scene.rows or scene.columns) and (len(cells) < rows * columns or min(rows, columns) == 1):
        return None
    return Grid(cells, _labels(scene.rows, rows), _labels(scene.columns, columns))


def actions_alone(scene: Scene) -> dict[str, Action]:
    """The cells that are open to exactly one move, and that move."""
    count = Counter(action.cell for action in scene.actions)
    return {action.cell: action for action in scene.actions if action.cell is not None and count[action.cell] == 1}


def _labels(given: tuple[str, ...], count: int) -> tuple[str, ...]:
    return given if len(given) == count else tuple(str(number + 1) for number in range(count))


def _index(text: str, labels: tuple[str, ...]) -> int | None:
    """Where a label stands; a number counts from 1 only where the labels themselves are no numbers."""
    if text in labels:
        return labels.index(text)
    numbers = [str(number + 1) for number in range(len(labels))]
    return numbers.index(text) if text in numbers and not set(numbers) & set(labels) else None
