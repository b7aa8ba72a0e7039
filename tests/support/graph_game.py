"""A game on any graph: nodes with edges, turns, labels and results that are data, so that all graphs share one machine code."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.data import Ints
from kibitz.core.rules import Game


class Place(NamedTuple):
    node: int
    label: int


@dataclass(frozen=True)
class Graph(Game):
    """Go along an edge; where `over` says so the game ends."""

    first: Ints  # of each node, and one more: where its edges begin
    to: Ints
    over: Ints
    turn: Ints
    labels: Ints
    results: Ints

    def start(self) -> Place:
        return Place(0, self.labels[0])

    def to_move(self, state: Place) -> int:
        return self.turn[state.node]

    def moves(self, state: Place) -> Iterable[int]:
        return range(self.first[state.node + 1] - self.first[state.node])

    def play(self, state: Place, move: int) -> Place:
        node = self.to[self.first[state.node] + move]
        return Place(node, self.labels[node])

    def is_over(self, state: Place) -> bool:
        return self.over[state.node] == 1

    def result(self, state: Place) -> int:
        return self.results[state.node]


def graph(
    edges: Sequence[Sequence[int]],
    results: Mapping[int, int] = {},  # never changed
    turns: Sequence[int] = (),
    labels: Mapping[int, int] = {},
) -> Graph:
    """Of the edges of each node; a node with a result is over."""
    nodes = range(len(edges))
    return Graph(
        Ints(sum(map(len, edges[:node])) for node in range(len(edges) + 1)),
        Ints(node for out in edges for node in out),
        Ints(int(node in results) for node in nodes),
        Ints(turns or [0] * len(edges)),
        Ints(labels.get(node, 0) for node in nodes),
        Ints(results.get(node, 0) for node in nodes),
    )


def random_graph(seed: int, nodes: int = 40, largest: int = 3) -> Graph:
    """Without circles, but with many ways to a node, of different lengths; now and then the same side moves again."""
    dice = random.Random(seed)
    edges: list[list[int]] = []
    results = {}
    for node in range(nodes):
        after = range(node + 1, min(nodes, node + 12))
        if node and (not after or dice.random() < 0.2):
            edges.append([])
            results[node] = dice.randint(-largest, largest)
        else:
            edges.append(dice.sample(after, dice.randint(1, min(3, len(after)))))
    return graph(edges, results, [dice.randint(0, 1) for _ in range(nodes)])
