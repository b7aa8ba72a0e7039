"""The one door to the board of a notebook, which needs the package anywidget."""

from typing import TYPE_CHECKING

from kibitz.core.arguments import checked
from kibitz.core.registry import as_game
from kibitz.core.rules import Game
from kibitz.errors import NotebookError
from kibitz.players import HUMAN
from kibitz.position import Position

if TYPE_CHECKING:
    from kibitz.notebook.widget import GameWidget

LEVEL = 3  # of the computer, by default


@checked()
def play(
    game: Game | Position | str,
    *players: str,
    level: int = LEVEL,
    values: bool = False,
    seed: int | None = None,
    offline: bool = False,
) -> "GameWidget":
    """A board to play on in a notebook.

    `game`: a game, its spec, or a position to begin from. `players`: one for each side, "human" or a spec as for
    `kibitz.player`; without any a person has the first move, and the computer of this `level` plays all else. `values`: whether
    moves show what they are worth; a button turns it on and off. `seed`: how dice fall, and what players make of theirs.
    `offline`: keep the game itself in the notebook, as WebAssembly, so that the board plays on without a kernel; that compiles
    once, and adds 100 kB or more to the file.

    Raises NotebookError without anywidget, what `kibitz.load` and `kibitz.player` raise, and PageError where `offline` needs a
    linker or rules that compile.
    """
    start = game if isinstance(game, Position) else Position.after(as_game(game))
    count = start.game.players
    seats = players or (HUMAN, *(f"computer:level={level}" for _ in range(count - 1)))
    if len(seats) != count:
        raise NotebookError(f"{len(seats)} players are named, and this game is for {count}")
    try:
        from kibitz.notebook.widget import GameWidget
    except ModuleNotFoundError as missing:
        if missing.name not in ("anywidget", "traitlets"):
            raise
        raise NotebookError("a board in a notebook needs the package anywidget: pip install 'kibitz[notebook]'") from None
    return GameWidget(start, seats, values, seed, offline)
