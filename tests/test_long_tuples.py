"""States that hold long tuples of ints: machine code goes through them, reads them and changes them as plain Python does."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from kibitz.core.data import changed
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.kernel import machine_of
from kibitz.search.entry import think

pytestmark = pytest.mark.compiled


class State(NamedTuple):
    cells: tuple[int, ...]
    last: int
    left: int


@dataclass(frozen=True)
class Beads(Game):
    """Put a bead on the right of the last one, on its left, or as far from the end as it lies from the beginning.

    The last two may be taken by nobody yet. Three alike win.
    """

    length: int = 400

    def start(self) -> State:
        return State((0,) * self.length, self.length // 3, 12)

    def moves(self, state: State) -> Iterable[int]:
        yield state.last + 1
        for place in (state.last - 1, self.length - 1 - state.last):
            if state.cells[place] == 0 and state.cells[-1 - place] < 3:
                yield place

    def play(self, state: State, move: int) -> State:
        cells = changed(state.cells, move, 1 + state.left % 2)
        if cells[move - 1] != 0:
            cells = changed(cells, move - 2, cells[move - 2] + 2)
        return State(cells, move, state.left - 1)

    def is_over(self, state: State) -> bool:
        return state.left == 0 or self.has_three(state)

    def result(self, state: State) -> int:
        return -1 if self.has_three(state) else 0

    def has_three(self, state: State) -> bool:
        mark, here = state.cells[state.last], 0
        for place in range(state.last - 2, state.last + 3):
            here = here + 1 if state.cells[place] == mark else 0
            if here == 3 and mark > 0:
                return True
        return False


class Plain(Beads):
    compiles = False


def test_machine_code_reads_long_tuples_as_python_does() -> None:
    """The same value, move, line and number of nodes, to depths at which cells are read that were changed before."""
    for depth in (3, 7):
        compiled, plain = (think(game, search="minimax", limit=Limit(depth=depth)) for game in (Beads(), Plain()))
        assert compiled.nodes > 3
        assert (compiled.value, compiled.line, compiled.nodes) == (plain.value, plain.line, plain.nodes)
    assert machine_of(Beads()).compiled
