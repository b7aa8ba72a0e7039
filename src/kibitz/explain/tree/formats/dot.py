"""The source of a drawing, in the language of Graphviz."""

from kibitz.explain.tree import dot
from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.options import DrawingOptions

MOST = 1_000
TAKES = frozenset({"windows"})


def write(branch: Branch, options: DrawingOptions) -> str:
    """What `dot -Tsvg` draws."""
    return dot.dot(branch, bool(options.windows))
