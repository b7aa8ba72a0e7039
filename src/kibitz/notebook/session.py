"""A game that is played in a notebook, as HTML after each move: the table of the page, without a server."""

import functools
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from kibitz.core.thought import Limit, Thought
from kibitz.errors import KibitzError, NotAMove
from kibitz.players import HUMAN, Player, ask, player
from kibitz.position import Position
from kibitz.present.answer import as_json, blank
from kibitz.runtime.user_code import blame_rules
from kibitz.search.entry import think
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.table_seat import TableSeat
from kibitz.web.board.table_view import Facts, Wish, view
from kibitz.web.site import templates
from kibitz.web.table_session import WeighingProgress

HERE = Path(__file__).parent
TIME = 1.0  # seconds for what moves are worth
SEEDS = 2**31
MIDDLING = 4  # the level that a page takes for a player that it does not have


class NotebookGame:
    """The game of one board: it obeys what the board sends, and gives the HTML to show next."""

    def __init__(self, start: Position, seats: Sequence[str], values: bool = False, seed: int | None = None) -> None:
        """`seats`: "human" or the spec of a player for each side. PlayerError for a player that there is not."""
        self._seed = random.randrange(SEEDS) if seed is None else seed
        self._players: list[Player | None] = [
            None if one == HUMAN else player(one, self._seed + side) for side, one in enumerate(seats)
        ]
        settings = Settings(self._seed, values="on" if values else "off")
        self._start, self._seats, self._games = start, [TableSeat(one) for one in seats], 1
        self.table = self._new_table(settings)
        self._thought: Thought | None = None
        self._picked: str | None = None
        self._wants_hint = False

    def _new_table(self, settings: Settings) -> GameTable:
        """Where the game begins; dice that fall there are thrown."""
        positions = tuple(_positions_to(self._start)) if self._start.moves else ()
        return GameTable.begin("", "", self._start.game, self._seats, settings, positions)

    def begin(self) -> Iterator[str]:
        """Show the start, and the board after each move of the program, if it begins."""
        yield from self._go_on()

    def obey(self, order: Mapping[str, Any]) -> Iterator[str]:
        """Do what the board asks, and yield the board after each step.

        `act`: "move" with the name of a move as `value`, "pick" with the cell of a piece, "undo", "again", "hint", or "values";
        `version` is the table's version on the board. The board explains what cannot be done.
        """
        act, value, version = (order.get(name, "") for name in ("act", "value", "version"))
        try:
            if act == "pick":
                self._picked = None if value in ("", self._picked) else str(value)
            elif act == "hint":
                self._wants_hint = True
            elif act == "values":
                self.table = self.table.show_values("off" if self.table.settings.values == "on" else "on")
            elif act == "again":
                number = self.table.version + 1  # so what was pressed before belongs to no position of the new game
                chosen = replace(self.table.settings, seed=self._seed + self._games)  # other dice, the same ones each time
                self._games += 1
                self._change(replace(self._new_table(chosen), version=number, moved=number))
            elif act == "undo":
                self._change(self.table.undo(_number(version)))
            elif act == "move":
                self._change(self.table.move(str(value), _number(version)))
            else:
                raise NotAMove(f"a board does not send {act!r}")
        except KibitzError as problem:
            yield self.html(str(problem))
            return
        yield from self._go_on()

    def _change(self, table: GameTable) -> None:
        self.table = table
        self._picked, self._thought, self._wants_hint = None, None, False

    def _go_on(self) -> Iterator[str]:
        """The moves of the program, and then the values of a person's moves, if they are to be shown."""
        yield self.html()
        while self.table.thinks:
            position = self.table.position
            someone = self._players[position.to_move]
            try:
                assert someone is not None  # a person's move is waited for
                best = ask(someone, position).best
                self._change(self.table.answer("" if best is None else position.name(best)))
            except Exception as problem:  # whatever a player does: the board says so
                yield self.html(str(problem) or type(problem).__name__)
                return
            yield self.html()
        if self.table.waits and self._thought is None and (self._wants_hint or self.table.settings.values == "on"):
            try:
                self._thought = think(self.table.position, limit=Limit(time=TIME), all_moves=True)
            except KibitzError as problem:
                yield self.html(str(problem))
                return
            yield self.html()

    @property
    def address(self) -> str:
        """How the game stands, as a page that plays by itself has it in its address: seats, and moves by their numbers."""
        end = self.table.position
        numbers = [above.legal().index(move) for above, move in zip(_positions_to(end), end.moves, strict=False)]
        seats = [0 if seat.is_person else _level_of(seat.spec) for seat in self._seats]
        return f"#seats={'.'.join(map(str, seats))}&moves={'.'.join(map(str, numbers))}"

    def html(self, problem: str = "") -> str:
        """The board as HTML."""
        with blame_rules(self.table.game):
            fields = view(self.table, _facts(self.table.position, self._thought, self._wants_hint), Wish(None, self._picked))
        return _templates().get_template("board.html").render(**fields, problem=problem)


def _facts(position: Position, thought: Thought | None, wants_hint: bool) -> Facts:
    """Facts about the position beside the game itself."""
    if thought is None:
        return Facts("")
    answer = as_json(position, thought)
    values = {one.move: one.value for one in thought.moves}
    hint = answer if wants_hint else None
    return Facts("", values, WeighingProgress(True, blank=blank(answer)), hint, learned=thought.learned)


def _positions_to(end: Position) -> Iterator[Position]:
    position = Position.after(end.game)
    yield position
    for move in end.moves:
        position = position.play(move)
        yield position


def _level_of(spec: str) -> int:
    """The level that is named, or a middling one in its place."""
    found = re.search(r"\blevel=(\d+)", spec)
    return int(found[1]) if found else MIDDLING


def _number(version: Any) -> int:
    return version if isinstance(version, int) else 0


@functools.cache
def _templates() -> Environment:
    """The template environment of the server, with this folder added."""
    return templates().overlay(loader=FileSystemLoader(HERE))
