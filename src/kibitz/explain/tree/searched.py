"""A search as it was written down: whose its values are, in which units, and what is known by now of what they claim."""

from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from kibitz.explain.tree.provable import provable
from kibitz.rules import says
from kibitz.search.scores import INFINITE
from kibitz.search.trace import Trace
from kibitz.wording.names import side_names

Known = dict[tuple[int, bool], bool]  # by the node, and whether it is "at least"


class Searched:
    """What all nodes of a tree share.

    `claimed` and `proved`: what has been found out of the limits of its nodes, as the search sees them, and proved.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.game
        self.players = side_names(trace.game)
        self.claimed: Known = {}
        self.proved: Known = {}

    def __len__(self) -> int:
        """How many nodes were written down."""
        return len(self.trace)

    @property
    def hero(self) -> int:
        """The player whom the tree calls MAX."""
        return self.trace.hero

    @property
    def whole(self) -> bool:
        """Whether the search came to its end; else the last nodes are `unfinished`."""
        return self.trace.reason(0) != "unfinished"

    @cached_property
    def takes_turns(self) -> bool:
        """Whether the turns alternate strictly: then whose it is shows without the state."""
        return not says(self.game, "to_move")

    @cached_property
    def provable(self) -> NDArray[np.bool_]:
        """For each node, False if nothing in it or below it proves anything of its value."""
        return provable(self.trace)

    def number(self, value: float) -> float:
        """A value or bound as the search counts it, in the game's units; infinite where it is beyond any value."""
        value = inf if value >= INFINITE else -inf if value <= -INFINITE else value
        scale = self.trace.scale
        return value if scale is None or abs(value) == inf else value / scale.unit
