"""A tree in Graphviz's language, for `dot`."""

from collections.abc import Iterator

from kibitz.drawing.text import clean
from kibitz.explain.tree import words
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.writing import DrawingOptions

MOST = 1_000
TAKES = frozenset({"windows"})


def write(branch: Branch, options: DrawingOptions) -> str:
    """The source for `dot -Tsvg`."""
    return dot(branch, bool(options.windows))


MAX_FILL, MIN_FILL, CHANCE_FILL = "#dbe9ff", "#ffe6cc", "#e6f4e0"
GREY, BEST = "#777777", "#1a56b0"
HEAD = (
    "  graph [ordering=out, ranksep=0.6, nodesep=0.25]",
    '  node [fontname="Helvetica,Arial,sans-serif", fontsize=12, shape=box, style="rounded,filled", fillcolor=white]',
    '  edge [fontname="Helvetica,Arial,sans-serif", fontsize=11, arrowhead=none]',
)


def dot(branch: Branch, windows: bool = False) -> str:
    """The source: a box for each node, blue for MAX, orange for MIN, dashed where cut."""
    return "\n".join(["digraph tree {", *HEAD, *_statements(branch, windows), "}"]) + "\n"


def quoted(text: str) -> str:
    """Any text as a label, with \\ and & escaped."""
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("&", "&amp;"), ("\n", "\\n")):
        text = text.replace(sign, written)
    return f'"{clean(text)}"'


def _statements(branch: Branch, windows: bool) -> Iterator[str]:
    for one in branch:
        node = one.node
        yield f"  n{node.index} [{_look(node)}]"
        for child in one.children:
            yield f"  n{node.index} -> n{child.node.index} [{_way(child.node, windows)}]"
        for name, text, dashed in _left_out(one):
            yield f"  {name} [label={quoted(text)}, shape=plaintext, style=solid, fontcolor={quoted(GREY)}]"
            yield f"  n{node.index} -> {name} [style={'dashed' if dashed else 'dotted'}, color={quoted(GREY)}]"


def _look(node: Node) -> str:
    role, note = words.role(node), words.note(node)
    label = "\n".join(filter(None, (role, words.worth(node), note)))
    if not role:
        return f"label={quoted(label)}, shape=plaintext, style=solid"
    fill = CHANCE_FILL if node.by_chance else MAX_FILL if node.maximises else MIN_FILL
    return f"label={quoted(label)}, fillcolor={quoted(fill)}"


def _way(child: Node, windows: bool) -> str:
    label = quoted("\n".join(filter(None, (words.label(child), words.window(child) if windows else ""))))
    return f"label={label}, penwidth=2.5, color={quoted(BEST)}" if words.mark(child) == "best" else f"label={label}"


def _left_out(branch: Branch) -> Iterator[tuple[str, str, bool]]:
    """Names, texts and cut flags of what is not drawn below a node."""
    index = branch.node.index
    if branch.hidden:
        hidden = f"{words.counted(branch.hidden, 'more move')}\n{words.counted(branch.hidden_nodes, 'node')}"
        yield f"hidden{index}", hidden, False
    if branch.skipped:
        yield f"skipped{index}", words.unseen(branch).replace(": ", "\n", 1), branch.node.reason != "probed"
