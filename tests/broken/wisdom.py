"""Knowledge whose estimates are unfair, whose keys merge, whose symmetries are none."""

from collections.abc import Iterable

from kibitz import Board64, Knowledge, square
from kibitz.games.textbook.tree import State as Place
from kibitz.games.tic_tac_toe import State


class Boastful(Knowledge):
    """Breaks `estimate_is_fair` of `tic_tac_toe` after 1,1: marks are counted as if they were wins."""

    def evaluate(self, state: State) -> float:
        return float(len(state.mine) - len(state.theirs))


class OneNumber(Knowledge):
    """Breaks `estimate_is_fair` of `tree:file=three_players` at the start: one number is to tell what three will get."""

    def evaluate(self, state: Place) -> float:
        return 0.0


class Hopeful(Knowledge):
    """Breaks `estimates_are_numbers` of `tree:file=three_players` at the start: more is hoped for than there is to get."""

    def estimates(self, state: Place) -> tuple[float, ...]:
        return 100.0, 100.0, 100.0


class Fractions(Knowledge):
    """Breaks `priority_is_an_int` of `tic_tac_toe` after 1,1: squares are weighed with fractions."""

    def priority(self, state: State, place: int) -> int:
        return 1 / (1 + abs(place - 4))  # type: ignore[return-value]  # wrong on purpose


class Unlikely(Knowledge):
    """Breaks `weight_is_a_number` of `tic_tac_toe` after 2,2: only the middle is ever likely."""

    def weight(self, state: State, place: int) -> float:
        return 1.0 if place == 4 else 0.0


class Hopeless(Knowledge):
    """Breaks `prospects_are_moves` of `tic_tac_toe` after 2,2: the middle is worth a look, whoever stands there."""

    def prospects(self, state: State) -> Iterable[int]:
        return [4]


class Merged(Knowledge):
    """Breaks `key_tells_states_apart` of `tic_tac_toe` after 1,2 1,1: whose the marks are is left out."""

    def key(self, state: State) -> int:
        return (state.mine | state.theirs).bits


class Moved(Knowledge):
    """The squares change places, and it is said to be the same game."""

    places: tuple[int, ...]  # where the mark of each square goes

    def symmetries(self, state: State) -> Iterable[State]:
        yield State(self.moved(state.mine), self.moved(state.theirs))

    def moved(self, marks: Board64) -> Board64:
        found = Board64()
        for place in marks.squares():
            found |= square(self.places[place])
        return found


class QuarterTurn(Moved):
    """Breaks `symmetries_are_the_same_game` of `tic_tac_toe` after 1,1: what a quarter turn leads to is not named."""

    places = (2, 5, 8, 1, 4, 7, 0, 3, 6)


class TwoColumns(Moved):
    """Breaks `symmetries_are_the_same_game` of `tic_tac_toe` after 1,1 1,2: two columns change places."""

    places = (1, 0, 2, 4, 3, 5, 7, 6, 8)


class LeftHanded(Moved):
    """Breaks `estimates_are_symmetric` of `tic_tac_toe` after 1,1: the left column is better than the right, its mirror."""

    places = (2, 1, 0, 5, 4, 3, 8, 7, 6)

    def evaluate(self, state: State) -> float:
        left = square(0) | square(3) | square(6)
        return (len(state.mine & left) - len(state.theirs & left)) / 10
