"""The strong solution of a game, read from its file: what every position that can be reached is worth, without any search."""

import dataclasses
import hashlib
from bisect import bisect_left
from pathlib import Path
from typing import Any

from kibitz.errors import SolutionError
from kibitz.position import Position
from kibitz.registry import load, spec_of
from kibitz.rules import Game, says
from kibitz.solution._file import SolutionFile
from kibitz.solution._layout import Layout, cells_of
from kibitz.thought import MoveValue, Value


class Solution:
    """Every position of a game with its value and distance, looked up in a file that stays on the disk."""

    def __init__(self, path: str | Path, game: Game | None = None) -> None:
        """The solution of `game`, or of the game that the file names.

        Raises SolutionError, in one sentence, when the file is not there, damaged, or made for other rules.
        """
        self.path = Path(path)
        self._file = SolutionFile(self.path)
        header = self._file.header
        self.game = load(header.game) if game is None else game
        if fingerprint(self.game) != header.fingerprint:
            raise SolutionError(self._stranger(header.game, spec_of(self.game)))
        self._layout = Layout(header.spare, header.widths)
        self._values = [Value("exact", result, plies) for result, plies in header.values]

    def __len__(self) -> int:
        """How many positions there are."""
        return self._file.header.positions

    @property
    def start(self) -> Value:
        """What the start is worth to the side that begins."""
        return self._values[self._file.header.start]

    def value(self, state: Any) -> Value | None:
        """What a state is worth to the side to move; None for one that cannot be reached from the start."""
        key = self._layout.key(state)
        if key is None:
            return None
        number = bisect_left(range(len(self)), key, key=self._file.key)
        if number == len(self) or self._file.key(number) != key:
            return None
        return self._values[self._file.value(number)]

    def best(self, position: Position) -> tuple[MoveValue, ...]:
        """The legal moves with what they are worth to the one who makes them, best first; none when the game is over."""
        if position.game != self.game:
            raise SolutionError(self._stranger(spec_of(self.game), spec_of(position.game)))
        return self._moves(position.state)

    def line(self, state: Any) -> tuple[int, ...]:
        """Best play of both sides from a state to the end."""
        found: list[int] = []
        while moves := self._moves(state):
            found.append(moves[0].move)
            state = self.game.play(state, moves[0].move)
        return tuple(found)

    def _moves(self, state: Any) -> tuple[MoveValue, ...]:
        value = self._known(state)
        if self.game.is_over(state):
            return ()
        found = []
        for move in self.game.moves(state):
            after = self.game.play(state, move)
            worth = self._known(after).later()
            again = says(self.game, "to_move") and self.game.to_move(state) == self.game.to_move(after)
            found.append(MoveValue(int(move), worth if again else -worth, (int(move),)))
        found.sort(key=lambda one: one.value.order, reverse=True)
        if not found or found[0].value != value:
            raise SolutionError(self._other_rules())
        return tuple(found)

    def _known(self, state: Any) -> Value:
        value = self.value(state)
        if value is None:
            raise SolutionError(
                f"{self.path} does not hold this position of {spec_of(self.game)}: it holds those that the rules lead to"
            )
        return value

    def _stranger(self, theirs: str, ours: str) -> str:
        if theirs == ours:
            return self._other_rules()
        return f"{self.path} is of {theirs}, not of {ours}: `kibitz solve {ours} --everything --to FILE` makes one that fits"

    def _other_rules(self) -> str:
        ours = spec_of(self.game)
        return f"{self.path} was made for other rules of {ours}: make it anew with `kibitz solve {ours} --everything --to FILE`"


# What tells one game's rules from another's: how a fixed set of games goes, move by move, with what the parameters hold.

GAMES, PLIES = 16, 250


def fingerprint(game: Game) -> str:
    """The same for the same rules, in every process and version of Python; another when one of the games goes another way."""
    held: Any = game
    fields = [(field.name, getattr(game, field.name)) for field in dataclasses.fields(held)]
    digest = hashlib.sha256(type(game).__name__.encode())
    digest.update(repr([(name, value) for name, value in fields if not isinstance(value, str)]).encode())  # no names of files
    for seed in range(GAMES):
        for seen in _played(game, seed):
            digest.update(repr(seen).encode())
    return digest.hexdigest()[:32]


def _played(game: Game, seed: int) -> list[tuple[Any, ...]]:
    """A game, as each of its positions is seen: the state, whose turn it is, and the moves or the result."""
    found: list[tuple[Any, ...]] = []
    state, dice = game.start(), seed
    for _ in range(PLIES):
        cells, mover = tuple(cells_of(state)), int(game.to_move(state)) if says(game, "to_move") else None
        if game.is_over(state):
            return [*found, (cells, mover, int(game.result(state)))]
        moves = [int(move) for move in game.moves(state)]
        found.append((cells, mover, moves))
        if not moves:
            break
        dice = (dice * 6364136223846793005 + 1442695040888963407) % 2**64  # Knuth's MMIX: its high bits are the random ones
        state = game.play(state, moves[(dice >> 33) % len(moves)])
    return found
