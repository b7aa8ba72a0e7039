"""Nim: heaps of objects, taken away in turns."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.data import changed
from kibitz.core.on_grid import NUMBER
from kibitz.core.rules import Game
from kibitz.core.scene import Cell, Piece
from kibitz.errors import GameError
from kibitz.games.parts import grid

MOST_HEAPS, LARGEST_HEAP = 12, 60


class State(NamedTuple):
    """The heaps that are left."""

    heaps: tuple[int, ...]  # the objects in each heap


@dataclass(frozen=True)
class Nim(Game):
    """Take as many objects as you like, at least one, from one heap; who takes the last object of all wins.

    In the misere game who takes the last object loses. Parameters: `heaps` are the sizes of the heaps at the start,
    such as 3-5-7, and `misere` is true or false.
    """

    heaps: tuple[int, ...] = (3, 4, 5)
    misere: bool = False

    grid = layout.board("places", look="wood", labels="edge_labels", words=(":",), kinds=(Piece("o", None, "stone"),))

    def __post_init__(self) -> None:
        if not 1 <= len(self.heaps) <= MOST_HEAPS:
            raise GameError(f"{len(self.heaps)} heaps are not playable: nim takes 1 to {MOST_HEAPS}, such as heaps=3-5-7")
        for heap in self.heaps:
            if not 1 <= heap <= LARGEST_HEAP:
                raise GameError(f"a heap of {heap} is not playable: every heap holds 1 to {LARGEST_HEAP} objects at the start")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return max(self.heaps, default=0) * len(self.heaps)

    def start(self) -> State:
        return State(self.heaps)

    def moves(self, state: State) -> Iterable[int]:
        """Move n takes n // h + 1 objects from heap n % h, where h is how many heaps there are."""
        count = len(self.heaps)
        for heap in range(count):
            for taken in range(1, state.heaps[heap] + 1):
                yield (taken - 1) * count + heap

    def play(self, state: State, move: int) -> State:
        heap, taken = move % len(self.heaps), move // len(self.heaps) + 1
        return State(changed(state.heaps, heap, state.heaps[heap] - taken))

    def is_over(self, state: State) -> bool:
        for objects in state.heaps:
            if objects:
                return False
        return True

    def result(self, state: State) -> int:
        """For the side to move: the other side has taken the last object."""
        return 1 if self.misere else -1

    def spells(self, state: State, move: int) -> Iterable[int]:
        """`2:3` takes three objects from the second heap."""
        yield NUMBER + move % len(self.heaps) + 1
        yield -1
        yield NUMBER + move // len(self.heaps) + 1

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """A row of objects for each heap."""
        return tuple(
            Cell(f"{row + 1}:{column + 1}", column, row, "round")
            for row, objects in enumerate(self.heaps)
            for column in range(objects)
        )

    @cached_property
    def edge_labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Numbers."""
        return grid.numbers(max(self.heaps)), grid.numbers(len(self.heaps))

    def from_to(self, state: State, move: int) -> tuple[int, int]:
        """A click on the third object takes the first three."""
        place = move // len(self.heaps)
        for heap in range(move % len(self.heaps)):
            place += self.heaps[heap]
        return place, place

    def stands(self, state: State, place: int) -> int:
        """An object that is left."""
        heap = 0
        while place >= self.heaps[heap]:
            place -= self.heaps[heap]
            heap += 1
        return 1 if place < state.heaps[heap] else 0

    def show(self, state: State) -> str:
        widest = max(self.heaps)
        return "\n".join(f"{number:>2}: {'o' * objects:<{widest}}" for number, objects in enumerate(state.heaps, 1))
