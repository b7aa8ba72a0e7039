"""A traced search in figures: how much it looked at, how often it cut, what it took, and what ended it."""

from dataclasses import dataclass

from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.search.trace_format import REASONS, Reason
from kibitz.thought import Stopped

SIZES = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


@dataclass(frozen=True)
class SearchFigures:
    """What there is to say of a search as a whole.

    `nodes`: those that were written down; `cuts`: how many of them were left for what was found there, before all moves were
    looked at; `bytes`: the memory of the trace. `depth`: how deep the search was, None for the whole tree. `whole`: whether it
    came to its end; `guesses`: whether it stopped at a horizon anywhere.
    """

    search: str
    nodes: int
    cuts: int
    seconds: float
    bytes: int
    stopped: Stopped
    depth: int | None
    whole: bool
    guesses: bool

    @property
    def sentence(self) -> str:
        """ "alphabeta: 18,297 nodes, 4,237 cuts, 2.1 ms, 439 kB of trace." """
        counts = [f"{self.nodes:,} node{'' if self.nodes == 1 else 's'}", f"{self.cuts:,} cut{'' if self.cuts == 1 else 's'}"]
        return f"{self.search}: {', '.join([*counts, duration(self.seconds), f'{size(self.bytes)} of trace'])}."

    @property
    def ended(self) -> str:
        """What ended it, in a sentence."""
        plies = f"{self.depth} {'ply' if self.depth == 1 else 'plies'}"
        if self.stopped == "interrupted":
            return "Interrupted: this is what it had looked at by then."
        if self.stopped == "nodes" and not self.whole:
            return f"The room for {self.nodes:,} nodes is full: the search was stopped there, its last nodes unfinished."
        if self.stopped == "nodes":
            return f"The whole tree has no room: these are {plies} of it, the most there is room for."
        if self.depth is None and self.guesses:
            return "The value is proved, so it was searched no deeper."
        if self.guesses:
            return f"It was searched {plies} deep."
        return "It was searched to the end of every game."


def figures(tree: SearchedTree) -> SearchFigures:
    """The figures of a tree."""
    trace, guesses = tree.trace, count(tree, "horizon") > 0
    ended = trace.stopped, trace.depth, tree.whole, guesses
    return SearchFigures(trace.search, len(tree), count(tree, "cut"), trace.seconds, trace.bytes, *ended)


def count(tree: SearchedTree, reason: Reason) -> int:
    """How many nodes were left for that reason."""
    return int((tree.trace.reasons == REASONS.index(reason)).sum())


def size(count: int) -> str:
    """ "439 kB"."""
    unit, name = next((one for one in SIZES if count >= one[0]), (1, "bytes"))
    return f"{count / unit:.3g} {name}"


def duration(seconds: float) -> str:
    """ "2.1 ms", "3.4 s"."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.{0 if seconds >= 0.0095 else 1}f} ms"
