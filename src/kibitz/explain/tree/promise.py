"""What a player is sure of with a move: more than a value, for a limit from the wrong side promises nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.explain.tree.node import Node, brought, claims_of
from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.search import vector_searcher
from kibitz.search.scores import age_score


@dataclass(frozen=True)
class Promise:
    """What the player to move is sure of by one of the moves: "at least" for MAX, "at most" for whoever plays against MAX.

    `number` is what the search counts, where the move is chosen, and `result` the same in the game's units; both are MAX's, or,
    where every player has a number, the player's own. `exact`: there is no more in the move. `proved`: it holds for the game
    itself, else as far as the search sees. `plies`: to the end of a win or loss, the move included, where distances count.
    """

    player: int
    gains: bool  # "at least"; else "at most"
    number: float
    result: float
    exact: bool
    proved: bool
    plies: int | None = None


def promised(child: Node) -> Promise | None:
    """What the mover above is sure of by the move that leads to `child`; None where the search cannot tell."""
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
    """That a node is worth at least, or at most, so much to MAX, as the search counts."""
    scale, plies = node.tree.trace.scale, None
    result = node.tree.number(number)
    if proved and scale is not None:
        result, plies = scale.result(int(number))
    return Promise(node.mover, gains, number, result, exact, proved, plies)


def limits(node: Node) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    """Whether a node's value is MAX's at least, and at most: as far as the search sees, and proved."""
    claims, proofs = claims_of(node)
    if node.tree.trace.scale is None or node.maximises:
        return claims, proofs
    return claims[::-1], proofs[::-1]


def limits_of(tree: SearchedTree) -> tuple[float, float, float]:
    """The least and the most that a search reckons one player can get, and what all can get together."""
    least, most, together = vector_searcher.limits_of(tree.game, tree.trace.knowledge)
    return min(least, 0.0), max(most, 0.0), together  # without knowledge it takes 0 for what it cannot see


def is_utmost(promise: Promise, tree: SearchedTree) -> bool:
    """Whether the game has no result that is better for the player."""
    least, most, _ = limits_of(tree)
    return promise.result >= most if promise.gains else promise.result <= least


def is_hollow(promise: Promise, tree: SearchedTree) -> bool:
    """Whether a player is sure of that in any position, whatever is played: no result is worse, and some are better."""
    least, most, _ = limits_of(tree)
    worst = promise.result <= least if promise.gains else promise.result >= most
    return worst and least < most and (promise.plies is None or promise.plies <= 1)


# The way from a position back to the root, and what was known at each node of it.


def way_up(node: Node) -> Iterator[tuple[Node, Node]]:
    """Each node on the way to the root, this one first, with the one above it."""
    while node.parent is not None:
        yield node, node.parent
        node = node.parent


def seen_before(child: Node, above: Node) -> list[Node]:
    """What was looked at above when `child` was entered, other moves only."""
    return [one for one in above.children if one.index < child.index and one.move not in (None, child.move)]


def carried(child: Node, number: float) -> float:
    """A number of MAX's one ply earlier: a win or loss is a ply further off."""
    scale = child.tree.trace.scale
    return number if scale is None or child.move is None else age_score(int(number), scale.mask)
