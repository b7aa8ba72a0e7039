"""Small games whose moves bring points: a walk on a drawn graph, with rewards, and the old way, with the score in the state."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from kibitz.core.data import Ints
from kibitz.core.rules import Game, Knowledge

MOST = 40  # points of any walk
ROOM = 3  # arrows of a node


class At(NamedTuple):
    """A node, and who moves."""

    node: int
    turn: int


@dataclass(frozen=True)
class Points(Game):
    """Step along an arrow, for so many points. Of each node: how many arrows it has, where these lead (room for three), what
    each brings, what an end there brings the side to move, and 1 if who has come there moves on.
    """

    degrees: Ints
    targets: Ints
    gains: Ints
    ends: Ints
    again: Ints

    @classmethod
    def of(cls, arrows: Sequence[Sequence[tuple[int, int]]], ends: Sequence[int], again: Sequence[int]) -> Self:
        """The game on the graph whose nodes have these arrows, each a node and its points."""
        padded = [arrow for row in arrows for arrow in (*row, *[(0, 0)] * ROOM)[:ROOM]]
        targets, gains = zip(*padded, strict=True)
        return cls(Ints([len(row) for row in arrows]), Ints(targets), Ints(gains), Ints(ends), Ints(again))

    def start(self) -> At:
        return At(0, 0)

    def moves(self, state: At) -> Iterable[int]:
        for number in range(self.degrees[state.node]):  # noqa: UP028  # compiled code has no `yield from`
            yield number

    def play(self, state: At, move: int) -> At:
        node = self.targets[ROOM * state.node + move]
        return At(node, state.turn if self.again[node] else 1 - state.turn)

    def to_move(self, state: At) -> int:
        return state.turn

    def reward(self, state: At, move: int) -> int:
        return self.gains[ROOM * state.node + move]

    def is_over(self, state: At) -> bool:
        return self.degrees[state.node] == 0

    def result(self, state: At) -> int:
        return self.ends[state.node]

    def best_result(self) -> int:
        return MOST


class PointsInCircles(Points):
    """The same where positions come back: then the game is over, and nothing more is won."""

    recurrence = "draw"
    recurrence_count = 2


class Scored(NamedTuple):
    """The same with the lead of the side to move."""

    node: int
    turn: int
    score: int


class Kept(Points):
    """The same rules with the score in the state."""

    leaves_out = frozenset({"reward"})

    def start(self) -> Scored:  # type: ignore[override]  # another state
        return Scored(0, 0, 0)

    def play(self, state: Scored, move: int) -> Scored:  # type: ignore[override]
        at = super().play(At(state.node, state.turn), move)
        score = state.score + self.gains[ROOM * state.node + move]
        return Scored(at.node, at.turn, score if at.turn == state.turn else -score)

    def result(self, state: Scored) -> int:  # type: ignore[override]
        return self.ends[state.node] + state.score


class KeptInCircles(Kept):
    recurrence = "draw"
    recurrence_count = 2

    def recurrence_key(self, state: Scored) -> Scored:
        return Scored(state.node, state.turn, 0)

    def recurrence_result(self, state: Scored) -> int:
        return state.score


@dataclass(frozen=True)
class ExpectsNothing(Knowledge):
    """An estimate that thinks that nothing more will be won, where rewards count by themselves."""

    def evaluate(self, state: At) -> float:
        return 0.0


@dataclass(frozen=True)
class CountsPoints(Knowledge):
    """The same where the score stands in the state."""

    def evaluate(self, state: Scored) -> float:
        return state.score
