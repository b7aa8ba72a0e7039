"""A search whose values are numbers, under way: several players, any sum, or chance. One ply deeper each time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import Any

from kibitz.core import laws
from kibitz.core.best_result import best_result, payoff_limits
from kibitz.core.laws import NO_MOVES
from kibitz.core.recurrence import score_of
from kibitz.core.rules import CHANCE, Game, Knowledge, at_chance, says
from kibitz.core.thought import Kind, MoveValue, Value
from kibitz.core.thought import Stopped as Why
from kibitz.errors import RulesError, SearchError
from kibitz.kernel import Machine
from kibitz.position import Position
from kibitz.search.descriptor import search_of
from kibitz.search.drivers.handle import Thinking
from kibitz.search.drivers.request import SearchRequest, game_of
from kibitz.search.parts import memory as m
from kibitz.search.parts import vector_memory as w
from kibitz.search.parts.memory import BAD_GUESS, BAD_MOVER, BAD_PAYOFF, MOVES, HashTable, Memory
from kibitz.search.parts.scores import INFINITE
from kibitz.search.parts.team import SearchStopped, TableSearcher, empty_table, largest_log
from kibitz.search.parts.trace_format import begin_trace, record_words
from kibitz.search.parts.vector_memory import FIRST, HOSTILE, KIND, LAST, TIE_RULES

ROOM = 1 << 12  # words for the moves and outcomes of open nodes, to begin with
LARGEST_LOG, PLAIN_LOG = 26, 14
ROUNDING = 1e-10  # of the span of payoffs
SOME = 1.0  # the span where it is not known, or all get the same: no window is ever empty
BROKEN = {
    m.BAD_CHANCE: "chances() must give weights above 0, and finite, and something must be able to happen",
    m.NO_MOVES: NO_MOVES,
    m.BAD_MOVER: "to_move() gives neither a player of the game nor, where dice or cards decide, CHANCE",
    m.BAD_PAYOFF: "the game ends without a number for each player, or beyond what best_result() or payoff_limits() allow",
    m.BAD_GUESS: "the knowledge does not estimate a number for each player",
    m.TOO_WIDE: "a state has more moves than a trace can number",
}


@dataclass(frozen=True)
class Weight:
    """The value of a state from one call: a number for each player, or the hero's alone; and the line that shows it."""

    numbers: tuple[float, ...]
    proved: bool
    line: tuple[int, ...]


