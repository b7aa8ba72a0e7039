"""An anytime search in progress: its threads grow one tree and report its thoughts now and then."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

from kibitz.core.rules import CHANCE, Game, says, worth_of_end
from kibitz.core.thought import Kind, MoveValue, Value
from kibitz.core.thought import Stopped as Why
from kibitz.errors import SearchError
from kibitz.kernel import Machine
from kibitz.position import Position
from kibitz.search.drivers.continuation import KeptTree
from kibitz.search.drivers.handle import Thinking
from kibitz.search.drivers.playout_team import TICK, MoveAverage, TreeTeam
from kibitz.search.drivers.request import SearchRequest, game_of
from kibitz.search.drivers.vector_search import as_value, check_result, check_turn, seen_value
from kibitz.search.monte_carlo import tree as t

LONGEST_LINE, FEWEST = 40, 4  # moves of a line, and how often each was made at least


class PlayoutSearch(Thinking):
    """A `Thinking` of a search by playouts. A value is the average payoff, or a proved one."""

    _team: TreeTeam

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest, module: Any) -> None:
        check_turn(game, state, says(game_of(game), "payoffs"))
        if request.limit.depth is not None:
            raise SearchError(f"{module.__name__.rpartition('.')[2]} knows no depth: limit its time, or its nodes (playouts)")
        self._before = game.moves if isinstance(game, Position) else None
        self._position = game if isinstance(game, Position) else None
        super().__init__(game, state, request, module)

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        self._machine = machine
        last = self._position.before if self._position is not None and machine.rules.has_policy else None
        self._team = TreeTeam(machine, self._module, self.game, self.state, self.turn, self.request, self._threads, last)

    def _search(self) -> Why:
        team, continuation = self._team, self.request.continuation
        if continuation is not None and self._before is not None:
            if continuation.tree is not None:
                team.adopt(continuation.tree, self._before)
            continuation.tree = KeptTree(self._machine, self._before, team.tree, team.parts)
        team.plant()
        while team.grow(TICK):
            self._tell(**self._answer())
        team.leave()
        self._tell(**self._answer())
        return "solved" if team.is_settled else self._why or "nodes"

    def _answer(self) -> dict[str, Any]:
        """The tree's current answer, as parts of a thought."""
        team = self._team
        branches = team.branches(team.tree.root_block)
        low, high = team.limits
        order = sorted(branches, key=lambda one: self._rank(one, low), reverse=True)
        moves = tuple(MoveValue(one.move, self._value(one), (one.move,), one.likely) for one in order)
        worths = moves if self.request.all_moves or self.turn == CHANCE else ()
        informed = any(one.visits for one in branches)  # with hardly any time there may be no playout at all
        opinion: dict[str, Any] = {"informed": informed, "learned": None, "moves": worths}
        if self.turn == CHANCE:
            kind: Kind = "exact" if team.is_settled else "estimate"
            return {"value": self._as_value(kind, team.payoffs(team.tree.root_block), low), **opinion}
        best, bounds = order[0], None
        if low < high < inf and (best.least > team.least or high < team.most):
            check_result(best.least)
            check_result(high)
            bounds = Value("at_least", _tidy(best.least)), Value("at_most", _tidy(high))
        value = moves[0].value
        if value.kind == "exact" and not team.is_settled:  # another move may be worth more
            value = replace(value, kind="at_least")
        return {"best": best.move, "value": value, "line": self._line(best), "bounds": bounds, **opinion}

    def _rank(self, one: "MoveAverage", low: float) -> tuple[float, ...]:
        """The rank of a root move: a proof that it is best, else how often it was tried, else how likely it was thought."""
        if self._team.is_settled:
            return one.least, one.most, one.visits
        refuted = one.most <= low and one.least < low
        return -1 if refuted else one.visits, one.share, one.likely or 0.0

    def _value(self, one: "MoveAverage") -> Value:
        """The value of a move at the root."""
        if one.is_settled:
            return self._as_value("exact", (), one.least)
        if one.payoffs is not None:
            return self._as_value("estimate", one.payoffs)
        team = self._team
        paid = team.least + one.share * (team.most - team.least) if one.visits else 0.0
        rest = [paid if player == max(self.turn, 0) else -paid for player in range(self.game.players)]
        return self._as_value("estimate", rest)

    def _as_value(self, kind: Kind, payoffs: Sequence[float], proved: float = 0.0) -> Value:
        """Mean payoffs or proved bounds as a value."""
        mine = max(self.turn, 0)
        if self._is_shared:
            return as_value(kind, [round(one, 4) for one in payoffs], mine)
        if kind == "exact":
            check_result(proved)
            return as_value(kind, (proved,), 0)
        return as_value(kind, (round(payoffs[mine], 4),), 0)

    def _line(self, best: "MoveAverage") -> tuple[int, ...]:
        """The moves made most often, as far as the tree reaches; of a proved move, only that: what follows keeps less."""
        line, block = [best.move], 0 if best.is_settled else best.block
        while block and len(line) < LONGEST_LINE:
            branches = self._team.branches(block)
            most = max(branches, key=lambda one: one.visits)
            if most.visits < FEWEST or self._team.tree[block + t.MOVER] == CHANCE:
                break
            line.append(most.move)
            block = most.block
        return tuple(line)

    @property
    def _is_shared(self) -> bool:
        """Whether a value has a number for each player."""
        return not says(self.game, "result")

    def _ending(self, machine: Machine) -> Value:
        if not self._is_shared:
            return Value("exact", worth_of_end(self.game, self.state))
        return seen_value(self.game, self.state, self.turn, "exact", machine.rules.pay, self._is_shared)

    def _glance(self, machine: Machine) -> Value:
        return seen_value(self.game, self.state, self.turn, "estimate", machine.rules.guess, self._is_shared)


def _tidy(number: float) -> float:
    return int(number) if number == int(number) else number
