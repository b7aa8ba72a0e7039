"""Minimax: every move of every state, to the end or to the horizon. The twin all other searches are tested against.

Theorem: `minimax(state, depth)` is the value of the state when it is over; its estimate when `depth` is 0; else the largest of
the values its moves lead to, each seen from the side to move here. (Zermelo 1913, von Neumann 1928; Shannon 1950 for the
horizon.) It visits every node once: O(b^depth) of them, with memory for one line. That line keeps what is proved of the value.
"""

from typing import Any

from kibitz.kernel import Fields
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import NO_MOVES, RUNNING, TRACES, HashTable, Memory, begin_line, extend_line, visit
from kibitz.search.parts.path import BARRED, ONGOING, push_position, score_ending
from kibitz.search.parts.scores import (
    INFINITE,
    NONE,
    add_reward,
    back_up_score,
    better_score,
    conclude_all_moves,
    is_surer,
    score_horizon,
    take_reward,
)
from kibitz.search.parts.trace_format import NEXT, close_node, open_node

SEARCH = Search(handles_repetition=True, adds_rewards=True)


def enter(rules: Any, fields: Fields, depth: int, alpha: int, beta: int, ply: int, memory: Memory, table: HashTable) -> int:
    """Where compiled code begins; windows and tables mean nothing here."""
    return minimax(rules, rules.enter(fields), depth, ply, memory)


def minimax(rules: Any, state: Any, depth: int, ply: int, memory: Memory) -> int:
    """The packed value of the state, `depth` plies deep."""
    begin_line(ply, memory)
    if visit(memory) != 0:
        return 0
    ending = score_ending(rules, state, ply, memory)
    if ending != ONGOING:
        return ending
    if depth == 0:
        return score_horizon(rules, state, memory)
    best, mask, gain = NONE, memory.mask, 0
    for move in rules.moves(state):
        after = rules.play(state, move)
        sign = rules.sign(state, after)
        if rules.has_recurrence:
            push_position(rules, state, move, sign, ply, memory)
        if rules.has_reward:
            gain = take_reward(rules, state, move, sign, ply, memory)
        if TRACES:
            open_node(NEXT, -INFINITE, INFINITE, ply + 1, memory)
        packed = minimax(rules, after, depth - 1, ply + 1, memory)
        if TRACES:
            close_node(rules, after, packed, ply + 1, memory)
        if rules.recurrence_forbids and packed == BARRED:
            continue
        packed = back_up_score(packed, sign, mask)
        if rules.has_reward:
            packed = add_reward(packed, gain, memory)
        if packed >> 2 > best >> 2 or is_surer(packed, best, memory.clamp):
            extend_line(move, ply, memory)
        best = better_score(best, packed)
    if best == NONE and memory.status == RUNNING:
        memory.status = NO_MOVES
    return conclude_all_moves(best, memory.ceiling)
