"""King and rook against king on a square board of any size: a small endgame that can go in circles."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.rules import Game


class Pieces(NamedTuple):
    king: int
    rook: int
    lone: int  # the king without a rook
    is_lone: bool  # whether it is to move
    is_taken: bool  # the rook
    clock: int  # how many moves were made: no part of the position


@dataclass(frozen=True)
class KingAndRook(Game):
    """A king and a rook try to mate a lone king. It is drawn if that takes the rook, or cannot move and is not attacked."""

    size: int = 4

    recurrence = "draw"
    clock_only_draws = True

    def start(self) -> Pieces:
        return Pieces(0, 1, self.size**2 - 1, False, False, 0)

    def moves(self, state: Pieces) -> Iterable[int]:
        """The square to go to; behind the last square those of the rook."""
        n = self.size
        here = state.lone if state.is_lone else state.king
        for there in range(n * n):
            if self.is_near(here, there) and self.is_allowed(state, there):
                yield there
        if not state.is_lone:
            for there in range(n * n):
                if self.is_on_line(state.rook, there, state.king) and self.is_on_line(there, state.rook, state.lone):
                    yield n * n + there

    def is_allowed(self, state: Pieces, there: int) -> bool:
        """Whether the king to move may stand there."""
        if not state.is_lone:
            return there != state.rook and not self.is_near(there, state.lone) and there != state.lone
        if self.is_near(there, state.king) or there == state.king:
            return False
        return there == state.rook or not self.is_on_line(state.rook, there, state.king)

    def is_near(self, one: int, other: int) -> bool:
        n = self.size
        return one != other and abs(one // n - other // n) <= 1 and abs(one % n - other % n) <= 1

    def is_on_line(self, rook: int, there: int, between: int) -> bool:
        """Whether a rook attacks a square, if nothing but the piece `between` stands in its way."""
        n = self.size
        if rook == there:
            return False
        if rook // n == there // n:
            return not (between // n == rook // n and min(rook, there) <= between <= max(rook, there))
        if rook % n == there % n:
            return not (between % n == rook % n and min(rook, there) <= between <= max(rook, there))
        return False

    def play(self, state: Pieces, move: int) -> Pieces:
        clock = state.clock + 1
        if state.is_lone:
            return Pieces(state.king, state.rook, move, False, move == state.rook, clock)
        if move < self.size**2:
            return Pieces(move, state.rook, state.lone, True, False, clock)
        return Pieces(state.king, move - self.size**2, state.lone, True, False, clock)

    def to_move(self, state: Pieces) -> int:
        return 1 if state.is_lone else 0

    def is_over(self, state: Pieces) -> bool:
        return state.is_taken or (state.is_lone and self.is_stuck(state))

    def is_stuck(self, state: Pieces) -> bool:
        """Whether the lone king has no square to go to."""
        free = 0
        for there in range(self.size**2):
            free += self.is_near(state.lone, there) and self.is_allowed(state, there)
        return free == 0

    def result(self, state: Pieces) -> int:
        return -1 if state.is_lone and self.is_on_line(state.rook, state.lone, state.king) else 0

    def best_result(self) -> int:
        return 1

    def recurrence_key(self, state: Pieces) -> Pieces:
        return Pieces(state.king, state.rook, state.lone, state.is_lone, state.is_taken, 0)
