"""Games with odd habits, drawn as graphs: clocks, gates, passes, extra turns, rewards, any key, recurrences that meet ends.

A `Design` is a graph before it becomes a game; `history_oracle.py` reads it without asking the game. All but a few flags is
data, so that games of one kind share their machine code. `odd_designs.py` draws designs at random.
"""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.core.data import Floats, Ints
from kibitz.core.rules import Game, Knowledge

LARGEST = 1 << 22  # result that the contract allows


class Edge(NamedTuple):
    """A move: where it leads, and what else it does."""

    to: int
    again: bool = False  # the same side moves on
    ticks: int = 1  # how far the clock goes; -1 sets it to 0
    opens: int = 0  # the clock at which it becomes a move ...
    shuts: int = 1 << 20  # ... and the last at which it is one
    brings: int = 0
    final: bool = False  # nothing from before it can come back


@dataclass(frozen=True)
class Design:
    """Of each node its edges (none: the game ends there), and what one gets there; the clock; what makes a position the same.

    `gets` (at an end), `runs_out` (where the clock has run out) are the first player's, or where `alternates` the side to
    move's; `judged`, by node and turn, is the side to move's. `keyed`: the node that stands for a node in a position's key.
    """

    edges: Sequence[Sequence[Edge]]
    gets: Sequence[int]
    runs_out: Sequence[int]
    judged: Sequence[int]
    keyed: Sequence[int]
    twins: Sequence[int]  # the mirror image of each node
    last: int  # the clock stops there ...
    decides: bool  # ... and then the game is over
    keeps_clock: bool
    keeps_turn: bool
    alternates: bool
    recurrence: str
    count: int
    judges: bool
    pays: bool
    names_best: bool
    names_key: bool
    names_final: bool
    promises: bool  # that the clock, where the key leaves it out, can only draw
    best: int
    start: int = 0

    @property
    def is_large(self) -> bool:
        """Whether there is a number in it that is larger than results may be."""
        brings = [edge.brings for edges in self.edges for edge in edges] if self.pays else []
        return max(map(abs, [self.best, *brings])) > LARGEST

    def made(self) -> "Odd":
        """The game."""
        out = [edge for edges in self.edges for edge in edges]
        begins = [sum(map(len, self.edges[:node])) for node in range(len(self.edges) + 1)]
        return KINDS[self.recurrence](
            Ints(begins),
            Ints(edge.to for edge in out),
            Ints(int(edge.again) for edge in out),
            Ints(edge.ticks for edge in out),
            Ints(edge.opens for edge in out),
            Ints(edge.shuts for edge in out),
            Ints(edge.brings for edge in out),
            Ints(int(edge.final) for edge in out),
            Ints(self.gets),
            Ints(self.runs_out),
            Ints(self.judged),
            Ints(self.keyed),
            Ints(map(int, (self.last, self.decides, self.keeps_clock, self.keeps_turn, self.best, self.start))),
            self.alternates,
            self.judges,
            self.pays,
            self.names_best,
            self.names_key,
            self.names_final,
            self.promises,
            self.count,
        )

    def place(self, node: int, turn: int, clock: int) -> int:
        """The number of a state."""
        return (node * 2 + turn) * (self.last + 1) + clock


class Stand(NamedTuple):
    """A node, who moves (always 0 where turns alternate), and the clock."""

    node: int
    turn: int
    clock: int


