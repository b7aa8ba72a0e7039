"""The strong solution of a game, read from its file: what every position that can be reached is worth, without any search."""

from bisect import bisect_left
from pathlib import Path
from typing import Any

from kibitz.errors import SolutionError
from kibitz.position import Position
from kibitz.registry import load, spec_of
from kibitz.rules import Game, says
from kibitz.solution._file import SolutionFile
from kibitz.solution._fingerprint import fingerprint
from kibitz.solution._layout import Layout
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
