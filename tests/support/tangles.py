"""Random games that give searches trouble: what they are, and what is true of each of their states.

Trees and graphs whose paths meet, ties wherever one looks, the same side twice in a row, states with one move, far wins,
results that come late, margins; with an estimate, an order of moves, proved limits, or nothing known. Edges lead from a node to
later ones, so the truth is worked out from the last node to the first, and shares no line with a search.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import Any

from graph_game import graph
from kibitz.core.data import Ints
from kibitz.core.rules import Game, Knowledge
from party_game import Fixed, Hunch, Place, Plan, Whim
from reference import order

Worth = tuple[int, int]  # the result for the side to move, and the plies to that end; 0 plies for a draw

SHAPES = ("tree", "bush", "meeting", "late", "corridor", "fan")


@dataclass(frozen=True)
class Certain(Whim):
    """Limits of the result that are true, and seldom tight."""

    low: Ints
    high: Ints

    def bounds(self, state: Any) -> tuple[int, int]:
        return self.low[state.node], self.high[state.node]


@dataclass(frozen=True)
class Count:
    """How a search counts: what a point of result is worth, the largest estimate, whether plies count, and estimates."""

    unit: int
    clamp: int
    distance: bool
    estimates: bool


@dataclass(frozen=True)
class Tangle:
    """A graph of states: of each the edges, whose turn it is, what the first player gets there if it is over, and a guess."""

    edges: Sequence[Sequence[int]]
    turns: Sequence[int]
    gets: Sequence[int]
    guesses: Sequence[float]

    @cached_property
    def worths(self) -> list[Worth]:
        """What each state is worth to its side to move, with best play of both: quick wins, late losses."""
        found: list[Worth] = [(0, 0)] * len(self.edges)
        for node in reversed(range(len(self.edges))):
            if self.edges[node]:
                found[node] = max((self.turned(node, child, found[child]) for child in self.edges[node]), key=order)
            else:
                found[node] = self.gets[node] * (1 if self.turns[node] == 0 else -1), 0
        return found

    def turned(self, node: int, child: int, worth: Worth) -> Worth:
        """What a state is worth to the side that moves to it."""
        result, plies = worth
        return (result if self.turns[node] == self.turns[child] else -result), plies + 1 if result else 0

    def number(self, node: int, depth: int, count: "Count", known: dict[Any, int]) -> int:
        """The minimax value so many plies deep as searches count it: a result in units, less one for each ply up to it.

        No more than its whole unit is taken off: an estimate just above a result never becomes that result.
        """
        key = node, depth
        if key not in known:
            if not self.edges[node]:
                found = self.worths[node][0] * count.unit
            elif depth == 0:
                guess = (self.guesses[node] if self.turns[node] == 0 else -self.guesses[node]) if count.estimates else 0.0
                found = max(-count.clamp, min(count.clamp, floor(guess * count.unit + 0.5)))
            else:
                found = -(10**18)
                for child in self.edges[node]:
                    below = self.number(child, depth - 1, count, known)
                    if count.distance and below and abs(below) % count.unit != 1:
                        below -= 1 if below > 0 else -1
                    found = max(found, below if self.turns[node] == self.turns[child] else -below)
            known[key] = found
        return known[key]

    @property
    def longest(self) -> int:
        """The plies of the longest game from the start."""
        plies = [0] * len(self.edges)
        for node in reversed(range(len(self.edges))):
            plies[node] = max((plies[child] + 1 for child in self.edges[node]), default=0)
        return plies[0]

    def fixed(self) -> Fixed:
        """As a game that says how large its results get."""
        return self._plan().duel(Fixed)  # type: ignore[return-value]  # of the kind that is asked for

    def graph(self) -> Game:
        """As a game that does not; of the side to move, by its node."""
        results = {node: self.worths[node][0] for node, out in enumerate(self.edges) if not out}
        return graph(self.edges, results, self.turns)

    def knowledge(self, game: Game, kind: str, dice: random.Random) -> Knowledge | None:
        """ "nothing", "order", "guess" or "limits"."""
        if kind == "guess":
            return Hunch(game)
        if kind == "limits":
            lows, highs = zip(*(self._limits(node, dice) for node in range(len(self.edges))), strict=True)
            return Certain(game, Ints(lows), Ints(highs))
        return Whim(game) if kind == "order" else None

    def _limits(self, node: int, dice: random.Random) -> tuple[int, int]:
        result, most = self.worths[node][0], max(map(abs, self.gets), default=0)
        low = dice.choice([-most, result, dice.randint(-most, result)])
        return low, dice.choice([most, most, result, dice.randint(result, most)])

    def _plan(self) -> Plan:
        both = [[float(one), float(-one)] for one in self.gets]
        guesses = [[one, -one] for one in self.guesses]
        return Plan(2, self.edges, self.turns, [[1.0] * len(out) for out in self.edges], both, guesses)


def place_of(game: Game, node: int) -> Any:
    """The state of a game of a tangle at one of its nodes."""
    return Place(node) if isinstance(game, Fixed) else type(game.start())(node, 0)


def tangle(seed: int) -> Tangle:
    """A random one."""
    dice = random.Random(f"tangle {seed}")
    shape = dice.choice(SHAPES)
    edges = _edges(dice, shape)
    largest, draws = dice.choice([1, 1, 1, 3, 40]), dice.choice([0.1, 0.5, 0.8])
    gets = [0 if out or dice.random() < draws else dice.choice([-1, 1]) * dice.randint(1, largest) for out in edges]
    guesses = [dice.choice([0.0, 0.0, 0.5, -0.5, round(dice.uniform(-0.9, 0.9), 2)]) * largest for _ in edges]
    return Tangle(edges, _turns(dice, edges), gets, guesses)


def _turns(dice: random.Random, edges: Sequence[Sequence[int]]) -> list[int]:
    """By turns as far as paths agree, with now and then an extra turn; or anybody's anywhere."""
    extra, turns = dice.choice([0.0, 0.15, 0.5]), [0] * len(edges)
    for node, out in enumerate(edges):
        for child in out:
            turns[child] = turns[node] if dice.random() < extra else 1 - turns[node]
    return turns