@dataclass(frozen=True)
class Odd(Game):
    """Go along an edge that is open; the game ends at a node without edges, or where the clock decides."""

    first: Ints
    to: Ints
    again: Ints
    ticks: Ints
    opens: Ints
    shuts: Ints
    brings: Ints
    final: Ints
    gets: Ints
    runs_out: Ints
    judged: Ints
    keyed: Ints
    form: Ints
    alternates: bool
    judges: bool
    pays: bool
    names_best: bool
    names_key: bool
    names_final: bool
    clock_only_draws: bool  # type: ignore[misc]  # of this very game
    recurrence_count: int = 3  # type: ignore[misc]  # of this very game

    @functools.cached_property
    def leaves_out(self) -> frozenset[str]:  # type: ignore[override]  # likewise
        has = {
            "to_move": not self.alternates,
            "recurrence_result": self.judges,
            "reward": self.pays,
            "best_result": self.names_best,
            "recurrence_key": self.names_key,
            "irreversible": self.names_final,
        }
        return frozenset(name for name, there in has.items() if not there)

    def start(self) -> Stand:
        return Stand(self.form[5], 0, 0)

    def to_move(self, state: Stand) -> int:
        return state.turn

    def moves(self, state: Stand) -> Iterable[int]:
        begin = self.first[state.node]
        for number in range(self.first[state.node + 1] - begin):
            if self.opens[begin + number] <= state.clock and state.clock <= self.shuts[begin + number]:
                yield number

    def play(self, state: Stand, move: int) -> Stand:
        edge = self.first[state.node] + move
        turn = state.turn
        if not self.alternates and self.again[edge] == 0:
            turn = 1 - turn
        clock = 0 if self.ticks[edge] < 0 else min(state.clock + self.ticks[edge], self.form[0])
        return Stand(self.to[edge], turn, clock)

    def is_over(self, state: Stand) -> bool:
        return self.first[state.node] == self.first[state.node + 1] or (self.form[1] == 1 and state.clock >= self.form[0])

    def result(self, state: Stand) -> int:
        ends = self.first[state.node] == self.first[state.node + 1]
        found = self.gets[state.node] if ends else self.runs_out[state.node]
        return -found if state.turn == 1 else found

    def best_result(self) -> int:
        return self.form[4]

    def reward(self, state: Stand, move: int) -> int:
        return self.brings[self.first[state.node] + move]

    def recurrence_key(self, state: Stand) -> Stand:
        turn = state.turn if self.form[3] == 1 else 0
        return Stand(self.keyed[state.node], turn, state.clock if self.form[2] == 1 else 0)

    def recurrence_result(self, state: Stand) -> int:
        return self.judged[2 * state.node + state.turn]

    def irreversible(self, state: Stand, move: int) -> bool:
        return self.final[self.first[state.node] + move] == 1


class Drawing(Odd):
    recurrence = "draw"


class Losing(Odd):
    recurrence = "loss"


class Forbidding(Odd):
    recurrence = "forbidden"


KINDS: dict[str, type[Odd]] = {"": Odd, "draw": Drawing, "loss": Losing, "forbidden": Forbidding}


@dataclass(frozen=True)
class Lore(Knowledge):
    """What somebody knows of an odd game: of each state (`Design.place`), as data. The kinds below say some of it."""

    guesses: Floats
    named: Ints  # sets of moves, as bits
    looked_at: Ints
    lows: Ints
    highs: Ints
    fewest: Ints
    most: Ints
    finished: Ints
    values: Ints
    twins: Ints  # by node

    @classmethod
    def fits(cls, game: Any) -> bool:
        """Of no game by itself: who has it gives it along."""
        return False

    def at(self, state: Any) -> int:
        """The number of a state."""
        place: int = (state.node * 2 + state.turn) * (self.game.form[0] + 1) + state.clock
        return place


class Guesses(Lore):
    def evaluate(self, state: Any) -> float:
        return self.guesses[self.at(state)]

    def noisy(self, state: Any, move: int) -> bool:
        return (3 * self.at(state) + move) % 4 == 0


class Orders(Lore):
    def priority(self, state: Any, move: int) -> int:
        return (5 * self.at(state) + 3 * move) % 7


class Names(Lore):
    def candidates(self, state: Any) -> Iterable[int]:
        for move in range(16):
            if self.named[self.at(state)] >> move & 1 == 1:
                yield move


class LooksAt(Lore):
    def prospects(self, state: Any) -> Iterable[int]:
        for move in range(16):
            if self.looked_at[self.at(state)] >> move & 1 == 1:
                yield move


class Bounds(Lore):
    def bounds(self, state: Any) -> tuple[int, int]:
        return self.lows[self.at(state)], self.highs[self.at(state)]


class Counts(Lore):
    def plies(self, state: Any) -> tuple[int, int]:
        return self.fewest[self.at(state)], self.most[self.at(state)]


class Finishes(Lore):
    def finish(self, state: Any, low: int, high: int) -> tuple[int, int]:
        place = self.at(state)
        return (1, self.values[place]) if self.finished[place] == 1 else (0, 0)


class Keyed(Lore):
    def key(self, state: Any) -> int:
        return self.at(state)


class Mirrors(Lore):
    def symmetries(self, state: Any) -> Iterable[Any]:
        if self.twins[state.node] != state.node:
            yield Stand(self.twins[state.node], state.turn, state.clock)


_joined: dict[tuple[type[Lore], ...], type[Lore]] = {}


def lore(*kinds: type[Lore]) -> type[Lore]:
    """A knowledge that says what all of these say."""
    if kinds not in _joined:
        name = "And".join(kind.__name__ for kind in kinds)
        _joined[kinds] = kinds[0] if len(kinds) == 1 else type(name, kinds, {"__module__": __name__})
    return _joined[kinds]
