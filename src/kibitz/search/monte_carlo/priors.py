"""How likely the moves of a position are, as shares of all: by a learned policy, or as a knowledge says."""

from typing import Any

from kibitz.kernel import read_number, write_number
from kibitz.search.monte_carlo.tree import SYMBOLS_AT, PlayoutTree, TreeMemory, tree_words

HEAVIEST = 1e15  # a move's weight at most, so that the sum of all stays finite


def write_priors(
    rules: Any, last: Any, before: int, state: Any, mover: int, at: int, count: int, memory: TreeMemory, tree: PlayoutTree
) -> None:
    """Write how likely each move of a new block is, as a share of all; `at`: the first of these words.

    `last`: the state before, where `before` moved; at the root of a game the state itself.
    """
    room, total = tree_words(memory.players), 0.0
    rules.weigh_moves(last, before, state, mover, room, count, SYMBOLS_AT, memory, tree, at)
    for number in range(count):
        weight = read_number(tree, at + number)
        weight = min(weight, HEAVIEST) if weight > 0.0 else 0.0
        write_number(tree, at + number, weight)
        total += weight
    for number in range(count):
        share = read_number(tree, at + number) / total if total > 0.0 else 1.0 / count
        write_number(tree, at + number, share)
