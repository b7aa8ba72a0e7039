"""Rules that answer now so and now so, or remember what they were asked."""

import itertools
from collections.abc import Iterable

from kibitz import square
from kibitz.games.textbook.pig import Pig, State
from kibitz.games.tic_tac_toe import State as Marks
from kibitz.games.tic_tac_toe import TicTacToe

ASKED = itertools.count(1)
SEEN = [0]  # the most marks in a state that was asked about


class Moody(TicTacToe):
    """Breaks `rules_answer_alike` at the start: every other time the moves come in the opposite order."""

    def moves(self, state: Marks) -> Iterable[int]:
        places = list(self.empty(state).squares())
        return places if next(ASKED) % 2 else places[::-1]


class Worn(Pig):
    """Breaks `rules_answer_alike` after roll: the die wears off from one question to the next."""

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        worn = next(ASKED)
        return ((side, float(worn if side == 6 else 1)) for side in range(1, 7))


class Remembers(TicTacToe):
    """Breaks `rules_remember_nothing` at the start: once three marks were seen, the first square is closed."""

    def moves(self, state: Marks) -> Iterable[int]:
        marks = len(state.mine) + len(state.theirs)
        SEEN[0] = max(SEEN[0], marks)
        closed = SEEN[0] > 2 and marks < 3
        return (self.empty(state) - square(0) if closed else self.empty(state)).squares()
