"""A page in one file: it opens and closes, goes through the search step by step, and asks."""

from kibitz.explain.tree.html import html
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.writing import DrawingOptions

MOST = 5_000
TAKES = frozenset({"boards", "windows", "reasons"})  # a step of the search always shows its window, and a cut its reason


def write(branch: Branch, options: DrawingOptions) -> str:
    """The page."""
    return html(branch, boards=options.boards)
