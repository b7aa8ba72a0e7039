"""What a position looks like, whatever its game's drawing does: where that fails there is something simpler, and a sentence."""

import math
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from kibitz.errors import GameError
from kibitz.laws import short_repr
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.runtime.user_code import describe_error, describe_failure
from kibitz.scene import Scene
from kibitz.web.limits import Limits

LIMITS = Limits()
LONG = 300  # letters of what is said about a fault
T = TypeVar("T")


def scene_of(position: Position, faults: list[str]) -> Scene | None:
    """The scene; None where there is none, and where it cannot be drawn, which is said in `faults`."""
    scene = _tried(position.game, "scene", lambda: position.game.scene(position.state), None, faults)
    if scene is None:
        return None
    why = _unfit(scene)
    if why:
        faults.append(f"scene() of {type(position.game).__name__} {why}: here is the board as text.")
    return None if why else scene


def last_cell(position: Position) -> str | None:
    """Where the last move was made; None where nothing says so."""
    with suppress(Exception):
        return position.last_cell
    return None


def text_of(position: Position, faults: list[str]) -> str:
    """The board as text, or else the fields of its state; not more than a page bears."""
    game, state = position.game, position.state
    text = _tried(game, "show", lambda: game.show(state), None, faults)
    if text is not None and not isinstance(text, str):
        faults.append(f"show() of {type(game).__name__} gave {short_repr(text)}, and must give a text.")
    return bounded(text if isinstance(text, str) else short_repr(state))


def draw_board(position: Position, faults: list[str]) -> str:
    """The board as a terminal shows it, where that can be."""
    with suppress(Exception):
        return bounded(position.draw())
    return text_of(position, faults)


def named(position: Position, faults: list[str], most: int | None = None) -> dict[int, str]:
    """The legal moves with their names, as far as they have names; none where there are more than `most`."""
    legal = position.legal()
    if most is not None and len(legal) > most:
        faults.append(f"{len(legal):,} moves at once are too many for the page.")
        return {}
    problems: list[str] = []
    game, state = position.game, position.state
    found = {move: _tried(game, "move_name", partial(game.move_name, state, move), "", problems) for move in legal}
    faults += problems[:1]
    return {move: name for move, name in found.items() if name}


def bounded(text: str) -> str:
    """A text with as many lines, and letters, as a page bears; what is left out is said."""
    lines = text[: LIMITS.line].split("\n")
    kept = "\n".join(line[: LIMITS.wide] for line in lines[: LIMITS.lines])
    return kept if kept == text else f"{kept}\n... and {len(text) - len(kept):,} letters more"


def _tried(game: Game, rule: str, ask: Callable[[], T], otherwise: T, faults: list[str]) -> T:
    """What a rule answers, or, where it fails, something else."""
    try:
        return ask()
    except Exception as problem:
        message = describe_failure(f"{rule}() of {type(game).__name__}", problem)
        faults.append(f"{message[:LONG].rstrip('.')}{': here is the board as text' if rule == 'scene' else ''}.")
        return otherwise


def _unfit(scene: object) -> str:
    """Why a scene cannot be drawn; "" where it can."""
    if not isinstance(scene, Scene):
        return f"gave {short_repr(scene)}, and must give a Scene or None"
    try:
        if len(scene.cells) > LIMITS.cells:
            return f"has {len(scene.cells):,} places, which is too large for the page"
        names = {cell.name for cell in scene.cells}
        for cell in scene.cells:
            if not all(math.isfinite(number) and abs(number) < LIMITS.far for number in (cell.x, cell.y, cell.size)):
                return f"puts the cell {cell.name} where it cannot be drawn, at {cell.x}, {cell.y}, size {cell.size}"
        acted = {cell for action in scene.actions for cell in (action.cell, action.source)} - {None}
        strangers = {*scene.pieces, *scene.marked, *acted} - names
        if strangers and names:
            return f"puts something into {', '.join(sorted(map(str, strangers))[:3])}, but has no such cell"
    except (TypeError, AttributeError, GameError) as problem:
        return f"has something that is none of a Scene's ({describe_error(problem)[:LONG]})"
    return ""
