"""What was measured: a row for each search and depth, the counts of the plain tree, and where each search left off."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kibitz.position import Position
from kibitz.thought import Stopped, Value

Why = Literal["depth", "time", "solved"]


@dataclass(frozen=True)
class Measurement:
    """What one search from scratch to one depth took.

    `nodes` are all positions it visited, the root among them; those of a search that deepens, in all its iterations.
    `memory` is what it laid out in bytes, used or not, `table` the part of that for positions seen; the rest is for the best
    lines and the one open node of each ply. `value` is for the side to move.
    """

    search: str
    depth: int
    nodes: int
    seconds: float
    memory: int
    table: int
    value: Value
    stopped: Stopped

    @property
    def effective(self) -> float:
        """The effective branching factor b*: 1 + b* + (b*)^2 + ... + (b*)^depth = nodes."""
        return effective(self.nodes, self.depth)


@dataclass(frozen=True)
class LeftOff:
    """The last depth that a search reached, 0 for none, and why it went no further.

    "time": its share was over before it reached the next. "depth": no deeper one was wanted, or there is
    none. "solved": the tree ends there, or its value is proved and a deeper search would be the same one.
    """

    search: str
    depth: int
    why: Why


@dataclass(frozen=True)
class Growth:
    """How the cost of searching a position grows with the depth.

    `sequences` are how many sequences of 0, 1, 2, ... moves there are, as far as counted; 0 where all games are over.
    """

    position: Position
    searches: tuple[str, ...]
    sequences: tuple[int, ...] = (1,)
    rows: tuple[Measurement, ...] = ()
    left_off: tuple[LeftOff, ...] = ()

    def of(self, search: str) -> tuple[Measurement, ...]:
        """The rows of one search, the shallowest first."""
        return tuple(row for row in self.rows if row.search == search)

    def step(self, row: Measurement) -> float | None:
        """How many times the nodes of the depth before a row took; None for the first."""
        before = [one.nodes for one in self.of(row.search) if one.depth == row.depth - 1]
        return row.nodes / before[0] if before else None

    @property
    def deepest(self) -> int:
        """The largest depth that any search reached."""
        return max((row.depth for row in self.rows), default=0)

    @property
    def branching(self) -> float | None:
        """The mean branching factor b of the plain tree (see `mean`)."""
        return mean(self.sequences)


# Branching factors: the mean one of a tree, and the effective one of a search through it.

HALVINGS = 100  # more than a float has bits


def mean(sequences: Sequence[int]) -> float | None:
    """The mean branching factor of a tree, of which so many sequences of 0, 1, 2, ... moves are counted.

    It is the b for which 1 + b + b^2 + ... + b^m is the number of its positions down to m, the last ply that has any: what
    `effective` is of a search that leaves nothing out. (The last ply alone would say less: many games are over before it.)
    None where nothing below the root is counted.
    """
    plies = max((ply for ply, count in enumerate(sequences) if count > 0), default=0)
    return effective(sum(sequences), plies) if plies else None


def effective(nodes: int, depth: int) -> float:
    """The b* for which 1 + b* + (b*)^2 + ... + (b*)^depth is `nodes`: how wide a uniform tree of that depth and size is."""
    if depth < 1 or nodes < 1:
        raise ValueError(f"a tree of {nodes} nodes and depth {depth} has no branching factor")
    low, high = 0.0, math.pow(nodes, 1 / depth)  # whose last power alone is so much
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _is_below(middle, nodes, depth) else (low, middle)
    return (low + high) / 2


def _is_below(width: float, nodes: int, depth: int) -> bool:
    """Whether a uniform tree of that width has fewer nodes."""
    total = 1.0
    for _ in range(depth):  # Horner's way, left as soon as it is too much: no power grows beyond a float
        total = 1 + width * total
        if total >= nodes:
            return False
    return True
