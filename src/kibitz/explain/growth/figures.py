"""What was measured: a row for each search and depth, the counts of the plain tree, and where each search left off."""

from dataclasses import dataclass
from typing import Literal

from kibitz.explain.growth.branching import effective, mean
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
