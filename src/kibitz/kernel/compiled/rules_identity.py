"""A kernel's view of a game, for Numba: what tells its states apart (repetition, marks, hashes, symmetric states)."""

from typing import Any

import numpy as np

from kibitz.core.recurrence import DRAW
from kibitz.kernel.compiled.overloads import overload_method
from kibitz.kernel.compiled.rules_type import RulesType, game_in, has_drops, knowledge_in
from kibitz.kernel.compiled.states import caster, state_loader
from kibitz.kernel.hashes import mixed, spread
from kibitz.kernel.states import hash_fields
from kibitz.kernel.words import read, write_number


@overload_method(RulesType, "recurrence_key")
def _recurrence_key(rules: Any, state: Any) -> Any:
    if rules.says("recurrence_key"):
        cast = caster(rules.game.state)
        return lambda rules, state: cast(game_in(rules).recurrence_key(state))
    return lambda rules, state: state


@overload_method(RulesType, "recurrence_mark")
def _recurrence_mark(rules: Any, state: Any) -> Any:
    nothing: Any = np.uint64(0)
    return lambda rules, state: np.int64(hash_fields(nothing, rules.recurrence_key(state)))


@overload_method(RulesType, "load")
def _load(rules: Any, words: Any, at: Any) -> Any:
    load = state_loader(rules.game.state)
    return lambda rules, words, at: load(words, at)


@overload_method(RulesType, "recurrence_worth")
def _recurrence_worth(rules: Any, state: Any, sign: Any) -> Any:
    if rules.says("recurrence_result"):
        return lambda rules, state, sign: np.int64(game_in(rules).recurrence_result(state))
    if rules.game.example.recurrence == DRAW:
        return lambda rules, state, sign: np.int64(0)
    return lambda rules, state, sign: np.int64(-sign)


@overload_method(RulesType, "irreversible")
def _irreversible(rules: Any, state: Any, move: Any) -> Any:
    if rules.says("irreversible"):
        return lambda rules, state, move: bool(game_in(rules).irreversible(state, move))
    return lambda rules, state, move: False


@overload_method(RulesType, "reading")
def _reading(rules: Any, state: Any) -> Any:
    return lambda rules, state: knowledge_in(rules).reading(state)


@overload_method(RulesType, "side_to_move")
def _side_to_move(rules: Any, state: Any) -> Any:
    return lambda rules, state: knowledge_in(rules).side_to_move(state)


@overload_method(RulesType, "differing")
def _differing(rules: Any, reading: Any, other: Any, place: Any) -> Any:
    return lambda rules, reading, other, place: knowledge_in(rules).differing(reading, other, place)


@overload_method(RulesType, "weight_at")
def _weight_at(rules: Any, reading: Any, number: Any) -> Any:
    return lambda rules, reading, number: knowledge_in(rules).weight_at(reading, number)


@overload_method(RulesType, "mark")
def _mark(rules: Any, state: Any) -> Any:
    if rules.says("key"):
        return lambda rules, state: np.int64(spread(knowledge_in(rules).key(state)))
    nothing: Any = np.uint64(0)
    return lambda rules, state: np.int64(hash_fields(nothing, state))


@overload_method(RulesType, "merged_mark")
def _merged_mark(rules: Any, state: Any) -> Any:
    if not rules.says("symmetries"):
        return lambda rules, state: rules.mark(state)
    cast = caster(rules.game.state)

    def merged_mark(rules: Any, state: Any) -> Any:
        found = np.uint64(rules.mark(state))
        for other in knowledge_in(rules).symmetries(state):
            found = min(found, np.uint64(rules.mark(cast(other))))
        return np.int64(found)

    return merged_mark


@overload_method(RulesType, "hash")
def _hash(rules: Any, state: Any) -> Any:
    if rules.says("key"):
        return lambda rules, state: mixed(0, knowledge_in(rules).key(state))
    nothing: Any = np.uint64(0)
    return lambda rules, state: hash_fields(nothing, state)


@overload_method(RulesType, "canonical")
def _canonical(rules: Any, state: Any) -> Any:
    if not rules.says("symmetries"):
        return lambda rules, state: rules.hash(state)
    cast = caster(rules.game.state)

    def canonical(rules: Any, state: Any) -> Any:
        found = rules.hash(state)
        for other in knowledge_in(rules).symmetries(state):
            found = min(found, rules.hash(cast(other)))
        return found

    return canonical


@overload_method(RulesType, "weigh_moves")
def _weigh_moves(
    rules: Any,
    last: Any,
    before: Any,
    state: Any,
    mover: Any,
    room: Any,
    count: Any,
    space: Any,
    memory: Any,
    target: Any,
    first: Any,
) -> Any:
    if hasattr(rules.knowledge.example, "weigh_moves"):
        return lambda rules, last, before, state, mover, room, count, space, memory, target, first: knowledge_in(
            rules
        ).weigh_moves(rules, last, before, state, mover, room, count, space, memory, target, first)

    def ask(
        rules: Any,
        last: Any,
        before: Any,
        state: Any,
        mover: Any,
        room: Any,
        count: Any,
        space: Any,
        memory: Any,
        target: Any,
        first: Any,
    ) -> None:
        for number in range(count):
            write_number(target, first + number, rules.weight(state, read(memory, room + number)))

    return ask


@overload_method(RulesType, "read_position")
def _read_position(rules: Any, last: Any, state: Any, same: Any, at: Any, memory: Any) -> Any:
    return lambda rules, last, state, same, at, memory: knowledge_in(rules).read_position(last, state, same, at, memory)


@overload_method(RulesType, "list_keys")
def _list_keys(rules: Any, after: Any, mover: Any, same: Any, at: Any, memory: Any) -> Any:
    return lambda rules, after, mover, same, at, memory: knowledge_in(rules).list_keys(after, mover, same, at, memory)


@overload_method(RulesType, "begin_drops")
def _begin_drops(rules: Any, state: Any, mover: Any, at: Any, memory: Any) -> Any:
    if not has_drops(rules):
        return lambda rules, state, mover, at, memory: None
    return lambda rules, state, mover, at, memory: knowledge_in(rules).begin_drops(state, mover, at, memory)


@overload_method(RulesType, "follow_drop")
def _follow_drop(rules: Any, state: Any, mover: Any, ply: Any, at: Any, memory: Any) -> Any:
    if not has_drops(rules):
        return lambda rules, state, mover, ply, at, memory: None
    return lambda rules, state, mover, ply, at, memory: knowledge_in(rules).follow_drop(state, mover, ply, at, memory)


@overload_method(RulesType, "drop_key")
def _drop_key(rules: Any, move: Any, mover: Any, ply: Any, at: Any, memory: Any) -> Any:
    if not has_drops(rules):
        return lambda rules, move, mover, ply, at, memory: 0
    return lambda rules, move, mover, ply, at, memory: knowledge_in(rules).drop_key(move, mover, ply, at, memory)


@overload_method(RulesType, "weigh_drops")
def _weigh_drops(rules: Any, mover: Any, many: Any, room: Any, ply: Any, at: Any, memory: Any) -> Any:
    if not has_drops(rules):
        return lambda rules, mover, many, room, ply, at, memory: 0.0
    return lambda rules, mover, many, room, ply, at, memory: knowledge_in(rules).weigh_drops(mover, many, room, ply, at, memory)


@overload_method(RulesType, "policy_plan")
def _policy_plan(rules: Any, number: Any) -> Any:
    return lambda rules, number: knowledge_in(rules).policy_plan[number]
