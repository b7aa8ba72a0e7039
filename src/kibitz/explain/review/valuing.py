"""Move values from a player that values positions only: it is asked after each move."""

import time
from dataclasses import replace

from kibitz.core.best_result import best_result
from kibitz.core.rules import says
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.players import Player, ask
from kibitz.position import Position


def value_moves(player: Player, position: Position) -> Thought:
    """A thought that values all moves of a two-player position, best first.

    Moves that end the game are exact. All else is an estimate: another player's claim of a proof proves nothing here. Raises
    what the player raises.
    """
    began, nodes, moves, depth = time.perf_counter(), 0, list[MoveValue](), 0
    counts = says(position.game, "result") and not says(position.game, "reward")  # the plies to an end
    for move in position.legal():
        after = position.play(move)
        if after.payoffs is not None:
            paid = after.payoffs[position.to_move]
            moves.append(MoveValue(move, Value("exact", paid, 1 if paid and counts else None), (move,)))
            continue
        thought = ask(player, after)
        value = thought.value if after.to_move == position.to_move else -thought.value
        moves.append(MoveValue(move, Value("estimate", value.result), (move, *thought.line)))
        nodes, depth = nodes + thought.nodes, thought.depth + 1
    moves.sort(key=lambda one: one.value.order, reverse=True)
    best = moves[0]
    is_sure = best.value.result == best_result(position.game) or all(one.value.kind == "exact" for one in moves)
    value = best.value if is_sure else replace(best.value, kind="estimate", plies=None)
    seconds = time.perf_counter() - began
    return Thought(best.move, value, best.line, tuple(moves), depth, nodes, seconds)
