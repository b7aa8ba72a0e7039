"""Branching factors: the mean one of a tree, and the effective one of a search through it."""

import math
from collections.abc import Sequence

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
