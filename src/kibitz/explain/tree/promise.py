"""A guarantee for a player by one move, and whether it says anything."""

from dataclasses import dataclass

from kibitz.explain.tree.node import Node, brought, claims_of
from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.search.drivers import vector_search


@dataclass(frozen=True)
class Promise:
    """The guarantee of one move for the player to move: "at least" for MAX, "at most" for the opponent.

    `number` is in the search's units at the node, `result` in the game's; both are MAX's, or the player's own where each player
    has a number. `exact`: the move gives no more. `proved`: true of the game, not only as far as the search sees. `plies`: to
    the end of a win or loss, this move included, where distances count.
    """

    player: int
    gains: bool  # "at least"; else "at most"
    number: float
    result: float
    exact: bool
    proved: bool
    plies: int | None = None


def promised(child: Node) -> Promise | None:
    """The guarantee of the player who moved to `child`; None where the search cannot tell."""
    above = child.parent
    if above is None or above.by_chance or child.reason == "unfinished":
        return None
    gains = above.maximises
    claims, proofs = limits(child)
    if not claims[not gains]:
        return None
    number = brought(child) if gains or child.tree.trace.scale is None else -brought(child)
    return promise(above, gains, number, exact=all(claims), proved=proofs[not gains])


def promise(node: Node, gains: bool, number: float, exact: bool, proved: bool) -> Promise:
    """The guarantee that a node is worth at least (`gains`) or at most `number` to MAX."""
    scale, plies = node.tree.trace.scale, None
    result = node.tree.number(number)
    if proved and scale is not None:
        result, plies = scale.result(int(number))
    return Promise(node.mover, gains, number, result, exact, proved, plies)


def limits(node: Node) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    """Whether the value is a lower and an upper bound for MAX: as far as the search sees, and proved."""
    claims, proofs = claims_of(node)
    if node.tree.trace.scale is None or node.maximises:
        return claims, proofs
    return claims[::-1], proofs[::-1]


def limits_of(tree: SearchedTree) -> tuple[float, float, float]:
    """The least and the most one player can get, and what all can get together."""
    least, most, together = vector_search.limits_of(tree.game, tree.trace.knowledge)
    return min(least, 0.0), max(most, 0.0), together  # without knowledge it takes 0 for what it cannot see


def is_utmost(promise: Promise, tree: SearchedTree) -> bool:
    """Whether the game has no better result for the player."""
    least, most, _ = limits_of(tree)
    return promise.result >= most if promise.gains else promise.result <= least


def is_hollow(promise: Promise, tree: SearchedTree) -> bool:
    """Whether the player has that in any position, however badly it goes."""
    least, most, _ = limits_of(tree)
    worst = promise.result <= least if promise.gains else promise.result >= most
    return worst and least < most and (promise.plies is None or promise.plies <= 1)
