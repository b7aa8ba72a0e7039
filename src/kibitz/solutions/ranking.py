"""The worth of moves that lead to states of known value, and the line of the best of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kibitz.core.best_result import best_result
from kibitz.core.recurrence import score_of, without_past
from kibitz.core.rules import Game, play_move, reward_of, says
from kibitz.core.thought import MoveValue, Value

ValueOf = Callable[[Any], Value | None]  # of a state; None when it is not known


def counts_plies(game: Game) -> bool:
    """Whether quicker wins are better: where results are margins, or moves bring rewards, only the sum counts."""
    return best_result(game) == 1 and not says(game, "reward")


def final_value(game: Game, state: Any) -> Value:
    """The value of a state that is over, without what was won before."""
    result = int(game.result(state))
    return Value("exact", result, 0 if result and counts_plies(game) else None)


def value_before(game: Game, state: Any, move: int, after: Any, value: Value) -> Value:
    """The value of a move that leads to `after`, which is worth `value` to its own side to move, for the one who makes it."""
    again = says(game, "to_move") and game.to_move(state) == game.to_move(after)
    return add_score((value if again else -value).later(), reward_of(game, state, move))


def add_score(value: Value, score: int) -> Value:
    """A value with so much that was won before."""
    return replace(value, result=value.result + score) if score else value


def in_total(state: Any, value: Value) -> Value:
    """The value of a state with the rewards so far, from a table's value of the rest of the game."""
    return add_score(value, score_of(state))


def moves_in_total(state: Any, moves: Sequence[MoveValue]) -> list[MoveValue]:
    """The moves of a state with such values."""
    return [replace(one, value=in_total(state, one.value)) for one in moves]


def rank_moves(game: Game, state: Any, value_of: ValueOf) -> list[MoveValue]:
    """The legal moves with their values, best first; none when the game is over, or one of the values is not known."""
    ranked: list[MoveValue] = []
    for move in () if game.is_over(state) else game.moves(state):
        after = game.play(state, move)
        value = value_of(after)
        if value is None:
            return []
        ranked.append(MoveValue(int(move), value_before(game, state, move, after, value), (int(move),)))
    return sorted(ranked, key=lambda one: one.value.order, reverse=True)


def best_line(game: Game, state: Any, rank: Callable[[Any], Sequence[MoveValue]]) -> tuple[int, ...]:
    """Best play of both sides from a state, as far as `rank` knows its moves, or until a position comes back."""
    line, seen = list[int](), set[Any]()
    while (here := position_of(game, state)) not in seen and (moves := rank(state)):
        seen.add(here)
        line.append(moves[0].move)
        state = play_move(game, state, moves[0].move)
    return tuple(line)


def position_of(game: Game, state: Any) -> Any:
    """The state without history, and without what does not matter to whether it is the same position."""
    return game.recurrence_key(state) if says(game, "recurrence_key") else without_past(state)
