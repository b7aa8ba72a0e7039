"""A node of a playout search: its visits, their average, and what is proved."""

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, Self

from kibitz.explain.tree.node_worth import NINE, NodeWorth
from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.explain.tree.sentences import ExplainedNode, called, explain, in_words
from kibitz.explain.tree.words import counted, one_line
from kibitz.present.values import amount
from kibitz.search.drivers.playout_search import FEWEST
from kibitz.search.parts.trace_format import Reason
from kibitz.search.traces.playout_trace import NodeAverage, PlayoutTrace


@dataclass(frozen=True)
class PlayoutWorth(NodeWorth):
    """The average of playouts, or a proved value; `error`: MAX's standard error, None for a single playout."""

    visits: int = 0
    error: float | None = None

    def __str__(self) -> str:
        """ "about 0.31 ±0.12 (12 visits)", "1 (3 visits)"; without error where all playouts agree."""
        error = f" ±{amount(self.error)}" if self.error and not self.proved and self.payoffs is None else ""
        return f"{super().__str__()}{error} ({counted(self.visits, 'visit')})"


class PlayoutNode(ExplainedNode):
    """A node of a playout search's tree. Its children are in the order of the rules."""

    @property
    def trace(self) -> PlayoutTrace:
        """The trace of the search."""
        return trace_of(self.tree)

    @property
    def average(self) -> NodeAverage | None:
        """The average of its playouts; None for a root without any."""
        return self.trace.average(self.index)

    @cached_property
    def worth(self) -> PlayoutWorth | None:
        """The average or the proved value; None for a root without playouts."""
        return self.worth_after(None)

    def worth_after(self, number: int | None) -> PlayoutWorth | None:
        """The node's worth after that playout (None: after all); None if it did not exist yet."""
        found, hero = self.trace.average(self.index, number), self.tree.hero
        if found is None:
            return None
        proved = found.is_settled or self.reason == "over"
        if self.trace.vectors:
            payoffs = tuple(_tidy(paid) for paid in found.payoffs)
            return PlayoutWorth(payoffs[hero], "exact", proved, payoffs=payoffs, visits=found.visits)
        error = None if found.errors is None else found.errors[hero]
        paid = _tidy(found.least if found.is_settled else found.payoffs[hero])
        return PlayoutWorth(paid, "exact", proved, visits=found.visits, error=error)

    @property
    def reason(self) -> Reason:
        """Always "played", except where the game is over."""
        return "over" if super().reason == "over" else "played"

    @property
    def skipped(self) -> tuple[str, ...]:
        """None: moves not tried yet are `untried`."""
        return ()

    @property
    def untried(self) -> tuple[str, ...]:
        """The names of the moves never tried, where the tree goes on."""
        seen = {child.move for child in self.children}
        return tuple(self.tree.game.move_name(self.state, move) for move in self.trace.rows[self.index] if move not in seen)

    @cached_property
    def window(self) -> tuple[float, float]:
        """Open: every value matters."""
        return -inf, inf

    @cached_property
    def best(self) -> Self | None:
        """The move the search would play: a proved best, else the most visited.

        None where chance decides, and below the root where no move has the visits a line needs.
        """
        return self.best_after(None)

    def best_after(self, number: int | None) -> Self | None:
        """The best move after playout `number` (None: after all)."""
        mine, best, highest = self.trace.average(self.index, number), None, None
        if self.by_chance or mine is None:
            return None
        for child in self.children:
            found = self.trace.average(child.index, number)
            rank = None if found is None else self._rank(mine, found)
            if rank is not None and (highest is None or rank > highest):
                best, highest = child, rank
        found = None if best is None else self.trace.average(best.index, number)
        tried = found is not None and (self.parent is None or found.visits >= FEWEST or found.is_settled)
        return best if tried else None

    def _rank(self, mine: NodeAverage, found: NodeAverage) -> tuple[float, ...]:
        least, most, low = found.least, found.most, mine.least
        if not self.maximises:
            least, most, low = -most, -least, -mine.most
        if mine.is_settled:
            return least, most, found.visits
        return -1 if most <= low and least < low else found.visits, found.share

    @property
    def why(self) -> str:
        """The sentence about the node's playouts."""
        if self.worth is None:
            return "The search was stopped before its first playout."
        if self.reason == "over":
            return explain(self)
        times = f"Visited {'once' if self.worth.visits == 1 else counted(self.worth.visits, 'time')}"
        if self.worth.proved and self.average is not None and self.average.is_settled:
            return f"{times}, and proved: {in_words(self, NodeWorth(self.worth.result))}{self._last_move}."
        best = "" if self.best is None or self.best.worth is None else f"; {called(self.best.name)} was tried most often"
        error = "" if not self.worth.error else f" with a standard error of {amount(self.worth.error)}"
        found = self.worth.number if self.trace.vectors else f"{self.worth.number} for {self.tree.players[self.tree.hero]}"
        return f"{times}, which brought {found} on average{error}{best}."

    @property
    def _last_move(self) -> str:
        """The move that proves the value by ending the game, in words, if no tried move is as good."""
        found, ends = self.average, self.trace.over_at[self.index]
        if found is None or self.by_chance or self.best is not None:
            return ""
        value = found.least if self.maximises else -found.least
        row = next((row for row, paid in ends.items() if paid == value), None)
        if row is None:
            return ""
        return f", since {one_line(self.tree.game.move_name(self.state, self.trace.rows[self.index][row]))} ends the game"

    @property
    def record(self) -> dict[str, Any]:
        """Extra JSON fields of this kind of node."""
        found = self.average
        if found is None:
            return {}
        bounds = [None if abs(end) == inf else end for end in (found.least, found.most)]
        return {
            "visits": found.visits,
            "mean": [round(paid, 9) for paid in found.payoffs],
            "error": None if found.errors is None else [round(error, 9) for error in found.errors],
            "share": round(found.share, 9),
            "limits": bounds,
            "untried": list(self.untried),
        }


def _tidy(mean: float) -> float:
    """A mean without rounding noise."""
    rounded = round(mean, NINE)
    return int(rounded) if rounded == int(rounded) else rounded


def trace_of(tree: SearchedTree) -> PlayoutTrace:
    """The trace of a tree of playouts."""
    assert isinstance(tree.trace, PlayoutTrace)
    return tree.trace
