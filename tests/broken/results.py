"""Games that end with what is no result, or with another one than they say."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game
from kibitz.games.textbook.tree import State as Place
from kibitz.games.textbook.tree import Tree
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class HalfPoint(TicTacToe):
    """Breaks `result_is_an_int` after 1,1 1,2: a draw, on two squares, is worth half a point."""

    width: int = 2
    height: int = 1
    line: int = 2

    def result(self, state: State) -> int:
        return 0.5  # type: ignore[return-value]  # wrong on purpose

    def best_result(self) -> int:
        return 1


@dataclass(frozen=True)
class Double(TicTacToe):
    """Breaks `result_keeps_to_best_result` after 1,1 1,2 2,1: a win of two in a line is worth 2, but said to be worth 1."""

    width: int = 2
    height: int = 2
    line: int = 2

    def result(self, state: State) -> int:
        return -2 if self.has_line(state.theirs) else 0

    def best_result(self) -> int:
        return 1


@dataclass(frozen=True)
class OfThree(Tree):
    """A tree of three players."""

    file: str = "three_players"


class ForgetsOne(OfThree):
    """Breaks `payoffs_are_numbers` after a1 b1 c1: the third player gets nothing, not even a 0."""

    def payoffs(self, state: Place) -> Iterable[float]:
        return self.payoffs_at(state.node)[:2]


class Stingy(OfThree):
    """Breaks `payoff_limits_hold` after a1 b2 c4: nine points are not enough for one of the leaves."""

    def payoff_limits(self) -> tuple[int, int]:
        return 0, 9


class Generous(OfThree):
    """Breaks `payoff_limits_hold` after a1 b1 c1: a player gets less than the least there is."""

    def payoff_limits(self) -> tuple[int, int]:
        return 2, 100


class Cards(NamedTuple):
    first: int
    second: int
    turn: int


@dataclass(frozen=True)
class FirstPlayersView(Game):
    """Breaks `result_turns_with_the_mover` after 1 2 4: who takes the larger sum of 1, 2 and 4 has won, seen by the first."""

    def start(self) -> Cards:
        return Cards(0, 0, 0)

    def moves(self, state: Cards) -> Iterable[int]:
        return (card for card in (1, 2, 4) if not (state.first | state.second) & card)

    def play(self, state: Cards, card: int) -> Cards:
        if state.turn == 0:
            return Cards(state.first | card, state.second, 1)
        return Cards(state.first, state.second | card, 0)

    def is_over(self, state: Cards) -> bool:
        return state.first | state.second == 7

    def result(self, state: Cards) -> int:
        return 1 if state.first > state.second else -1
