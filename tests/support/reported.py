"""Small games whose truth is known, and reports on them that do not take long."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kibitz import CHANCE, Game
from kibitz.explain.report.gathering import DesignReport, report

SECTIONS = ["basis", "results", "length", "branching", "positions", "skill", "decided", "moves", "openings"]
FEW = ("--games", "2", "--playouts", "8")  # of a command that does not take long


class Count(NamedTuple):
    """How often somebody has moved, and what was gained by it."""

    plies: int
    gained: int


@dataclass(frozen=True)
class Steps(Game):
    """So many plies, each with one move, or as many as are set; who makes the last has won."""

    plies: int = 1
    width: int = 1

    def start(self) -> Count:
        return Count(0, 0)

    def moves(self, state: Count) -> Iterable[int]:
        return range(self.width)

    def play(self, state: Count, move: int) -> Count:
        return Count(state.plies + 1, self.width * state.gained + move)

    def is_over(self, state: Count) -> bool:
        return state.plies == self.plies

    def result(self, state: Count) -> int:
        return -1


@dataclass(frozen=True)
class Purse(Game):
    """One player alone takes 0, 1 or 2, three times."""

    players: ClassVar[int] = 1

    def start(self) -> Count:
        return Count(0, 0)

    def moves(self, state: Count) -> Iterable[int]:
        return range(3)

    def play(self, state: Count, move: int) -> Count:
        return Count(state.plies + 1, state.gained + move)

    def is_over(self, state: Count) -> bool:
        return state.plies == 3

    def payoffs(self, state: Count) -> Iterable[int]:
        yield state.gained


@dataclass(frozen=True)
class Coin(Steps):
    """Chance alone decides, by weights that may be wrong."""

    weight: float = 1.0

    def to_move(self, state: Count) -> int:
        return CHANCE

    def chances(self, state: Count) -> Iterable[tuple[int, float]]:
        yield 0, self.weight
        yield 1, 3 * self.weight

    def is_over(self, state: Count) -> bool:
        return state.plies == 1

    def payoffs(self, state: Count) -> Iterable[int]:
        yield state.gained
        yield 1 - state.gained


def few(game: Game | str, games: int = 3, playouts: int = 12, seed: int = 0) -> DesignReport:
    return report(game, games=games, playouts=playouts, seed=seed)
