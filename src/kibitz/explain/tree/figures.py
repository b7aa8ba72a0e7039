"""A traced search in figures: how much it looked at, how often it cut, what it took, and what ended it."""

from dataclasses import dataclass

from kibitz.explain.tree.tree import Tree
from kibitz.search._trace import REASONS, Reason
from kibitz.thought import Stopped

COUNTED = 200_000  # nodes: for the cuts of a larger tree one would wait for seconds
SIZES = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


@dataclass(frozen=True)
class Figures:
    """What there is to say of a search as a whole.

    `nodes`: those that were written down; `cuts`: how many of them were left for what was found there, before all moves were
    looked at, None where there are too many nodes to count that; `bytes`: the memory of the trace. `depth`: how deep the search
    was, None for the whole tree.
    `whole`: whether it came to its end; `guesses`: whether it stopped at a horizon anywhere.
    """

    search: str
    nodes: int
    cuts: int | None
    seconds: float
    bytes: int
    stopped: Stopped
    depth: int | None
    whole: bool
    guesses: bool

    @property
    def sentence(self) -> str:
        """ "alphabeta: 18,297 nodes, 4,237 cuts, 2.1 ms, 439 kB of trace." """
        cuts = () if self.cuts is None else (f"{self.cuts:,} cut{'' if self.cuts == 1 else 's'}",)
        nodes = f"{self.nodes:,} node{'' if self.nodes == 1 else 's'}"
        return f"{self.search}: {', '.join([nodes, *cuts, duration(self.seconds), f'{size(self.bytes)} of trace'])}."

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


def figures(tree: Tree) -> Figures:
    """The figures of a tree."""
    trace, count, guesses = tree.trace, len(tree), _any(tree, "horizon")
    ended = trace.stopped, trace.depth, tree.whole, guesses
    return Figures(trace.search, count, cuts(tree), trace.seconds, trace.bytes, *ended)


def cuts(tree: Tree) -> int | None:
    """How many nodes were left before all of their moves were looked at; one that was left with its last move is none."""
    if not _any(tree, "cut"):
        return 0
    if len(tree) > COUNTED:
        return None
    return sum(node.reason == "cut" and bool(node.skipped) for node in tree)


def _any(tree: Tree, reason: Reason) -> bool:
    """Whether any node was left for that reason."""
    return bool((tree.trace.reasons == REASONS.index(reason)).any())


def size(count: int) -> str:
    """ "439 kB"."""
    unit, name = next((one for one in SIZES if count >= one[0]), (1, "bytes"))
    return f"{count / unit:.3g} {name}"


def duration(seconds: float) -> str:
    """ "2.1 ms", "3.4 s"."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.2g} ms" if seconds < 0.1 else f"{1000 * seconds:.0f} ms"
