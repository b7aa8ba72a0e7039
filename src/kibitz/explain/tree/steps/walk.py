"""The steps of a search: a node is entered, left, and its value goes to the node above. No step is stored: all are counted."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.explain.tree.searched_tree import plies
from kibitz.search.trace import Trace

Kind = Literal["enter", "leave", "return"]


@dataclass(frozen=True)
class Step:
    """One step: its number from 0 on, what happens, and to which node."""

    number: int
    kind: Kind
    node: int


class Walk:
    """All steps of a trace, in the order of the search.

    Before a node is entered, every node that was entered sooner has been left and has returned its value, but for those above.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    @cached_property
    def _entered(self) -> NDArray[Any]:
        nodes = np.arange(len(self.trace), dtype=np.int64)
        found: NDArray[Any] = 3 * nodes - 2 * plies(self.trace)
        return found

    @cached_property
    def last(self) -> int:
        """The number of the last step, with which the root is left, or the search was stopped."""
        return self.left(0)

    def entered(self, node: int) -> int:
        """The step with which a node is entered."""
        return int(self._entered[node])

    def left(self, node: int) -> int:
        """The step with which a node is left."""
        below = int(self.trace.ends[node])
        step = self.entered(below) + 1
        while below != node:
            step += 1 + self.returns(below)
            below = self.trace.parent(below)
        return step

    def returns(self, node: int) -> bool:
        """Whether a node's value goes to the one above: not the root's, nor where the search was stopped."""
        return node != 0 and self.trace.reason(node) != "unfinished"

    def at(self, number: int) -> Step:
        """The step of that number; IndexError where there is none."""
        if not 0 <= number <= self.last:
            raise IndexError(f"this search has the steps 0 to {self.last}, no {number}")
        node = int(np.searchsorted(self._entered, number, side="right")) - 1
        left = number - self.entered(node)
        if left == 0:
            return Step(number, "enter", node)
        while True:
            if left == 1:
                return Step(number, "leave", node)
            if left == 2 and self.returns(node):
                return Step(number, "return", node)
            left -= 1 + self.returns(node)
            node = self.trace.parent(node)
