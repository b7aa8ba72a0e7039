"""Small games that can come back to a position: a walk on a drawn graph, with every meaning that a recurrence can have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

from kibitz.core.data import Ints
from kibitz.core.rules import Game

DEGREES, TARGETS, ENDS, NOBODY = (
    Ints((2, 2, 2, 0)),
    Ints((1, 2, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0)),
    Ints((0, 0, 0, 1)),
    Ints((0,) * 4),
)


class At(NamedTuple):
    """A node, who moves, and how many steps were made: rules of people keep a clock, which does not make a new position."""

    node: int
    turn: int
    clock: int


@dataclass(frozen=True)
class Drawn(Game):
    """Step along an arrow. Of each node: how many arrows it has, where these lead (room for three), how a game ends there if
    it has none, and 1 if who has come there moves on. They are data: all graphs share their machine code.
    """

    degrees: Ints = DEGREES
    targets: Ints = TARGETS
    ends: Ints = ENDS
    again: Ints = NOBODY

    @classmethod
    def of(cls, arrows: Sequence[Sequence[int]], ends: Sequence[int], again: Sequence[int]) -> Self:
        """The game on the graph whose nodes have these arrows."""
        targets = [target for row in arrows for target in (*row, 0, 0, 0)[:3]]
        return cls(Ints([len(row) for row in arrows]), Ints(targets), Ints(ends), Ints(again))

    clock_only_draws = True
    last: ClassVar[int] = 1 << 20  # the clock draws the game then

    def start(self) -> At:
        return At(0, 0, 0)

    def moves(self, state: At) -> Iterable[int]:
        for number in range(self.degrees[state.node]):  # noqa: UP028  # compiled code has no `yield from`
            yield number

    def play(self, state: At, move: int) -> At:
        node = self.targets[3 * state.node + move]
        return At(node, state.turn if self.again[node] else 1 - state.turn, state.clock + 1)

    def to_move(self, state: At) -> int:
        return state.turn

    def is_over(self, state: At) -> bool:
        return self.degrees[state.node] == 0 or state.clock >= self.last

    def result(self, state: At) -> int:
        return self.ends[state.node] if self.degrees[state.node] == 0 else 0

    def best_result(self) -> int:
        return 1

    def recurrence_key(self, state: At) -> At:
        return At(state.node, state.turn, 0)


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
    recurrence = "forbidden"
    recurrence_count = 2


class Judged(Drawn):
    """Of a recurrence the node decides: odd ones win for the side to move, even ones lose, and 0 is drawn."""

    recurrence = "draw"
    recurrence_count = 2

    def recurrence_result(self, state: At) -> int:
        return 0 if state.node == 0 else 1 if state.node % 2 else -1


class DrawsInTime(Draws):
    """After seven steps the game is drawn."""

    last = 7


class DrawsWithoutPromise(DrawsInTime):
    """The same without a word about the clock: returns are counted one by one."""

    clock_only_draws = False


KINDS = (Draws, DrawsAtOnce, DrawsInTime, DrawsWithoutPromise, Loses, LosesAtOnce, ForbidsAtOnce, Judged)
