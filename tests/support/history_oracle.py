"""The truth about an odd game: plain minimax over whole histories, from its design, sharing no line with the game or a search.

The law as the docstrings of the contract put it: a move that leads back to a forbidden position is not legal, whatever else it
does; else a game that is over by its rules has their result; else a recurrence ends it. Quick wins are better, and late losses;
with rewards plies do not count, and a game is worth all that moves bring and its end. A draw lasts as long as it likes.
"""

from collections.abc import Iterator
from typing import NamedTuple

from odd_games import Design

Worth = tuple[int, int]  # the result for the side to move, and the plies to that end; 0 plies for a draw


Known = tuple[int, int, int, bool, tuple[int, ...]]  # of a history what counts: where it stands, and how often it was where


class TooLarge(Exception):
    """There are more histories than the oracle looks at."""


class Lawless(Exception):
    """No move is left: the design breaks the contract."""


class Lived(NamedTuple):
    """A state with all that was before: the key of every position since the start, this one the last."""

    node: int
    turn: int
    clock: int
    mover: int
    again: bool  # the side to move has made the last move, too
    past: tuple[int, ...]
    lead: int  # of the side to move, by the moves so far


def order(worth: Worth) -> tuple[int, int]:
    """Sorts worths."""
    result, plies = worth
    return result, -plies if result > 0 else plies if result < 0 else 0


class Oracle:
    """What is legal, what ends a game and how, and what each history is worth."""

    def __init__(self, design: Design, most: int = 3000) -> None:
        """`most`: how many histories to look at."""
        self.design, self.most = design, most
        self._known: dict[Known, Worth] = {}
        self._ends: dict[Known, frozenset[tuple[int, int]]] = {}

    def begin(self, node: int | None = None, turn: int = 0, clock: int = 0) -> Lived:
        """A state of which nothing before it is known; None: the start."""
        node = self.design.start if node is None else node
        return Lived(node, turn, clock, turn, False, (self._key(node, turn, clock),), 0)

    def after(self, here: Lived, move: int) -> Lived:
        """The history one move later."""
        design, edge = self.design, self.design.edges[here.node][move]
        clock = 0 if edge.ticks == -1 else here.clock + edge.ticks
        if clock > design.last:
            clock = design.last
        again = edge.again and not design.alternates
        mover = here.mover if again else 1 - here.mover
        turn = 0 if design.alternates else mover
        lead = here.lead + (edge.brings if design.pays else 0)
        return Lived(
            edge.to, turn, clock, mover, again, (*here.past, self._key(edge.to, turn, clock)), lead if again else -lead
        )

    def result(self, here: Lived) -> int | None:
        """How a game has ended, for the side to move, without what moves have brought; None while it goes on."""
        design = self.design
        sign = 1 if here.turn == 0 else -1
        if len(design.edges[here.node]) == 0:
            return sign * design.gets[here.node]
        if design.decides and here.clock == design.last:
            return sign * design.runs_out[here.node]
        if design.recurrence in ("draw", "loss") and self._times(here) >= design.count:
            if design.judges:
                return design.judged[2 * here.node + here.turn]
            if design.recurrence == "draw":
                return 0
            return -1 if here.again else 1
        return None

    def legal(self, here: Lived) -> list[int]:
        """The moves of a game that goes on; none of one that is over. Raises Lawless."""
        if self.result(here) is not None:
            return []
        found = [move for move, after in self.open(here) if not self._is_forbidden(after)]
        if not found:
            raise Lawless
        return found

    def open(self, here: Lived) -> Iterator[tuple[int, Lived]]:
        """The moves that no clock shuts, whatever was before, and where they lead; none where the game ends by its rules."""
        design = self.design
        if design.decides and here.clock == design.last:
            return
        for move, edge in enumerate(design.edges[here.node]):
            if edge.opens <= here.clock <= edge.shuts:
                yield move, self.after(here, move)

    def worth(self, here: Lived) -> Worth:
        """What is still to come for the side to move. Raises TooLarge, Lawless."""
        key = here.node, here.turn, here.clock, here.again, tuple(sorted(here.past))
        if key not in self._known:
            if len(self._known) >= self.most:
                raise TooLarge
            ended = self.result(here)
            if ended is not None:
                self._known[key] = ended, 0
            else:
                self._known[key] = max((self.move_worth(here, move) for move in self.legal(here)), key=order)
        return self._known[key]

    def move_worth(self, here: Lived, move: int) -> Worth:
        """What a move brings its mover, from now on."""
        after = self.after(here, move)
        result, plies = self.worth(after)
        result = result if after.again else -result
        if self.design.pays:
            return self.design.edges[here.node][move].brings + result, 0
        return result, plies + 1 if result else 0

    def ends(self, here: Lived) -> frozenset[tuple[int, int]]:
        """How games can end from here: what is still to come for the side to move, and after how many plies."""
        key = here.node, here.turn, here.clock, here.again, tuple(sorted(here.past))
        if key not in self._ends:
            if len(self._ends) >= self.most:
                raise TooLarge
            ended, found = self.result(here), set[tuple[int, int]]()
            if ended is not None:
                found.add((ended, 0))
            for move in self.legal(here):
                after = self.after(here, move)
                gain = self.design.edges[here.node][move].brings if self.design.pays else 0
                found |= {(gain + (result if after.again else -result), plies + 1) for result, plies in self.ends(after)}
                if len(found) > self.most:
                    raise TooLarge
            self._ends[key] = frozenset(found)
        return self._ends[key]

    def _is_forbidden(self, after: Lived) -> bool:
        return self.design.recurrence == "forbidden" and self._times(after) >= self.design.count

    def _times(self, here: Lived) -> int:
        return sum(1 for key in here.past if key == here.past[-1])

    def _key(self, node: int, turn: int, clock: int) -> int:
        design = self.design
        if not design.names_key:
            return design.place(node, turn, clock)
        return design.place(design.keyed[node], turn if design.keeps_turn else 0, clock if design.keeps_clock else 0)
