"""Rules that machine code cannot follow, or follows elsewhere: its numbers have 64 bits."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.textbook.pig import Pig
from kibitz.games.textbook.pig import State as Throw
from kibitz.games.textbook.tree import State as Place
from kibitz.games.textbook.tree import Tree
from kibitz.games.tic_tac_toe import State, TicTacToe

CENTRE = 4


class Generated(TicTacToe):
    """Breaks `rules_compile` at the start: a generator of its own asks of any square whether it is taken."""

    def moves(self, state: State) -> Iterable[int]:
        taken = state.mine | state.theirs
        for place in range(9):
            if not any(place == other for other in taken.squares()):
                yield place


class Overflows(TicTacToe):
    """Breaks `compiled_agrees_with_plain` after 1,1: a number that orders the moves grows above 64 bits."""

    def moves(self, state: State) -> Iterable[int]:
        weight = len(state.theirs) * (1 << 62) * 4
        early = weight != 0 and CENTRE in self.empty(state)
        if early:
            yield CENTRE
        for place in self.empty(state).squares():
            if not early or place != CENTRE:
                yield place


@dataclass(frozen=True)
class Heavy(Pig):
    """Breaks `compiled_agrees_with_plain` after roll 1: the weight of a side of the die grows above 64 bits."""

    target: int = 6

    def chances(self, state: Throw) -> Iterable[tuple[int, float]]:
        for side in range(1, 7):
            heavy = (1 << 61) * (side + 3)
            yield side, 1.0 if heavy > 0 else 2.0


@dataclass(frozen=True)
class Doubled(Tree):
    """Breaks `compiled_agrees_with_plain` after a1 b1 c2: a payoff is found by a number above 64 bits."""

    file: str = "three_players"

    def payoffs(self, state: Place) -> Iterable[float]:
        for player in range(self.players):
            doubled = (1 << 62) * (2 + state.node)
            yield self.paid[self.players * state.node + player] if doubled > 0 else 0
