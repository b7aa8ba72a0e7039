"""Why a search left moves alone: who would never allow the position, and what shows that.

A position is cut when what one player is sure of there is no better for the other than what that one was sure of before it
was entered. Only a promise counts on either side: a child left with "at most 0" promises MAX nothing, however good it looks.
And only one that is worth something is told: who has a win here needs no reason from elsewhere, and where the other has one
already, it is that which decides, and not what can be had here.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kibitz.core.rules import chances_of
from kibitz.explain.tree.node import Node, brought, claims_of
from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.present.values import amount
from kibitz.search.drivers import vector_search
from kibitz.search.parts.scores import INFINITE, age_score, alpha_to_child, beta_to_child

NEAR = 1e-4  # payoffs are written down to six digits

# What a player is sure of with a move: more than a value, for a limit from the wrong side promises nothing.


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
    least, most, together = vector_search.limits_of(tree.game, tree.trace.knowledge)
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


# What was known at each node on the way from a position back to the root.


def seen_before(child: Node, above: Node) -> list[Node]:
    """What was looked at above when `child` was entered, other moves only."""
    return [one for one in above.children if one.index < child.index and one.move not in (None, child.move)]


def carried(child: Node, number: float) -> float:
    """A number of MAX's one ply earlier: a win or loss is a ply further off."""
    scale = child.tree.trace.scale
    return number if scale is None or child.move is None else age_score(int(number), scale.mask)


# The reasons themselves.


@dataclass(frozen=True)
class Refusal:
    """Earlier the player to move at `ancestor` was sure of `offer` by the move to `instead`.

    `passed`: what coming to the cut position is worth there at least (at most, where MAX is to move there), as the search
    counts for MAX; where every player has a number, what it leaves the player at most. `averaged`: dice or cards decide
    between; `sees_all`: nothing in this average is estimated.
    """

    ancestor: Node
    instead: Node
    offer: Promise
    passed: float
    averaged: bool = False
    sees_all: bool = True


@dataclass(frozen=True)
class SearchQuestion:
    """What a search only asks at `node`: a window that no ancestor's promise has made, but the search itself.

    It is answered as far as the cut position is concerned; numbers are MAX's, as the search counts. "move": whether that move
    is worth more to its player than `number`. "value": whether MAX gets `number` at least. "limit": the search looks only for
    values that are less than `number` (more, where MAX is held to it).
    """

    about: Literal["move", "value", "limit"]
    node: Node
    number: float


@dataclass(frozen=True)
class CutReason:
    """Why the moves of `node` that were skipped cannot matter.

    `held` is what its player is sure of there by the move to `by` (of a chance node: what the outcomes come to, `by` None).
    One of these says why that is enough: `refused`, an ancestor who is sure of no less elsewhere; `question`, what the search
    wanted to know; `utmost`: no result is better for its player. With none of them only the window says so.
    """

    node: Node
    by: Node | None
    held: Promise
    refused: Refusal | None = None
    question: SearchQuestion | None = None
    utmost: bool = False

    @property
    def kind(self) -> Literal["refused", "averaged", "asked", "shared", "utmost", "window"]:
        """Which of the reasons it is; "averaged": refused, with dice or cards between; "shared": where each has a number."""
        if self.node.tree.trace.vectors and (self.refused is not None or self.utmost):
            return "shared"
        if self.refused is not None:
            return "averaged" if self.refused.averaged else "refused"
        if self.question is not None:
            return "asked"
        return "utmost" if self.utmost else "window"

    @property
    def ancestor(self) -> Node | None:
        """Where somebody does better, or the search asks something."""
        if self.refused is not None:
            return self.refused.ancestor
        return None if self.question is None else self.question.node.parent or self.question.node

    @property
    def hollow(self) -> bool:
        """Whether what the player is sure of here holds of any position: then something else is the reason."""
        return self.kind != "shared" and is_hollow(self.held, self.node.tree)

    @property
    def others(self) -> int:
        """How many moves were left alone, with those that the knowledge rules out."""
        return len(self.node.skipped) + self.node.ruled_out

    @property
    def equal(self) -> bool:
        """Whether the ancestor does just as well elsewhere, and not better: that is enough."""
        found, tree = self.refused, self.node.tree
        if found is None or found.passed == found.offer.number:
            return found is not None
        if tree.trace.vectors:
            return abs(found.offer.number - found.passed) <= NEAR * (1 + abs(found.passed))
        whole = tree.trace.scale is not None and self.proved
        return not whole and amount(tree.number(found.passed)) == amount(tree.number(found.offer.number))

    @property
    def proved(self) -> bool:
        """Whether all of this holds for the game itself, and not just as far as the search sees."""
        return self.held.proved and (self.refused is None or (self.refused.offer.proved and self.refused.sees_all))


def find_cut_reason(node: Node) -> CutReason | None:
    """Why moves of this node were left alone; None where none were."""
    if node.reason != "cut" or not node.skipped:
        return None
    trace = node.tree.trace
    if trace.vectors:
        return _by_shares(node)
    number = trace.value(node.index)
    if trace.scale is not None and not node.maximises:
        number = -number
    if node.by_chance:
        (least, most), proofs = limits(node)
        by, held = None, promise(node, least, number, exact=least and most, proved=proofs[not least])
    else:
        by, held = _refuter(node)
    found = None if _answers(node) else find_refusal(node, held.gains, number)
    if found is not None and is_hollow(found.offer, node.tree):
        return CutReason(node, by, held, utmost=True)
    query = None if found is not None else find_question(node, held.gains, number)
    return CutReason(node, by, held, found, query, utmost=trace.scale is None and is_utmost(held, node.tree))


