"""A kernel's view of a game, for Numba: the methods of `Rules`, each bound to the game's own or to the default."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic, models, register_model

from kibitz.core.recurrence import FORBIDDEN
from kibitz.core.rules import CHANCE, Game, believes, first_return_draws, says
from kibitz.kernel.compiled.numbered_moves import numbered_moves
from kibitz.kernel.compiled.objects import ObjectType, object_type
from kibitz.kernel.compiled.overloads import overload_attribute, overload_method
from kibitz.kernel.compiled.states import caster, state_loader
from kibitz.kernel.rules import FAR, Rules
from kibitz.kernel.states import store_payoffs, store_zero_sum
from kibitz.kernel.words import write_number


class RulesType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """The Numba type of one game with one knowledge; the value is the address of their data."""

    def __init__(self, game: ObjectType, knowledge: ObjectType, traces: bool) -> None:
        self.game, self.knowledge, self.traces = game, knowledge, traces
        super().__init__(f"Rules({game.name}, {knowledge.name}{', traces' if traces else ''})")

    @functools.cached_property
    def numbered(self) -> tuple[Any, Any] | None:
        """The functions of moves by number, compiled; None where the moves are listed."""
        return _numbered(self)

    def says(self, method: str) -> bool:
        """Whether the game or the knowledge defines an optional method, and a search may rely on it."""
        if hasattr(Game, method):
            return says(self.game.example, method)
        knowledge: Any = self.knowledge.example
        return believes(knowledge.game, knowledge, method)


@register_model(RulesType)
class _RulesModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, ir.IntType(64))


def rules_type(rules: Rules) -> RulesType:
    """The Numba type of a game with its knowledge. Raises TypeError, in one sentence, for states that have no type."""
    return RulesType(object_type(rules.game), object_type(rules.knowledge), rules.traces)


def part(name: str) -> Any:
    @intrinsic
    def part(context: Any, rules: Any) -> Any:
        return getattr(rules, name)(rules), lambda ctx, builder, sig, args: args[0]

    return part


game_in, knowledge_in = part("game"), part("knowledge")


def _flag(attribute: str, method: str) -> None:
    def resolve(rules: Any) -> Any:
        defines = rules.says(method)
        return lambda rules: defines

    overload_attribute(RulesType, attribute)(resolve)


def has_drops(rules: RulesType) -> bool:
    """Whether a learned policy has weights for playouts."""
    return hasattr(rules.knowledge.example, "weigh_drops")


OPTIONAL = ("chances", "payoffs", "evaluate", "estimates", "priority", "noisy", "deviation", "bounds", "symmetries")
for _method in (*OPTIONAL, "plies", "candidates", "finish", "prospects", "passes", "reward"):
    _flag(f"has_{_method}", _method)


@overload_attribute(RulesType, "has_drops")
def _has_drops(rules: Any) -> Any:
    defines = has_drops(rules)
    return lambda rules: defines


@overload_attribute(RulesType, "has_weight")
def _has_weight(rules: Any) -> Any:
    defines = hasattr(rules.knowledge.example, "weigh_moves") or rules.says("weight")
    return lambda rules: defines


@overload_method(RulesType, "enter")
def _enter(rules: Any, fields: Any) -> Any:
    load = state_loader(rules.game.state)
    return lambda rules, fields: load(fields, 1)


@overload_method(RulesType, "moves")
def _moves(rules: Any, state: Any) -> Any:
    return lambda rules, state: game_in(rules).moves(state)


def _numbered(rules: RulesType) -> tuple[Any, Any] | None:
    """The moves by number as compiled code, if that can be."""
    game = rules.game
    found = numbered_moves(game.example)
    if found is None:
        return None
    count, pick = (game.function(one) for one in found)
    try:
        count.get_call_template((game, game.state), {})
        pick.get_call_template((game, game.state, types.int64), {})
    except NumbaError:
        return None
    return count, pick


@overload_attribute(RulesType, "has_numbered_moves")
def _has_numbered_moves(rules: Any) -> Any:
    there = rules.numbered is not None
    return lambda rules: there


@overload_method(RulesType, "count_moves")
def _count_moves(rules: Any, state: Any) -> Any:
    if rules.numbered is None:
        return lambda rules, state: 0
    count = rules.numbered[0]
    return lambda rules, state: np.int64(count(game_in(rules), state))


@overload_method(RulesType, "nth_move")
def _nth_move(rules: Any, state: Any, number: Any) -> Any:
    if rules.numbered is None:
        return lambda rules, state, number: 0
    pick = rules.numbered[1]
    return lambda rules, state, number: np.int64(pick(game_in(rules), state, number))


@overload_method(RulesType, "candidates")
def _candidates(rules: Any, state: Any) -> Any:
    if rules.says("candidates"):
        return lambda rules, state: knowledge_in(rules).candidates(state)
    return lambda rules, state: game_in(rules).moves(state)


@overload_method(RulesType, "prospects")
def _prospects(rules: Any, state: Any) -> Any:
    if rules.says("prospects"):
        return lambda rules, state: knowledge_in(rules).prospects(state)
    return lambda rules, state: game_in(rules).moves(state)


@overload_method(RulesType, "play")
def _play(rules: Any, state: Any, move: Any) -> Any:
    cast = caster(rules.game.state)
    return lambda rules, state, move: cast(game_in(rules).play(state, move))


@overload_method(RulesType, "is_over")
def _is_over(rules: Any, state: Any) -> Any:
    return lambda rules, state: bool(game_in(rules).is_over(state))


@overload_method(RulesType, "result")
def _result(rules: Any, state: Any) -> Any:
    return lambda rules, state: np.int64(game_in(rules).result(state))


@overload_method(RulesType, "sign")
def _sign(rules: Any, before: Any, after: Any) -> Any:
    if not rules.says("to_move"):
        return lambda rules, before, after: -1

    def sign(rules: Any, before: Any, after: Any) -> Any:
        return 1 if game_in(rules).to_move(before) == game_in(rules).to_move(after) else -1

    return sign


@overload_method(RulesType, "reward")
def _reward(rules: Any, state: Any, move: Any) -> Any:
    if rules.says("reward"):
        return lambda rules, state, move: np.int64(game_in(rules).reward(state, move))
    return lambda rules, state, move: 0


@overload_attribute(RulesType, "has_find_written")
def _has_find_written(rules: Any) -> Any:
    defines = hasattr(rules.game.example, "find_written")
    return lambda rules: defines


@overload_method(RulesType, "find_written")
def _find_written(rules: Any, state: Any, written: Any) -> Any:
    if hasattr(rules.game.example, "find_written"):
        return lambda rules, state, written: np.int64(game_in(rules).find_written(state, written))
    return lambda rules, state, written: -1


@overload_method(RulesType, "name_facts")
def _name_facts(rules: Any, state: Any, move: Any) -> Any:
    if hasattr(rules.game.example, "find_written"):
        return lambda rules, state, move: np.int64(game_in(rules).name_facts(state, move))
    return lambda rules, state, move: 0


@overload_attribute(RulesType, "players")
def _players(rules: Any) -> Any:
    count = rules.game.example.players
    return lambda rules: count


@overload_method(RulesType, "mover")
def _mover(rules: Any, before: Any, after: Any) -> Any:
    if rules.says("to_move"):
        return lambda rules, before, after: np.int64(game_in(rules).to_move(after))
    count = rules.game.example.players
    return lambda rules, before, after: (before + 1) % count


@overload_method(RulesType, "is_chance")
def _is_chance(rules: Any, state: Any) -> Any:
    if rules.says("chances"):
        return lambda rules, state: game_in(rules).to_move(state) == CHANCE
    return lambda rules, state: False


@overload_method(RulesType, "chances")
def _chances(rules: Any, state: Any) -> Any:
    if rules.says("chances"):
        return lambda rules, state: game_in(rules).chances(state)

    def none(rules: Any, state: Any) -> Any:
        for outcome in range(0):
            yield outcome, 1.0

    return none


@overload_method(RulesType, "pay")
def _pay(rules: Any, state: Any, mover: Any, words: Any, at: Any) -> Any:
    count = rules.game.example.players
    if rules.says("payoffs"):
        return lambda rules, state, mover, words, at: store_payoffs(words, at, at + count, game_in(rules).payoffs(state))
    return lambda rules, state, mover, words, at: store_zero_sum(words, at, np.float64(game_in(rules).result(state)), mover)


@overload_method(RulesType, "guess")
def _guess(rules: Any, state: Any, mover: Any, words: Any, at: Any) -> Any:
    count = rules.game.example.players
    if rules.says("estimates"):
        return lambda rules, state, mover, words, at: store_payoffs(words, at, at + count, knowledge_in(rules).estimates(state))
    if rules.says("evaluate") and count == 2:
        return lambda rules, state, mover, words, at: store_zero_sum(
            words, at, np.float64(knowledge_in(rules).evaluate(state)), max(mover, 0)
        )

    def nothing(rules: Any, state: Any, mover: Any, words: Any, at: Any) -> Any:
        for player in range(count):
            write_number(words, at + player, 0.0)
        return at + count

    return nothing


@overload_method(RulesType, "estimate")
def _estimate(rules: Any, state: Any) -> Any:
    if rules.says("evaluate"):
        return lambda rules, state: np.float64(knowledge_in(rules).evaluate(state))
    return lambda rules, state: 0.0


@overload_method(RulesType, "priority")
def _priority(rules: Any, state: Any, move: Any) -> Any:
    if rules.says("priority"):
        return lambda rules, state, move: np.int64(knowledge_in(rules).priority(state, move))
    return lambda rules, state, move: 0


@overload_method(RulesType, "weight")
def _weight(rules: Any, state: Any, move: Any) -> Any:
    if rules.says("weight"):
        return lambda rules, state, move: np.float64(knowledge_in(rules).weight(state, move))
    return lambda rules, state, move: 1.0


@overload_method(RulesType, "noisy")
def _noisy(rules: Any, state: Any, move: Any) -> Any:
    if rules.says("noisy"):
        return lambda rules, state, move: bool(knowledge_in(rules).noisy(state, move))
    return lambda rules, state, move: False


@overload_method(RulesType, "passes")
def _passes(rules: Any, state: Any) -> Any:
    if rules.says("passes"):
        return lambda rules, state: knowledge_in(rules).passes(state)

    def none(rules: Any, state: Any) -> Any:
        for _ in range(0):
            yield state

    return none


@overload_method(RulesType, "deviation")
def _deviation(rules: Any, state: Any, deep: Any, shallow: Any) -> Any:
    if rules.says("deviation"):
        return lambda rules, state, deep, shallow: np.float64(knowledge_in(rules).deviation(state, deep, shallow))
    return lambda rules, state, deep, shallow: 0.0


@overload_method(RulesType, "bounds")
def _bounds(rules: Any, state: Any) -> Any:
    if not rules.says("bounds"):
        return lambda rules, state: (-FAR, FAR)

    def bounds(rules: Any, state: Any) -> Any:
        low, high = knowledge_in(rules).bounds(state)
        return np.int64(low), np.int64(high)

    return bounds


@overload_method(RulesType, "plies")
def _plies(rules: Any, state: Any) -> Any:
    if not rules.says("plies"):
        return lambda rules, state: (1, FAR)

    def plies(rules: Any, state: Any) -> Any:
        fewest, most = knowledge_in(rules).plies(state)
        return np.int64(fewest), np.int64(most)

    return plies


@overload_method(RulesType, "finish")
def _finish(rules: Any, state: Any, low: Any, high: Any) -> Any:
    if not rules.says("finish"):
        return lambda rules, state, low, high: (0, 0)

    def finish(rules: Any, state: Any, low: Any, high: Any) -> Any:
        nodes, result = knowledge_in(rules).finish(state, low, high)
        return np.int64(nodes), np.int64(result)

    return finish


def _constant(attribute: str, value: Callable[[Game], Any]) -> None:
    def resolve(rules: Any) -> Any:
        constant = value(rules.game.example)
        return lambda rules: constant

    overload_attribute(RulesType, attribute)(resolve)


_constant("has_recurrence", lambda game: bool(game.recurrence))
_constant("recurrence_forbids", lambda game: game.recurrence == FORBIDDEN)
_constant("first_return_draws", first_return_draws)
_constant("recurrence_count", lambda game: game.recurrence_count)
