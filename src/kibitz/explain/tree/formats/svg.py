"""An SVG picture."""

from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.svg import svg
from kibitz.explain.tree.writing import DrawingOptions

MOST = 500
TAKES = frozenset({"boards", "windows"})


def write(branch: Branch, options: DrawingOptions) -> str:
    """The picture, with windows by default."""
    return svg(branch, boards=options.boards, windows=options.windows is not False)
