"""A search whose values are numbers, under way: several players, any sum, or chance. One ply deeper each time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import Any

from kibitz.errors import RulesError, SearchError
from kibitz.kernel import Machine
from kibitz.position import Position
from kibitz.rules import CHANCE, Game, at_chance, says
from kibitz.search.descriptor import search_of
from kibitz.search.handle import Thinking
from kibitz.search.memory import BAD_GUESS, BAD_MOVER, BAD_PAYOFF
from kibitz.search.request import SearchRequest, game_of
from kibitz.search.team import SearchStopped
from kibitz.search.vector_memory import FIRST, HOSTILE, KIND, LAST, TIE_RULES
from kibitz.search.vector_searcher import VectorSearcher, broken
from kibitz.thought import Kind, MoveValue, Value
from kibitz.thought import Stopped as Why

CHEAP = 20_000  # nodes for one more piece of a line
LONG = 1e15  # numbers from here on are written as floats


@dataclass(frozen=True)
class WeighedMove:
    """What a move of the root (or an outcome, where chance decides there) is worth."""

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
        rules = game_of(game)
        whose = isinstance(game, Position) or says(rules, "to_move") or state is None or state == rules.start()
        if not whose and (search_of(module).values == "payoffs" or says(rules, "payoffs")):
            raise SearchError(f"a state of {type(rules).__name__} does not say whose turn it is: give a Position instead")
        if rules.players < 1:
            raise RulesError(f"a game has at least one player, but {type(rules).__name__} says {rules.players}")
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
        """What each of the root's moves is worth at this depth; beside the best, only that it is no better, if that is all."""
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
        """The index of the hero's number among those of a value."""
        return self._hero if self._team.vectors else 0

    def _ranked(self, found: list[WeighedMove]) -> list[WeighedMove]:
        """The root's moves, best first: among equals as the rule for ties has it.

        Where a value is one number, and that of each move is known, one that is proved comes before equals that are not.
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
        """Numbers as a value. What is proved on the searches' own assumption of how others play is no exact value."""
        duel = says(self.game, "result")
        kind: Kind = "estimate" if not proved else "exact" if duel else self._module.SEARCH.proves
        return _as_value(kind, numbers, self._mine)

    def _ending(self, machine: Machine) -> Value:
        return self._seen("exact", machine.rules.pay)

    def _glance(self, machine: Machine) -> Value:
        return self._seen("estimate", machine.rules.guess)

    def _seen(self, kind: Kind, rule: Callable[..., int]) -> Value:
        """The value of the root that the rules give without any search."""
        numbers, hero = [0.0] * self.game.players, max(self.turn, 0)
        nobodys = says(self.game, "payoffs" if kind == "exact" else "chances")  # an end may be so, or a throw of dice
        if not (0 <= self.turn < self.game.players or (self.turn == CHANCE and nobodys)):
            raise broken(BAD_MOVER)
        if rule(self.state, self.turn, numbers, 0) != len(numbers) or not all(map(isfinite, numbers)):
            raise broken(BAD_PAYOFF if kind == "exact" else BAD_GUESS)
        return (
            _as_value(kind, numbers, hero)
            if self._module.SEARCH.values == "payoffs"
            else _as_value(kind, numbers[hero : hero + 1], 0)
        )


def _levels(numbers: list[float], tied: float) -> list[int]:
    """Which number is the largest (0), which the next, and so on; those that differ by no more than `tied` are on one level."""
    levels, level, top = [0] * len(numbers), 0, max(numbers)
    for i in sorted(range(len(numbers)), key=lambda i: -numbers[i]):
        if top - numbers[i] > tied:
            level, top = level + 1, numbers[i]
        levels[i] = level
    return levels


def _as_value(kind: Kind, numbers: Sequence[float], mine: int) -> Value:
    """Numbers as a value; whole ones without their point."""
    tidy = tuple(int(number) if abs(number) < LONG and number == int(number) else number for number in numbers)
    return Value(kind, tidy[mine], payoffs=tidy if len(tidy) > 1 else None)
