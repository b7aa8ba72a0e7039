"""The buttons over a board: the targets of moves, the pieces to pick up, and the one to put back."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from kibitz.core.scene import Action, Scene
from kibitz.drawing.marks import WorthLabel
from kibitz.drawing.plate import Area, Plate
from kibitz.present.pieces import piece_words

Kind = Literal["move", "pick", "drop", "choose"]


@dataclass(frozen=True)
class MoveNote:
    """The notes about a move: a mark for the board, and words."""

    worth: WorthLabel
    words: str


@dataclass(frozen=True)
class Spot:
    """A button over a cell: `value` is the move, or the cell that is picked up; `drop` puts back what was picked up.

    `choose`: several moves end there, such as promotions; a script offers their buttons over the cell.

    `label` is what a screen reader says; `style` where it lies.
    """

    kind: Kind
    value: str
    place: str
    label: str
    shape: str
    style: str


def spots_of(
    plate: Plate,
    sides: Sequence[str],
    sources: Set[str],
    actions: list[Action],
    picked: str | None,
    named: Mapping[int, str],
    notes: Mapping[str, MoveNote],
    best: Mapping[str, MoveNote],
    hint: str | None,
    crowded: Set[str] = frozenset(),
) -> tuple[Spot, ...]:
    """The buttons, row by row, columns from left to right; `sides`: the names of the players.

    A cell has at most one: to drop the piece in hand, or else to pick one up, or else to move there in one step. `crowded`:
    cells in which several moves end.
    """
    by_cell = {action.cell: action for action in actions}
    pieces = {cell: piece_words(piece, sides) for cell, piece in plate.scene.pieces.items()}
    heaps = {cell for cell, piece in plate.scene.pieces.items() if piece.form == "seeds"}
    drops = drops_into_columns(plate.scene, actions)
    spots = []
    for area in sorted(plate.areas(), key=lambda area: area.left) if drops else plate.areas():
        action = by_cell.get(area.cell)
        if action is not None:
            name = named[action.move]
            words = [
                f"column {action.label}" if drops else _called(action, name),
                *([pieces[area.cell]] if area.cell in heaps and not drops else []),
                *([notes[name].words] if name in notes else []),
            ]
            words += ["this is the hint"] if name == hint else []
            style = _style(area, plate) if not drops else _style(area, plate, tall=True)
            spots.append(Spot("move", name, area.cell, ", ".join(words), "tall" if drops else area.shape, style))
        elif area.cell in crowded:
            spots.append(Spot("choose", area.cell, area.cell, f"{area.cell}, several moves", area.shape, _style(area, plate)))
        elif area.cell == picked:
            spots.append(Spot("drop", "", area.cell, f"{area.cell}, put it back", area.shape, _style(area, plate)))
        elif area.cell in sources:
            words = [
                f"{pieces.get(area.cell, '')} {area.cell}, pick it up".strip(),
                *([f"at best {best[area.cell].words}"] if area.cell in best else []),
            ]
            spots.append(Spot("pick", area.cell, area.cell, ", ".join(words), area.shape, _style(area, plate)))
    return tuple(spots)


def _called(action: Action, name: str) -> str:
    """A move's label: its button's, which is its name unless that says less."""
    return action.label if action.label == name else f"{name}, {action.label}"


def drops_into_columns(scene: Scene, actions: Sequence[Action]) -> bool:
    """Whether a move names a column, wherever in it a piece comes to rest: then all of the column is its button."""
    return (
        bool(actions) and bool(scene.columns) and all(one.label in scene.columns and one.label != one.cell for one in actions)
    )


def _style(area: Area, plate: Plate, tall: bool = False) -> str:
    left, top, width, height = area.left, area.top, area.width, area.height
    if tall:
        top, height = plate.top / plate.height, plate.board.height / plate.height
    return f"left:{100 * left:.3f}%;top:{100 * top:.3f}%;width:{100 * width:.3f}%;height:{100 * height:.3f}%"
