"""What a search only asks: a window that no ancestor's promise has made, but the search itself."""

from dataclasses import dataclass
from typing import Literal

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.refusal import carried, way_up
from kibitz.search.scores import INFINITE, age_score, alpha_to_child, beta_to_child

About = Literal["move", "value", "limit"]


@dataclass(frozen=True)
class SearchQuestion:
    """What is asked at `node`, and answered as far as the cut position is concerned; numbers are MAX's, as the search counts.

    "move": whether that move is worth more to its player than `number`. "value": whether MAX gets `number` at least. "limit":
    the search looks only for values that are less than `number` (more, where MAX is held to it).
    """

    about: About
    node: Node
    number: float


def question(node: Node, gains: bool, number: float) -> SearchQuestion | None:
    """The nearest question that a node worth at least (`gains`), or at most, so much to MAX has answered."""
    worth, top = number, node
    for child, above in way_up(node):
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
    """What the move must be better than, as MAX counts above."""
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
