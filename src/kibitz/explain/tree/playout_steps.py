"""A playout search step by step: the moves down the tree and why, the result, and what it proved."""

from itertools import pairwise
from typing import Any

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.node_worth import NodeWorth
from kibitz.explain.tree.playout_node import trace_of
from kibitz.explain.tree.sentences import in_words, words_of
from kibitz.explain.tree.words import counted, label, list_names, one_line
from kibitz.present.values import amount
from kibitz.search.traces.playout_trace import MoveTerms, PlayoutTrace

DIGITS = (2, 3, 4)  # of terms: the fewest with which two sums differ


class PlayoutSteps:
    """The playouts of a tree in order; none for other searches."""

    def __init__(self, root: Node) -> None:
        """`root`: of the whole tree."""
        self._root, self._tree = root, root.tree
        self._known: dict[int, Node] = {0: root}

    @property
    def trace(self) -> PlayoutTrace:
        """The trace of the search."""
        return trace_of(self._tree)

    def sentences(self) -> list[str]:
        """Each playout in words."""
        return [self.describe(number) for number in range(1, len(self.trace.descents) + 1)]

    def describe(self, number: int) -> str:
        """ "Playout 13: c4 for its bonus (12 visits, mean 0.31, bonus 0.62) before b2 (...). Played out ...: X wins." """
        return f"Playout {number}: {self._way(number)}. {self._ending(number)}{self._news(number)}"

    def as_json(self) -> list[dict[str, Any]]:
        """Each playout as an object."""
        return [self._record(number) for number in range(1, len(self.trace.descents) + 1)]

    def nodes_of(self, number: int) -> list[Node]:
        """The nodes on the way of a playout, root first."""
        path = self.trace.descents[number - 1].nodes
        for above, index in pairwise(path):
            if index not in self._known:
                self._known |= {child.index: child for child in self._known[above].children}
        return [self._known[index] for index in path]

    def _way(self, number: int) -> str:
        nodes = self.nodes_of(number)
        return "; then ".join(self._choice(node, child, number) for node, child in pairwise(nodes))

    def _choice(self, node: Node, child: Node, number: int) -> str:
        name, terms = one_line(child.name), self.trace.terms(node.index, number)
        if not terms:
            return f"chance brings {label(child)}"
        taken = next(one for one in terms if one.move == child.move)
        if len(terms) == 1:
            return f"{name}, the only move"
        others = [one for one in terms if one is not taken and not one.is_refuted]
        if taken.ends is not None:
            return f"{name}, which ends the game"
        if taken.share is None or taken.bonus is None:
            return f"{name}, which was never tried"
        if not others:
            return f"{name}, since no other move is better: that is proved"
        next_best = max(others, key=lambda one: one.weight)
        why = ""
        if next_best.share is None or next_best.bonus is None or taken.bonus < next_best.bonus:
            why = " for its mean"
        elif taken.share < next_best.share:
            why = " for its bonus"
        rival = one_line(node.tree.game.move_name(node.state, next_best.move))
        digits = next((count for count in DIGITS if f"{taken.weight:.{count}f}" != f"{next_best.weight:.{count}f}"), DIGITS[0])
        return f"{name}{why} ({_terms(taken, digits)}) before {rival} ({_terms(next_best, digits)})"

    def _ending(self, number: int) -> str:
        descent = self.trace.descents[number - 1]
        where = {"played": "Played out at random from there", "over": "The game is over there", "settled": "Known there"}
        return f"{where[descent.ending]}: {self._outcome(descent.payoffs)}."

    def _outcome(self, payoffs: tuple[float, ...]) -> str:
        """The result of a playout in words; an estimate, where it was cut off, in numbers."""
        if all(paid == int(paid) for paid in payoffs):
            return words_of(self._tree).ending([int(paid) for paid in payoffs])
        return ", ".join(f"{name} {amount(paid)}" for name, paid in zip(self._tree.players, payoffs, strict=True))

    def _news(self, number: int) -> str:
        """The node nearest to the root that this playout proved, unless the game is over there."""
        descent = self.trace.descents[number - 1]
        for node, average in zip(self.nodes_of(number), descent.averages, strict=True):
            before = self.trace.average(node.index, number - 1)
            if average.is_settled and not (before is not None and before.is_settled) and node.reason != "over":
                where = f"after {list_names(node.names)}" if node.parent is not None else "here"
                return f" That proves it: {where} {in_words(node, NodeWorth(average.least))}."
        return ""

    def _record(self, number: int) -> dict[str, Any]:
        descent, nodes = self.trace.descents[number - 1], self.nodes_of(number)
        return {
            "playout": number,
            "nodes": [node.index for node in nodes],
            "moves": [node.name for node in nodes[1:]],
            "ending": descent.ending,
            "payoffs": list(descent.payoffs),
            "choices": [self._weighed(node, number) for node in nodes[:-1]],
            "why": self.describe(number),
        }

    def _weighed(self, node: Node, number: int) -> list[dict[str, Any]]:
        """The terms of all moves of a node; none where chance decides."""
        return [
            {
                "move": node.tree.game.move_name(node.state, one.move),
                "node": one.child,
                "visits": one.visits,
                "mean": None if one.share is None else round(one.share, 9),
                "bonus": None if one.bonus is None else round(one.bonus, 9),
                "refuted": one.is_refuted,
            }
            for one in self.trace.terms(node.index, number)
        ]


def _terms(one: MoveTerms, digits: int) -> str:
    if one.share is None or one.bonus is None:
        return "never tried"
    return f"{counted(one.visits, 'visit')}, mean {one.share:.{digits}f}, bonus {one.bonus:.{digits}f}"


def steps_of(root: Node) -> PlayoutSteps | None:
    """The playouts of the tree with this root; None for other searches."""
    return PlayoutSteps(root) if isinstance(root.tree.trace, PlayoutTrace) else None


def sentences_of(root: Node) -> list[str]:
    """The playouts in words after an empty line; nothing for other searches."""
    steps = steps_of(root)
    return [] if steps is None else ["", *steps.sentences()]
