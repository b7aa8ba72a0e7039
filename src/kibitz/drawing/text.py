"""A state as text for a terminal, from its scene, or from the game's `show` if it has none.

(X)  the last move          *X*  the winning line, or other cells the game marks
+   an empty cell open to the move of its name, if only some cells are
"""

import re
import textwrap
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from kibitz.core.rules import Game, legal
from kibitz.core.scene import Action, Grid, Scene, actions_alone, grid_of

PLAYERS = ("1;36", "1;33", "1;35", "1;32")  # first, second, ...
QUIET = "2"
OPEN = "32"
LAST = "4"
MARKED = "7"


def paint(text: str, *styles: str, colour: bool) -> str:
    """The text in ANSI styles, if `colour`."""
    style = ";".join(filter(None, styles))
    return f"\x1b[{style}m{text}\x1b[0m" if colour and style and text.strip() else text


def clean(text: str) -> str:
    """A game's text without control characters, and without what XML or terminals misread; line feeds stay."""
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]", "", text)


LINED = 4  # boards of at most so many rows, and without holes, are drawn with lines between their cells


def draw(game: Game, state: Any, last: str | None = None, colour: bool = False) -> str:
    """The board with labels at the edges, then the moves whose names it does not show.

    `last`: the cell of the last move (see `Position.last_cell`); `colour`: with ANSI colours.
    """
    scene = game.scene(state)
    if scene is None:
        scene = Scene((), {}, tuple(Action(move, game.move_name(state, move)) for move in legal(game, state)))
    lines, visible = _board(game, state, scene, last, colour)
    return "\n".join([*lines, *_wrap_labels([action.label for action in scene.actions if action.move not in visible], colour)])


def _board(game: Game, state: Any, scene: Scene, last: str | None, colour: bool) -> tuple[list[str], set[int]]:
    """The lines of the board, and the moves it names."""
    grid = grid_of(scene)
    if grid is not None:
        return _draw_grid(scene, grid, last, colour), _seen_in(grid, scene)
    loose = draw_loose(scene, last, colour) if scene.cells else None
    return loose or (clean(game.show(state)).split("\n"), set())


def _draw_grid(scene: Scene, grid: Grid, last: str | None, colour: bool) -> list[str]:
    faces = Faces(scene, last, colour)
    columns, rows = [clean(label) for label in grid.columns], [clean(label) for label in grid.rows]
    side = max(len(label) for label in rows)
    inner = max(2 + max((len(clean(piece.text)) for piece in scene.pieces.values()), default=1), *map(len, columns))
    fits = len(columns) * (inner + 1) + side <= WIDTH
    lined = fits and len(rows) <= LINED and len(grid.cells) == len(rows) * len(columns)
    bar, empty = ("│", "") if lined else (" " if fits else "", "·")
    head = " " * (side + 2) + (" " * len(bar)).join(label.center(inner) for label in columns)
    rules = [
        _rule(ends if lined else ends[0] + "─" + ends[2], bar, side, [inner] * len(columns)) for ends in ("┌┬┐", "├┼┤", "└┴┘")
    ]
    lines = [paint(head.rstrip(), QUIET, colour=colour), rules[0]]
    for row, label in enumerate(rows):
        cells = (grid.cells.get((row, column)) for column in range(len(columns)))
        middle = bar.join(faces.face(cell.name, inner, empty) if cell else " " * inner for cell in cells)
        if lined and row:
            lines.append(rules[1])
        lines.append(f"{paint(label.rjust(side), QUIET, colour=colour)} │{middle}│")
    return [*lines, rules[2]]


def _rule(ends: str, bar: str, side: int, widths: list[int]) -> str:
    """A horizontal rule: left end, crossings at bars, right end."""
    return " " * (side + 1) + ends[0] + (ends[1] * len(bar)).join("─" * width for width in widths) + ends[2]


def _seen_in(grid: Grid, scene: Scene) -> set[int]:
    """The moves named like their cell, its row or column, or both together."""
    seen = {}
    for (row, column), cell in grid.cells.items():
        across, down = grid.columns[column], grid.rows[row]
        seen[cell.name] = {across, down, across + down, *(down + sign + across for sign in ",:-")}
    return {action.move for cell, action in actions_alone(scene).items() if action.label in seen.get(cell, ())}


def _wrap_labels(labels: Iterable[str], colour: bool) -> list[str]:
    """The labels in as many lines as they need."""
    words = [clean(label).replace(" ", "\N{NO-BREAK SPACE}") for label in labels]
    if not words:
        return []
    lines = textwrap.wrap(
        "moves: " + " ".join(words), WIDTH, subsequent_indent=" " * 7, break_long_words=False, break_on_hyphens=False
    )
    return [paint(line.replace("\N{NO-BREAK SPACE}", " "), QUIET, colour=colour) for line in lines]


# A scene whose cells lie in no grid (pits and stores, hexagons): each cell where it belongs. A cell that is open to one move
# shows the move's name: in the cell while it is empty, below it while a piece is there.


EDGES = {"round": ("(", ")"), "square": ("[", "]"), "hex": ("<", ">"), "side": ("(", ")")}
WIDTH = 78
STEPS = (1, 2, 3, 4)  # lines between neighbouring rows that are tried, until nothing covers anything else

Bricks = dict[tuple[int, int], str]  # texts of one width by (line, column)


def draw_loose(scene: Scene, last: str | None, colour: bool) -> tuple[list[str], set[int]] | None:
    """The lines, and the moves they name; None if the cells are too close or too far apart for letters."""
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


class Faces:
    """The cells of a scene as short texts of equal width.

    (X) is the last move, *X* in the winning line, + an empty cell open to the move of its name.
    """

    def __init__(self, scene: Scene, last: str | None, colour: bool) -> None:
        self.scene, self.last, self.colour = scene, last, colour
        named = {action.cell for action in scene.actions if action.cell == action.label}
        empty = {cell.name for cell in scene.cells} - set(scene.pieces)
        self.open = named if named != empty else set()

    def face(self, name: str, width: int, empty: str, edges: tuple[str, str] = ("", "")) -> str:
        """The cell in `width` characters; `empty` stands for no piece, `edges` are around it.

        The last move has doubled edges, or round ones.
        """
        piece = self.scene.pieces.get(name)
        is_open = piece is None and name in self.open
        text = clean(piece.text) if piece else "+" if is_open and not any(edges) else empty
        mark = MARKED if name in self.scene.marked else LAST if name == self.last else ""
        left, right = edges
        if mark == MARKED:
            left, right = "*", "*"
        elif mark == LAST:
            left, right = (left * 2, right * 2) if any(edges) else ("(", ")")
        face = f"{left}{text or ' '}{right}"
        before = (width - len(face)) // 2
        after = width - len(face) - before
        style = OPEN if is_open else QUIET
        if piece:
            style = "" if piece.owner is None else PLAYERS[piece.owner % len(PLAYERS)]
        return " " * before + paint(face, style, mark, colour=self.colour) + " " * after
