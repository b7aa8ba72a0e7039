"""Every node the search visited."""

from kibitz.explain.tree.shape import Shape, refuse_argument

SHOWS = "all that was looked at"
ALL_OR_NOTHING = True


def make(argument: str) -> Shape:
    """Show every child of every node."""
    refuse_argument("whole", argument)
    return lambda root: lambda node: node.children
