"""A state as a picture that any face can draw: cells, what stands in them, the actions open to the mover; and its grid."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal

Shape = Literal["square", "hex", "round", "side"]
Form = Literal[
    "letter", "disc", "stone", "crown", "mark", "cube", "die", "gauge", "bar", "fill", "seeds", "chessman", "territory", "side"
]
Look = Literal["plain", "lines", "frame", "felt", "wood", "crossings", "points", "checkered", "bare", "dots", "blocks"]


@dataclass(frozen=True)
class Cell:
    """One place of the board. `x` grows to the right and `y` downwards, in cell widths; (0, 0) is the top left.

    A "side" lies at the edge of the board, one step from the cells next to it. Nothing is put there: a picture colours their
    outer sides, above and below the board for the first player, left and right for the second. `goal`: the player who wants to
    reach this cell, which is drawn in that player's colour.
    """

    name: str
    x: float
    y: float
    shape: Shape = "square"
    size: float = 1.0
    goal: int | None = None


@dataclass(frozen=True)
class Piece:
    """A piece in a cell: one or two characters, more of them small; and its owner (0 first, 1 second, None nobody).

    A terminal shows the text, and screen readers read it. A picture draws the piece in its `form`:

    letter   the text; on a round or six-sided cell it stands on a disc in its owner's colour
    disc     the text on a disc in its owner's colour; X and O as a cross and a ring; nobody's two letters on half a disc each
    stone    a disc without text: the first player's black, the second's white, nobody's golden
    crown    a stone with a crown
    mark     the text as if drawn with a pen, where it is X, O or V
    cube     the number in the text on a cube: the first player's filled, the second's outlined
    die      a die in its owner's colour: the text, 1 to 6, in pips; with any other text a die in the air
    gauge    the share of a whole, written "37/100": a ring filled as far as that, and the number
    bar      a thick line across the cell and half of each neighbour: upright where the text is "|"
    fill     the cell and half of each neighbour filled with colour
    seeds    as many seeds as the text says, and the number
    chessman the piece of chess whose letter the text is (K Q R B N P): the first player's white, the second's black
    territory a small square on an empty point that belongs to its owner: the first player's black, the second's white
    side     the sign at the edge of the board: nothing, for the cells next to it are coloured
    """

    text: str
    owner: int | None = None
    form: Form = "letter"


@dataclass(frozen=True)
class Action:
    """A legal move. With a cell it is made there; without one (a pass, "take 3") it is a plain button.

    A move in two steps picks a piece up in the cell `source` and puts it down in `cell`. Where several actions share both,
    their labels differ.
    """

    move: int
    label: str
    cell: str | None = None
    source: str | None = None


@dataclass(frozen=True)
class Scene:
    """The whole picture. `pieces` maps names of cells to what stands there; `marked` names, say, the winning line.

    `columns` and `rows` are the labels at the edges, left to right and top to bottom; () for none. `look` is how a picture,
    which is more than text, draws the board:

    plain      each cell for itself, on paper
    lines      nothing but the lines between square cells, as tic-tac-toe is drawn with a pen
    frame      a frame with a hole for each cell, and discs in red and yellow
    felt       green, with thin lines
    wood       wooden: round cells are hollows, square ones are the dark squares
    crossings  wooden, with lines that cross in the middles of the cells: pieces stand on the crossings, as in Go
    points     wooden: cells are points, joined by `lines`
    checkered  light and dark squares in turn, the lower left one dark
    bare       no cells: pieces on paper, thin `lines`, and a dot for each round cell smaller than half a square
    dots       a sheet of paper with dots, and faint `lines` between them that moves draw: else as bare
    blocks     square cells in blocks, each with a frame; cells that are open to a move are tinted, and the frame of their
               block is green; the piece in the marked cells of a block, which has won it, is drawn large over the whole block
    """

    cells: tuple[Cell, ...]
    pieces: dict[str, Piece]
    actions: tuple[Action, ...] = ()
    marked: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    look: Look = "plain"
    lines: tuple[tuple[str, str], ...] = ()
    """The cells that are joined: pairs of their names."""

    note: str = ""
    """A sentence for the one who is to move, where the board does not show why so little is allowed: "Black must jump."."""


# The rows and columns of a scene whose cells lie in a grid, as pictures number them and people type them.

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


def turned(scene: Scene) -> Scene:
    """The scene as seen from the other side of the board, with its labels."""
    grid = grid_of(scene)
    return replace(
        scene,
        cells=tuple(replace(cell, x=-cell.x, y=-cell.y) for cell in scene.cells),
        columns=(grid or scene).columns[::-1],
        rows=(grid or scene).rows[::-1],
    )


def actions_alone(scene: Scene) -> dict[str, Action]:
    """The cells that are open to exactly one move, and that move."""
    count = Counter(action.cell for action in scene.actions)
    return {action.cell: action for action in scene.actions if action.cell is not None and count[action.cell] == 1}


def cell_of(scene: Scene | None, move: int | None) -> str | None:
    """The cell of a move; None if it has none."""
    return next((action.cell for action in scene.actions if action.move == move), None) if scene else None


def _labels(given: tuple[str, ...], count: int) -> tuple[str, ...]:
    return given if len(given) == count else tuple(str(number + 1) for number in range(count))


def _index(text: str, labels: tuple[str, ...]) -> int | None:
    """The index of a label; a number counts from 1 only if the labels are not numbers."""
    if text in labels:
        return labels.index(text)
    numbers = [str(number + 1) for number in range(len(labels))]
    return numbers.index(text) if text in numbers and not set(numbers) & set(labels) else None
