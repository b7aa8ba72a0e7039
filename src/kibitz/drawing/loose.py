"""A scene whose cells lie in no grid (pits and stores, hexagons) as text: each cell where it belongs.

A cell that is open to one move shows the move's name: in the cell while it is empty, below it while a piece is there.
"""

from collections import Counter
from itertools import pairwise

from kibitz.drawing.faces import Faces
from kibitz.drawing.paint import QUIET, clean, paint
from kibitz.scene import Action, Scene

EDGES = {"round": ("(", ")"), "square": ("[", "]"), "hex": ("<", ">")}
WIDTH = 78
STEPS = (1, 2, 3, 4)  # lines between neighbouring rows that are tried, until nothing covers anything else

Bricks = dict[tuple[int, int], str]  # texts of one width by (line, column)


def draw_loose(scene: Scene, last: str | None, colour: bool) -> tuple[list[str], set[int]] | None:
    """The lines, and the moves whose names they show; None when the cells lie too close, or too far apart, for letters."""
    single = actions_alone(scene)
    labels = {name: clean(action.label) for name, action in single.items()}
    texts = (*(clean(piece.text) for piece in scene.pieces.values()), *labels.values())
    width = max((len(text) for text in texts), default=1) + 4
    heights = sorted({cell.y for cell in scene.cells})
    gap = max(0.5, min((below - above for above, below in pairwise(heights)), default=1.0))
    for step in STEPS:
        bricks = _bricks(scene, labels, last, (step / gap, width + width % 2), width, colour)
        if bricks is not None and max(column for _, column in bricks) + width <= WIDTH:
            return _lines(bricks, width), {action.move for action in single.values()}
    return None


def actions_alone(scene: Scene) -> dict[str, Action]:
    """The cells that are open to exactly one move, and that move."""
    count = Counter(action.cell for action in scene.actions)
    return {action.cell: action for action in scene.actions if action.cell is not None and count[action.cell] == 1}


def _bricks(
    scene: Scene, labels: dict[str, str], last: str | None, scale: tuple[float, int], width: int, colour: bool
) -> Bricks | None:
    faces = Faces(scene, last, colour)
    left, top = min(cell.x for cell in scene.cells), min(cell.y for cell in scene.cells)
    bricks: Bricks = {}
    for cell in scene.cells:
        line, column = round((cell.y - top) * scale[0]), round((cell.x - left) * scale[1])
        label = labels.get(cell.name, "")
        texts = {(line, column): faces.face(cell.name, width, label, EDGES[cell.shape])}
        if label and cell.name in scene.pieces:
            texts[line + 1, column] = paint(label.center(width), QUIET, colour=colour)
        if any(line == at and abs(column - there) < width for line, column in texts for at, there in bricks):
            return None
        bricks |= texts
    return bricks


def _lines(bricks: Bricks, width: int) -> list[str]:
    lines = []
    for number in range(max(line for line, _ in bricks) + 1):
        text, end = "", 0
        for column, brick in sorted((column, brick) for (line, column), brick in bricks.items() if line == number):
            text += " " * (column - end) + brick
            end = column + width
        lines.append(text.rstrip())
    return lines
