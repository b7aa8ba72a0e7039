"""Proofs in a tree of playouts: the limits of a position's value, carried up from ends of the game."""

from kibitz.kernel import read, write
from kibitz.search.monte_carlo.tree import (
    LIMITS,
    MOVER,
    PROOFS,
    ROWS,
    WAY,
    PlayoutTree,
    TreeMemory,
    first_row,
    least_of,
    most_of,
    set_limits,
)


def limits_of(block: int, memory: TreeMemory, tree: PlayoutTree) -> tuple[float, float]:
    """The proved limits of a position, at least and at most, for the player to move; for the first player where dice decide."""
    first, rows = first_row(block, memory.players), read(tree, block + ROWS)
    proofs = first + LIMITS * rows
    low, high = least_of(proofs, memory, tree), most_of(proofs, memory, tree)
    for row in range(1, rows):
        least, most = least_of(proofs + row, memory, tree), most_of(proofs + row, memory, tree)
        if read(tree, block + MOVER) < 0:
            low, high = min(low, least), max(high, most)
        else:
            low, high = max(low, least), max(high, most)
    return low, high


def is_settled(block: int, memory: TreeMemory, tree: PlayoutTree) -> bool:
    """Whether the value of a position is proved."""
    if read(tree, block + PROOFS) == 0:
        return False
    low, high = limits_of(block, memory, tree)
    return low == high


def prove_upwards(depth: int, memory: TreeMemory, tree: PlayoutTree) -> None:
    """Propagate an end of the game to the positions on the way to it: a block and a row each, from WAY on."""
    for back in range(depth):
        ply = depth - 1 - back
        block = read(memory, WAY + 2 * ply)
        write(tree, block + PROOFS, read(tree, block + PROOFS) + 1)
        if ply == 0:
            return
        low, high = limits_of(block, memory, tree)
        above, row = read(memory, WAY + 2 * ply - 2), read(memory, WAY + 2 * ply - 1)
        if max(0, read(tree, above + MOVER)) != max(0, read(tree, block + MOVER)):
            low, high = -high, -low
        first, rows = first_row(above, memory.players), read(tree, above + ROWS)
        if not set_limits(first + LIMITS * rows + row, low, high, memory, tree):
            return
