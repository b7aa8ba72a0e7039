"""The trace of a search by playouts: each descent, and what was known of its nodes after it."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Literal

from kibitz.search.monte_carlo.logarithm import natural_log
from kibitz.search.traces.trace import Trace

Ending = Literal["played", "over", "settled"]


@dataclass(frozen=True, slots=True)
class NodeAverage:
    """A node's playouts at some time: each player's average with its standard error.

    `errors` is None for a single playout. `share`: the average for the maker of the move that leads there (at the root: for the
    player to move), as a share of the payoff range. `least`, `most`: the limits of its value in payoffs of MAX.
    """

    visits: int
    payoffs: tuple[float, ...]
    errors: tuple[float, ...] | None
    share: float
    least: float
    most: float

    @property
    def is_settled(self) -> bool:
        """Whether the value is proved."""
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Descent:
    """One way down the tree: its nodes from the root on, what its playout brought each player, and the averages after it.

    `ending`: the last node was "played" out at random; the game is "over" there; or its value was "settled", that is, proved.
    """

    nodes: tuple[int, ...]
    payoffs: tuple[float, ...]
    averages: tuple[NodeAverage, ...]
    ending: Ending


@dataclass(frozen=True, slots=True)
class MoveTerms:
    """The terms by which a search weighs a move: its visits, its average share, and the bonus for moves seldom tried.

    `child`: the node that it leads to. A move without visits has no child, share or bonus, and its `weight` exceeds any
    average. `is_refuted`: it is proved to be no better than another one, and no longer tried. `ends`: the payoff for its maker
    of a move that ends the game, known without trying it.
    """

    move: int
    child: int | None
    visits: int
    share: float | None
    bonus: float | None
    weight: float
    is_refuted: bool
    ends: float | None = None


@dataclass(frozen=True)
class PlayoutTrace(Trace):
    """The trace of a search by playouts. Its nodes are numbered as in any trace: each before those below it.

    `descents`: in the order of the search. `rows`: the moves of each node among which the search chooses; none where the tree
    ends. `over_at`: for each node the rows of moves that end the game, with the payoff for their maker; in zero-sum games they
    are found when a node gets its rows. `movers`: the player to move at each node, `outcomes`: whether the game is over there.
    `wanted`: the number of playouts ordered. `least`, `most`: the payoff limits of a zero-sum game, else infinite.
    """

    descents: tuple[Descent, ...] = ()
    rows: tuple[tuple[int, ...], ...] = ()
    over_at: tuple[dict[int, float], ...] = ()
    movers: tuple[int, ...] = ()
    wanted: int = 0
    seed: int = 0
    exploring: float = 0.0
    urgency: float = 0.0
    least: float = -inf
    most: float = inf

    @cached_property
    def visits(self) -> list[list[int]]:
        """Of each node the numbers of the descents through it, from 1 on."""
        found: list[list[int]] = [[] for _ in range(len(self))]
        for number, descent in enumerate(self.descents, 1):
            for node in descent.nodes:
                found[node].append(number)
        return found

    def average(self, node: int, number: int | None = None) -> NodeAverage | None:
        """A node's figures after that descent (None: after all); None if it did not exist yet."""
        before = len(self.visits[node]) if number is None else bisect_left(self.visits[node], number + 1)
        if before == 0:
            return None
        descent = self.descents[self.visits[node][before - 1] - 1]
        return descent.averages[descent.nodes.index(node)]

    def terms(self, node: int, number: int) -> list[MoveTerms]:
        """By what the descent of that number weighed the moves of a node; none where chance decides or the tree ends."""
        moves, mover = self.rows[node], self.movers[node]
        if mover < 0 or not moves:
            return []
        below = {self.number(child): child for child in self.children_of(node)}
        children = [below.get(row) for row in range(len(moves))]
        known = [None if child is None else self.average(child, number - 1) for child in children]
        visits = sum(one.visits for one in known if one is not None)
        mean = sum(one.visits * one.share for one in known if one is not None) / max(1, visits)
        scale = self.exploring * self.exploring * natural_log(visits + 1)
        ends = self.over_at[node]
        limits = [(ends[row], ends[row]) if row in ends else self._limits(one, mover) for row, one in enumerate(known)]
        floor = max(least for least, _ in limits)
        safe = None if floor == self.least else next(row for row, (least, _) in enumerate(limits) if least == floor)
        found = []
        for row, (move, child, one) in enumerate(zip(moves, children, known, strict=True)):
            refuted = row != safe and limits[row][1] <= floor
            if one is None:
                found.append(MoveTerms(move, None, 0, None, None, mean + self.urgency, refuted, ends.get(row)))
            else:
                bonus = (1.0 / one.visits * scale) ** 0.5  # rounded as the kernel does
                found.append(MoveTerms(move, child, one.visits, one.share, bonus, one.share + bonus, refuted))
        return found

    def _limits(self, average: NodeAverage | None, mover: int) -> tuple[float, float]:
        """The proved limits of a move for its maker, at least and at most."""
        if average is None:
            return self.least, self.most
        return (average.least, average.most) if mover == self.hero else (-average.most, -average.least)
