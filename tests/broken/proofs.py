"""Knowledge that vouches for what is not so."""

from collections.abc import Iterable

from kibitz import Knowledge
from kibitz.games.connect_four import State as Discs
from kibitz.games.tic_tac_toe import State


class AllDraws(Knowledge):
    """Breaks `bounds_hold` of `tic_tac_toe` after 1,1 1,2: everything is said to be a draw."""

    def bounds(self, state: State) -> tuple[int, int]:
        return 0, 0


class NoWinsYet(Knowledge):
    """Breaks `bounds_hold` of `connect_four`, too big to be solved, after 6 moves: a row of three open marks is overlooked."""

    def bounds(self, state: Discs) -> tuple[int, int]:
        return (0, 0) if state.discs.bit_count() < 21 else (-1, 1)


class FirstSquare(Knowledge):
    """Breaks `candidates_are_enough` of `tic_tac_toe` after 1,1: only the first square is tried."""

    def candidates(self, state: State) -> Iterable[int]:
        yield self.game.empty(state).lowest()


class GivesUp(Knowledge):
    """Breaks `candidates_are_enough` of `tic_tac_toe:width=2,height=2,line=2` after 1,1: nothing is offered to who is lost."""

    def candidates(self, state: State) -> Iterable[int]:
        if len(state.mine) == len(state.theirs):
            yield from self.game.moves(state)


class Soon(Knowledge):
    """Breaks `plies_hold` of `tic_tac_toe` after 1,1 1,2: every game is said to be won in four moves, if at all."""

    def plies(self, state: State) -> tuple[int, int]:
        return 1, 4


class NotYet(Knowledge):
    """Breaks `plies_hold` of `tic_tac_toe:width=2,height=2,line=2` after 1,1 1,2: it is said that nobody can win at once."""

    def plies(self, state: State) -> tuple[int, int]:
        return 2, 4


class Drawn(Knowledge):
    """Breaks `finish_is_right` of `tic_tac_toe:width=2,height=2,line=2` at the start: everything is said to be a draw."""

    def finish(self, state: State, low: int, high: int) -> tuple[int, int]:
        return 1, 0


class Agrees(Knowledge):
    """Breaks `finish_is_right` of `tic_tac_toe:width=2,height=2,line=2` after 1,1: a loss is exactly what was asked about."""

    def finish(self, state: State, low: int, high: int) -> tuple[int, int]:
        return (1, 1) if len(state.mine) == len(state.theirs) else (1, high)
