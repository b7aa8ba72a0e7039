"""Moves and sides as the Go Text Protocol writes them, in the games that have such coordinates: Go, Hex and Othello.

Points are a letter and a number, `D4`, in upper or lower case. In Go the letter I is left out and rows are counted from below;
in Hex and Othello no letter is, and rows are counted from above. So the rules name them too; only the swap has another name.
"""

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import GameError, IllegalMove, NotAMove
from kibitz.games.go import Go
from kibitz.games.hex import Hex
from kibitz.games.othello import Othello
from kibitz.position import Position

PASS = "pass"
SWAPS = {"swap": "swap-pieces"}  # as the rules name it, and as Hex programs do
SIDES = ("black", "white")  # the first player first
LONGEST = 24  # characters of a word that is quoted

TITLES: dict[type[Game], str] = {Go: "Go", Hex: "Hex", Othello: "Othello"}
"""The games that are played over this protocol, and what programs call them in `list_games`."""


def title_of(game: Game) -> str:
    """The programs' name of this game. Raises GameError where the protocol has no coordinates for it."""
    title = TITLES.get(type(game))
    if title is None:
        raise GameError(f"the Go Text Protocol is spoken for {', '.join(TITLES.values())}, not for {spec_of(game)}")
    return title


def write_vertex(position: Position, move: int) -> str:
    """The legal move as the protocol has it: `E5`, `pass`, `swap-pieces`."""
    return spell(position.name(move))


def spell(name: str) -> str:
    """The name of a move as the protocol has it."""
    return SWAPS.get(name, name if name == PASS else name.upper())


def read_vertex(position: Position, text: str) -> int:
    """The legal move for `text`. Raises NotAMove for text that is not a point of the board, else IllegalMove."""
    wanted = text.lower()
    for move in position.legal():
        if write_vertex(position, move).lower() == wanted:
            return move
    if wanted in (PASS, *SWAPS.values()) or _is_point(position, wanted):
        raise IllegalMove(f"{text!r} is not legal here")
    raise NotAMove(f"{text[:LONGEST]!r} is not a point of the board")


def read_side(text: str) -> int | None:
    """The player that `b`, `black`, `w` or `white` means, 0 the first; None for any other word."""
    wanted = text.lower()
    return next((player for player, side in enumerate(SIDES) if wanted in (side, side[0])), None)


def _is_point(position: Position, text: str) -> bool:
    scene = position.game.scene(position.state)
    return scene is not None and text in {cell.name.lower() for cell in scene.cells}
