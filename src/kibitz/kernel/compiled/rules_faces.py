"""A kernel's view of what a game says of its `grid`, for Numba: see `Rules.stands` and its neighbours."""

from typing import Any

import numpy as np
from numba import types

from kibitz.kernel.compiled.overloads import overload, overload_method
from kibitz.kernel.compiled.rules_type import RulesType, game_in
from kibitz.kernel.states import store_payoffs


@overload_method(RulesType, "stands")
def _stands(rules: Any, state: Any, place: Any) -> Any:
    if rules.says("stands"):
        return lambda rules, state, place: np.int64(game_in(rules).stands(state, place))
    return lambda rules, state, place: 0


@overload_method(RulesType, "counts")
def _counts(rules: Any, state: Any, place: Any) -> Any:
    if rules.says("counts"):
        return lambda rules, state, place: np.int64(game_in(rules).counts(state, place))
    return lambda rules, state, place: 0


@overload_method(RulesType, "noted")
def _noted(rules: Any, state: Any) -> Any:
    if rules.says("noted"):
        return lambda rules, state: np.int64(game_in(rules).noted(state))
    return lambda rules, state: 0


@overload_method(RulesType, "marked")
def _marked(rules: Any, state: Any) -> Any:
    if rules.says("marked"):
        return lambda rules, state: game_in(rules).marked(state)
    return lambda rules, state: range(0)


@overload_method(RulesType, "write_hands")
def _write_hands(rules: Any, state: Any, words: Any, at: Any) -> Any:
    count = rules.game.example.players
    if rules.says("in_hand"):
        return lambda rules, state, words, at: store_payoffs(words, at, at + count, game_in(rules).in_hand(state))
    return lambda rules, state, words, at: at


@overload_method(RulesType, "spells")
def _spells(rules: Any, state: Any, move: Any) -> Any:
    if rules.says("spells"):
        return lambda rules, state, move: game_in(rules).spells(state, move)
    return lambda rules, state, move: range(0)


@overload_method(RulesType, "from_to")
def _from_to(rules: Any, state: Any, move: Any) -> Any:
    if rules.says("from_to"):
        return lambda rules, state, move: _pair(game_in(rules).from_to(state, move))
    game = rules.game.example
    count = len(game.grid.sized(game).places) if game.grid is not None else 0
    return lambda rules, state, move: (move, move) if 0 <= move < count else (-1, -1)


def _pair(squares: Any) -> Any:
    """Two squares, or -1 and -1 for None. For compiled code."""
    raise NotImplementedError


@overload(_pair)
def _pair_of(squares: Any) -> Any:
    if isinstance(squares, types.NoneType):
        return lambda squares: (-1, -1)

    def pair(squares: Any) -> Any:
        if squares is None:
            return -1, -1
        return np.int64(squares[0]), np.int64(squares[1])

    return pair
