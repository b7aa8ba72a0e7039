"""Games that do not know what kind of game they are, and one whose null move forgets the board."""

from collections.abc import Iterable

from kibitz import Board64
from kibitz.games.tic_tac_toe import State, TicTacToe


class Named(TicTacToe):
    """Breaks `players_are_counted` at the start: the players are named, not counted."""

    players = ("Ada", "Max")  # type: ignore[assignment]  # wrong on purpose


class Misspelt(TicTacToe):
    """Breaks `leaves_out_names_methods` at the start: what is left out is misspelt."""

    leaves_out = frozenset({"payoff"})


class SaidTwice(TicTacToe):
    """Breaks `result_or_payoffs` at the start: the payoffs are said beside the result."""

    def payoffs(self, state: State) -> tuple[int, ...]:
        return self.result(state), -self.result(state)


class ThreeAtOneBoard(TicTacToe):
    """Breaks `result_is_for_two_players` at the start: three players share one result."""

    players = 3


class DiceInTheBox(TicTacToe):
    """Breaks `chance_has_its_turn` at the start: there are dice, but nobody says when they are thrown."""

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return ((square, 1.0) for square in self.empty(state).squares())


class Forgetful(TicTacToe):
    """Breaks `null_turns_back` after 1,1: a turn that goes by takes a mark with it."""

    def null(self, state: State) -> State:
        return State(Board64(), state.mine)
