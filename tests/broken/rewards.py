"""Games whose moves bring what they cannot, or more than they say."""

from dataclasses import dataclass
from typing import Any

from kibitz.games.textbook.tree import Tree
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class Row(TicTacToe):
    """Two squares in a row: a game that ends after two moves."""

    width: int = 2
    height: int = 1
    line: int = 2

    def best_result(self) -> int:
        return 2


class HalfReward(Row):
    """Breaks `reward_is_an_int` after 1,1: a half is no whole point."""

    def reward(self, state: State, move: int) -> Any:
        return 0.5 if move == 0 else 0


class Lavish(Row):
    """Breaks `rewards_keep_to_best_result` after 2 moves: three points for the first move, and two are said to be the most."""

    def reward(self, state: State, move: int) -> int:
        return 3 if not state.mine and not state.theirs else 0


@dataclass(frozen=True)
class ForThree(Tree):
    """Breaks `reward_is_for_two` at the start: three players cannot win what one other loses."""

    file: str = "three_players"

    def reward(self, state: Any, move: int) -> int:
        return 0
