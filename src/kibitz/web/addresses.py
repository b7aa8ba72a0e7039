"""The address of a position: a game, its parameters, a line of moves, and how many of them have been made; read and written."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from starlette.requests import Request

from kibitz.core.notation import read_moves
from kibitz.core.parameters import write_value
from kibitz.core.remembered import remembered
from kibitz.core.rules import Game
from kibitz.errors import MoveError
from kibitz.position import Position
from kibitz.runtime.user_code import blame_rules
from kibitz.table.limits import Limits
from kibitz.table.served_games import Catalog, ServedGame
from kibitz.web.site import House, HttpProblem

MOVES, PLY, PLAYED = "moves", "ply", "play"  # the fields of an address, beside the parameters of the game
VALUES = "values"  # the field of a form that begins a game: whether moves show their values
DIGITS = 6  # of a number in an address


@dataclass(frozen=True)
class ShownLine:
    """A line of moves with `ply` of them made on the board.

    `positions`: before and after each move; `names`: the names of the moves.
    """

    offer: ServedGame
    positions: tuple[Position, ...]
    names: tuple[str, ...]
    ply: int

    @classmethod
    def read(cls, offer: ServedGame, given: Mapping[str, str], limits: Limits) -> "ShownLine":
        """Read an address. Raises KibitzError, a sentence.

        `play` is one more move, made at the shown position: the line continues with it, and keeps the rest if that was the next
        move.
        """
        text = given.get(MOVES, "").strip()
        if len(text) > limits.line:
            raise HttpProblem("these are more moves than a page takes")
        with blame_rules(offer.base):
            game = offer.game(given, limits)
            start = Position.after(game)
            words = tuple(word for word in re.sub(r"\s*,\s*", ",", text).replace(";", " ").split() if word.strip(","))
            steps = _read(game, words) if len(words) < limits.plies else []
            if max(len(steps), len(words)) >= limits.plies:
                raise HttpProblem(f"a game has at most {limits.plies:,} moves here")
            positions, names = (start, *(one for one, _ in steps)), tuple(name for _, name in steps)
            line = cls(offer, positions, names, _number(given.get(PLY, ""), len(names)))
            return line.play(given[PLAYED]) if given.get(PLAYED, "") else line

    @property
    def game(self) -> Game:
        """The game played."""
        return self.positions[0].game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[self.ply]

    def play(self, name: str) -> "ShownLine":
        """The line with one more move on the board, which is another line unless this was its next move. MoveError."""
        after = self.position.play(name)
        if self.ply + 1 < len(self.positions) and after.moves == self.positions[self.ply + 1].moves:
            return replace(self, ply=self.ply + 1)
        named = self.position.name(after.moves[-1])
        return ShownLine(
            self.offer,
            (*self.positions[: self.ply + 1], after),
            (*self.names[: self.ply], named),
            self.ply + 1,
        )

    def query(self, ply: int | None = None) -> str:
        """The query of an address for this line, at another ply if given; "" for the start."""
        return query_of(self.offer, self.game, self.names, self.ply if ply is None else ply)

    def query_here(self) -> str:
        """The same for the moves alone that have been made on the board."""
        return query_of(self.offer, self.game, self.names[: self.ply])

    def query_after(self, name: str) -> str:
        """The same with one more move."""
        return query_of(self.offer, self.game, (*self.names[: self.ply], name))


def given_in(request: Request, limits: Limits) -> dict[str, str]:
    """The fields of an address; those beyond the limit are not read."""
    return dict(list(request.query_params.items())[: limits.fields])


async def read_line(house: House, request: Request) -> ShownLine:
    """The position that the address names. HttpProblem, 404; KibitzError for moves that cannot be."""
    offer = house.served_game(request.path_params["slug"])
    try:
        return await house.run_rules(offer.base, ShownLine.read, offer, given_in(request, house.limits), house.limits)
    except (OverflowError, MemoryError):
        raise HttpProblem("this is too large") from None


Step = tuple[Position, str]  # where a move leads, and what people call it


def _read(game: Game, words: tuple[str, ...]) -> list[Step]:
    """The moves of a text. MoveError, with the number of the wrong move."""
    try:
        return [step for count in range(len(words)) for step in _steps(game, words[: count + 1])]
    except MoveError:
        read_moves(game, " ".join(words))  # says which move of all it is
        raise


@remembered(4096)
def _steps(game: Game, words: tuple[str, ...]) -> tuple[Step, ...]:
    """The positions after these words. The last line is cached: a reader who goes through a game asks for its positions again
    and again, and naming the moves of a chess position takes longer than all else on the page.
    """
    position, steps = _steps(game, words[:-1])[-1][0] if len(words) > 1 else Position.after(game), []
    for move in read_moves(game, words[-1], position.state):
        after = position.play(move)
        steps.append((after, position.name(move)))
        position = after
    return tuple(steps)


def parameters_of(offer: ServedGame, game: Game) -> dict[str, str]:
    """The parameters of a game that are not as its offer has them, as they are written."""
    found = {one.name: (one.text or "", write_value(getattr(game, one.name))) for one in (*offer.knobs, *offer.setups)}
    return {name: text for name, (usual, text) in found.items() if text != usual}


def query_of(offer: ServedGame, game: Game, names: Sequence[str], ply: int | None = None) -> str:
    """The query of an address for a position: "?width=8&moves=4+4+5"; `ply`: None for the end of the line."""
    fields = parameters_of(offer, game)
    if names:
        fields[MOVES] = _text_of(game, names)
    if ply is not None and ply < len(names):
        fields[PLY] = str(ply)
    return f"?{urlencode(fields, safe='/,')}" if fields else ""


def analysis_of(catalog: Catalog, game: Game | None, names: Sequence[str], ply: int | None = None) -> str:
    """The address of the analysis board of a position; "" for a game that is not served."""
    offer = None if game is None else catalog.served_game(game)
    return "" if offer is None or game is None else f"/g/{offer.slug}/analyse{query_of(offer, game, names, ply)}"


def _text_of(game: Game, names: Sequence[str]) -> str:
    """The moves in a text, without blanks if all names are as long as the first moves': f5d6c3."""
    text, widths = "".join(names), {*map(len, names)}
    if len(widths) == 1 and text.isalnum():
        start = Position.after(game)
        if {len(start.name(move)) for move in start.legal()} == widths:
            return text
    return " ".join(names)


def _number(text: str, most: int) -> int:
    """How many moves have been made; all, where the address does not say."""
    if not text:
        return most
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise HttpProblem("the ply of an address is a whole number, 0 before the first move")
    return min(int(text), most)
