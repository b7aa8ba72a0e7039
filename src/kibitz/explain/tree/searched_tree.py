"""A search as it was written down: whose its values are, in which units, and what is known by now of what they claim."""

from functools import cached_property
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.present.values import side_names
from kibitz.rules import says
from kibitz.search.scores import HIGH, INFINITE, LOW
from kibitz.search.trace import Trace
from kibitz.search.trace_format import NUMBER_AT, REASONS

KnownClaims = dict[tuple[int, bool], bool]  # by the node, and whether it is "at least"


class SearchedTree:
    """What all nodes of a tree share.

    `claimed` and `proved`: what has been found out of the limits of its nodes, as the search sees them, and proved.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.game
        self.players = side_names(trace.game)
        self.claimed: KnownClaims = {}
        self.proved: KnownClaims = {}

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
        return find_provable(self.trace)

    def number(self, value: float) -> float:
        """A value or bound as the search counts it, in the game's units; infinite where it is beyond any value."""
        value = inf if value >= INFINITE else -inf if value <= -INFINITE else value
        scale = self.trace.scale
        return value if scale is None or abs(value) == inf else value / scale.unit


# Which nodes' values may be proved by more than the search itself has proved: elsewhere one need not look. In a search that
# stopped at a horizon next to nothing is proved, and to find that out node by node takes seconds for a million.


def find_provable(trace: Trace) -> NDArray[np.bool_]:
    """For each node, False if neither it nor what is below proves anything of its value, whosever turn it is anywhere.

    A child may do so whose value the node has, and all children together.
    """
    proved: NDArray[np.bool_] = trace.records[:, 0] & (LOW | HIGH) != 0
    if trace.vectors or len(trace) == 1:
        return proved
    parents, carries = trace.parents, _carries(trace)
    doubts = np.where(trace.reasons == REASONS.index("searched"), 0, 1)  # children that prove nothing
    levels, last = plies(trace), last_looks(trace)
    order = np.argsort(levels, kind="stable")
    bounds = np.searchsorted(levels[order], np.arange(levels.max() + 2))
    for level in range(int(levels.max()), 0, -1):
        nodes = order[bounds[level] : bounds[level + 1]]
        above = parents[nodes]
        proved[above[proved[nodes] & carries[nodes]]] = True
        np.add.at(doubts, above[~proved[nodes] & last[nodes]], 1)
        proved[above[doubts[above] == 0]] = True
    return proved


def plies(trace: Trace) -> NDArray[Any]:
    """How far each node is below the root."""
    nodes = np.arange(len(trace))
    left = np.bincount(trace.ends + 1, minlength=len(trace) + 1)[: len(trace)]  # a node is left with the last below it
    found: NDArray[Any] = nodes - np.cumsum(left)
    return found


def last_looks(trace: Trace) -> NDArray[np.bool_]:
    """Which nodes are those of a move that was not looked at again."""
    found = np.zeros(len(trace), bool)
    _, first = np.unique((trace.records[:, 0] >> NUMBER_AT)[::-1], return_index=True)
    found[len(trace) - 1 - first] = True
    return found


def _carries(trace: Trace) -> NDArray[np.bool_]:
    """Which nodes have the value of the one above, but for the sign and a ply."""
    if trace.scale is None:
        values, off = trace.records[:, 2].view(np.float64), 0
    else:
        values, off = np.abs(trace.records[:, 2]), int(trace.scale.distance)
    found: NDArray[np.bool_] = np.abs(values - values[trace.parents]) <= off
    return found
