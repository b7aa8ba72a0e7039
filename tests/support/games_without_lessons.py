"""Games that nothing can be learned of, each for a reason of its own."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kibitz.core.rules import Game

SQUARES = 400


class Count(NamedTuple):
    """So many moves were made, and what the first cell of a row holds."""

    made: int
    row: tuple[int, ...]


@dataclass(frozen=True)
class Even(Game):
    """Each of two players moves thrice, and it is always a draw."""

    def start(self) -> Count:
        return Count(0, (0, 0))

    def moves(self, state: Count) -> Iterable[int]:
        return range(2)

    def play(self, state: Count, move: int) -> Count:
        return Count(state.made + 1, (move, state.row[0]))

    def is_over(self, state: Count) -> bool:
        return state.made == 6

    def result(self, state: Count) -> int:
        return 0


class Settled(Even):
    """Whatever they do, the first player wins."""

    def result(self, state: Count) -> int:
        return 1


class AtOnce(Even):
    """Over before the first move."""

    def is_over(self, state: Count) -> bool:
        return True


class Endless(Even):
    """Goes on for ever."""

    def is_over(self, state: Count) -> bool:
        return False


class Plain(Even):
    """Says itself that it does not compile."""

    compiles: ClassVar[bool] = False

    def result(self, state: Count) -> int:
        return 1 - 2 * state.row[0]


class Uncompiled(Even):
    """Looks into itself, which no machine code does."""

    def result(self, state: Count) -> int:
        return 1 - 2 * state.row[0] + len(vars(self))


class Wide(Even):
    """A board of twenty by twenty."""

    def start(self) -> Count:
        return Count(0, (0,) * SQUARES)

    def play(self, state: Count, move: int) -> Count:
        return Count(state.made + 1, (*state.row[1:], 1 + move))

    def result(self, state: Count) -> int:
        return 2 * state.row[-1] - 3


class Alone(Plain):
    """Nobody to play against."""

    compiles: ClassVar[bool] = True
    players: ClassVar[int] = 1
    leaves_out = frozenset({"result"})

    def payoffs(self, state: Count) -> Iterable[int]:
        yield state.row[0]


class Growing(Plain):
    """A row that becomes longer with each move."""

    compiles: ClassVar[bool] = True

    def play(self, state: Count, move: int) -> Count:
        return Count(state.made + 1, (move, *state.row))


class Turning(Plain):
    """A row that is a number in the end."""

    compiles: ClassVar[bool] = True

    def play(self, state: Count, move: int) -> Count:
        return Count(state.made + 1, (move, state.row[0]) if state.made < 4 else move)  # type: ignore[arg-type]  # the point

    def result(self, state: Count) -> int:
        return 1 if state.row else -1
