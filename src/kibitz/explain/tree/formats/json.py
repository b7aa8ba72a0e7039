"""A tree as one JSON object; its nodes are a list, parents first."""

import json
from math import isinf
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.core.rules import CHANCE
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.playout_node import PlayoutNode
from kibitz.explain.tree.playout_steps import steps_of
from kibitz.explain.tree.searched_tree import figures
from kibitz.explain.tree.sentences import reason_of
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.writing import DrawingOptions

MOST = 100_000
TAKES = frozenset({"windows", "reasons"})  # windows are always there


def write(branch: Branch, options: DrawingOptions) -> str:
    """The object in one line."""
    return json.dumps(as_json(branch, options.reasons), allow_nan=False, ensure_ascii=False) + "\n"


def as_json(branch: Branch, reasons: bool = False) -> dict[str, Any]:
    """The figures of the search and the shown nodes; see docs/tree.md for the fields.

    `reasons`: with a sentence for each cut.
    """
    tree = branch.node.tree
    found = figures(tree)
    return {
        "game": spec_of(tree.game),
        "players": list(tree.players),
        "max": tree.hero,
        "search": found.search,
        "depth": found.depth,
        "nodes": found.nodes,
        "cuts": found.cuts,
        "seconds": round(found.seconds, 6),
        "bytes": found.bytes,
        "stopped": found.stopped,
        "whole": found.whole,
        "shown": len(branch),
        **({} if found.learned is None else {"estimate": found.learned}),
        **_playouts(branch.node),
        "tree": [_node(one, reasons) for one in branch],
    }


def _node(branch: Branch, reasons: bool) -> dict[str, Any]:
    node = branch.node
    above = node.parent
    return {
        "index": node.index,
        "parent": None if above is None else above.index,
        "ply": node.ply,
        "move": None if node.move is None else node.name,
        "mover": None if node.reason == "over" else "chance" if node.mover == CHANCE else node.mover,
        "maximises": node.maximises,
        "value": value(node),
        "window": [finite(bound) for bound in node.window],
        "reason": node.reason,
        "best": None if node.best is None else node.best.index,
        "nodes": node.count,
        "hidden": branch.hidden,
        "skipped": list(branch.skipped),
        "why": reason_of(node) if reasons else None,
        **(node.record if isinstance(node, PlayoutNode) else {}),
    }


def _playouts(root: Node) -> dict[str, Any]:
    """The extra fields of a playout search: seed, width, and each playout."""
    steps = steps_of(root.root)
    if steps is None:
        return {}
    trace = steps.trace
    return {"playouts": trace.nodes, "seed": trace.seed, "exploration": trace.exploring, "steps": steps.as_json()}


def value(node: Node) -> dict[str, Any] | None:
    """The value of a node for MAX; None where the search was stopped before."""
    worth = node.worth
    if worth is None:
        return None
    return {
        "says": worth.says,
        "proved": worth.proved,
        "result": finite(worth.result),
        "plies": worth.plies,
        "payoffs": None if worth.payoffs is None else [finite(paid) for paid in worth.payoffs],
        "about": worth.about,
    }


def finite(number: float) -> float | None:
    """The number; None where it is infinite."""
    return None if isinf(number) else number
