"""All that the search looked at."""

from kibitz.explain.tree.shape import Shape, refuse_argument

SHOWS = "all that was looked at"
ALL_OR_NOTHING = True


def make(argument: str) -> Shape:
    """Every child of every node."""
    refuse_argument("whole", argument)
    return lambda root: lambda node: node.children
