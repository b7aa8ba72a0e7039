"""Which line of the pseudocode a step of the search executes."""

from kibitz.explain.tree.html.listing import listing
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.steps.moment import Moment


def executing(moment: Moment) -> list[int]:
    """The numbers of the lines, counted from 0; none at the end, nor for a search that nobody has written down."""
    code = listing(moment.tree.trace.search)
    if code is None or moment.is_end:
        return []
    known = [set(steps) for _, steps in code["lines"]]
    wanted = next((step for step in _steps(moment) if any(step in names for names in known)), None)
    return [number for number, names in enumerate(known) if wanted in names]


def _steps(moment: Moment) -> list[str]:
    """What the step is called, by the kind of node and in general."""
    node, kind = moment.node, moment.step.kind
    if kind == "enter":
        return ["enter"]
    if kind == "return":
        return _by("update", node.parent or node)
    if node.reason in ("cut", "searched"):
        return _by("cut" if node.reason == "cut" else "return", node)
    return [node.reason]


def _by(name: str, node: Node) -> list[str]:
    return [f"{name}.{'chance' if node.by_chance else 'max' if node.maximises else 'min'}", name]
