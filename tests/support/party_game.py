"""Games of several players, any sum and chance on any graph; all is data, so that graphs of one kind share one machine code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from kibitz.core.data import Floats, Ints
from kibitz.core.rules import Game, Knowledge

NO_LIMITS = Ints((0, 0))


class Place(NamedTuple):
    node: int


@dataclass(frozen=True)
class Ways(Game):
    """Go along an edge, or let the dice choose one; where no edge leads on the game ends."""

    first: Ints  # of each node, and one more: where its edges begin
    to: Ints
    weights: Floats  # of each edge
    turn: Ints
    gets: Floats  # at each node, of each player
    guesses: Floats  # what somebody thinks of it

    def start(self) -> Place:
        return Place(0)

    def to_move(self, state: Place) -> int:
        return self.turn[state.node]

    def moves(self, state: Place) -> Iterable[int]:
        return range(self.first[state.node + 1] - self.first[state.node])

    def chances(self, state: Place) -> Iterable[tuple[int, float]]:
        begin = self.first[state.node]
        for edge in range(self.first[state.node + 1] - begin):
            yield edge, self.weights[begin + edge]

    def play(self, state: Place, move: int) -> Place:
        return Place(self.to[self.first[state.node] + move])

    def is_over(self, state: Place) -> bool:
        return self.first[state.node] == self.first[state.node + 1]


@dataclass(frozen=True)
class Party(Ways):
    """Any number of players; what they get may add up to anything."""

    leaves_out = frozenset({"payoff_limits"})
    players: int = 2  # type: ignore[misc]  # of this very game

    def payoffs(self, state: Place) -> Iterable[float]:
        for player in range(self.players):
            yield self.gets[state.node * self.players + player]


@dataclass(frozen=True)
class Share(Party):
    """The same, and all together never get more than is known, nor any player less."""

    leaves_out = frozenset()
    limits: Ints = NO_LIMITS

    def payoff_limits(self) -> tuple[int, int]:
        return self.limits[0], self.limits[1]


@dataclass(frozen=True)
class Duel(Ways):
    """Two players; what one wins the other loses."""

    def result(self, state: Place) -> int:
        first = int(self.gets[2 * state.node])
        return first if self.turn[state.node] == 0 else -first

    def best_result(self) -> int:
        return int(max(max(self.gets), -min(self.gets)))


@dataclass(frozen=True)
class Fixed(Duel):
    """A duel without dice."""

    leaves_out = frozenset({"chances"})


@dataclass(frozen=True)
class Whim(Knowledge):
    """An order of moves that nobody understands."""

    def priority(self, state: Any, move: int) -> int:
        return int(5 * state.node + 3 * move) % 7


@dataclass(frozen=True)
class Feeling(Whim):
    """The guesses of a party."""

    def estimates(self, state: Any) -> Iterable[float]:
        for player in range(self.game.players):
            yield self.game.guesses[state.node * self.game.players + player]


@dataclass(frozen=True)
class Hunch(Whim):
    """The guesses of a duel, for the side to move; for the first player where the dice decide."""

    def evaluate(self, state: Any) -> float:
        guess: float = self.game.guesses[2 * state.node]
        return -guess if self.game.turn[state.node] == 1 else guess

    def noisy(self, state: Any, move: int) -> bool:
        return int(3 * state.node + move) % 4 == 0

    def deviation(self, state: Any, deep: int, shallow: int) -> float:
        return 0.2 * (int(state.node) % 3)


Kind = TypeVar("Kind", bound=Ways)


@dataclass(frozen=True)
class Plan:
    """A graph before it becomes a game: of each node the edges, the mover, the weights, and what each player gets."""

    players: int
    edges: Sequence[Sequence[int]]
    turns: Sequence[int]
    weights: Sequence[Sequence[float]]
    gets: Sequence[Sequence[float]]
    guesses: Sequence[Sequence[float]]

    def made(self, kind: type[Kind], **more: Any) -> Kind:
        """The game of this plan."""
        return kind(
            Ints(sum(map(len, self.edges[:node])) for node in range(len(self.edges) + 1)),
            Ints(node for out in self.edges for node in out),
            Floats(weight for out in self.weights for weight in out),
            Ints(self.turns),
            Floats(one for vector in self.gets for one in vector),
            Floats(one for vector in self.guesses for one in vector),
            **more,
        )

    def party(self) -> Party:
        """Of any sum."""
        return self.made(Party, players=self.players)

    def share(self) -> Share:
        """With limits that hold, and are as tight as they can be."""
        ends = [vector for vector, out in zip(self.gets, self.edges, strict=True) if not out]
        limits = Ints((int(min(map(min, ends))), int(max(map(sum, ends)))))
        return self.made(Share, players=self.players, limits=limits)

    def duel(self, kind: type[Duel] = Duel) -> Duel:
        """Of the first player's payoffs; only of a plan for two without sums."""
        return self.made(kind)
