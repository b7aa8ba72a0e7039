"""Breaks `state_is_a_named_tuple`: the first move turns the state into a plain tuple. Smallest line: 1,1."""

from dataclasses import dataclass

from kibitz import square
from kibitz.games.tic_tac_toe import State, TicTacToe


@dataclass(frozen=True)
class PlainTuple(TicTacToe):
    """Tic-tac-toe whose states lose their class."""

    def play(self, state: State, place: int) -> State:
        return (state.theirs, state.mine | square(place))  # type: ignore[return-value]  # wrong on purpose
