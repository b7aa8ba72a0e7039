"""Games whose states are not what a state must be."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz import Board64, Game, square
from kibitz.games.tic_tac_toe import State as Marks
from kibitz.games.tic_tac_toe import TicTacToe


class PlainTuple(TicTacToe):
    """Breaks `state_is_a_named_tuple` after 1,1: the first move turns the state into a plain tuple."""

    def play(self, state: Marks, place: int) -> Marks:
        return (state.theirs, state.mine | square(place))  # type: ignore[return-value]  # wrong on purpose


class NamesABoard(TicTacToe):
    """Breaks `bitboards_are_ints` at the start: what is a board already need not be called one."""

    bitboards = ("mine",)


class NamesNothing(TicTacToe):
    """Breaks `bitboards_are_ints` at the start: no field has such a name."""

    bitboards = ("yours",)


class Tuple(NamedTuple):
    heaps: tuple[int, ...]


class Listed(NamedTuple):
    heaps: list[int]


@dataclass(frozen=True)
class Heaps(Game):
    """Take a heap; who takes the last wins."""

    def start(self) -> Any:
        return Listed([1, 1])

    def moves(self, state: Any) -> Iterable[int]:
        return range(len(state.heaps))

    def play(self, state: Any, heap: int) -> Any:
        return Listed(state.heaps[1:])

    def is_over(self, state: Any) -> bool:
        return not any(state.heaps)

    def result(self, state: Any) -> int:
        return -1

    def move_name(self, state: Any, heap: int) -> str:
        return str(heap + 1)


class HasList(Heaps):
    """Breaks `state_fields_fit` at the start: a field is a list, though nobody changes it."""


class Shorter(Heaps):
    """Breaks `state_fields_fit` after 1: the tuple of heaps gets shorter."""

    def start(self) -> Tuple:
        return Tuple((1, 1))

    def play(self, state: Tuple, heap: int) -> Tuple:
        return Tuple(state.heaps[:heap] + state.heaps[heap + 1 :])


class Taken(Heaps):
    """Breaks `state_never_changes` after 2: a move takes from the heaps of the state it was given."""

    def start(self) -> Listed:
        return Listed([0, 1, 1])

    def moves(self, state: Listed) -> Iterable[int]:
        return (heap for heap, left in enumerate(state.heaps) if left)

    def play(self, state: Listed, heap: int) -> Listed:
        state.heaps[heap] = 0
        return Listed(state.heaps)


class Bare(Heaps):
    """Breaks `state_has_a_hash` at the start: rules that are not for compiling, on a state that is a list."""

    compiles = False

    def start(self) -> list[int]:
        return [1, 1]

    def moves(self, state: list[int]) -> Iterable[int]:
        return range(len(state))

    def play(self, state: list[int], heap: int) -> list[int]:
        return state[1:]

    def is_over(self, state: list[int]) -> bool:
        return not state


class Heap(NamedTuple):
    left: int


@dataclass(frozen=True)
class BelowZero(Game):
    """Breaks `state_fields_fit` after 2 2: of a heap of three, two may be taken where one is left."""

    def start(self) -> Heap:
        return Heap(3)

    def moves(self, state: Heap) -> Iterable[int]:
        return (1, 2)

    def play(self, state: Heap, taken: int) -> Heap:
        return Heap(state.left - taken)

    def is_over(self, state: Heap) -> bool:
        return state.left <= 0

    def result(self, state: Heap) -> int:
        return -1


class Stones(NamedTuple):
    stones: Board64
    made: int


@dataclass(frozen=True)
class Wide(Game):
    """Breaks `boards_hold_every_square` after 64: three stones are put on nine rows of nine, a board of 64 squares."""

    def start(self) -> Stones:
        return Stones(Board64(), 0)

    def moves(self, state: Stones) -> Iterable[int]:
        return (place for place in range(81) if place not in state.stones)

    def play(self, state: Stones, place: int) -> Stones:
        return Stones(state.stones | square(place), state.made + 1)

    def is_over(self, state: Stones) -> bool:
        return state.made >= 3

    def result(self, state: Stones) -> int:
        return 0
