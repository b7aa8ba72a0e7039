"""A state as a search met it: the moves, whose turn it is, what is below it, and why the search left it."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Self

from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.present.values import amount
from kibitz.rules import CHANCE, legal, mover_of
from kibitz.search.trace_format import QUESTION, Reason


class Visit:
    """A place in the tree of a search, before anything is said of its value.

    `index` counts the places in the order in which they were entered; the root is 0. `move` led here, None at the root and
    where the search asks another question about the same state (`asks`).
    """

    def __init__(self, tree: SearchedTree, index: int, parent: Self | None) -> None:
        """The tree makes them: see `Tree.root` and `Tree.node`."""
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
        """What people call that move; "" at the root; of another question, what it is: "at least 1?"."""
        if self.asks:
            return f"at least {amount(self.window[1])}?"
        return "" if self.parent is None or self.move is None else self.tree.game.move_name(self.parent.state, self.move)

    @cached_property
    def state(self) -> Any:
        """The state of the game."""
        if self.parent is None:
            return self.tree.trace.state
        above: list[Visit] = []
        for node in self.above:
            if "state" in vars(node):
                break
            above.append(node)
        for node in reversed(above):  # from the root on: a long line needs no deep recursion
            _ = node.state
        return self.parent.state if self.move is None else self.tree.game.play(self.parent.state, self.move)

    @cached_property
    def mover(self) -> int:
        """Whose turn it is: a player, 0 the first, or CHANCE; of a state that is over, what the rules say."""
        if self.parent is None:
            return self.tree.trace.mover
        if self.asks:
            return self.parent.mover
        return mover_of(self.tree.game, self.state, self.tree.trace.mover + self.ply)

    @property
    def maximises(self) -> bool:
        """Whether MAX is to move: the largest value counts."""
        return self.mover == self.tree.hero

    @property
    def by_chance(self) -> bool:
        """Whether dice or cards decide here."""
        return self.mover == CHANCE

    @cached_property
    def offers(self) -> tuple[int, ...]:
        """The moves among which the search chose, in the order of the rules; none of a state that is over."""
        return self.tree.trace.moves_of(self.state)

    @property
    def ruled_out(self) -> int:
        """How many moves are not among these: the knowledge proves that the value is reached without them."""
        return len(legal(self.tree.game, self.state)) - len(self.offers) if self.tree.trace.candidates else 0

    @cached_property
    def children(self) -> tuple[Self, ...]:
        """What was looked at, in the order of the search; a move that was looked at again, with a wider window, twice."""
        return tuple(type(self)(self.tree, child, self) for child in self.tree.trace.children_of(self.index))

    @property
    def skipped(self) -> tuple[str, ...]:
        """The names of the moves that did not matter any more, and were never looked at; none at a leaf."""
        if self.reason not in ("cut", "searched", "probed") or any(child.asks for child in self.children):
            return ()
        seen = {child.move for child in self.children}
        return tuple(self.tree.game.move_name(self.state, move) for move in self.offers if move not in seen)

    @property
    def reason(self) -> Reason:
        """Why the search left the node.

        "over": the game is; "horizon": the depth was reached; "table": the position was known; "cut": what was found is
        beyond the window, so what is left does not matter; "searched": every move was looked at; "probed": only one move, for
        a limit; "settled": shown without looking at its moves; "unfinished": the search was stopped before.
        """
        return self.tree.trace.reason(self.index)

    @property
    def final_children(self) -> tuple[Self, ...]:
        """The children, those alone that were looked at last where a move was looked at again; and all questions."""
        number = self.tree.trace.number
        return tuple({(number(child.index), child.asks and child.index): child for child in self.children}.values())

    @cached_property
    def window(self) -> tuple[float, float]:
        """The window with which it was entered, alpha and beta as MAX counts; infinite where open."""
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
        """The nodes above this one, its parent first and the root last."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def root(self) -> Self:
        """Where the search began."""
        return self._path[0]

    @property
    def _path(self) -> tuple[Self, ...]:
        """The nodes from the root to this one."""
        return (*reversed(tuple(self.above)), self)

    @property
    def count(self) -> int:
        """How many nodes there are in the tree from here, this one included."""
        return int(self.tree.trace.ends[self.index]) - self.index + 1

    @property
    def _upright(self) -> bool:
        """Whether the search counts this node's values as MAX does."""
        return self.tree.trace.scale is None or self.maximises
