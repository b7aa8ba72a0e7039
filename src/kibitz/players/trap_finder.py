"""Traps: among equally good moves, the one after which a fallible opponent errs most.

A minimax value says how a move fares against perfect play, and many moves share it. Against a modelled opponent they differ:
the *expected* result of a move is the average over the replies as the model plays them, with our own play staying among the
best moves. (Opponent modelling in search: Carmel and Markovitch 1993; Iida, Uiterwijk, van den Herik and Herschberg 1993.
Restricted to moves of equal value it never risks anything.)
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp, fsum, inf
from typing import Any

from kibitz.core.arguments import checked
from kibitz.core.recurrence import history_of
from kibitz.core.registry import as_game, spec_of
from kibitz.core.rules import Game, can_be_proved, why_not_proved
from kibitz.core.thought import Limit, MoveValue, Stopped, Thought, Value
from kibitz.errors import PlayerError, SearchError
from kibitz.players import Player, ask, is_known, player
from kibitz.players.ladder import Halt, Thoughts, final_of
from kibitz.players.settings import Wisdom
from kibitz.position import Position
from kibitz.search.descriptor import search_for

# Models of an opponent who errs: how likely each of the legal moves is to be played.

Opponent = Callable[[Position, Sequence[MoveValue]], dict[int, float]]
"""Given a position and what each of its legal moves is worth to their mover: how likely each move is; adds up to 1."""

UNIFORM, SOFT = "uniform", "soft"
WARM = 0.5  # the temperature of a soft opponent, in units of the result
ANSWERS = 12  # times a player that throws dice is asked what it would play


def opponent(spec: str, temperature: float = WARM, seed: int = 0) -> Opponent:
    """The model that a spec names: `uniform` (any legal move), `soft`, or a player such as `greedy` or `minimax:depth=1`.

    `soft` plays a move that is worth v with a chance in proportion to exp(v / temperature), in units of the game's results: the
    colder, the stronger. A player is asked for its move; one that plays at random is asked several times. Raises PlayerError.
    """
    if spec == UNIFORM:
        return _uniform
    if spec == SOFT:
        return lambda position, moves: _soft(moves, temperature)
    if not is_known(spec):
        raise PlayerError(f"there is no model of an opponent called {spec!r}: write uniform, soft, or a player such as greedy")
    players = [player(spec, seed + number) for number in range(ANSWERS)]
    return lambda position, moves: _played(players, position)


def _uniform(position: Position, moves: Sequence[MoveValue]) -> dict[int, float]:
    return {one.move: 1 / len(moves) for one in moves}


def _soft(moves: Sequence[MoveValue], temperature: float) -> dict[int, float]:
    best = max(one.value.result for one in moves)
    weights = {one.move: exp((one.value.result - best) / temperature) for one in moves}
    total = fsum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def _played(players: Sequence[Player], position: Position) -> dict[int, float]:
    found: dict[int, float] = {}
    for one in players:
        move = ask(one, position).best
        assert move is not None
        found[move] = found.get(move, 0.0) + 1 / len(players)
    return found


# The look for traps.

# When the search of the position ends, those right after its moves, and those further on: shares of the time.
ROOT, NEAR, FAR = 0.3, 0.55, 0.9
BRIEFEST = 0.002  # seconds for a search, at least
SEARCH = "deepening"
SMALL = 4 * 2**20  # bytes for the table of a search with a clock: more would take longer to clear
KEPT = 100_000  # positions


@dataclass(frozen=True)
class Trap:
    """A legal move, and its effect on an opponent who errs.

    `value`: its value against perfect play, to the player who makes it, as are the other numbers. `errs`: the probability that
    the opponent's reply is a mistake (it gives up some of the result). `loses`: the average loss by replies, right ones
    included, in units of the result. `expected`: the expected result against the modelled opponent, with `ahead` replies
    foreseen; as many for every move.
    """

    move: int
    value: Value
    errs: float
    loses: float
    expected: float
    ahead: int


@dataclass(frozen=True)
class TrapReport:
    """The traps of a position, the move to choose first, all of them looked at equally far.

    `ahead`: how many replies are foreseen. `whole`: it holds every legal move, and foresees as many replies as were asked for.
    `informed`: whether the game has an estimate; if not, everything unproved counts as 0. `learned`: see `Thought`.
    """

    traps: tuple[Trap, ...]
    ahead: int
    whole: bool
    informed: bool
    learned: str | None = None


@dataclass(frozen=True)
class TrapLevel:
    """How far a look goes: replies ahead, and the plies that are searched right after a move, and further on (None: all)."""

    ahead: int
    near: int | None
    far: int | None


class Halted(Exception):
    """A search was ended from outside: its result cannot be compared."""


class Late(Exception):
    """The time was over before a level was finished: what was found on it is not the same for all moves."""


@dataclass
class Trapper:
    """Looks for traps. What it has found out about a position it keeps.

    `limit`: its time is for the whole of a look, its depth and nodes are for the search of each position. `margin`: how much
    less than the best a move may be worth and still be chosen. `ahead`: how many of the opponent's replies are foreseen; after
    the last, perfect play is assumed. With a clock a look goes from level to level, from one reply and a search of one ply
    after each move on, and the last level counts that was finished for all moves. `wisdom`: where its knowledge comes from.
    """

    opponent: Opponent
    limit: Limit
    margin: float = 0.0
    ahead: int = 2
    wisdom: Wisdom = field(default_factory=Wisdom)
    _known: dict[Any, tuple[MoveValue, ...]] = field(default_factory=dict)  # of a position, searched to a depth
    _final: dict[Any, tuple[int, tuple[MoveValue, ...]]] = field(default_factory=dict)  # so from that depth on
    _likely: dict[Any, dict[int, float]] = field(default_factory=dict)
    _start: int = 0
    _began: float = 0.0
    _deadline: float = inf
    _is_open: bool = False  # whether deeper searches may find something else
    _halt: Halt = field(default_factory=Halt)

    def prepare(self, game: Game) -> None:
        """Load the compiler and compile: that takes seconds, and does not count."""
        from kibitz.kernel import machine_of
        from kibitz.search.kernels import kernels_of

        machine = machine_of(game, self.wisdom.of(game))
        for kernel in kernels_of(search_for(game, SEARCH), game, machine):
            machine.ready(kernel)

    def traps(self, position: Position) -> tuple[Trap, ...]:
        """All legal moves, the one to choose first: within the margin, the one with the best expected result."""
        *_, last = self.looks(position)
        return last.traps

    def looks(self, position: Position) -> Iterator[TrapReport]:
        """Better and better looks at a position that is not over; the first ones hold a part of its moves."""
        self._begin(position, Halt())
        moves = self._kept(position, self.limit.depth)
        if moves is None:
            moves = final_of(self._searched(position, self.limit.depth, ROOT)).moves
        yield from self._looks(position, moves)

    def think(self, position: Position) -> Thought:
        """The move to choose, as a thought about the position; the value is what it is worth against perfect play."""
        return final_of(self.thoughts(position, Halt()))

    def thoughts(self, position: Position, halt: Halt) -> Thoughts:
        """Yield a search's thoughts, then the move that `traps` puts first; after a halt, the best so far."""
        self._begin(position, halt)
        began = time.perf_counter()
        moves, depth, nodes = self._kept(position, self.limit.depth), 0, 0
        if moves is None:
            for searched in self._searched(position, self.limit.depth, ROOT):
                yield searched
            if searched.stopped == "interrupted":
                return
            moves, depth, nodes = searched.moves, searched.depth, searched.nodes
        chosen = moves[0].move
        ended: Stopped = "depth"
        try:
            for look in self._looks(position, moves):
                if len(look.traps) == len(moves):
                    chosen = look.traps[0].move
        except Halted:
            ended = "interrupted"
        best = next(one for one in moves if one.move == chosen)
        seconds, game = time.perf_counter() - began, position.game
        found = Thought(best.move, best.value, best.line, (), depth, nodes, seconds, stopped=ended)
        yield replace(found, informed=self.wisdom.estimates(game), learned=self.wisdom.learned(game))

    def _begin(self, position: Position, halt: Halt) -> None:
        check_traps(position.game)
        self._start, self._halt = len(position.moves), halt
        self._began, self._deadline = time.monotonic(), inf

    def _looks(self, position: Position, moves: Sequence[MoveValue]) -> Iterator[TrapReport]:
        """Searches level by level; the first is always completed, even if the time is over."""
        depth = self.limit.depth if self.limit.time is None else 1
        level, found = TrapLevel(1, depth, depth), list[Trap]()
        self._is_open = False
        for one in moves:
            found.append(self._trap(position, one, level))
            yield self._look(position, found, level, len(moves))
        for share, next_level in ((NEAR, self._nearer), (FAR, self._further)):
            if self.limit.time is not None:
                self._deadline = self._began + share * self.limit.time
            try:
                while (to := next_level(level)) is not None:
                    self._is_open = False
                    found = [self._trap(position, one, to) for one in moves]
                    level = to
                    yield self._look(position, found, level, len(moves))
            except Late:
                continue

    def _nearer(self, level: TrapLevel) -> TrapLevel | None:
        """The next level while the searches right after the moves get deeper."""
        if self.limit.time is None or level.near is None or not self._is_open or level.near >= (self.limit.depth or inf):
            return None
        return replace(level, near=level.near + 1)

    def _further(self, level: TrapLevel) -> TrapLevel | None:
        """The next level while more replies are foreseen, and then the searches after them get deeper."""
        if level.ahead < self.ahead:
            return replace(level, ahead=level.ahead + 1)
        if self.limit.time is None or level.near is None or level.far is None or not self._is_open or level.far >= level.near:
            return None
        return replace(level, far=level.far + 1)

    def _look(self, position: Position, found: Iterable[Trap], level: TrapLevel, count: int) -> TrapReport:
        """The moves at a level, within the margin first, and among those the best expected result."""
        found = tuple(found)
        best = max(one.value.result for one in found)
        order = sorted(found, key=lambda one: (one.value.result < best - self.margin, -one.expected, *_later(one.value)))
        whole = len(found) == count and level.ahead >= self.ahead
        game = position.game
        return TrapReport(tuple(order), level.ahead, whole, self.wisdom.estimates(game), self.wisdom.learned(game))

    def _trap(self, position: Position, one: MoveValue, level: TrapLevel) -> Trap:
        after = position.play(one.move)
        expected = self._expected(after, level.ahead, position.to_move, level)
        if after.is_over or after.to_move == position.to_move:
            return Trap(one.move, one.value, 0.0, 0.0, expected, level.ahead)
        replies = self._moves(after, level)
        chances, best = self._chances(after, replies, level), replies[0].value.result
        errors = [(chances.get(reply.move, 0.0), best - reply.value.result) for reply in replies]
        errs, loses = fsum(chance for chance, loss in errors if loss > 0), fsum(chance * loss for chance, loss in errors)
        return Trap(one.move, one.value, errs, loses, expected, level.ahead)

    def _expected(self, position: Position, ahead: int, hero: int, level: TrapLevel) -> float:
        """The result that `hero` may expect from a position, looking `replies` more replies ahead.

        Sums are rounded once: the order of moves makes no difference, and moves that mirror each other get the same.
        """
        if position.payoffs is not None:
            return position.payoffs[hero]
        moves = self._moves(position, level)
        best = moves[0].value.result
        if position.to_move == hero:
            near = [one for one in moves if one.value.result >= best - self.margin]
            return max(self._expected(position.play(one.move), ahead, hero, level) for one in near)
        chances = self._chances(position, moves, level)
        if ahead <= 1:
            return -fsum(chances.get(one.move, 0.0) * one.value.result for one in moves)
        likely = [(move, chance) for move, chance in chances.items() if chance > 0]
        return fsum(chance * self._expected(position.play(move), ahead - 1, hero, level) for move, chance in likely)

    def _chances(self, position: Position, moves: Sequence[MoveValue], level: TrapLevel) -> dict[int, float]:
        """How likely the opponent plays what: asked once, for one that throws dice would say something else each time."""
        key = self._key(position), self._depth(position, level)
        if key not in self._likely:
            self._likely[key] = self.opponent(position, moves)
        return self._likely[key]

    def _moves(self, position: Position, level: TrapLevel) -> tuple[MoveValue, ...]:
        """The value of each legal move to its mover, best first. Raises Halted, or Late."""
        if time.monotonic() > self._deadline:
            raise Late
        depth = self._depth(position, level)
        moves = self._kept(position, depth)
        if moves is None:
            *_, thought = self._searched(position, depth)
            if thought.stopped == "interrupted":
                raise Halted
            if thought.stopped == "time":
                raise Late
            moves = thought.moves
        final = self._final.get(self._key(position))
        self._is_open |= final is None or (depth is not None and depth < final[0])
        return moves

    def _depth(self, position: Position, level: TrapLevel) -> int | None:
        """How deep a position is searched on a level."""
        return level.near if len(position.moves) <= self._start + 1 else level.far

    def _searched(self, position: Position, depth: int | None, share: float | None = None) -> Thoughts:
        """Search and value every move; `share`: of the time, else until the deadline. Results that do not depend on time are
        kept.
        """
        from kibitz.search.entry import begin  # it brings the compiler

        limit = replace(self.limit, depth=depth)
        if self.limit.time is not None:
            left = self._deadline - time.monotonic() if share is None else share * self.limit.time
            limit = replace(limit, time=max(BRIEFEST, left) if left < inf else None, table=SMALL)
        wise = self.wisdom.of(position.game)
        thinking = begin(position, search=SEARCH, limit=limit, knowledge=wise, all_moves=True)
        for thought in self._halt.heard(thinking):
            yield thought
        if len(self._known) + len(self._final) >= KEPT:
            for kept in (self._known, self._final, self._likely):
                kept.clear()
        if thought.stopped in ("solved", "nodes"):
            reached = thought.depth + (thought.stopped == "nodes")
            self._final[self._key(position)] = reached, thought.moves
        elif thought.stopped == "depth":
            self._known[self._key(position), depth] = thought.moves

    def _kept(self, position: Position, depth: int | None) -> tuple[MoveValue, ...] | None:
        """The kept result of a search to this depth; a deeper one that was solved sooner found the same."""
        final = self._final.get(self._key(position))
        if final is not None and (depth is None or depth >= final[0]):
            return final[1]
        return self._known.get((self._key(position), depth))

    def _key(self, position: Position) -> Any:
        return position.state, history_of(position.state), position.to_move


