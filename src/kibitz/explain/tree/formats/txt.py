"""Plain text: the outline and the figures of the search."""

from kibitz.core.registry import spec_of
from kibitz.explain.tree.playout_steps import sentences_of
from kibitz.explain.tree.searched_tree import figures
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.text import text
from kibitz.explain.tree.writing import DrawingOptions

MOST = 5_000
TAKES = frozenset({"windows", "reasons"})


def write(branch: Branch, options: DrawingOptions) -> str:
    """The outline between the game's name and the figures."""
    tree = branch.node.tree
    found = figures(tree)
    return "\n".join(
        [
            spec_of(tree.game),
            text(branch, bool(options.windows), options.reasons),
            *(sentences_of(branch.node.root) if options.reasons else ()),
            "",
            f"{found.sentence} {found.ended}",
            "",
        ]
    )
