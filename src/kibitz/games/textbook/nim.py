"""Nim: heaps of objects, taken away in turns."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.data import changed
from kibitz.core.rules import Game
from kibitz.core.scene import Action, Cell, Piece, Scene
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

    def move_name(self, state: State, move: int) -> str:
        """`2:3` takes three objects from the second heap."""
        return f"{move % len(self.heaps) + 1}:{move // len(self.heaps) + 1}"

    def show(self, state: State) -> str:
        widest = max(self.heaps)
        return "\n".join(f"{number:>2}: {'o' * objects:<{widest}}" for number, objects in enumerate(state.heaps, 1))

    def scene(self, state: State) -> Scene:
        """A row of objects for each heap; a click on the third object takes the first three."""
        names = [(self.move_name(state, move), move) for move in ([] if self.is_over(state) else self.moves(state))]
        return Scene(
            cells=tuple(
                Cell(f"{row + 1}:{column + 1}", column, row, "round")
                for row, objects in enumerate(self.heaps)
                for column in range(objects)
            ),
            pieces={name: Piece("o", None, "stone") for name, _ in names},
            actions=tuple(Action(move, name, name) for name, move in names),
            columns=grid.numbers(max(self.heaps)),
            rows=grid.numbers(len(self.heaps)),
        )
