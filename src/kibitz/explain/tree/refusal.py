"""Who does better elsewhere than to allow a position."""

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.promise import Promise, limits, promised
from kibitz.explain.tree.searched import Searched
from kibitz.rules import chances_of
from kibitz.search import vector_searcher
from kibitz.search.scores import age_score


@dataclass(frozen=True)
class Refusal:
    """Earlier the player to move at `ancestor` was sure of `offer` by the move to `instead`.

    `passed`: what coming to the cut position is worth there at least (at most, where MAX is to move there), as the search
    counts for MAX. `averaged`: dice or cards decide between; `sees_all`: nothing in this average is estimated.
    """

    ancestor: Node
    instead: Node
    offer: Promise
    passed: float
    averaged: bool
    sees_all: bool


def refusal(node: Node, gains: bool, number: float) -> Refusal | None:
    """The nearest ancestor that is sure of no less by another move than by coming to a node worth so much.

    `gains`: it is worth at least that to MAX, so that one who plays against MAX refuses; else at most, and MAX refuses.
    """
    averaged, sees_all, worth = False, True, number
    for child, above in way_up(node):
        if above.by_chance:
            mean = _average(child, above, gains, worth)
            if mean is None:
                return None
            averaged, (worth, sure) = True, mean
            sees_all = sees_all and sure
            continue
        worth = carried(child, worth)
        if above.maximises == gains:
            continue
        found = [(promise, other) for other in before(child, above) if (promise := promised(other)) is not None]
        if not found:
            continue
        offer, instead = (min if gains else max)(found, key=lambda pair: pair[0].number)
        if offer.number <= worth if gains else offer.number >= worth:
            return Refusal(above, instead, offer, worth, averaged, sees_all)
    return None


def limits_of(tree: Searched) -> tuple[float, float, float]:
    """The least and the most that a search reckons one player can get, and what all can get together."""
    least, most, together = vector_searcher.limits_of(tree.game, tree.trace.knowledge)
    return min(least, 0.0), max(most, 0.0), together  # without knowledge it takes 0 for what it cannot see


def is_utmost(promise: Promise, tree: Searched) -> bool:
    """Whether the game has no result that is better for the player."""
    least, most, _ = limits_of(tree)
    return promise.result >= most if promise.gains else promise.result <= least


def is_hollow(promise: Promise, tree: Searched) -> bool:
    """Whether a player is sure of that in any position, whatever is played: no result is worse, and some are better."""
    least, most, _ = limits_of(tree)
    worst = promise.result <= least if promise.gains else promise.result >= most
    return worst and least < most and (promise.plies is None or promise.plies <= 1)


def way_up(node: Node) -> Iterator[tuple[Node, Node]]:
    """Each node on the way to the root, this one first, with the one above it."""
    while node.parent is not None:
        yield node, node.parent
        node = node.parent


def before(child: Node, above: Node) -> list[Node]:
    """What was looked at above when `child` was entered, other moves only."""
    return [one for one in above.children if one.index < child.index and one.move not in (None, child.move)]


def carried(child: Node, number: float) -> float:
    """A number of MAX's one ply earlier: a win or loss is a ply further off."""
    scale = child.tree.trace.scale
    return number if scale is None or child.move is None else age_score(int(number), scale.mask)


def _average(child: Node, chance: Node, gains: bool, number: float) -> tuple[float, bool] | None:
    """What is certain of an average if one outcome is worth so much; and whether nothing in it is estimated."""
    tree = chance.tree
    least, most, _ = limits_of(tree)
    furthest = least if gains else most
    better = max if gains else min
    known, proved = dict[int | None, float](), True
    for other in before(child, chance):
        claims, proofs = limits(other)
        if claims[not gains] and other.reason != "unfinished":
            known[other.move] = better(known.get(other.move, furthest), tree.trace.value(other.index))
            proved = proved and proofs[not gains]
    known[child.move] = number
    weights = chances_of(tree.game, chance.state)
    mean = sum(weight * known.get(outcome, furthest) for outcome, weight in weights) / sum(weight for _, weight in weights)
    return (mean, proved) if abs(mean) < float("inf") else None
