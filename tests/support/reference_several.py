"""The twins for several players and chance: each search written from its definition, sharing no line with the searches.

All remember what they have seen by state and depth alone, so that games whose paths meet, or run in circles, are no
different from trees. `guess` stands for the knowledge at the horizon: a vector for a state, 0 for each where it is left out.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from kibitz.core.rules import CHANCE, Game, says

Vector = tuple[float, ...]  # of whatever numbers the game pays: floats, or exact fractions
Guess = Callable[[Any], Vector]
ENDLESS = 1 << 20  # the depth of a search without a limit


class Judged(NamedTuple):
    """What a reference finds: the value, the best of the root's moves, and whether no horizon was met on the way."""

    value: Any
    best: int | None
    whole: bool
    moves: dict[int, Any]  # of every move of the root


def at_chance(game: Game, state: Any) -> bool:
    """Whether dice or cards decide."""
    return says(game, "chances") and game.to_move(state) == CHANCE


def legal(game: Game, state: Any) -> tuple[int, ...]:
    """What may happen next: the rules are asked themselves, and may answer in fractions."""
    if game.is_over(state):
        return ()
    return tuple(outcome for outcome, _ in game.chances(state)) if at_chance(game, state) else tuple(game.moves(state))


def payoffs(game: Game, state: Any) -> Vector:
    """What each player gets when the game is over."""
    if says(game, "payoffs"):
        return tuple(game.payoffs(state))
    result = game.result(state)
    return (result, -result) if game.to_move(state) == 0 else (-result, result)


def expectation(game: Game, state: Any, vectors: Sequence[Vector]) -> Vector:
    """The average of what the outcomes are worth, weighted: added up in the order of `chances`."""
    weights = [weight for _, weight in game.chances(state)]
    total = sum(weights)
    return tuple(sum(w / total * one for w, one in zip(weights, column, strict=True)) for column in zip(*vectors, strict=True))


def favourite(vectors: Sequence[Vector], mover: int, ties: str) -> int:
    """Which of the vectors the mover picks: the best for itself; of equals what the rule for ties says, then the first."""
    best = max(vector[mover] for vector in vectors)
    equal = [i for i, vector in enumerate(vectors) if vector[mover] == best]
    others = {i: sum(vectors[i]) - best for i in equal}
    return {
        "first": equal[0],
        "last": equal[-1],
        "hostile": min(equal, key=lambda i: others[i]),
        "kind": max(equal, key=lambda i: others[i]),
    }[ties]


def maxn(game: Game, state: Any, depth: int | None = None, ties: str = "first", guess: Guess | None = None) -> Judged:
    """Everyone maximises what they get themselves (Luckhardt and Irani 1986); dice bring the average of the vectors."""

    @cache
    def value(state: Any, depth: int) -> tuple[Vector, bool]:
        if game.is_over(state):
            return payoffs(game, state), True
        if depth == 0:
            return guess(state) if guess else (0.0,) * game.players, False
        vectors, wholes = zip(*(value(game.play(state, move), depth - 1) for move in legal(game, state)), strict=True)
        if at_chance(game, state):
            return expectation(game, state, vectors), all(wholes)
        return vectors[favourite(vectors, game.to_move(state), ties)], all(wholes)

    def pick(vectors: Sequence[Vector]) -> int:
        return favourite(vectors, game.to_move(state), ties)

    return judged(game, state, value, depth, pick)


def paranoid(game: Game, state: Any, depth: int | None = None, guess: Guess | None = None) -> Judged:
    """The root's mover maximises what it gets, and all the others minimise that (Sturtevant and Korf 2000)."""
    me = max(0, game.to_move(state))

    @cache
    def value(state: Any, depth: int) -> tuple[float, bool]:
        if game.is_over(state):
            return payoffs(game, state)[me], True
        if depth == 0:
            return guess(state)[me] if guess else 0.0, False
        values, wholes = zip(*(value(game.play(state, move), depth - 1) for move in legal(game, state)), strict=True)
        if at_chance(game, state):
            return expectation(game, state, [(one,) for one in values])[0], all(wholes)
        return max(values) if game.to_move(state) == me else min(values), all(wholes)

    return judged(game, state, value, depth, lambda values: values.index(max(values)))


def best_reply(game: Game, state: Any, depth: int | None = None, guess: Guess | None = None) -> Judged:
    """As paranoid, but between two moves of the root's mover only one opponent may depart from the first of its moves.

    Esser, Gras, Winands, Schadd and Lanctot 2013 (BRS+), the order of the rules being the order of the moves.
    """
    me = max(0, game.to_move(state))

    @cache
    def value(state: Any, depth: int, departed: int = CHANCE) -> tuple[float, bool]:
        """`departed`: the opponent who did not play its first move; CHANCE while none."""
        if game.is_over(state):
            return payoffs(game, state)[me], True
        if depth == 0:
            return guess(state)[me] if guess else 0.0, False
        mover, after = game.to_move(state), [game.play(state, move) for move in legal(game, state)]
        if mover == CHANCE:
            values, wholes = zip(*(value(one, depth - 1, departed) for one in after), strict=True)
            return expectation(game, state, [(one,) for one in values])[0], all(wholes)
        if mover == me:
            values, wholes = zip(*(value(one, depth - 1, CHANCE) for one in after), strict=True)
            return max(values), all(wholes)
        first, *others = after
        found = [value(first, depth - 1, departed)]
        if departed in (CHANCE, mover):
            found += [value(one, depth - 1, mover) for one in others]
        return min(one for one, _ in found), all(whole for _, whole in found)

    return judged(game, state, value, depth, lambda values: values.index(max(values)))


def expectiminimax(game: Game, state: Any, depth: int | None = None, guess: Guess | None = None) -> Judged:
    """Two players, zero sum (Michie 1966); the value is the side to move's, or the first player's where the dice decide."""

    @cache
    def value(state: Any, depth: int) -> tuple[float, bool]:
        """For the first player."""
        if game.is_over(state):
            return payoffs(game, state)[0], True
        if depth == 0:
            return guess(state)[0] if guess else 0.0, False
        values, wholes = zip(*(value(game.play(state, move), depth - 1) for move in legal(game, state)), strict=True)
        if at_chance(game, state):
            return expectation(game, state, [(one,) for one in values])[0], all(wholes)
        return max(values) if game.to_move(state) == 0 else min(values), all(wholes)

    def mine(state_: Any, depth: int) -> tuple[float, bool]:
        found, whole = value(state_, depth)
        return (-found if game.to_move(state) == 1 else found), whole

    return judged(game, state, mine, depth, lambda values: values.index(max(values)))


def judged(game: Game, state: Any, value: Callable[[Any, int], Any], depth: int | None, pick: Callable[[Any], int]) -> Judged:
    """What `value` says of a state, and of each of its moves."""
    left = ENDLESS if depth is None else depth
    found, whole = value(state, left)
    moves = {} if left == 0 else {move: value(game.play(state, move), left - 1)[0] for move in legal(game, state)}
    if not moves or at_chance(game, state):
        return Judged(found, None, whole, moves)
    return Judged(found, list(moves)[pick(list(moves.values()))], whole, moves)


def count_nodes(game: Game, state: Any, depth: int) -> int:
    """The nodes a search visits that looks at everything, `depth` plies deep: it meets what two paths lead to twice."""

    @cache
    def nodes(state: Any, depth: int) -> int:
        return 1 + (sum(nodes(game.play(state, move), depth - 1) for move in legal(game, state)) if depth else 0)

    return nodes(state, depth)
