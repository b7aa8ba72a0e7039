"""Games of several players to learn from: a race with a die, and lines of three on a board that shows every player's marks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kibitz.core.board import Board64, square
from kibitz.core.rules import CHANCE, Game

GOAL = 12


class Track(NamedTuple):
    """Who is to move, where the runners are, and what was thrown; 0 before the throw."""

    turn: int
    at: tuple[int, int, int]
    thrown: int


@dataclass(frozen=True)
class Race(Game):
    """Throw a die of three; go so many steps, or twice as many and the next player one. Who reaches the goal first gets 2."""

    players: ClassVar[int] = 3

    def start(self) -> Track:
        return Track(0, (0, 0, 0), 0)

    def to_move(self, state: Track) -> int:
        return state.turn if state.thrown else CHANCE

    def moves(self, state: Track) -> Iterable[int]:
        return range(2)

    def chances(self, state: Track) -> Iterable[tuple[int, float]]:
        for eyes in range(1, 4):
            yield eyes, 1.0

    def play(self, state: Track, move: int) -> Track:
        if state.thrown == 0:
            return Track(state.turn, state.at, move)
        then, steps = (state.turn + 1) % 3, state.thrown * (1 + move)
        first = state.at[0] + (steps if state.turn == 0 else move if then == 0 else 0)
        second = state.at[1] + (steps if state.turn == 1 else move if then == 1 else 0)
        third = state.at[2] + (steps if state.turn == 2 else move if then == 2 else 0)
        return Track(then, (first, second, third), 0)

    def is_over(self, state: Track) -> bool:
        return max(state.at) >= GOAL

    def payoffs(self, state: Track) -> Iterable[int]:
        best = max(state.at)
        for player in range(3):
            yield 2 if state.at[player] == best else -1


class Marked(NamedTuple):
    """The marks of each player, whichever side is to move."""

    red: Board64
    green: Board64
    blue: Board64


@dataclass(frozen=True)
class Columns(Game):
    """Three in turn mark squares of a board of 3x3; a whole column pays 1 to its owner and ends the game."""

    players: ClassVar[int] = 3

    def start(self) -> Marked:
        return Marked(Board64(), Board64(), Board64())

    def to_move(self, state: Marked) -> int:
        return len(state.red | state.green | state.blue) % 3

    def moves(self, state: Marked) -> Iterable[int]:
        return (Board64(511) - state.red - state.green - state.blue).squares()

    def play(self, state: Marked, move: int) -> Marked:
        mover = self.to_move(state)
        return Marked(
            state.red | square(move) if mover == 0 else state.red,
            state.green | square(move) if mover == 1 else state.green,
            state.blue | square(move) if mover == 2 else state.blue,
        )

    def is_over(self, state: Marked) -> bool:
        full = len(state.red | state.green | state.blue) == 9
        return full or self.holds(state.red) or self.holds(state.green) or self.holds(state.blue)

    def payoffs(self, state: Marked) -> Iterable[int]:
        yield 1 if self.holds(state.red) else 0
        yield 1 if self.holds(state.green) else 0
        yield 1 if self.holds(state.blue) else 0

    def holds(self, marks: Board64) -> bool:
        """Whether a column is all of one player."""
        left, middle, right = Board64(73), Board64(146), Board64(292)
        return marks & left == left or marks & middle == middle or marks & right == right
