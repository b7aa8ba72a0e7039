"""Games in which positions come back, and what is said of that is wrong."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz import Game


class Spot(NamedTuple):
    """Where the token stands, and who moves."""

    place: int
    turn: int


@dataclass(frozen=True)
class Ring(Game):
    """Move a token one place to the right or to the left; who brings it to the end wins; coming back draws."""

    recurrence = "draw"
    end = 3

    def start(self) -> Spot:
        return Spot(1, 0)

    def moves(self, state: Spot) -> Iterable[int]:
        if state.place > 0:
            yield 0
        yield 1

    def play(self, state: Spot, step: int) -> Spot:
        return Spot(state.place + (1 if step else -1), 1 - state.turn)

    def is_over(self, state: Spot) -> bool:
        return state.place == self.end

    def result(self, state: Spot) -> int:
        return -1

    def move_name(self, state: Spot, step: int) -> str:
        return "right" if step else "left"


class Tied(Ring):
    """Breaks `recurrence_is_known` at the start: nobody knows what a tie is."""

    recurrence = "tie"


class AtOnce(Ring):
    """Breaks `recurrence_is_known` at the start: each position has been on the board once."""

    recurrence_count = 1


class Numbered(Ring):
    """Breaks `recurrence_key_is_a_state` at the start: a number is no state."""

    def recurrence_key(self, state: Spot) -> Any:
        return state.place


class Sliding(Ring):
    """Breaks `recurrence_key_is_a_state` at the start: the key of the key is another one."""

    def recurrence_key(self, state: Spot) -> Spot:
        return Spot(state.place + 1, state.turn)


class Undecided(Ring):
    """Breaks `recurrence_result_is_a_result` at the start: half a point is no result."""

    def recurrence_result(self, state: Spot) -> Any:
        return 0.5


class Shrugging(Ring):
    """Breaks `irreversible_answers` after left: "perhaps" is no answer."""

    def irreversible(self, state: Spot, step: int) -> Any:
        return "perhaps"


class Irreversible(Ring):
    """Breaks `irreversible_is_so` after right left: the way back leads where the token was before."""

    def irreversible(self, state: Spot, step: int) -> bool:
        return step == 1


@dataclass(frozen=True)
class Cornered(Ring):
    """Breaks `a_move_is_left` after left left: the token can only go back, and may not."""

    recurrence = "forbidden"
    recurrence_count = 2

    def start(self) -> Spot:
        return Spot(2, 0)

    def recurrence_key(self, state: Spot) -> Spot:
        return Spot(state.place, 0)


class Timed(NamedTuple):
    """The same with a clock."""

    place: int
    turn: int
    clock: int


@dataclass(frozen=True)
class TimedRing(Ring):
    """With a clock that the positions leave out."""

    clock_only_draws = True
    end = 6
    last = 8

    def start(self) -> Any:
        return Timed(1, 0, 0)

    def play(self, state: Any, step: int) -> Any:
        return Timed(state.place + (1 if step else -1), 1 - state.turn, self.wound(state, step))

    def wound(self, state: Timed, step: int) -> int:
        """The clock after a step."""
        return state.clock + 1

    def is_over(self, state: Any) -> bool:
        return bool(state.place == self.end or state.clock >= self.last)

    def result(self, state: Any) -> int:
        return -1 if state.place == self.end else 0

    def recurrence_key(self, state: Any) -> Any:
        return Timed(state.place, state.turn, 0)


class Deciding(TimedRing):
    """Breaks `what_the_key_leaves_out_only_draws` after left: the clock wins the game."""

    def result(self, state: Any) -> int:
        return -1 if state.place == self.end else 1 if state.turn == 0 else -1


class WoundUp(TimedRing):
    """Breaks `what_the_key_leaves_out_only_draws` after 10 moves: at the left end the clock begins anew."""

    def wound(self, state: Timed, step: int) -> int:
        return 0 if state.place == 0 else state.clock + 1


class Opening(TimedRing):
    """Breaks `what_the_key_leaves_out_only_draws` after left right: only late comers may take the last step."""

    def moves(self, state: Any) -> Iterable[int]:
        if state.place > 0:
            yield 0
        if state.place < 2 or state.clock > 2:
            yield 1
