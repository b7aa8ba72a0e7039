"""A node that can say why the search left it."""

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.told import told


class Explained(Node):
    """A node with a sentence about itself: the nodes of a `Tree` are these."""

    @property
    def why(self) -> str:
        """Why the search left the node, in a sentence; of a cut, who would never allow the position."""
        return told(self)