class VectorSearcher(TableSearcher):
    """One thread's memory for one root. `stop` may be called from any other thread."""

    ply = 1  # where a call begins: below the root

    def __init__(
        self, machine: Machine, search: Any, game: Game, hero: int, ties: str, table: int, nodes: int | None, trace: int = 0
    ) -> None:
        """`hero`: whose payoff the value is, where it is one number; `table`: bytes at most; `nodes`: visited at most.

        `trace`: how many nodes are written down at most (trace_format.py).
        """
        self.machine, self.vectors, self._game, self._hero = machine, search_of(search).values == "payoffs", game, hero
        self._call = machine.ready(search.enter)
        self._ties, self._nodes = w.TIE_RULES.index(ties), INFINITE if nodes is None else nodes
        numbers = game.players if self.vectors else 1
        log = largest_log(table, w.HEAD + numbers, LARGEST_LOG if machine.has_room else PLAIN_LOG)
        self._table = empty_table(machine, w.ledger_words(log, numbers), log)
        self._ended, self._trace = False, trace
        self.memory: Any = None
        self._lay_out(ROOM)

    def _memories(self) -> tuple[list[Memory], HashTable]:
        return [self.memory], self._table

    def tied(self, numbers: Iterable[float]) -> float:
        """How far numbers may be apart that are equal but for rounding: as in `maxn.is_better`."""
        memory = self.memory
        return float(memory.tolerance * (max(1.0, *map(abs, numbers)) if memory.total == inf else 1.0))

    def count_root(self) -> None:
        """The root is a node too, where Python walks through its moves."""
        self.memory.nodes += 1

    def end(self) -> None:
        """Stop for good, within microseconds."""
        self._ended = True
        self.memory.stop = 1

    def weight(self, state: Any, depth: int, mover: int, alpha: float = -inf, nodes: int = INFINITE) -> Weight:
        """The value of a state with `mover` to move, `depth` plies deep; as one number, if it is above `alpha`.

        Raises SearchStopped, also after `nodes` nodes, or RulesError for impossible rules.
        """
        while True:
            memory = self.memory
            memory.alpha, memory.beta, memory.status = alpha, inf, m.RUNNING
            memory.node_limit = min(self._nodes, self.nodes + nodes)
            proved = self._called(state, depth, mover)
            status = memory.status
            if status == m.NO_ROOM:
                self._lay_out((memory.room_end - MOVES) * 4)
                continue
            if status == m.STOPPED:
                raise SearchStopped
            if status in BROKEN:
                raise broken(status)
            return Weight(self._numbers(self.ply), bool(proved), m.line_at(self.ply, memory))

    def _called(self, state: Any, depth: int, mover: int) -> int:
        """One call of the search; 1 if what it finds is proved."""
        return self._call(self.machine.arguments(state), depth, mover, self.ply, self.memory, self._table)

    def _numbers(self, ply: int) -> tuple[float, ...]:
        at, read = w.place(ply, self._game.players) + 1, self.memory.number
        if self.vectors:
            return tuple(read(at + player) for player in range(self._game.players))
        return (read(at + self._hero),)

    def _lay_out(self, room: int) -> None:
        """Give the search its memory, or more of it, with space for moves and outcomes, then the trace."""
        old, end = self.memory, MOVES + w.room_for(self._game.players) + room
        memory = self.machine.words(end + self._trace * record_words(self._game.players, self.vectors))
        begin_trace(end, self._trace, memory)
        least, most, together = limits_of(self._game, self.machine.rules.knowledge)
        self.most = most
        span = most - least if 0 < most - least < inf else SOME
        memory.root_hint, memory.hero, memory.ties = -1, self._hero, self._ties
        if old is not None:
            memory.nodes, memory.probes, memory.hits = old.nodes, old.probes, old.hits
        tied = ROUNDING * span / 2 if self.vectors and says(self._game, "chances") else 0.0  # less than the slack of pruning
        whole = not says(self._game, "chances") and not says(self.machine.rules.knowledge, "estimates")
        memory.lowest, memory.highest = max(-w.HUGE, min(least, 0.0)), min(w.HUGE, max(most, 0.0))
        memory.total, memory.tolerance = together, tied
        memory.slack = 0.0 if self.vectors and whole and self._ties == w.FIRST else ROUNDING * span
        self.memory = memory
        if self._ended:
            memory.stop = 1


def broken(status: int) -> RulesError:
    """The error for rules that break their contract."""
    return RulesError(f"{BROKEN[status]}; `kibitz check` shows where")


def limits_of(game: Game, knowledge: Knowledge | None) -> tuple[float, float, float]:
    """The least and the most that one player can get, and the most that all can get together; infinite where not known."""
    if says(game, "result"):
        most = best_result(game)
        return (-inf, inf, inf) if most is None else (-float(most), float(most), 0.0)
    limits = payoff_limits(game)
    if limits is None:
        return -inf, inf, inf
    least, together = limits
    most = together - least * (game.players - 1)
    # Without an opinion each is thought to get 0: where that is beyond the limits, they hold for the ends of games only.
    keeps = says(knowledge, "estimates") or least <= 0 <= together
    return float(least), float(most), float(together) if keeps else inf


CHEAP = 20_000  # nodes for one more piece of a line
LONG = 1e15  # numbers from here on are written as floats


@dataclass(frozen=True)
class WeighedMove:
    """The value of a move of the root (or of an outcome, where chance decides there)."""

    move: int
    numbers: tuple[float, ...]
    proved: bool
    line: tuple[int, ...]


