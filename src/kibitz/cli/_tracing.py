"""A traced search with its progress on the terminal, which Ctrl-C ends with what there is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from kibitz.cli._progress import Progress
    from kibitz.explain.tree.tree import Tree
    from kibitz.position import Position
    from kibitz.search._request import Ties


@dataclass(frozen=True)
class Wanted:
    """How a search to be traced was asked for on the command line."""

    search: str | None
    depth: int | None
    knowledge: Literal["auto"] | None
    distance: bool
    ties: Ties
    nodes: int

    def tree(self, position: Position, progress: Progress) -> Tree:
        """The tree of that search; the compiler is imported here and no sooner. Ctrl-C ends it with what there is by then."""
        with progress.busy("getting ready"):
            from kibitz.explain.tree.tree import Tree
            from kibitz.search._tracing import Tracing

            tracing = Tracing(
                position,
                search=self.search,
                depth=self.depth,
                knowledge=self.knowledge,
                distance=self.distance,
                ties=self.ties,
                nodes=self.nodes,
            )
        progress.says = lambda: f"{tracing.nodes:,} nodes"
        try:
            with progress.busy("searching"):
                return Tree(tracing.result())
        except KeyboardInterrupt:
            tracing.stop()
            return Tree(replace(tracing.result(), stopped="interrupted"))
        finally:
            progress.says = str
