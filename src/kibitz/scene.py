"""A state as a picture that any face can draw: cells, what stands in them, and the actions open to the mover."""

from dataclasses import dataclass
from typing import Literal

Shape = Literal["square", "hex", "round"]
Form = Literal["letter", "disc", "stone", "crown", "mark", "cube", "seeds"]
Look = Literal["plain", "lines", "frame", "felt", "wood"]


@dataclass(frozen=True)
class Cell:
    """One place of the board. `x` grows to the right and `y` downwards, in cell widths; (0, 0) is the top left."""

    name: str
    x: float
    y: float
    shape: Shape = "square"
    size: float = 1.0


@dataclass(frozen=True)
class Piece:
    """What stands in a cell: one or two characters, more of them small; and whose it is (0 first, 1 second, None nobody's).

    Text is what a terminal shows, and what is read aloud. A picture draws the piece in its `form`:

    letter   the text; on a round or six-sided cell it stands on a disc in its owner's colour
    disc     the text on a disc in its owner's colour; X and O as a cross and a ring
    stone    a disc without text: the first player's black, the second's white, nobody's golden
    crown    a stone with a crown
    mark     the text as if drawn with a pen, where it is X, O or V
    cube     the number in the text on a cube: the first player's filled, the second's outlined
    seeds    as many seeds as the text says, and the number
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

    plain    each cell for itself, on paper
    lines    nothing but the lines between square cells, as tic-tac-toe is drawn with a pen
    frame    a frame with a hole for each cell, and discs in red and yellow
    felt     green, with thin lines
    wood     wooden: round cells are hollows, square ones are the dark squares
    """

    cells: tuple[Cell, ...]
    pieces: dict[str, Piece]
    actions: tuple[Action, ...] = ()
    marked: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    look: Look = "plain"
