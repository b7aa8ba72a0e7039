"""A state drawn as text for a terminal, from the game's scene, or from its `show` when it has none.

(X)  the last move          *X*  the winning line, or whatever else the game marks
 +   an empty place open to the move that is called like it, where only some of the empty places are
"""

import textwrap
from collections.abc import Iterable
from typing import Any

from kibitz.drawing.faces import Faces
from kibitz.drawing.grid import Grid, grid_of
from kibitz.drawing.loose import WIDTH, actions_alone, draw_loose
from kibitz.drawing.paint import QUIET, clean, paint
from kibitz.rules import Game, legal
from kibitz.scene import Action, Scene

LINED = 4  # boards of at most so many rows, and without holes, are drawn with lines between their cells


def draw(game: Game, state: Any, last: str | None = None, colour: bool = False) -> str:
    """The board, its places numbered at the edges, and below it the moves whose names the board does not show.

    `last` names the cell of the last move (`Position.last_cell` knows it); `colour` adds ANSI colours.
    """
    scene = game.scene(state)
    if scene is None:
        scene = Scene((), {}, tuple(Action(move, game.move_name(state, move)) for move in legal(game, state)))
    lines, visible = _board(game, state, scene, last, colour)
    return "\n".join([*lines, *_wrap_labels([action.label for action in scene.actions if action.move not in visible], colour)])


def _board(game: Game, state: Any, scene: Scene, last: str | None, colour: bool) -> tuple[list[str], set[int]]:
    """The lines of the board, and the moves whose names can be seen there."""
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
    """A horizontal line: left end, crossings where there are bars, right end."""
    return " " * (side + 1) + ends[0] + (ends[1] * len(bar)).join("─" * width for width in widths) + ends[2]


def _seen_in(grid: Grid, scene: Scene) -> set[int]:
    """The moves that are called like the cell they are made in, like its row or column, or like both together."""
    seen = {}
    for (row, column), cell in grid.cells.items():
        across, down = grid.columns[column], grid.rows[row]
        seen[cell.name] = {across, down, across + down, *(down + sign + across for sign in ",:-")}
    return {action.move for cell, action in actions_alone(scene).items() if action.label in seen.get(cell, ())}


def _wrap_labels(labels: Iterable[str], colour: bool) -> list[str]:
    """The labels in as many lines as they need, each in one piece."""
    words = [clean(label).replace(" ", "\N{NO-BREAK SPACE}") for label in labels]
    if not words:
        return []
    lines = textwrap.wrap(
        "moves: " + " ".join(words), WIDTH, subsequent_indent=" " * 7, break_long_words=False, break_on_hyphens=False
    )
    return [paint(line.replace("\N{NO-BREAK SPACE}", " "), QUIET, colour=colour) for line in lines]
