"""A state as a picture that any face can draw: cells, what stands in them, and the actions open to the mover."""

from dataclasses import dataclass
from typing import Literal

Shape = Literal["square", "hex", "round"]


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
    """What stands in a cell: one or two characters, more of them small; and whose it is (0 first, 1 second, None nobody's)."""

    text: str
    owner: int | None = None


@dataclass(frozen=True)
class Action:
    """A legal move. With a cell it is made there; without one (a pass, "take 3") it is a plain button."""

    move: int
    label: str
    cell: str | None = None


@dataclass(frozen=True)
class Scene:
    """The whole picture. `pieces` maps names of cells to what stands there; `marked` names, say, the winning line.

    `columns` and `rows` are the labels at the edges, left to right and top to bottom; () for none.
    """

    cells: tuple[Cell, ...]
    pieces: dict[str, Piece]
    actions: tuple[Action, ...] = ()
    marked: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