def _later(value: Value) -> tuple[float, float]:
    """Sorts equal moves: the quicker win, the later loss."""
    result, plies = value.order
    return -result, -plies


def check_traps(game: Game) -> None:
    """Raises SearchError for a game in which no traps can be set."""
    if not can_be_proved(game):
        raise SearchError(f"no traps are set in {spec_of(game)}, a game {why_not_proved(game)}")


@checked()
def traps(
    game: Game | Position | str,
    *,
    model: str = "uniform",
    limit: Limit = Limit(),
    margin: float = 0.0,
    ahead: int = 2,
    temperature: float = WARM,
    seed: int = 0,
) -> tuple[Trap, ...]:
    """Every legal move of a position with what it does to an opponent who errs, the one to choose against such a one first.

    `game`: a position, or a game at its start. `model`: `uniform`, `soft` with its `temperature`, or any player, made with
    `seed`. `limit`: for the search of the position and of each looked at after it; without one they are solved. `margin`: how
    much less than the best, in units of the result, a move may be worth and still be chosen. `ahead`: how many of the
    opponent's replies are foreseen. Raises SearchError for a game that is not for two, or has dice; PlayerError for a model.
    """
    if not 0 <= margin < inf:
        raise SearchError(f"margin={margin:g} does not fit: give a number from 0 up")
    position = game if isinstance(game, Position) else Position.after(as_game(game))
    return Trapper(opponent(model, temperature, seed), limit, margin, ahead).traps(position)