class VectorSearch(Thinking):
    """A `Thinking` of a search whose values are numbers; of `maxn` one for each player, first player first.

    Otherwise a value is what the player to move can expect, or the first player where chance decides at the root.
    """

    _team: VectorSearcher

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest, module: Any) -> None:
        check_turn(game, state, search_of(module).values == "payoffs" or says(game_of(game), "payoffs"))
        super().__init__(game, state, request, module)

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        request, self._rules, self._choices = self.request, machine.rules, choices
        self._chance = at_chance(self.game, self.state)
        if request.first is not None and request.ties == "first" and not self._chance:
            self._choices = sorted(choices, key=lambda move: move != request.first)
        self._hero = max(self.turn, 0)
        self._team = VectorSearcher(
            machine, self._module, self.game, self._hero, request.ties, request.limit.table, request.limit.nodes
        )

    def _search(self) -> Why:
        return self._deepen(self._search_depth)

    def _search_depth(self, depth: int) -> Why | None:
        return "solved" if self._conclude(self._iterate(depth), depth) else None

    def _iterate(self, depth: int) -> list[WeighedMove]:
        """The value of each root move at this depth; apart from the best, perhaps only that it is no better."""
        self._team.count_root()
        found: list[WeighedMove] = []
        exactly, best = self.request.all_moves or self._chance or self._team.vectors, -inf
        for move in self._choices:
            after = self._rules.play(self.state, move)
            then = self._rules.mover(self.turn, after)
            one = self._team.weight(after, depth - 1, then, alpha=-inf if exactly else best)
            found.append(WeighedMove(move, one.numbers, one.proved, (move, *one.line)))
            best = max(best, one.numbers[0])
        if not exactly:
            self._choices = [one.move for one in sorted(found, key=lambda one: -one.numbers[0])]
        return found

    def _conclude(self, found: list[WeighedMove], depth: int) -> bool:
        """Say what an iteration found; whether it is final."""
        if self._chance:
            numbers, proved = self._expected(found), all(one.proved for one in found)
            best: int | None = None
            line: tuple[int, ...] = ()
        else:
            found = self._ranked(found)
            first = found[0]
            proved = self._is_decided(found)
            found[0] = replace(first, line=self._continued(first.line, depth))
            numbers, best, line = first.numbers, first.move, found[0].line
        moves = tuple(MoveValue(one.move, self._value(one.numbers, one.proved), one.line) for one in found)
        self._tell(
            best=best,
            value=self._value(numbers, proved),
            line=line,
            moves=moves if self.request.all_moves or self._chance else (),
            depth=depth,
        )
        return proved and (all(one.proved for one in found) or not self.request.all_moves)

    def _is_decided(self, ranked: list[WeighedMove]) -> bool:
        """Whether the value of the root is proved: no move is open that might be better, or equal and before the best."""
        first = ranked[0]
        if not first.proved or first.numbers[self._mine] < self._team.most:
            return all(one.proved for one in ranked)
        if not self._team.vectors:
            return True
        before = self._choices[: self._choices.index(first.move)] if self.request.ties == "first" else self._choices
        return all(one.proved for one in ranked if one.move in before)

    @property
    def _mine(self) -> int:
        """The index of the hero's number in a value."""
        return self._hero if self._team.vectors else 0

    def _ranked(self, found: list[WeighedMove]) -> list[WeighedMove]:
        """The root's moves, best first; ties follow their rule.

        Where a value is one number, and each move's is known, a proved one comes before unproved equals.
        """
        mine = [one.numbers[self._mine] for one in found]
        others = [sum(one.numbers) - one.numbers[self._mine] for one in found]
        tied = self._team.tied(mine)
        ranks, kindness = _levels(mine, tied), _levels(others, tied * self.game.players)
        ties, is_sure = TIE_RULES.index(self.request.ties), not self.request.all_moves or self._team.vectors

        def rank(i: int) -> tuple[int, bool, int, int]:
            number = self._choices.index(found[i].move)
            rule = {FIRST: number, LAST: -number, HOSTILE: -kindness[i], KIND: kindness[i]}[ties]
            return ranks[i], not is_sure and not found[i].proved, rule, number

        return [found[i] for i in sorted(range(len(found)), key=rank)]

    def _expected(self, found: list[WeighedMove]) -> tuple[float, ...]:
        """The average of what chance may bring at the root, summed up as the searches do."""
        weights = [weight for _, weight in self.game.chances(self.state)]
        total = 0.0
        for weight in weights:
            total += weight
        numbers = [0.0] * len(found[0].numbers)
        for weight, one in zip(weights, found, strict=True):
            for i, number in enumerate(one.numbers):
                numbers[i] += weight / total * number
        return tuple(numbers)

    def _continued(self, line: tuple[int, ...], depth: int) -> tuple[int, ...]:
        """A line that the table broke off, played on: there its end is known, so little is searched again."""
        state, mover = self.state, self.turn
        for move in line:
            state = self._rules.play(state, move)
            mover = self._rules.mover(mover, state)
        while len(line) < depth and mover != CHANCE and not self.game.is_over(state):
            try:
                found = self._team.weight(state, depth - len(line), mover, nodes=CHEAP)
            except SearchStopped:
                break
            if not found.line:
                break
            for move in found.line:
                state = self._rules.play(state, move)
                mover = self._rules.mover(mover, state)
            line += found.line
        return line

    def _value(self, numbers: tuple[float, ...], proved: bool) -> Value:
        """Numbers as a value. A proof on the search's own assumption about other players is not an exact value."""
        duel = says(self.game, "result")
        kind: Kind = "estimate" if not proved else "exact" if duel else self._module.SEARCH.proves
        if duel and proved:
            check_result(numbers[self._mine])
        return as_value(kind, numbers, self._mine)

    def _ending(self, machine: Machine) -> Value:
        return self._seen("exact", machine.rules.pay)

    def _glance(self, machine: Machine) -> Value:
        return self._seen("estimate", machine.rules.guess)

    def _seen(self, kind: Kind, rule: Callable[..., int]) -> Value:
        return seen_value(self.game, self.state, self.turn, kind, rule, self._module.SEARCH.values == "payoffs")


