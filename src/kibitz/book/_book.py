"""An opening book, as it is read: what positions near the start are worth."""

import functools
from pathlib import Path
from typing import Any

from kibitz.book._keys import Keys
from kibitz.book._likeness import likeness
from kibitz.book._pages import Title, Values, opened, title_of
from kibitz.book._worth import before, ended
from kibitz.errors import BookError
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.thought import MoveValue, Thought, Value

SHIPPED = Path(__file__).parent / "data"


class Book:
    """The exact values of all positions of a game up to `title.plies` from the start."""

    def __init__(self, title: Title, layers: list[Values], name: str) -> None:
        self.title, self.name = title, name
        self._values: Values = {key: value for layer in layers for key, value in layer.items()}
        self._game: Game | None = None

    @classmethod
    def open(cls, file: Path) -> "Book":
        """The book in a file; BookError when it is none, or not a whole one."""
        return cls(*opened(file.read_bytes(), str(file)), str(file))

    @classmethod
    def shipped(cls, game: Game) -> "Book | None":
        """The book that comes with the package for this very game, if there is one."""
        return shipped(spec_without_folder(game))

    def __len__(self) -> int:
        return len(self._values)

    def value(self, game: Game, state: Any) -> Value | None:
        """What a state is worth to its side to move; None when the book does not hold it. BookError for another game."""
        if game != self._game:
            self._admit(game)
        return ended(game, state) if game.is_over(state) else self._values.get(self._keys.of(state))

    def lookup(self, position: Position) -> Thought | None:
        """All that the book says: every move's value, best first, with the line as far as it goes.

        None when the book does not hold all that the moves lead to: it does with fewer than `title.plies` from the start.
        """
        moves = self._moves(position.game, position.state)
        if not moves:
            return None
        lines = [
            MoveValue(move, value, (move, *self._line(position.game, position.game.play(position.state, move))))
            for move, value in moves
        ]
        best = lines[0]
        return Thought(best.move, best.value, best.line, tuple(lines), stopped="solved", bounds=(best.value, best.value))

    def _moves(self, game: Game, state: Any) -> list[tuple[int, Value]]:
        """The moves with their values, best first; none when one of them is not known, or the game is over."""
        found: list[tuple[int, Value]] = []
        for move in () if game.is_over(state) else game.moves(state):
            after = game.play(state, move)
            value = self.value(game, after)
            if value is None:
                return []
            found.append((int(move), before(game, state, after, value)))
        return sorted(found, key=lambda pair: pair[1].order, reverse=True)

    def _line(self, game: Game, state: Any) -> tuple[int, ...]:
        line: list[int] = []
        while moves := self._moves(game, state):
            line.append(moves[0][0])
            state = game.play(state, moves[0][0])
        return tuple(line)

    def _admit(self, game: Game) -> None:
        spec = spec_without_folder(game)
        if spec != self.title.game:
            raise BookError(f"the book {self.name} is about {self.title.game}, not about {spec}")
        if likeness(game) != self.title.rules:
            raise BookError(f"the book {self.name} was made with other rules of {spec}: make it again with `kibitz book`")
        self._game, self._keys = game, Keys(game)


@functools.cache
def shipped(spec: str) -> Book | None:
    """The book among the package's data whose title names this game."""
    for file in sorted(SHIPPED.glob("*.book")):
        with file.open("rb") as content:
            title = title_of(content.readline(), file.name)
        if title.game == spec:
            return Book.open(file)
    return None


def spec_without_folder(game: Game) -> str:
    """The game's spec, the same wherever its file lies."""
    spec = spec_of(game)
    file, python, rest = spec.partition(".py:")
    return Path(file).name + python + rest if python else spec
