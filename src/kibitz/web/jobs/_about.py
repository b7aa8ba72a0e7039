"""One node of the tree explorer, described at one step of the search."""

import re
from typing import Any

from kibitz.drawing.board import cell_of
from kibitz.drawing.svg import svg
from kibitz.explain.tree import words
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.sentences import ExplainedNode
from kibitz.explain.tree.steps.moment import Moment
from kibitz.explain.tree.steps.telling import bound, named, who
from kibitz.games.tree import Tree as DrawnTree

LEFT = {
    "over": "the game is over",
    "horizon": "the depth is reached",
    "table": "the position is known",
    "settled": "it is settled at a glance",
    "searched": "all moves were looked at",
    "cut": "the rest was cut",
    "unfinished": "the search is still here",
    "probed": "one move gave the limit",
}
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)  # the page has it in a file


def about(node: ExplainedNode, moment: Moment, hidden: bool = False) -> dict[str, Any]:
    """Title, board, facts, and why the search left it, as far as it is known at that moment.

    `hidden`: the reader predicts: no count tells how much there is to come.
    """
    tree, whole = node.tree, moment.is_end
    facts: list[tuple[str, str]] = []
    if not tree.game.is_over(node.state):
        facts.append(("To move", who(node)))
    whose = "" if tree.trace.vectors else f" for {tree.players[tree.hero]}"
    stopped = whole and node.worth is None
    worth = "unknown: the search was stopped" if stopped else "not known yet" if node.worth is None else str(node.worth)
    facts.append((f"Worth{whose}", worth))
    if node.worth is not None and node.worth.proved and words.verdict(node):
        facts.append(("That is", words.verdict(node)))
    best = moment.best(node) if node.worth is None and moment.returned(node) else None
    if best is not None:
        facts.append(("Best so far", f"{words.one_line(best.name)} ({words.worth(best)})"))
    if tree.trace.windows:
        facts.append(("α, β when entered", " … ".join(map(bound, node.window))))
        if node.children:
            name = "α, β now" if node.worth is None else "α, β when left"
            facts.append((name, " … ".join(map(bound, moment.window(node)))))
    if node.worth is not None:
        spared = node.reason == "cut" and not node.skipped
        facts.append(("Left because", LEFT["searched" if spared else node.reason]))
        line = [one.name for one in node.line if one.move is not None]
        if line:
            facts.append(("Refuted by" if node.reason == "cut" and not spared else "Best line", words.list_names(line)))
    facts.append(("Node", f"{node.index + 1:,}" if hidden else f"{node.index + 1:,} of {len(moment.whole):,}"))
    below, is_left = node.count - 1, whole or node.worth is not None
    if is_left or not hidden:
        facts.append(("Nodes below", f"{below:,}" if is_left else f"{below:,} so far"))
    title = named(node)
    return {
        "id": node.index,
        "title": title[:1].upper() + title[1:],
        "board": board(node),
        "facts": facts,
        "why": "" if node.worth is None else node.why,
        "moves": list(node.names),
        "below": below,
    }


def board(node: Node) -> str:
    """The position as a picture; nothing of a drawn tree, which is one."""
    game = node.tree.game
    if isinstance(game, DrawnTree):
        return ""
    last = None if node.parent is None or node.move is None else cell_of(game.scene(node.parent.state), node.move)
    return STYLE.sub("", svg(game, node.state, last))
