"""A game as an animation: the board after each move, the last move marked, the end shown longer."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kibitz.core.registry import title
from kibitz.core.rules import Game, at_chance
from kibitz.core.scene import Scene, cell_of
from kibitz.core.thought import GameRecord
from kibitz.drawing import raster
from kibitz.drawing.looks import board_sheet
from kibitz.drawing.pen import Pen, page
from kibitz.drawing.plate import Plate, draw_lines, svg, text_size
from kibitz.drawing.text import draw
from kibitz.errors import PictureError
from kibitz.position import Position

MOVE, END = 0.8, 3.0  # seconds that a move stays, and the end
MOST = 300  # moves: of a longer game the last ones are shown
LONGEST = 480.0  # pixels of the longer side of a GIF


@dataclass(frozen=True)
class Shot:
    """A state of a game, and the cell of the last move."""

    state: Any
    last: str | None = None


def shots_of(position: Position) -> list[Shot]:
    """The start and the state after each move."""
    game = position.game
    shots = [Shot(game.start())]
    for move in position.moves:
        before = shots[-1]
        last = before.last if at_chance(game, before.state) else cell_of(game.scene(before.state), move)
        shots.append(Shot(game.play(before.state, move), last))
    return shots[-MOST - 1 :]


def _seconds(count: int) -> list[float]:
    return [MOVE] * (count - 1) + [END]


def still(position: Position) -> str:
    """The board as an SVG picture: the last move marked, no hints."""
    return svg(position.game, position.state, position.last_cell, hints=False)


def gif(position: Position) -> bytes:
    """The game as an animated GIF. PictureError if a package is missing."""
    pictures = [svg(position.game, shot.state, shot.last, hints=False) for shot in shots_of(position)]
    return raster.gif(pictures, _seconds(len(pictures)), LONGEST)


# The animated SVG needs no package: the boards lie on top of each other, and its style sheet shows one at a time.


@dataclass(frozen=True)
class FilmFrame:
    """The drawing of a state: its scene, or its text if it has none, and the cell of the last move."""

    plate: Plate | None
    lines: tuple[str, ...]
    last: str | None

    @classmethod
    def of(cls, game: Game, shot: Shot) -> "FilmFrame":
        """The drawing of a shot."""
        scene = game.scene(shot.state)
        if scene is not None and scene.cells:
            return cls(Plate(scene), (), shot.last)
        return cls(None, tuple(draw(game, shot.state).split("\n")), shot.last)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return text_size(self.lines) if self.plate is None else (self.plate.width, self.plate.height)

    @property
    def ground(self) -> Scene | None:
        """The empty board, which usually stays the same; None for a text."""
        return None if self.plate is None else replace(self.plate.scene, pieces={}, actions=(), marked=())

    def draw(self, pen: Pen, is_whole: bool) -> None:
        """Draw it; `is_whole`: with the empty board."""
        if self.plate is None:
            draw_lines(pen, self.lines)
        elif is_whole:
            self.plate.draw(pen, self.last, hints=False)
        else:
            board = self.plate.board
            board.pieces(pen.group(board.kind), self.plate.left, self.plate.top, self.last, hints=False)


def animated_svg(position: Position) -> str:
    """The game as an animated SVG; only the end where less motion is wanted or nothing can move."""
    frames = [FilmFrame.of(position.game, shot) for shot in shots_of(position)]
    wide, high = (max(frame.size[side] for frame in frames) for side in (0, 1))
    name, about = type(position.game).__name__, title(type(position.game))
    looks = {frame.plate.scene.look for frame in frames if frame.plate is not None}
    pen = page(wide, high, name, about, board_sheet(*looks) + _timing(len(frames)))
    first = frames[0].plate
    is_whole = first is None or any(frame.ground != frames[0].ground for frame in frames)
    if first is not None and not is_whole:
        first.empty(pen)
    for number, frame in enumerate(frames):
        group = pen.group("kb-moment")
        begins = number * MOVE - sum(_seconds(len(frames)))  # below 0: all have begun long ago, so that their loops agree
        group.root.set("style", f"animation-delay:{begins:.1f}s")
        if is_whole:
            group.box("kb-ground", 0, 0, wide, high)
        frame.draw(group, is_whole)
    return pen.done()


def _percent(share: float) -> str:
    """A share in percent, rounded down: one board must be gone when the next one comes."""
    return f"{math.floor(share * 1e6) / 1e4:.4f}"


def _timing(count: int) -> str:
    """The CSS that shows one board after the other."""
    whole = sum(_seconds(count))
    if count == 1:
        return ""
    steps = "".join(
        f"@keyframes {name} {{0% {{visibility:visible}} {_percent(seconds / whole)}%,100% {{visibility:hidden}}}} "
        for name, seconds in (("kb-move", MOVE), ("kb-end", END))
    )
    return (
        f" {steps}.kb .kb-moment {{visibility:hidden;animation:kb-move {whole:.1f}s step-end infinite}} "
        ".kb .kb-moment:last-child {visibility:visible;animation-name:kb-end} "
        "@media (prefers-reduced-motion: reduce) {.kb .kb-moment {animation:none}}"
    )


KINDS: Mapping[str, Callable[[Position], bytes]] = MappingProxyType(
    {
        ".svg": lambda position: still(position).encode(),
        ".png": lambda position: raster.png(still(position)),
        ".gif": gif,
    }
)


def picture(
    game: Game | GameRecord | Position | str,
    moves: str | Sequence[int | str] = "",
    *,
    kind: str = "svg",
    animated: bool = False,
) -> bytes:
    """A picture of the board after the last move, or an animation of the whole game, as file content.

    `game`: a game or its spec, with `moves` from its start; or a position or record with its own moves. `kind`: "svg", "png" or
    "gif" (always animated); `animated`: for an SVG. The last move is marked. An animation shows a move for 0.8 seconds, the end
    for 3, and at most the last 300 moves.

    Raises MoveError for illegal moves; PictureError for another kind, an animated PNG, and missing packages.
    """
    if isinstance(game, Position):
        position = game
    elif isinstance(game, GameRecord):
        position = Position.after(game.game, game.moves)
    else:
        position = Position.after(game, moves)
    ending = kind_of(Path(f"a.{kind}"))
    if animated and ending == ".png":
        raise PictureError("a PNG does not move: take SVG or GIF")
    return animated_svg(position).encode() if animated and ending == ".svg" else KINDS[ending](position)


def kind_of(file: Path) -> str:
    """The kind of picture for a file's ending. PictureError for any other, and for missing packages."""
    ending = file.suffix.lower()
    if ending not in KINDS:
        raise PictureError(f"a picture is written as {', '.join(KINDS)}: {file.name} ends in none of these")
    if ending != ".svg":
        raster.check()
    return ending