def _edges(dice: random.Random, shape: str) -> list[list[int]]:
    if shape in ("tree", "bush"):
        return _tree(dice, dice.randint(2, 7), 3 if shape == "tree" else 5)
    if shape == "fan":
        wide = dice.randint(12, 40)
        return [list(range(1, wide + 1)), *_graph(dice, dice.randint(wide + 5, wide + 40), 1)[1:]] if wide else []
    if shape == "late":
        return _layers(dice, dice.randint(3, 9), dice.randint(2, 6))
    if shape == "corridor":
        return _corridor(dice, dice.randint(10, 60))
    return _graph(dice, dice.randint(5, 50), 0)


def _tree(dice: random.Random, depth: int, widest: int) -> list[list[int]]:
    edges: list[list[int]] = [[]]
    levels = [0]
    for node, out in enumerate(edges):
        if levels[node] < depth and (node == 0 or dice.random() < 0.85) and len(edges) < 200:
            for _ in range(dice.randint(1, widest)):
                out.append(len(edges))
                edges.append([])
                levels.append(levels[node] + 1)
    return edges


def _graph(dice: random.Random, nodes: int, least: int) -> list[list[int]]:
    """Many ways to a node, of different lengths."""
    edges: list[list[int]] = []
    for node in range(nodes):
        after = range(node + 1, min(nodes, node + 10))
        ends = not after or (node > least and dice.random() < 0.2)
        edges.append([] if ends else dice.sample(after, dice.randint(1, min(4, len(after)))))
    return edges


def _layers(dice: random.Random, depth: int, width: int) -> list[list[int]]:
    """All games are equally long, and nothing is over before."""
    edges: list[list[int]] = [[1 + one for one in range(width)]]
    for layer in range(1, depth):
        below = range(1 + layer * width, 1 + (layer + 1) * width)
        edges += [dice.sample(below, dice.randint(1, min(3, width))) for _ in range(width)]
    return edges + [[] for _ in range(width)]


def _corridor(dice: random.Random, length: int) -> list[list[int]]:
    """One long way, mostly without a choice, and short ones that leave it."""
    edges: list[list[int]] = []
    for node in range(length):
        out = [node + 1]
        if dice.random() < 0.3:
            out.append(min(length, node + dice.randint(2, 12)))
        if dice.random() < 0.15:
            out.append(length + 1 + node)
        dice.shuffle(out)
        edges.append(list(dict.fromkeys(out)))
    return edges + [[] for _ in range(length + 2)]