def _answers(node: Node) -> bool:
    """Whether the search only ever asks about one value: then nobody's other moves are the reason."""
    scale = node.tree.trace.scale
    return scale is not None and scale.exact


def _refuter(node: Node) -> tuple[Node, Promise]:
    found = [(child, sure) for child in node.children if (sure := promised(child)) is not None]
    best = (max if node.maximises else min)(sure.number for _, sure in found)
    return next(pair for pair in reversed(found) if pair[1].number == best)


# Who does better elsewhere than to allow a position.


def find_refusal(node: Node, gains: bool, number: float) -> Refusal | None:
    """The nearest ancestor that is sure of no less by another move than by coming to a node worth so much.

    `gains`: it is worth at least that to MAX, so that one who plays against MAX refuses; else at most, and MAX refuses.
    """
    averaged, sees_all, worth = False, True, number
    for child, above in pairwise((node, *node.above)):
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
        found = [(promise, other) for other in seen_before(child, above) if (promise := promised(other)) is not None]
        if not found:
            continue
        offer, instead = (min if gains else max)(found, key=lambda pair: pair[0].number)
        if offer.number <= worth if gains else offer.number >= worth:
            return Refusal(above, instead, offer, worth, averaged, sees_all)
    return None


def _average(child: Node, chance: Node, gains: bool, number: float) -> tuple[float, bool] | None:
    """What is certain of an average if one outcome is worth so much; and whether nothing in it is estimated."""
    tree = chance.tree
    least, most, _ = limits_of(tree)
    furthest = least if gains else most
    better = max if gains else min
    known, proved = dict[int | None, float](), True
    for other in seen_before(child, chance):
        claims, proofs = limits(other)
        if claims[not gains] and other.reason != "unfinished":
            known[other.move] = better(known.get(other.move, furthest), tree.trace.value(other.index))
            proved = proved and proofs[not gains]
    known[child.move] = number
    weights = chances_of(tree.game, chance.state)
    mean = sum(weight * known.get(outcome, furthest) for outcome, weight in weights) / sum(weight for _, weight in weights)
    return (mean, proved) if abs(mean) < float("inf") else None


# What a search only asks.


def find_question(node: Node, gains: bool, number: float) -> SearchQuestion | None:
    """The nearest question that a node worth at least (`gains`), or at most, so much to MAX has answered."""
    worth, top = number, node
    for child, above in pairwise((node, *node.above)):
        if above.by_chance:
            return None
        worth = carried(child, worth)
        if child.move is None:
            return _answered(child, gains, worth)
        if above.maximises == gains and _narrowed(child, above):
            bar = _bar(child, above)
            if worth > bar if gains else worth < bar:
                return SearchQuestion("move", child, bar)
        top = above
    return _answered(top, gains, worth)


def _narrowed(child: Node, above: Node) -> bool:
    """Whether a move was looked at in a window that is narrower on the side for which its player hopes."""
    trace = child.tree.trace
    if trace.scale is None:
        return False
    low, high = trace.window(child.index)
    hoped = trace.window(above.index)[1]
    seen = high if child.maximises == above.maximises else -low
    if hoped >= INFINITE:
        return seen < INFINITE
    mask = trace.scale.mask
    same_side = child.maximises == above.maximises
    return seen != (beta_to_child(int(hoped), mask) if same_side else -alpha_to_child(-int(hoped), mask))


def _bar(child: Node, above: Node) -> int:
    scale = child.tree.trace.scale
    assert scale is not None
    low, high = child.tree.trace.window(child.index)
    bar = age_score(int(low if child.maximises == above.maximises else -high), scale.mask)
    return bar if above.maximises else -bar


def _answered(node: Node, gains: bool, worth: float) -> SearchQuestion | None:
    """What is asked where the search began, or begins once more: whether the value is as large as this, or where it is."""
    trace = node.tree.trace
    low, high = trace.window(node.index)
    if trace.scale is not None and not node.maximises:
        low, high = -high, -low
    bar = high if gains else low
    if abs(bar) >= INFINITE or (worth < bar if gains else worth > bar):
        return None
    if trace.scale is not None and trace.scale.exact and high - low == 1:
        return SearchQuestion("value", node, high)
    return SearchQuestion("limit", node, bar)


# Where every player has a number: what one has leaves so little to another, who moved before, that this one goes elsewhere.


def _by_shares(node: Node) -> CutReason:
    """Why moves were left alone where every player has a number: an ancestor refuses, or there is no more to get."""
    tree, trace, by = node.tree, node.tree.trace, node.final_children[-1]
    held = _share(node, node.mover, proved=limits(by)[1][0])
    least, most, together = vector_search.limits_of(tree.game, trace.knowledge)
    for child, above in pairwise((node, *node.above)):
        if above.by_chance:
            break
        if above.mover == node.mover:
            continue
        rest = together - least * (tree.game.players - 2) - held.result
        found = [one for one in seen_before(child, above) if all(limits(one)[0])]
        if not found:
            break
        instead = max(found, key=lambda one: trace.payoffs(one.index)[above.mover])
        offer = _share(instead, above.mover, proved=all(limits(instead)[1]))
        if rest <= offer.number + NEAR * (1 + abs(rest)):
            return CutReason(node, by, held, Refusal(above, instead, offer, rest))
        break
    no_more = held.result >= together - least * (tree.game.players - 1) - NEAR * (1 + abs(most))
    return CutReason(node, by, held, utmost=no_more)


def _share(node: Node, player: int, proved: bool) -> Promise:
    paid = node.tree.trace.payoffs(node.index)[player]
    return Promise(player, True, paid, paid, False, proved)
