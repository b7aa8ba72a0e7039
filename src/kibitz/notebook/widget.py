"""The board of a notebook as a widget: HTML goes to the browser, clicks come back."""

import base64
import zlib
from collections.abc import Iterator, Sequence
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

    page = traitlets.Unicode("").tag(sync=True)
    """The game as a page that plays by itself, deflated, in base64; "" unless it is to be played without a kernel."""
    address = traitlets.Unicode("").tag(sync=True)
    """How the game stands, as addresses of that page have it."""

    def __init__(
        self, start: Position, seats: Sequence[str], values: bool = False, seed: int | None = None, offline: bool = False
    ) -> None:
        """`offline`: whether it is kept as a page, too; all else as for `NotebookGame`."""
        super().__init__()
        self._game = NotebookGame(start, seats, values, seed)
        if offline:
            from kibitz.static_page.one_file import one_file  # brings the compiler

            self.page = base64.b64encode(zlib.compress(one_file(start.game).encode(), 9)).decode()
        self.observe(self._obey, "order")
        self._show(self._game.begin())

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self._game.table.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made so far, as people call them."""
        return tuple(self._game.table.names())

    def _obey(self, change: Any) -> None:
        self._show(self._game.obey(change["new"]))

    def _show(self, steps: Iterator[str]) -> None:
        for html in steps:
            self.html = html
            if self.page:
                self.address = self._game.address
