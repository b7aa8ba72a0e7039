"""A recorded search: its units, its MAX, and which values are proved."""

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.arguments import checked
from kibitz.core.thought import Stopped
from kibitz.patterns.library import describe_estimate
from kibitz.present.values import side_names
from kibitz.search.parts.scores import HIGH, INFINITE, LOW
from kibitz.search.parts.trace_format import NUMBER_AT, REASONS, Reason
from kibitz.search.traces.playout_trace import PlayoutTrace
from kibitz.search.traces.trace import Trace

KnownClaims = dict[tuple[int, bool], bool]  # by the node, and whether it is "at least"


class SearchedTree:
    """The data all nodes of a tree share.

    `claimed` and `proved`: the bounds of nodes worked out so far, as far as the search sees, and proved.
    """

    @checked()
    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.game
        self.players = side_names(trace.game)
        self.claimed: KnownClaims = {}
        self.proved: KnownClaims = {}

    def __len__(self) -> int:
        """The number of recorded nodes."""
        return len(self.trace)

    @property
    def hero(self) -> int:
        """The player called MAX."""
        return self.trace.hero

    @property
    def whole(self) -> bool:
        """Whether the search finished; else its last nodes are `unfinished`."""
        return self.trace.reason(0) != "unfinished"

    @cached_property
    def provable(self) -> NDArray[np.bool_]:
        """For each node, False if nothing in it or below proves its value."""
        return find_provable(self.trace)

    def number(self, value: float) -> float:
        """A search value or bound in the game's units; infinite beyond any value."""
        value = inf if value >= INFINITE else -inf if value <= -INFINITE else value
        scale = self.trace.scale
        return value if scale is None or abs(value) == inf else value / scale.unit


# Whether the nodes below may prove more than the search did. In a search with a horizon almost nothing is proved, and finding
# that out node by node takes seconds for a million.


def find_provable(trace: Trace) -> NDArray[np.bool_]:
    """For each node, False if nothing in it or below proves its value, for either side.

    One child with the node's value may prove it, or all children together.
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
    """The depth of each node."""
    nodes = np.arange(len(trace))
    left = np.bincount(trace.ends + 1, minlength=len(trace) + 1)[: len(trace)]  # a node is left with the last below it
    found: NDArray[Any] = nodes - np.cumsum(left)
    return found


def last_looks(trace: Trace) -> NDArray[np.bool_]:
    """The nodes that are the last search of their move."""
    found = np.zeros(len(trace), bool)
    _, first = np.unique((trace.records[:, 0] >> NUMBER_AT)[::-1], return_index=True)
    found[len(trace) - 1 - first] = True
    return found


def _carries(trace: Trace) -> NDArray[np.bool_]:
    """The nodes with the value of the node above, up to sign and one ply."""
    if trace.scale is None:
        values, off = trace.records[:, 2].view(np.float64), 0
    else:
        values, off = np.abs(trace.records[:, 2]), int(trace.scale.distance)
    found: NDArray[np.bool_] = np.abs(values - values[trace.parents]) <= off
    return found


SIZES = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


@dataclass(frozen=True)
class SearchFigures:
    """The figures of a whole search.

    `nodes`: recorded; `cuts`: nodes left before all moves were searched; `bytes`: memory of the trace; `depth`: None for the
    whole tree; `whole`: the search finished; `guesses`: it stopped at a horizon somewhere; `learned`: the source of learned
    estimates; `playouts`: None for other searches, of how many `wanted`.
    """

    search: str
    nodes: int
    cuts: int
    seconds: float
    bytes: int
    stopped: Stopped
    depth: int | None
    whole: bool
    guesses: bool
    learned: str | None = None
    playouts: int | None = None
    wanted: int = 0

    @property
    def sentence(self) -> str:
        """ "alphabeta: 18,297 nodes, 4,237 cuts, 2.1 ms, 439 kB of trace." """
        if self.playouts is not None:
            counts = [_counted(self.playouts, "playout"), _counted(self.nodes, "node")]
            return f"{self.search}: {', '.join([*counts, duration(self.seconds)])}."
        counts = [_counted(self.nodes, "node"), _counted(self.cuts, "cut")]
        return f"{self.search}: {', '.join([*counts, duration(self.seconds), f'{size(self.bytes)} of trace'])}."

    @property
    def ended(self) -> str:
        """Why it ended, in a sentence, and where learned estimates come from."""
        return self._end if self.learned is None else f"{self._end} Estimates: {self.learned}."

    @property
    def _end(self) -> str:
        plies = f"{self.depth} {'ply' if self.depth == 1 else 'plies'}"
        if self.stopped == "interrupted":
            return "Interrupted: this is the tree so far."
        if self.playouts is not None:
            return self._end_of_playouts
        if self.stopped == "nodes" and not self.whole:
            return f"The search stopped at {self.nodes:,} nodes, the most it may keep; its last nodes are unfinished."
        if self.stopped == "nodes":
            return f"Too large to show whole: its first {plies.removeprefix('1 ')}."
        if self.depth is None and self.guesses:
            return "The value is proved, so it was searched no deeper."
        if self.guesses:
            return f"It was searched {plies} deep."
        return "It was searched to the end of every game."

    @property
    def _end_of_playouts(self) -> str:
        if self.stopped == "solved":
            return "The value is proved, so nothing more is played."
        if self.playouts == self.wanted:
            return "These are the playouts that were asked for."
        return "Its memory is full: the search was stopped there."


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def figures(tree: SearchedTree) -> SearchFigures:
    """The figures of a tree."""
    trace, guesses = tree.trace, count(tree, "horizon") > 0
    ended = trace.stopped, trace.depth, tree.whole, guesses, learned_source(tree)
    playouts = (trace.nodes, trace.wanted) if isinstance(trace, PlayoutTrace) else ()
    return SearchFigures(trace.search, len(tree), count(tree, "cut"), trace.seconds, trace.bytes, *ended, *playouts)


def learned_source(tree: SearchedTree) -> str | None:
    """The source of its estimates, if they were learned."""
    return describe_estimate(tree.trace.knowledge) if count(tree, "horizon") else None


def count(tree: SearchedTree, reason: Reason) -> int:
    """The number of nodes left for that reason."""
    return int((tree.trace.reasons == REASONS.index(reason)).sum())


def size(count: int) -> str:
    """ "439 kB"."""
    unit, name = next((one for one in SIZES if count >= one[0]), (1, "bytes"))
    return f"{count / unit:.3g} {name}"


def duration(seconds: float) -> str:
    """ "2.1 ms", "3.4 s"."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.{0 if seconds >= 0.0095 else 1}f} ms"
