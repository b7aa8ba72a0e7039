"""What a player is sure of with a move: more than a value, for a limit from the wrong side promises nothing."""

from dataclasses import dataclass

from kibitz.explain.tree.claims import brought, claims_of
from kibitz.explain.tree.node import Node


@dataclass(frozen=True)
class Promise:
    """What the player to move is sure of by one of the moves: "at least" for MAX, "at most" for whoever plays against MAX.

    `number` is what the search counts, where the move is chosen, and `result` the same in the game's units; both are MAX's.
    `exact`: there is no more in the move. `proved`: it holds for the game itself, else as far as the search sees. `plies`: to
    the end of a win or loss, the move included, where distances count.
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
