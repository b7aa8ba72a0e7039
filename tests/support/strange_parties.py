"""Odd games of several players and of dice: circles that a clock ends, passes, extra turns, payoffs of any size.

The truth is `reference_several.py`, which asks an exact twin of the rules, made of the same plan without asking the game.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import reference_several
from kibitz.core.data import Ints
from kibitz.core.rules import CHANCE, Game
from kibitz.core.thought import Limit, Thought
from kibitz.search.entry import begin
from kibitz.search.parts.vector_memory import TIE_RULES
from party_game import Plan, Ways
from random_parties import plan
from strange_judge import LOW, sure

ROUNDED = 1e-9  # of its size, how far a sum of floats may be off
SIZES = (1, 2, 2, 20, 1000, 1 << 20, 1 << 40)


NO_CLOCK = Ints((1 << 20,))


class Spot(NamedTuple):
    """A node and how many plies were played."""

    node: int
    clock: int


@dataclass(frozen=True)
class Timed(Ways):
    """Go along an edge, or let the dice choose one; where no edge leads on, or the clock has run out, the game ends."""

    players: int = 2  # type: ignore[misc]  # of this very game
    last: Ints = NO_CLOCK

    def start(self) -> Spot:  # type: ignore[override]  # a place with a clock
        return Spot(0, 0)

    def play(self, state: Spot, move: int) -> Spot:  # type: ignore[override]
        return Spot(self.to[self.first[state.node] + move], state.clock + 1)

    def to_move(self, state: Spot) -> int:  # type: ignore[override]
        turn = self.turn[state.node]
        return 0 if turn == CHANCE and state.clock >= self.last[0] else turn

    def is_over(self, state: Spot) -> bool:  # type: ignore[override]
        return self.first[state.node] == self.first[state.node + 1] or state.clock >= self.last[0]


class Crowd(Timed):
    """Of any number and any sum."""

    def payoffs(self, state: Spot) -> Iterable[float]:
        for player in range(self.players):
            yield self.gets[state.node * self.players + player]


class Pair(Timed):
    """Two of whom one wins what the other loses."""

    def result(self, state: Spot) -> int:
        first = int(self.gets[2 * state.node])
        return -first if self.to_move(state) == 1 else first


class Exact:
    """The same rules in whole numbers and fractions, by the plan."""

    leaves_out: frozenset[str] = frozenset()

    def __init__(self, drawn: Plan, last: int) -> None:
        self._plan, self._last, self.players = drawn, last, drawn.players

    def to_move(self, state: Spot) -> int:
        turn = self._plan.turns[state.node]
        return 0 if turn == CHANCE and state.clock == self._last else turn

    def is_over(self, state: Spot) -> bool:
        return not self._plan.edges[state.node] or state.clock == self._last

    def moves(self, state: Spot) -> Iterable[int]:
        return range(len(self._plan.edges[state.node]))

    def chances(self, state: Spot) -> list[tuple[int, Fraction]]:
        return [(edge, Fraction(weight)) for edge, weight in enumerate(self._plan.weights[state.node])]

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(self._plan.edges[state.node][move], state.clock + 1)

    def payoffs(self, state: Spot) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, self._plan.gets[state.node]))


class ExactParty(Exact, Game):  # type: ignore[misc]  # its numbers are fractions
    """What `reference_several` takes for a game."""

    def start(self) -> Spot:
        return Spot(0, 0)


def look_at_odd_party(seed: int) -> str:
    """Raises Failure where what a search proves of a random game is not so."""
    dice = random.Random(f"odd party {seed}")
    sums = dice.choice(["any", "constant", "zero"])
    players = 2 if sums == "zero" else dice.randint(2, 4)
    shape, chance = dice.choice(["circles", "circles", "meeting"]), dice.choice([0, 0, 0.3])
    largest = dice.choice(SIZES[:-1] if sums == "zero" else SIZES)  # a `result` may be no larger
    drawn = plan(seed, players, shape, sums, chance, dice.random() < 0.7, largest)
    drawn = _with_odd_habits(drawn, dice)
    last = dice.randint(1, 5)
    game: Any = drawn.made(Pair if sums == "zero" else Crowd, players=players, last=Ints((last,)))
    exact: Any = ExactParty(drawn, last)
    search = dice.choice(["maxn", "paranoid", "best_reply", *(["expectiminimax"] if sums == "zero" else [])])
    ties: Any = dice.choice(TIE_RULES) if search == "maxn" else "first"
    truth = getattr(reference_several, search)(exact, Spot(0, 0), None, **({"ties": ties} if search == "maxn" else {}))
    nodes, depth = dice.choice([None, int(2 ** dice.uniform(0, 9))]), dice.choice([None, 1, dice.randint(1, 6)])
    limit = Limit(depth, None, nodes, dice.choice([256, 4096, 2**18]))
    thinking = begin(game, search=search, knowledge=None, ties=ties, all_moves=dice.random() < 0.4, limit=limit)
    for thought in thinking:
        _judge(exact, search, truth, thought)
    return f"{search} {thinking.result().value.kind}"


def _with_odd_habits(drawn: Plan, dice: random.Random) -> Plan:
    """With passes, and with payoffs where the clock may run out."""
    edges = [[*out, node] if out and dice.random() < 0.15 else list(out) for node, out in enumerate(drawn.edges)]
    weights = [[*row, row[-1]] if len(row) < len(out) else list(row) for row, out in zip(drawn.weights, edges, strict=True)]
    ends = [vector for vector, out in zip(drawn.gets, drawn.edges, strict=True) if not out]
    gets = [dice.choice(ends) if out else vector for vector, out in zip(drawn.gets, drawn.edges, strict=True)]
    return Plan(drawn.players, edges, drawn.turns, weights, gets, drawn.guesses)


def _judge(exact: Any, search: str, truth: "reference_several.Judged", thought: Thought) -> None:
    claims = [(thought.value, truth.value)]
    sure((thought.best is None) == (truth.best is None), f"{thought.best} is named, where it should be {truth.best}")
    if thought.best is not None:
        claims.append((thought.value, truth.moves[thought.best]))
    claims += [(one.value, truth.moves[one.move]) for one in thought.moves]
    for value, found in claims:
        numbers = (value.payoffs or (value.result,)) if search == "maxn" else (value.result,)
        wanted = found if isinstance(found, tuple) else (found,)
        size = max(abs(float(one)) for one in (*wanted, 1))
        is_so = all(abs(one - float(other)) <= ROUNDED * size for one, other in zip(numbers, wanted, strict=True))
        sure(value.kind == "estimate" or is_so, f"{search}: {value}, where it is {wanted}; {thought}")
    state = Spot(0, 0)
    for move in thought.line:
        sure(not exact.is_over(state) and move in exact.moves(state), f"{search} {thought.line}: {move} is no move")
        state = exact.play(state, move)
    sure(thought.value.kind in LOW or thought.stopped != "solved" or search == "best_reply", f"{search} solved: {thought}")
