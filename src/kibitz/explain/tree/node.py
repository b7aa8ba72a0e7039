"""One node of a search tree: a state as the search met it, and what it found that this is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from kibitz.explain.tree.searched_tree import KnownClaims
from kibitz.explain.tree.visit import Visit
from kibitz.present.values import amount
from kibitz.search.scores import age_score

# What a search found that a node is worth, and how far that is to be trusted: never more than is so.

Says = Literal["exact", "at_least", "at_most"]
NINE = 9  # decimals: a limit may lie so little beside a number that rounding cannot have made it
SIGNS: dict[Says, str] = {"exact": "", "at_least": "at least ", "at_most": "at most "}


@dataclass(frozen=True)
class NodeWorth:
    """The value with which a search left a node, seen by MAX, the player to move at the root.

    `result` is in the game's own units. `says`: whether the node's value, at the depth that was searched, is this number, is
    at least, or is at most that. `proved`: that holds for the game itself; else estimates from the horizon are in it. `plies`:
    to the end of a win or loss, where distances count. `payoffs`: where every player has a number, first player first;
    `result` is MAX's. `about`: the one player of whose payoff a limit says something; of the others' nothing is known then.
    """

    result: float
    says: Says = "exact"
    proved: bool = True
    plies: int | None = None
    payoffs: tuple[float, ...] | None = None
    about: int | None = None

    @property
    def number(self) -> str:
        """The number alone: "1", "-0.31", "(1, 2, 6)"."""
        if self.payoffs is not None and self.about is not None:
            known = f"{SIGNS[self.says]}{amount(round(self.payoffs[self.about], NINE))}"
            return f"({', '.join(known if player == self.about else '?' for player in range(len(self.payoffs)))})"
        if self.payoffs is not None:
            return f"({', '.join(amount(round(paid, NINE)) for paid in self.payoffs)})"
        return amount(round(self.result, NINE))

    def __str__(self) -> str:
        """ "1", "at most 0", "about 0.31", "at least about 0.3", "1 in 5"."""
        within = "" if self.plies is None else f" in {self.plies}"
        limit = SIGNS[self.says] if self.about is None else ""
        return f"{limit}{'' if self.proved else 'about '}{self.number}{within}"


class Node(Visit):
    """A node. All values are seen by MAX, the player to move at the root (the first, where chance decides there)."""

    @cached_property
    def worth(self) -> NodeWorth | None:
        """The value with which the search left it; None where it was stopped before."""
        return None if self.reason == "unfinished" else worth_of(self)

    def window_after(self, looked_at: int) -> tuple[float, float]:
        """The window after that many of its `children` were left: what MAX and MIN are sure of by then.

        Where every player has a number it is what the mover needs no more than, and stays as it was.
        """
        low, high = self.window
        if self.tree.trace.vectors:
            return low, high
        for child in self.children[:looked_at]:
            if child.worth is None or self.by_chance:
                continue
            if self.maximises:
                low = max(low, self._taken(child))
            else:
                high = min(high, self._taken(child))
        return low, high

    def _taken(self, child: Self) -> float:
        """A child's value as windows count it, for MAX: where distances count, a later end is a little nearer to 0."""
        value = self.tree.number(brought(child))
        return value if self._upright else -value

    @cached_property
    def best(self) -> Self | None:
        """The child whose value this node has; None at a leaf, where chance decides, and where only a limit is known.

        A limit from the side that the mover hopes for ("at most 0" where MAX moves) is no move's value, and a guess of the same
        number is none that is proved.
        """
        mine = self.worth
        if mine is None or self.by_chance or mine.says == self._hopes:
            return None
        return next(
            (
                child
                for child in self.final_children
                if child.worth is not None and child.worth.proved >= mine.proved and self._is_from(child)
            ),
            None,
        )

    @property
    def _hopes(self) -> Says:
        """The limit from the side that the mover hopes for."""
        return "at_most" if self.maximises else "at_least"

    def _is_from(self, child: Self) -> bool:
        """Whether the node has this child's value; of two children with one number, one may only be limited by it."""
        trace = self.tree.trace
        if trace.vectors:
            return trace.payoffs(child.index) == trace.payoffs(self.index)
        return brought(child) == trace.value(self.index) and child.worth is not None and child.worth.says != self._hopes

    @property
    def line(self) -> tuple[Self, ...]:
        """The best line from here, as far as the tree shows it, without this node."""
        found: list[Self] = []
        node = self.best
        while node is not None:
            found.append(node)
            node = node.best
        return tuple(found)

    def __repr__(self) -> str:
        return f"<Node {self.index} {' '.join(self.names) or 'root'}: {self.worth}>"


