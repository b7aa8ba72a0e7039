"""The best moves of an analysis as a layer over its board: a label where a piece is put down, an arrow where one is moved."""

from collections.abc import Mapping

from markupsafe import Markup

from kibitz.drawing.marks import Arrow, WorthLabel
from kibitz.drawing.pen import Pen
from kibitz.drawing.plate import Plate
from kibitz.position import Position
from kibitz.web.board.html import scene_of

NAME = "marks"  # the id of the layer
BESIDE = 0.36  # from the middle of a cell to the label of a move that captures there, in cell widths


def marks_layer(position: Position, labels: Mapping[str, WorthLabel]) -> Markup:
    """The layer, as large as the board, with `labels` of moves by name, the best first; "" where no board is drawn."""
    scene = scene_of(position, [])
    if scene is None or not scene.cells:
        return Markup("")
    plate = Plate(scene)
    pen = Pen.blank(plate.width, plate.height)
    for attribute in ("width", "height", "role"):
        del pen.root.attrib[attribute]
    for name, value in {"id": NAME, "class": "kb layer", "aria-hidden": "true", "focusable": "false"}.items():
        pen.root.set(name, value)
    group, cells = pen.group(plate.board.kind), {cell.name: cell for cell in scene.cells}
    middles = {name: plate.board.middle(cell, plate.left, plate.top) for name, cell in cells.items()}
    moves = {position.name(action.move): action for action in scene.actions} if labels else {}
    targets = set[str]()
    arrows = [moves[name] for name in labels if name in moves and moves[name].source is not None]
    for action in reversed(arrows):
        if action.source and action.cell and action.source != action.cell:
            Arrow(action.source, action.cell, "best").draw(group, middles[action.source], middles[action.cell])
    for name, label in labels.items():
        cell = moves[name].cell if name in moves else None
        if cell is None or cell in targets:  # a button beside the board; or a better move leads there
            continue
        targets.add(cell)
        (x, y), side = middles[cell], plate.board.inner(cells[cell])
        is_taken = cell in scene.pieces or moves[name].source is not None
        label.draw(group, x, y + (side * BESIDE if is_taken else 0), side, small=is_taken)
    return Markup(pen.done())


def cell_places(position: Position) -> dict[str, tuple[float, float, float]]:
    """The middle of each cell and its width, in percent of the board."""
    scene = scene_of(position, [])
    if scene is None or not scene.cells:
        return {}
    percent = {one.cell: (one.left + one.width / 2, one.top + one.height / 2, one.width) for one in Plate(scene).areas()}
    return {name: (round(100 * x, 2), round(100 * y, 2), round(100 * wide, 2)) for name, (x, y, wide) in percent.items()}
