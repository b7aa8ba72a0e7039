"""A node of a search tree: the state, the nodes below it, and the value the search found."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kibitz.core.recurrence import FORBIDDEN
from kibitz.core.rules import CHANCE, legal, mover_of, play_move
from kibitz.explain.tree.node_worth import NodeWorth, Says
from kibitz.explain.tree.searched_tree import KnownClaims, SearchedTree
from kibitz.present.values import amount
from kibitz.search.parts.scores import age_score
from kibitz.search.parts.trace_format import QUESTION, Reason


class Node:
    """A node. Values are MAX's, the player to move at the root (the first player, if chance decides there).

    `index` numbers the nodes in the order they were entered, 0 the root. `move` led here: None at the root, and where the
    search asks another question about the same state (`asks`).
    """

    def __init__(self, tree: SearchedTree, index: int, parent: Self | None) -> None:
        """Use `Tree.root` and `Tree.node`."""
        self.tree, self.index, self.parent = tree, index, parent
        self.asks = parent is not None and tree.trace.number(index) == QUESTION
        self.ply: int = 0 if parent is None else parent.ply + (0 if self.asks else 1)

    @cached_property
    def move(self) -> int | None:
        """The move that led here."""
        if self.parent is None or self.asks:
            return None
        return self.parent.offers[self.tree.trace.number(self.index)]

    @property
    def name(self) -> str:
        """The name of the move; "" at the root; of another question the question: "at least 1?"."""
        if self.asks:
            return f"at least {amount(self.window[1])}?"
        return "" if self.parent is None or self.move is None else self.tree.game.move_name(self.parent.state, self.move)

    @cached_property
    def state(self) -> Any:
        """The state of the game."""
        if self.parent is None:
            return self.tree.trace.state
        above: list[Node] = []
        for node in self.above:
            if "state" in vars(node):
                break
            above.append(node)
        for node in reversed(above):  # from the root on: a long line needs no deep recursion
            _ = node.state
        return self.parent.state if self.move is None else play_move(self.tree.game, self.parent.state, self.move)

    @cached_property
    def mover(self) -> int:
        """The player to move, 0 the first, or CHANCE."""
        if self.parent is None:
            return self.tree.trace.mover
        if self.asks:
            return self.parent.mover
        return mover_of(self.tree.game, self.state, self.tree.trace.mover + self.ply)

    @property
    def maximises(self) -> bool:
        """Whether MAX is to move."""
        return self.mover == self.tree.hero

    @property
    def by_chance(self) -> bool:
        """Whether chance decides here."""
        return self.mover == CHANCE

    @cached_property
    def offers(self) -> tuple[int, ...]:
        """The moves the search chose from, in the order of the rules; none when the game is over."""
        return self.tree.trace.moves_of(self.state)

    @property
    def ruled_out(self) -> int:
        """The number of moves ruled out by the knowledge."""
        return len(legal(self.tree.game, self.state)) - len(self.choices) if self.tree.trace.candidates else 0

    @cached_property
    def children(self) -> tuple[Self, ...]:
        """The nodes searched below, in search order; a move searched again with a wider window comes twice."""
        return tuple(type(self)(self.tree, child, self) for child in self.tree.trace.children_of(self.index))

    @property
    def skipped(self) -> tuple[str, ...]:
        """The names of the moves that were never searched because of a cut."""
        if self.reason not in ("cut", "searched", "probed") or any(child.asks for child in self.children):
            return ()
        left = set(self.choices) - {child.move for child in self.children}
        return tuple(self.tree.game.move_name(self.state, move) for move in self.offers if move in left)

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """The moves the search chose from, without those that would repeat a position."""
        game = self.tree.game
        if game.recurrence != FORBIDDEN:
            return self.offers
        allowed = set(legal(game, self.state))
        return tuple(move for move in self.offers if move in allowed)

    @property
    def reason(self) -> Reason:
        """Why the search left the node.

        "over": the game is over; "horizon": depth reached; "table": position already known; "cut": beyond the window, the rest
        cannot matter; "searched": every move done; "probed": only one move, for a limit; "settled": decided without moves;
        "recurrence": the position repeats; "unfinished": the search was stopped.
        """
        return self.tree.trace.reason(self.index)

    @property
    def final_children(self) -> tuple[Self, ...]:
        """The children, each move at its last search only, and all questions."""
        number = self.tree.trace.number
        return tuple({(number(child.index), child.asks and child.index): child for child in self.children}.values())

    @cached_property
    def window(self) -> tuple[float, float]:
        """Alpha and beta on entry, for MAX; infinite where open."""
        low, high = (self.tree.number(bound) for bound in self.tree.trace.window(self.index))
        return (low, high) if self._upright else (-high, -low)

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves from the root."""
        return tuple(node.move for node in self._path if node.move is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves from the root."""
        return tuple(node.name for node in self._path if node.move is not None)

    @property
    def above(self) -> Iterator[Self]:
        """The nodes above, parent first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def root(self) -> Self:
        """The root of the tree."""
        return self._path[0]

    @property
    def _path(self) -> tuple[Self, ...]:
        return (*reversed(tuple(self.above)), self)

    @property
    def count(self) -> int:
        """The number of nodes from here down, this one included."""
        return int(self.tree.trace.ends[self.index]) - self.index + 1

    @property
    def _upright(self) -> bool:
        """Whether the search counts this node's values for MAX."""
        return self.tree.trace.scale is None or self.maximises

    @cached_property
    def worth(self) -> NodeWorth | None:
        """The value found; None where the search was stopped before."""
        return None if self.reason == "unfinished" else worth_of(self)

    def window_after(self, looked_at: int) -> tuple[float, float]:
        """Alpha and beta for MAX after that many `children`.

        Where each player has a number, the window never changes.
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
        """A child's value in window units, for MAX: where distances count, a later end is a little nearer to 0."""
        value = self.tree.number(brought(child))
        return value if self._upright else -value

    @cached_property
    def best(self) -> Self | None:
        """The child this node has its value from; None at a leaf, a chance node, and where only a limit is known.

        A limit on the side the mover hopes for ("at most 0" for MAX) is not a move's value, nor is an estimate equal to a
        proved value.
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
        return "at_most" if self.maximises else "at_least"

    def _is_from(self, child: Self) -> bool:
        """Whether the value comes from this child; of two with the same number, one may only be bounded by it."""
        trace = self.tree.trace
        if trace.vectors:
            return trace.payoffs(child.index) == trace.payoffs(self.index)
        return brought(child) == trace.value(self.index) and child.worth is not None and child.worth.says != self._hopes

    @property
    def line(self) -> tuple[Self, ...]:
        """The best line below, as far as the tree shows it."""
        found: list[Self] = []
        node = self.best
        while node is not None:
            found.append(node)
            node = node.best
        return tuple(found)

    def __repr__(self) -> str:
        return f"<Node {self.index} {' '.join(self.names) or 'root'}: {self.worth}>"


BOUNDS: dict[tuple[bool, bool], Says] = {(True, True): "exact", (True, False): "at_least", (False, True): "at_most"}
MIRRORED: dict[Says, Says] = {"exact": "exact", "at_least": "at_most", "at_most": "at_least"}


def worth_of(node: Node) -> NodeWorth:
    """The value for MAX of a node that the search finished."""
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


# A search leaves a node with a bound as soon as that is enough. If all moves were searched, or the decisive one is exact, more
# is known than the search needed: the textbook's third node is 2, not "at most 2".

Bits = Callable[[int], tuple[bool, bool]]
Open = NDArray[np.bool_] | None
LEAVES = ("over", "horizon", "table", "settled", "recurrence", "unfinished")


def brought(child: Node) -> float:
    """A child's value in the units of the side to move at its parent."""
    trace = child.tree.trace
    value = trace.value(child.index)
    if trace.scale is None or child.parent is None:
        return value
    older = int(value) if child.asks else age_score(int(value), trace.scale.mask)
    return older if child.maximises == child.parent.maximises else -older


def value_above(child: Node) -> float:
    """A child's value for the player who moves above it: more is better."""
    trace, above = child.tree.trace, child.parent
    if trace.vectors and above is not None:
        return trace.payoffs(child.index)[above.mover]
    if trace.scale is None and above is not None and not above.maximises:
        return -brought(child)
    return brought(child)


def claims_of(node: Node) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    """Whether the value is a lower and an upper bound for the counting side, and which of it is proved."""
    tree = node.tree
    return claims(node, tree.trace.says, tree.claimed), claims(node, tree.trace.proved, tree.proved, tree.provable)


def claims(node: Node, bits: Bits, known: KnownClaims, open_: Open = None) -> tuple[bool, bool]:
    """Whether the value is a lower and an upper bound for the counting side; `bits`: what the search recorded.

    `open_`: per node, whether the nodes below may show more.
    """
    return _claim(node, True, bits, known, open_), _claim(node, False, bits, known, open_)


def _claim(node: Node, least: bool, bits: Bits, known: KnownClaims, open_: Open) -> bool:
    """Whether the value is at least (`least`) or at most that; the children decide where the search recorded nothing."""
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
    """Whether the children show the claim: one that holds the value, or all, none passing it."""
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
