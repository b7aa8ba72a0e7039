"""Random games on graphs: of several players, any sum and chance, or laid out as a game of dice."""

import random

from kibitz.core.rules import CHANCE
from party_game import Duel, Plan

SHAPES = ("tree", "meeting", "circles")
SUMS = ("any", "constant", "zero")


def plan(
    seed: int, players: int, shape: str = "tree", sums: str = "any", chance: float = 0.25, dyadic: bool = True, largest: int = 2
) -> Plan:
    """A random one: ties abound, the same player may move again, dice may come first, last, and in a row.

    "tree": each node is reached by one path; "meeting": by several, of different lengths; "circles": play may come back.
    `dyadic`: all shares of chance are halves of halves, so that no sum is ever rounded.
    """
    dice = random.Random(f"{seed} {players} {shape} {sums}")
    total, shift = dice.randint(-4, 8), 0 if sums == "zero" else dice.choice([-3, 0, 0, 4])

    def end() -> list[float]:
        found = [dice.randint(-largest, largest) if dice.random() < 0.8 else 0 for _ in range(players)]
        if sums != "any":
            found[-1] = (total if sums == "constant" else 0) - sum(found[:-1])
        return [float(one + shift) for one in found]

    def guess() -> list[float]:
        """Between two ends there are, so that whatever limits hold for these hold for it."""
        return [(one + other) / 2 for one, other in zip(dice.choice(ends), dice.choice(ends), strict=True)]

    edges = _tree(dice) if shape == "tree" else _graph(dice, circles=shape == "circles")
    turns = [CHANCE if out and dice.random() < chance else dice.randrange(players) for out in edges]
    weights = [_weights(dice, len(out), dyadic) for out in edges]
    gets = [[0.0] * players if out else end() for out in edges]
    ends = [vector for vector, out in zip(gets, edges, strict=True) if not out]
    return Plan(players, edges, turns, weights, gets, [guess() for _ in edges])


def _tree(dice: random.Random) -> list[list[int]]:
    depth, widest = dice.randint(1, 6), dice.randint(1, 5)
    edges: list[list[int]] = [[]]
    levels = [0]
    for node, out in enumerate(edges):
        if levels[node] < depth and (node == 0 or dice.random() < 0.85) and len(edges) < 150:
            for _ in range(dice.randint(1, widest)):
                out.append(len(edges))
                edges.append([])
                levels.append(levels[node] + 1)
    return edges


def _graph(dice: random.Random, circles: bool, nodes: int = 30) -> list[list[int]]:
    edges: list[list[int]] = []
    for node in range(nodes):
        after = range(max(0, node - 5) if circles else node + 1, min(nodes, node + 9))
        if node == nodes - 1 or (node and dice.random() < 0.2):
            edges.append([])
        else:
            edges.append(dice.sample(after, dice.randint(1, min(3, len(after)))))
    return edges


def _weights(dice: random.Random, count: int, dyadic: bool) -> list[float]:
    if dyadic:
        return halves(dice.choice([0.125, 1, 64]), count)
    return [dice.choice([0.1, 1, 3, 7.5]) for _ in range(count)]


def halves(unit: float, count: int) -> list[float]:
    """So many weights, each half of the one before, but the last: shares of a whole that no computer rounds."""
    return [unit / 2**i for i in range(1, count)] + [unit / 2 ** max(0, count - 1)] if count else []


def dice_duel(seed: int, depth: int = 6, branching: int = 4, largest: int = 20) -> Duel:
    """As backgammon is laid out: a move, the dice, the other side's move, the dice, ...; as deep and as wide everywhere."""
    dice = random.Random(seed)
    inner = (branching**depth - 1) // (branching - 1)
    edges = [list(range(node * branching + 1, (node + 1) * branching + 1)) for node in range(inner)]
    turns = [(0, CHANCE, 1, CHANCE)[level % 4] for level in range(depth) for _ in range(branching**level)]
    ends = branching**depth
    worth = [0.0] * inner + [float(dice.randint(-largest, largest)) for _ in range(ends)]
    both = [[one, -one] for one in worth]
    return Plan(2, edges + [[]] * ends, turns + [0] * ends, [[1.0] * len(out) for out in edges], both, both).duel()
