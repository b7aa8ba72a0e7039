"""Small games that can come back to a position: a walk on a drawn graph, with every meaning that a recurrence can have."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.rules import Game


class At(NamedTuple):
    """A node, who moves, and how many steps were made: rules of people keep a clock, which does not make a new position."""

    node: int
    turn: int
    clock: int


@dataclass(frozen=True)
class Drawn(Game):
    """Step along an arrow. `arrows`: for each node the nodes that it leads to, `ends`: of nodes without, the results."""

    arrows: tuple[tuple[int, ...], ...] = ((1, 2), (0, 2), (0, 3), ())
    ends: tuple[int, ...] = (0, 0, 0, 1)
    again: int = 0  # of these nodes, as bits, who has come to one moves on
    gates: int = 0  # to these nodes, as bits, no way leads back: rules say that a step there is irreversible

    def start(self) -> At:
        return At(0, 0, 0)

    def moves(self, state: At) -> Iterable[int]:
        yield from range(self.degrees[state.node])

    def play(self, state: At, move: int) -> At:
        node = self.targets[3 * state.node + move]
        return At(node, state.turn if self.again >> node & 1 else 1 - state.turn, state.clock + 1)

    def to_move(self, state: At) -> int:
        return state.turn

    def is_over(self, state: At) -> bool:
        return self.degrees[state.node] == 0

    def result(self, state: At) -> int:
        return self.ends[state.node]

    def best_result(self) -> int:
        return 1

    def recurrence_key(self, state: At) -> At:
        return At(state.node, state.turn, 0)

    @cached_property
    def degrees(self) -> tuple[int, ...]:
        return tuple(len(row) for row in self.arrows)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        return tuple(target for row in self.arrows for target in (*row, 0, 0, 0)[:3])


class Draws(Drawn):
    recurrence = "draw"


class DrawsAtOnce(Drawn):
    recurrence = "draw"
    recurrence_count = 2


class Loses(Drawn):
    recurrence = "loss"


class LosesAtOnce(Drawn):
    recurrence = "loss"
    recurrence_count = 2


class ForbidsAtOnce(Drawn):
    """With a way out of every node: node 1 is over, and node 0 leads there at once."""

    recurrence = "forbidden"
    recurrence_count = 2


class Judged(Drawn):
    """Of a recurrence the node decides: odd ones win for the side to move, even ones lose, and 0 is drawn."""

    recurrence = "draw"
    recurrence_count = 2

    def recurrence_result(self, state: At) -> int:
        return 0 if state.node == 0 else 1 if state.node % 2 else -1


KINDS = (Draws, DrawsAtOnce, Loses, LosesAtOnce, ForbidsAtOnce, Judged)