def seen_value(game: Game, state: Any, turn: int, kind: Kind, rule: Callable[..., int], vectors: bool) -> Value:
    """The value of a state that the rules give without any search; `vectors`: a number for each player."""
    numbers, hero = [0.0] * game.players, max(turn, 0)
    nobodys = says(game, "payoffs" if kind == "exact" else "chances")  # an end may be so, or a throw of dice
    if not (0 <= turn < game.players or (turn == CHANCE and nobodys)):
        raise broken(BAD_MOVER)
    if rule(state, turn, numbers, 0) != len(numbers) or not all(map(isfinite, numbers)):
        raise broken(BAD_PAYOFF if kind == "exact" else BAD_GUESS)
    if score := score_of(state):
        numbers[hero] += score
        numbers[1 - hero] -= score
    return as_value(kind, numbers, hero) if vectors else as_value(kind, numbers[hero : hero + 1], 0)


def check_turn(game: Game | Position | str, state: Any, matters: bool) -> None:
    """Raises SearchError if it `matters` whose turn it is and the rules do not say, RulesError for a game without players."""
    rules = game_of(game)
    whose = isinstance(game, Position) or says(rules, "to_move") or state is None or state == rules.start()
    if matters and not whose:
        raise SearchError(f"a state of {type(rules).__name__} does not say whose turn it is: give a Position instead")
    if rules.players < 1:
        raise RulesError(f"a game has at least one player, but {type(rules).__name__} says {rules.players}")


def _levels(numbers: list[float], tied: float) -> list[int]:
    """The level of each number: the largest 0, the next 1, and so on; numbers within `tied` share a level."""
    levels, level, top = [0] * len(numbers), 0, max(numbers)
    for i in sorted(range(len(numbers)), key=lambda i: -numbers[i]):
        if top - numbers[i] > tied:
            level, top = level + 1, numbers[i]
        levels[i] = level
    return levels


def check_result(number: float) -> None:
    """Raises RulesError for a proved result that is larger than any may be: beyond 2**53 a float would not be that number."""
    if wrong := laws.too_large("`result`", int(number)):
        raise laws.broken(wrong)


def as_value(kind: Kind, numbers: Sequence[float], mine: int) -> Value:
    """Numbers as a value, `mine` the number of the player to move; whole ones without their point."""
    tidy = tuple(int(number) if abs(number) < LONG and number == int(number) else number for number in numbers)
    return Value(kind, tidy[mine], payoffs=tidy if len(tidy) > 1 else None)
