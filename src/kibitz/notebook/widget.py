"""The board of a notebook as a widget: HTML goes to the browser, clicks come back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from kibitz.drawing.looks import board_css
from kibitz.notebook.session import NotebookGame
from kibitz.position import Position

HERE = Path(__file__).parent


class GameWidget(anywidget.AnyWidget):
    """A game that is played on a board; `position` and `moves` say how it stands. Made by `kibitz.play`."""

    _esm = (HERE / "board.js").read_text("utf-8")
    _css = f"{board_css()}\n{(HERE / 'board.css').read_text('utf-8')}"
    html = traitlets.Unicode("").tag(sync=True)
    """What is to be seen."""
    order = traitlets.Dict().tag(sync=True)
    """What was pressed last, with a number that makes it another than the one before."""

    def __init__(self, start: Position, seats: Sequence[str], values: bool = False, seed: int | None = None) -> None:
        """`start`, `seats` and all else as for `NotebookGame`."""
        super().__init__()
        self._game = NotebookGame(start, seats, values, seed)
        self.observe(self._obey, "order")
        for html in self._game.begin():
            self.html = html

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self._game.table.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made so far, as people call them."""
        return tuple(self._game.table.names())

    def _obey(self, change: Any) -> None:
        for html in self._game.obey(change["new"]):
            self.html = html
