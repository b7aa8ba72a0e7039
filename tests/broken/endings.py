"""Games that change, cannot begin, or need not end."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game
from kibitz.core.rules import CHANCE
from kibitz.games.textbook.pig import ROLL, Pig
from kibitz.games.textbook.pig import State as Points
from kibitz.games.tic_tac_toe import State as Marks
from kibitz.games.tic_tac_toe import TicTacToe

PASS = 7


class NoStart(TicTacToe):
    """Breaks `game_can_start` at the start: the set-up asks for a square that is not there."""

    def start(self) -> Marks:
        return Marks(Board64(), [Board64()][1])


class Place(NamedTuple):
    place: int
    marks: int = 0


class Path(Game):
    """Move a token along a path; who brings it to the end wins."""

    end = 6

    def start(self) -> Place:
        return Place(0)

    def is_over(self, state: Place) -> bool:
        return state.place == self.end

    def result(self, state: Place) -> int:
        return -1


@dataclass(eq=True, unsafe_hash=True)
class Thaw(Path):
    """Breaks `game_is_frozen` at the start: a plain dataclass, whose steps anybody may change."""

    longest: int = 2

    def moves(self, state: Place) -> Iterable[int]:
        return range(1, min(self.longest, self.end - state.place) + 1)

    def play(self, state: Place, steps: int) -> Place:
        return Place(state.place + steps)


@dataclass(frozen=True)
class ToAndFro(Path):
    """Breaks `play_ends` after right left: the token goes to and fro."""

    def moves(self, state: Place) -> Iterable[int]:
        if state.place > 0:
            yield 0
        yield 1

    def play(self, state: Place, step: int) -> Place:
        return Place(state.place + (1 if step else -1))

    def move_name(self, state: Place, step: int) -> str:
        return "right" if step else "left"


@dataclass(frozen=True)
class Upwards(Path):
    """Breaks `play_ends` after 10 moves: the token begins behind the end, and goes on for ever."""

    def start(self) -> Place:
        return Place(self.end + 1)

    def moves(self, state: Place) -> Iterable[int]:
        return (1, 2)

    def play(self, state: Place, steps: int) -> Place:
        return Place(state.place + steps)


@dataclass(frozen=True)
class LateReturn(Path):
    """Breaks `play_ends` after 20 moves: after a way too long for a walk in breadth, on which it may leave marks, the token
    may go back."""

    end = 25

    def moves(self, state: Place) -> Iterable[int]:
        return range(3 if state.place > 18 else 2)

    def play(self, state: Place, step: int) -> Place:
        if step == 2:
            return Place(state.place - 1, state.marks)
        return Place(state.place + 1, 2 * state.marks + step if state.place < 18 else state.marks)


class Reluctant(Pig):
    """Breaks `play_ends` after pass pass: who does not want to roll may pass, and so may the other."""

    move_limit = 0

    def moves(self, state: Points) -> Iterable[int]:
        return (ROLL, PASS)

    def play(self, state: Points, move: int) -> Points:
        return Points(state.theirs, state.mine, 0, 1 - state.turn, False) if move == PASS else super().play(state, move)

    def move_name(self, state: Points, move: int) -> str:
        return "pass" if move == PASS else super().move_name(state, move)


class Toss(NamedTuple):
    heads: bool = False
    tossing: bool = False
    over: bool = False
    turn: int = 0


@dataclass(frozen=True)
class TossAgain(Game):
    """Breaks `play_ends` after 0 0 0 0: who does not give up tosses a coin; tails gives another toss, and so does heads."""

    def start(self) -> Toss:
        return Toss()

    def to_move(self, state: Toss) -> int:
        return CHANCE if state.tossing else state.turn

    def moves(self, state: Toss) -> Iterable[int]:
        return range(2)

    def chances(self, state: Toss) -> Iterable[tuple[int, float]]:
        return ((side, 0.5) for side in range(2))

    def play(self, state: Toss, move: int) -> Toss:
        if state.tossing:
            return Toss(heads=move == 1, turn=1 - state.turn)
        return Toss(state.heads, tossing=True, turn=state.turn) if move == 0 else Toss(over=True, turn=1 - state.turn)

    def is_over(self, state: Toss) -> bool:
        return state.over

    def result(self, state: Toss) -> int:
        return 1
