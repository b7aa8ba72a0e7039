"""Why a search cut: which player would never allow the position, and what proves it.

A position is cut when one player already has something as good elsewhere. Only a guarantee counts: a child with "at most 0"
guarantees MAX nothing. A player who has a win at the node itself needs no reason from elsewhere.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kibitz.core.rules import chances_of
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.promise import Promise, is_hollow, is_utmost, limits, limits_of, promise, promised
from kibitz.present.values import amount
from kibitz.search.drivers import vector_search
from kibitz.search.parts.scores import INFINITE, age_score, alpha_to_child, beta_to_child

NEAR = 1e-4  # payoffs are written down to six digits


def seen_before(child: Node, above: Node) -> list[Node]:
    """The other moves searched above before `child`."""
    return [one for one in above.children if one.index < child.index and one.move not in (None, child.move)]


def carried(child: Node, number: float) -> float:
    """MAX's number one ply earlier: a win or loss is one ply further away."""
    scale = child.tree.trace.scale
    return number if scale is None or child.move is None else age_score(int(number), scale.mask)


@dataclass(frozen=True)
class Refusal:
    """An earlier choice: the player to move at `ancestor` already had `offer` by the move to `instead`.

    `passed`: the least (most, where MAX moves at the ancestor) that the cut position would give there, in the search's units
    for MAX; where each player has a number, the most it leaves that player. `averaged`: chance lies between; `sees_all`:
    nothing in this average is an estimate.
    """

    ancestor: Node
    instead: Node
    offer: Promise
    passed: float
    averaged: bool = False
    sees_all: bool = True


@dataclass(frozen=True)
class SearchQuestion:
    """A window set by the search itself at `node`, not by an ancestor's guarantee.

    The cut position answers it; numbers are MAX's. "move": is that move worth more to its player than `number`? "value": does
    MAX get at least `number`? "limit": only values below `number` matter (above it, where MAX is held to it).
    """

    about: Literal["move", "value", "limit"]
    node: Node
    number: float


@dataclass(frozen=True)
class CutReason:
    """Why the skipped moves of `node` cannot matter.

    `held` is what its player has by the move to `by` (at a chance node the average so far, `by` None). One of these is the
    reason: `refused`, an ancestor has as much elsewhere; `question`, the search has its answer; `utmost`, no result is better.
    With none of them only the window is known.
    """

    node: Node
    by: Node | None
    held: Promise
    refused: Refusal | None = None
    question: SearchQuestion | None = None
    utmost: bool = False

    @property
    def kind(self) -> Literal["refused", "averaged", "asked", "shared", "utmost", "window"]:
        """The kind of reason; "averaged": refused across chance; "shared": each player has a number."""
        if self.node.tree.trace.vectors and (self.refused is not None or self.utmost):
            return "shared"
        if self.refused is not None:
            return "averaged" if self.refused.averaged else "refused"
        if self.question is not None:
            return "asked"
        return "utmost" if self.utmost else "window"

    @property
    def ancestor(self) -> Node | None:
        """The node above where a player does better, or the search asks."""
        if self.refused is not None:
            return self.refused.ancestor
        return None if self.question is None else self.question.node.parent or self.question.node

    @property
    def hollow(self) -> bool:
        """Whether what the player has here holds in any position, so that the reason lies elsewhere."""
        return self.kind != "shared" and is_hollow(self.held, self.node.tree)

    @property
    def others(self) -> int:
        """The number of skipped moves, including those the knowledge rules out."""
        return len(self.node.skipped) + self.node.ruled_out

    @property
    def equal(self) -> bool:
        """Whether the ancestor does only as well elsewhere, which is enough."""
        found, tree = self.refused, self.node.tree
        if found is None or found.passed == found.offer.number:
            return found is not None
        if tree.trace.vectors:
            return abs(found.offer.number - found.passed) <= NEAR * (1 + abs(found.passed))
        whole = tree.trace.scale is not None and self.proved
        return not whole and amount(tree.number(found.passed)) == amount(tree.number(found.offer.number))

    @property
    def proved(self) -> bool:
        """Whether this is true of the game, not only as far as the search sees."""
        return self.held.proved and (self.refused is None or (self.refused.offer.proved and self.refused.sees_all))


def find_cut_reason(node: Node) -> CutReason | None:
    """The reason why moves of this node were skipped; None where none were."""
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
    """Whether the search asks about one value only, so no player's other move is the reason."""
    scale = node.tree.trace.scale
    return scale is not None and scale.exact


def _refuter(node: Node) -> tuple[Node, Promise]:
    found = [(child, sure) for child in node.children if (sure := promised(child)) is not None]
    best = (max if node.maximises else min)(sure.number for _, sure in found)
    return next(pair for pair in reversed(found) if pair[1].number == best)


def find_refusal(node: Node, gains: bool, number: float) -> Refusal | None:
    """The nearest ancestor whose player has as much by another move.

    `gains`: the node is worth at least `number` to MAX, so MIN refuses; else at most, and MAX refuses.
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
    """The bound on an average if one outcome is worth `number`, and whether nothing in it is an estimate."""
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


def find_question(node: Node, gains: bool, number: float) -> SearchQuestion | None:
    """The nearest question answered by a node worth at least (`gains`) or at most `number` to MAX."""
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
    """Whether a move was searched in a window narrowed on the side its player hopes for."""
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
    """The question asked where the search starts, or starts again."""
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


def _by_shares(node: Node) -> CutReason:
    """The reason where each player has a number: an ancestor refuses, or there is no more to get."""
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
