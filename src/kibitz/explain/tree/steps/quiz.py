"""Questions about what a search does next: asked only where what is known by then decides the answer."""

from dataclasses import dataclass
from math import isinf
from typing import Literal

from kibitz.explain.tree.node import LEAVES, Node
from kibitz.explain.tree.steps.moment import final, gain
from kibitz.explain.tree.steps.telling import bound, named, who
from kibitz.explain.tree.steps.walk import Walk
from kibitz.explain.tree.tree import Tree

NEAR = 1e-9
SCAN = 3_000  # steps that are looked through for a question


@dataclass(frozen=True)
class Quiz:
    """A question that the step `number` answers: what `node` is worth, or whether its other moves are cut (`cuts`)."""

    number: int
    asks: Literal["value", "cut"]
    node: Node
    window: tuple[float, float]
    cuts: bool = False

    @property
    def words(self) -> str:
        """The question."""
        tree = self.node.tree
        if self.asks == "value":
            whose = "" if tree.trace.vectors else f" for {tree.players[tree.hero]}"
            return f"All moves from {named(self.node)} have been looked at. What value does the search return here{whose}?"
        low, high = map(bound, self.window)
        known = f"{who(self.node)} is to move in {named(self.node)}, and now α = {low}, β = {high}."
        return f"{known} Will the search look at another move here, or is the rest cut?"


def next_quiz(tree: Tree, walk: Walk, after: int) -> Quiz | int:
    """The first question after a step; a number where there is none before that step, which may be the last."""
    until = min(walk.last, after + SCAN)
    for number in range(after + 1, until + 1):
        found = quiz_at(tree, walk, number)
        if found is not None:
            return found
    return until


def quiz_at(tree: Tree, walk: Walk, number: int) -> Quiz | None:
    """What may be asked before the step of that number happens; its node is one of the whole tree."""
    step, trace = walk.at(number), tree.trace
    if step.kind == "return" or (step.kind == "enter" and step.node == 0):
        return None
    index = trace.parent(step.node) if step.kind == "enter" else step.node
    if trace.reason(index) in LEAVES:
        return None
    node = tree.node(index)
    if node.by_chance or node.worth is None:
        return None
    back = tuple(child for child in node.children if child.index < step.node or step.kind == "leave")
    if not back or any(child.move is None or child.worth is None for child in back):
        return None
    if step.kind == "leave" and (node.reason == "searched" or (node.reason == "cut" and not node.skipped)):
        return Quiz(number, "value", node, node.window) if _decided(node, back) else None
    cuts = step.kind == "leave" and node.reason == "cut"
    goes_on = step.kind == "enter" and tree.node(step.node).move != back[-1].move
    low, high = node.window_after(len(back))
    if not trace.windows or not (cuts or goes_on) or isinf(low) or isinf(high):
        return None
    return Quiz(number, "cut", node, (low, high), cuts) if cuts == (low >= high) else None


def _decided(node: Node, back: tuple[Node, ...]) -> bool:
    """Whether the values that have come back make the value of the node."""
    assert node.worth is not None
    counting = list(final(back))
    best = max(gain(node, child) for child in counting)
    leading = [child.worth for child in counting if gain(node, child) == best and child.worth is not None]
    if node.worth.payoffs is not None:
        return all(worth.payoffs == node.worth.payoffs for worth in leading)
    return abs(leading[0].result - node.worth.result) < NEAR


def made_of(node: Node) -> str:
    """What a value was made of."""
    values = ", ".join(str(child.worth) for child in final(node.children) if child.worth is not None)
    if node.tree.trace.vectors:
        return f"{who(node)} takes the best of {values}."
    return f"{who(node)} takes the {'largest' if node.maximises else 'smallest'} of {values}."
