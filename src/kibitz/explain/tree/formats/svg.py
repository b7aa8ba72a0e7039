"""A picture that stands alone."""

from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.look import Look
from kibitz.explain.tree.svg import svg

MOST = 500
TAKES = frozenset({"boards", "windows"})


def write(branch: Branch, look: Look) -> str:
    """The picture, with windows unless they are not wanted."""
    return svg(branch, boards=look.boards, windows=look.windows is not False)
