"""The outline of a tree, row by row: the open nodes and what stands below them, as far as there is room."""

from collections.abc import Collection, Iterator
from typing import Any

from kibitz.explain.tree import words
from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.claims import LEAVES
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shape import grown

Row = dict[str, Any]
TOLD = 30  # names of moves in one row


def branch_of(top: Node, opened: Collection[int], past: int, most: int) -> Branch:
    """What is shown from a node on: the children of open nodes, those near the top first; of the top not the first `past`."""

    def choice(node: Node) -> tuple[Node, ...]:
        children = node.children if node.index in opened else ()
        return children[past:] if node is top else children

    return grown(top, choice, None, most)


def rows(branch: Branch, opened: Collection[int], past: int, here: int | None = None, level: int = 1) -> Iterator[Row]:
    """A row for each node; below an open one also for the moves that were cut, and for those that there was no room for.

    `here`: where the search is, None when it has ended; `level`: that of the first row.
    """
    waiting: list[tuple[Branch | Row, int, int, int]] = [(branch, level, 1, 1)]
    while waiting:
        one, level, place, among = waiting.pop()
        if isinstance(one, dict):
            yield {**one, "level": level, "place": place, "among": among}
            continue
        node, first = one.node, past if one is branch else 0
        is_open = node.index in opened
        yield {**_told(node, is_open, here), "level": level, "place": place, "among": among}
        if not is_open:
            continue
        below: list[Branch | Row] = [*one.children]
        if one.hidden - first > 0:
            shown = first + len(one.children)
            below.append({"kind": "more", "id": node.index, "past": shown, "words": f"{one.hidden - first:,} more"})
        if one.skipped:
            below.append({"kind": "cut", "id": node.index, "words": _unseen(one)})
        waiting += reversed([(child, level + 1, first + at + 1, first + len(below)) for at, child in enumerate(below)])


def can_open(node: Node) -> bool:
    """Whether there is anything below."""
    return bool(node.children)


def _told(node: Node, is_open: bool, here: int | None) -> Row:
    worth = node.worth
    sort = "none" if worth is None else "limit" if worth.says != "exact" else "exact" if worth.proved else "about"
    ends = node.index == here and node.tree.game.is_over(node.state)  # the search is about to see that
    windowed = not node.tree.trace.vectors and node.tree.trace.search != "minimax"
    return {
        "kind": "node",
        "id": node.index,
        "move": words.label(node) if node.parent is not None else "",
        "role": "" if ends else words.role(node),
        "side": "leaf" if ends else _side(node),
        "worth": words.worth(node),
        "sort": sort,
        "window": words.window(node) if windowed and not words.is_open(node) else "",
        "note": words.note(node) if worth is not None or here is None else "",
        "mark": words.mark(node),
        "nodes": node.count - 1,
        "open": is_open if can_open(node) else None,
        "here": node.index == here,
    }


def _side(node: Node) -> str:
    """In which colour it is shown."""
    if node.reason == "over":
        return "leaf"
    if node.by_chance:
        return "chance"
    return f"p{node.mover % 4}" if words.named(node.tree) else "max" if node.maximises else "min"


def _unseen(branch: Branch) -> str:
    """The moves that were never looked at; of very many the first."""
    rest = len(branch.skipped) - TOLD
    if rest <= 0 or branch.node.reason in LEAVES:
        return words.unseen(branch)
    return f"{words.unseen(Branch(branch.node, skipped=branch.skipped[:TOLD]))} and {rest:,} more"
