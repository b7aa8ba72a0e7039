"""An opening book, as it is read: what positions near the start are worth."""

import functools
import hashlib
import random
from pathlib import Path
from typing import Any

from kibitz.best_result import best_result
from kibitz.book._pages import Title, Values, opened, title_of
from kibitz.errors import BookError
from kibitz.position import Position
from kibitz.registry import knowledge_of, spec_of
from kibitz.rules import Game, says
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


# One int for a state and all that are symmetric to it: how a book tells positions apart.


class Keys:
    """The keys of one game's states: what its knowledge calls them, or else their fields written one after the other."""

    def __init__(self, game: Game) -> None:
        self._knowledge = knowledge_of(game)
        self._keyed, self._symmetric = says(self._knowledge, "key"), says(self._knowledge, "symmetries")

    def of(self, state: Any) -> int:
        """The smallest key among the state and those symmetric to it."""
        found = self._own(state)
        if self._symmetric and self._knowledge is not None:
            for other in self._knowledge.symmetries(state):
                found = min(found, self._own(other))
        return found

    def _own(self, state: Any) -> int:
        if self._keyed and self._knowledge is not None:
            return int(self._knowledge.key(state))
        return int.from_bytes(_written(state), "big")


def _written(field: Any) -> bytes:
    """A field as bytes that no other value of that field begins with: the length first, then the number."""
    if isinstance(field, tuple):
        return bytes([1]) + b"".join(map(_written, field))
    number = int(getattr(field, "bits", field))
    size = number.bit_length() // 8 + 1
    return bytes([size]) + number.to_bytes(size, "big", signed=True)


# A fingerprint of what a game's rules do: other rules, other keys or other symmetries have another one.

GAMES = 8
LONGEST = 200  # plies of a game


def likeness(game: Game) -> str:
    """The hash of a few random games, the same ones everywhere: the keys met, the moves there were, the results."""
    keys, dice, digest = Keys(game), random.Random(1), hashlib.sha256()
    for _ in range(GAMES):
        state = game.start()
        for _ in range(LONGEST):
            digest.update(repr(_seen(game, keys, state)).encode())
            if game.is_over(state):
                break
            legal = sorted(game.moves(state))
            state = game.play(state, legal[int(dice.random() * len(legal))])
    return digest.hexdigest()[:16]


def _seen(game: Game, keys: Keys, state: Any) -> tuple[Any, ...]:
    mover = int(game.to_move(state)) if says(game, "to_move") else None
    if game.is_over(state):
        return keys.of(state), mover, int(game.result(state))
    return keys.of(state), mover, sorted(map(int, game.moves(state)))


# What a state that is over is worth, and what a move is worth that leads to a state of known value.


def counts_plies(game: Game) -> bool:
    """Whether quicker wins are better: where results are margins, only the margin counts."""
    return best_result(game) == 1


def ended(game: Game, state: Any) -> Value:
    """The value of a state that is over."""
    result = int(game.result(state))
    return Value("exact", result, 0 if result and counts_plies(game) else None)


def before(game: Game, state: Any, after: Any, value: Value) -> Value:
    """What a move from `state` to `after`, which is worth `value` to its own side to move, is worth to its mover."""
    again = says(game, "to_move") and game.to_move(state) == game.to_move(after)
    return (value if again else -value).later()