# The value with which a search left a node, as MAX sees it, and how far it is to be trusted.

BOUNDS: dict[tuple[bool, bool], Says] = {(True, True): "exact", (True, False): "at_least", (False, True): "at_most"}
MIRRORED: dict[Says, Says] = {"exact": "exact", "at_least": "at_most", "at_most": "at_least"}


def worth_of(node: Node) -> NodeWorth:
    """What a node is worth to MAX; of one that the search was done with."""
    trace, index = node.tree.trace, node.index
    wanted, proofs = claims_of(node)
    says = BOUNDS[wanted]
    ends = trace.scale is not None and trace.scale.is_end(int(trace.value(index)))
    proved = ends or all(proof or not claim for proof, claim in zip(proofs, wanted, strict=True))
    if trace.vectors:
        payoffs = trace.payoffs(index)
        about = None if says == "exact" else node.mover
        return NodeWorth(payoffs[node.tree.hero], says, proved, payoffs=payoffs, about=about)
    if trace.scale is None:
        return NodeWorth(_tidy(trace.value(index)), says, proved)
    number = int(trace.value(index))
    result, plies = trace.scale.result(number) if proved else (round(number / trace.scale.unit, 4), None)
    if node.maximises:
        return NodeWorth(_tidy(result), says, proved, plies)
    return NodeWorth(_tidy(-result), MIRRORED[says], proved, plies)


def _tidy(number: float) -> float:
    return int(number) if number == int(number) else number


# What a node's value says of its mover's prospects: the search's own word, and what its children show beyond that.
#
# A search leaves a node with a limit as soon as that is enough. Where all of its moves were looked at, or the one that counts
# is known exactly, more is known than the search needed: the textbook's third node is 2, not "at most 2".

Bits = Callable[[int], tuple[bool, bool]]
Open = NDArray[np.bool_] | None
LEAVES = ("over", "horizon", "table", "settled", "unfinished")


def brought(child: Node) -> float:
    """A child's value as the side to move at its parent counts it there."""
    trace = child.tree.trace
    value = trace.value(child.index)
    if trace.scale is None or child.parent is None:
        return value
    older = int(value) if child.asks else age_score(int(value), trace.scale.mask)
    return older if child.maximises == child.parent.maximises else -older


def value_above(child: Node) -> float:
    """A child's value as the player who moves above it counts it: more is better."""
    trace, above = child.tree.trace, child.parent
    if trace.vectors and above is not None:
        return trace.payoffs(child.index)[above.mover]
    if trace.scale is None and above is not None and not above.maximises:
        return -brought(child)
    return brought(child)


def claims_of(node: Node) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    """Whether a node's value is at least, and at most, so much for the side that counts it; and what is proved of it."""
    tree = node.tree
    return claims(node, tree.trace.says, tree.claimed), claims(node, tree.trace.proved, tree.proved, tree.provable)


def claims(node: Node, bits: Bits, known: KnownClaims, open_: Open = None) -> tuple[bool, bool]:
    """Whether the node's value is at least, and at most, so much, for the side that counts it; `bits`: the search's word.

    `open_`: of each node, whether what is below may show more than that.
    """
    return _claim(node, True, bits, known, open_), _claim(node, False, bits, known, open_)


def _claim(node: Node, least: bool, bits: Bits, known: KnownClaims, open_: Open) -> bool:
    """Whether the value is at least (`least`), else at most, so much; children are looked at where the search says nothing."""
    if bits(node.index)[not least]:
        return True
    key, trace = (node.index, least), node.tree.trace
    if key not in known:
        inner = trace.reason(node.index) not in LEAVES and not node.by_chance and not trace.vectors
        known[key] = (
            inner and (open_ is None or bool(open_[node.index])) and _claim_of_children(node, least, bits, known, open_)
        )
    return known[key]


def _claim_of_children(node: Node, least: bool, bits: Bits, known: KnownClaims, open_: Open) -> bool:
    """Whether the children of an inner node show the claim: one that holds the value, or all of them, which do not pass it."""
    value, hers = node.tree.trace.value(node.index), node.tree.trace.scale is None
    climbs = node.maximises or not hers  # the largest of the children's values counts, as values are counted here
    one_will_do = least == climbs
    valued = [(child, brought(child)) for child in node.final_children]
    if one_will_do:
        valued = [(child, worth) for child, worth in valued if worth == value]
    elif node.reason != "searched" or any(worth > value if climbs else worth < value for _, worth in valued):
        return False
    for child, _ in valued:
        same = hers or child.maximises == node.maximises
        if _claim(child, least == same, bits, known, open_) == one_will_do:
            return one_will_do
    return not one_will_do
