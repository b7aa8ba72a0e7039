"""Alpha-beta: minimax that stops looking at a state as soon as it cannot matter any more.

Theorem (Knuth and Moore 1975, fail-soft as in Fishburn 1983): let m be the minimax value and v what `alphabeta` returns for the
window alpha < beta. Then m <= v if v <= alpha; m = v if alpha < v < beta; m >= v if v >= beta. With the best move first
everywhere it visits about 2 b^(depth/2) nodes, with the worst first as many as minimax.
"""

from typing import Any

from kibitz.kernel import Fields
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import NO_MOVES, RUNNING, TRACES, HashTable, Memory, begin_line, extend_line, visit
from kibitz.search.parts.path import BARRED, ONGOING, push_position, score_ending
from kibitz.search.parts.scores import (
    NONE,
    add_reward,
    back_up_score,
    better_score,
    conclude_after_cut,
    conclude_all_moves,
    is_surer,
    score_horizon,
    take_reward,
    window_below,
)
from kibitz.search.parts.trace_format import NEXT, close_node, open_node

SEARCH = Search(has_window=True, handles_repetition=True, adds_rewards=True)


def enter(rules: Any, fields: Fields, depth: int, alpha: int, beta: int, ply: int, memory: Memory, table: HashTable) -> int:
    """Where compiled code begins; there is no table."""
    return alphabeta(rules, rules.enter(fields), depth, alpha, beta, ply, memory)


def alphabeta(rules: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, memory: Memory) -> int:
    """The packed value of the state, `depth` plies deep, as far as the window asks."""
    begin_line(ply, memory)
    if visit(memory) != 0:
        return 0
    ending = score_ending(rules, state, ply, memory)
    if ending != ONGOING:
        return ending
    if depth == 0:
        return score_horizon(rules, state, memory)
    best, mask, floor_, gain = NONE, memory.mask, alpha, 0
    for move in rules.moves(state):
        after = rules.play(state, move)
        sign = rules.sign(state, after)
        if rules.has_recurrence:
            push_position(rules, state, move, sign, ply, memory)
        if rules.has_reward:
            gain = take_reward(rules, state, move, sign, ply, memory)
        low, high = window_below(alpha - gain, beta - gain, sign, mask)
        if TRACES:
            open_node(NEXT, low, high, ply + 1, memory)
        packed = alphabeta(rules, after, depth - 1, low, high, ply + 1, memory)
        if TRACES:
            close_node(rules, after, packed, ply + 1, memory)
        if rules.recurrence_forbids and packed == BARRED:
            continue
        packed = back_up_score(packed, sign, mask)
        if rules.has_reward:
            packed = add_reward(packed, gain, memory)
        surer = best >> 2 > floor_ and is_surer(packed, best, memory.clamp)
        best = better_score(best, packed)
        if best >> 2 > alpha or surer:
            alpha = best >> 2
            extend_line(move, ply, memory)
            if alpha >= beta:
                return conclude_after_cut(best, memory.ceiling)
    if best == NONE and memory.status == RUNNING:
        memory.status = NO_MOVES
    return conclude_all_moves(best, memory.ceiling)
