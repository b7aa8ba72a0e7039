"""Traps: where a fallible opponent errs most, among moves that are equally good against one who does not.

A minimax value says what a move is worth against perfect play, and many moves share it. Against an opponent of whom a model is
known they differ: what is *expected* of a move is the average, over the replies as the model plays them, of what each then
leaves, with our own play staying among the best moves. (Opponent modelling in search: Carmel and Markovitch 1993; Iida,
Uiterwijk, van den Herik and Herschberg 1993. Restricted to moves of equal value it never risks anything.)
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from kibitz.errors import SearchError
from kibitz.players._halt import Halt, Thoughts, final_of
from kibitz.players._opponent import Opponent
from kibitz.players._wisdom import Wisdom
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.rules import Game, says
from kibitz.thought import Limit, MoveValue, Stopped, Thought, Value

ON_TIME = 0.9  # the share of the time after which no more than one reply is foreseen
BRIEFEST = 0.002  # seconds for a search, at least
SMALL = 4 * 2**20  # bytes for the table of a search with a clock: more would take longer to clear
KEPT = 100_000  # positions


@dataclass(frozen=True)
class Trap:
    """A legal move, and what it does to an opponent who errs.

    `value`: what it is worth against perfect play, to the one who makes it, as are the other numbers. `errs`: how likely the
    opponent's reply is a mistake (one that gives up some of the result). `loses`: how much such replies give away on average,
    right replies counted too, in units of the result. `expected`: the result to expect from the opponent as modelled.
    """

    move: int
    value: Value
    errs: float
    loses: float
    expected: float


class Halted(Exception):
    """A search was ended from outside: what it found is no measure."""


@dataclass
class Trapper:
    """Looks for traps. What it has found out about a position it keeps.

    `limit`: for the whole of a look; its depth and nodes for the search of each position. `margin`: how much less than the best
    a move may be worth and still be chosen. `ahead`: how many of the opponent's replies are foreseen; after the last, perfect
    play is assumed. When most of the time is gone, one. `wisdom`: where its knowledge comes from.
    """

    opponent: Opponent
    limit: Limit
    margin: float = 0.0
    ahead: int = 2
    wisdom: Wisdom = field(default_factory=Wisdom)
    _known: dict[Any, tuple[MoveValue, ...]] = field(default_factory=dict)
    _limits: tuple[Limit, ...] = ()  # of the searches, by how many moves they lie ahead
    _start: int = 0
    _halt: Halt = field(default_factory=Halt)
    _deadline: float = inf

    def traps(self, position: Position) -> tuple[Trap, ...]:
        """Every legal move, the one to choose first: within the margin, the one of which most is expected."""
        return self.ordered(self.each(position))

    def each(self, position: Position) -> Iterator[Trap]:
        """The same, one by one as they are found, in the order of what the moves are worth against perfect play."""
        self._begin(position, Halt())
        yield from self._each(position)

    def ordered(self, found: Iterable[Trap]) -> tuple[Trap, ...]:
        """The one to choose first, of those that have been found."""
        found = tuple(found)
        best = max((one.value.result for one in found), default=0.0)
        return tuple(sorted(found, key=lambda one: (one.value.result < best - self.margin, -one.expected, *_later(one.value))))

    def think(self, position: Position) -> Thought:
        """The move to choose, as a thought about the position; the value is what it is worth against perfect play."""
        return final_of(self.thoughts(position, Halt()))

    def thoughts(self, position: Position, halt: Halt) -> Thoughts:
        """What a search thinks of the position, then the move to choose; after a halt, the best that the search knew."""
        began, key = time.perf_counter(), self._key(position)
        self._begin(position, halt)
        if key not in self._known:
            yield from self._searched(position)
        if key not in self._known:  # halted: the search has said so
            return
        moves = self._known[key]
        ended: Stopped = "depth"
        try:
            chosen = self.ordered(self._each(position))[0].move
            best = next(one for one in moves if one.move == chosen)
        except Halted:
            best, ended = moves[0], "interrupted"
        seconds = time.perf_counter() - began
        yield Thought(best.move, best.value, best.line, seconds=seconds, stopped=ended)

    def _begin(self, position: Position, halt: Halt) -> None:
        check_traps(position.game)
        self._share_time(len(position.legal()))
        self._start, self._halt = len(position.moves), halt

    def _each(self, position: Position) -> Iterator[Trap]:
        for one in self._moves(position):
            yield self._trap(position, one)

    def _share_time(self, width: int) -> None:
        """How long each search may take: a third of the time for the position, a third for the replies to all its moves."""
        self._limits = (self.limit,)
        if self.limit.time is not None:
            self._deadline = time.monotonic() + ON_TIME * self.limit.time
            third = self.limit.time / 3
            times = third, third / max(1, width), max(BRIEFEST, third / max(1, width) ** 3)
            self._limits = tuple(replace(self.limit, time=share, table=SMALL) for share in times)

    def _trap(self, position: Position, one: MoveValue) -> Trap:
        after = position.play(one.move)
        expected = self._expected(after, self.ahead, position.to_move)
        if after.is_over or after.to_move == position.to_move:
            return Trap(one.move, one.value, 0.0, 0.0, expected)
        replies = self._moves(after)
        chances, best = self.opponent(after, replies), replies[0].value.result
        errors = [(chances.get(reply.move, 0.0), best - reply.value.result) for reply in replies]
        errs = sum(chance for chance, loss in errors if loss > 0)
        return Trap(one.move, one.value, errs, sum(chance * loss for chance, loss in errors), expected)

    def _expected(self, position: Position, ahead: int, hero: int) -> float:
        """The result that `hero` may expect from a position, with so many more replies of the opponent foreseen."""
        if position.payoffs is not None:
            return position.payoffs[hero]
        moves = self._moves(position)
        best = moves[0].value.result
        if position.to_move == hero:
            near = [one for one in moves if one.value.result >= best - self.margin]
            return max(self._expected(position.play(one.move), ahead, hero) for one in near)
        chances = self.opponent(position, moves)
        if ahead <= 1 or time.monotonic() > self._deadline:
            return -sum(chances.get(one.move, 0.0) * one.value.result for one in moves)
        return sum(
            chance * self._expected(position.play(move), ahead - 1, hero) for move, chance in chances.items() if chance > 0
        )

    def _moves(self, position: Position) -> tuple[MoveValue, ...]:
        """What each legal move is worth to its mover, best first. Raises Halted."""
        key = self._key(position)
        if key not in self._known:
            for _ in self._searched(position):
                pass
            if key not in self._known:
                raise Halted
        return self._known[key]

    def _searched(self, position: Position) -> Thoughts:
        """A search that values every move; what it finds is kept, unless it was halted."""
        from kibitz.search._think import begin  # it brings the compiler

        limit = self._limits[min(len(position.moves) - self._start, len(self._limits) - 1)]
        wise = self.wisdom.of(position.game)
        thinking = begin(position, search="deepening", limit=limit, knowledge=wise, all_moves=True)
        for thought in self._halt.heard(thinking):
            yield thought
        if thought.stopped != "interrupted":
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[self._key(position)] = thought.moves

    def _key(self, position: Position) -> Any:
        return position.state, position.to_move


def _later(value: Value) -> tuple[float, float]:
    """Sorts equal moves: the quicker win, the later loss."""
    result, plies = value.order
    return -result, -plies


def check_traps(game: Game) -> None:
    """Raises SearchError for a game in which no traps can be set."""
    if not says(game, "result") or says(game, "chances"):
        raise SearchError(f"traps are set in games of two players without dice, and {spec_of(game)} is none")
