"""Minimax in its shortest form, as a kernel: compiled with the rules of a game, and drawn by `kibitz tree`.

kibitz analyze connect_four --search examples/searches/negamax.py --depth 5
kibitz tree tic_tac_toe --moves "2,2 1,1 3,3" --search examples/searches/negamax.py --depth 2
"""

from typing import Any

from kibitz.search.toolbox import (
    INFINITE,
    NEXT,
    NO_MOVES,
    NONE,
    TRACES,
    Fields,
    HashTable,
    Memory,
    Search,
    back_up_score,
    begin_line,
    better_score,
    close_node,
    conclude_all_moves,
    extend_line,
    is_surer,
    open_node,
    score_end,
    score_horizon,
    visit,
)

SEARCH = Search()


def enter(rules: Any, fields: Fields, depth: int, alpha: int, beta: int, ply: int, memory: Memory, table: HashTable) -> int:
    """Where compiled code begins."""
    return negamax(rules, rules.enter(fields), depth, ply, memory)


def negamax(rules: Any, state: Any, depth: int, ply: int, memory: Memory) -> int:
    """What the state is worth to the side to move, so many plies deep."""
    begin_line(ply, memory)
    if visit(memory) != 0:  # somebody has stopped the search
        return 0
    if rules.is_over(state):
        return score_end(rules, state, memory)
    if depth == 0:
        return score_horizon(rules, state, memory)
    best, mask = NONE, memory.mask
    for move in rules.moves(state):
        after = rules.play(state, move)
        if TRACES:
            open_node(NEXT, -INFINITE, INFINITE, ply + 1, memory)
        score = negamax(rules, after, depth - 1, ply + 1, memory)
        if TRACES:
            close_node(rules, after, score, ply + 1, memory)
        score = back_up_score(score, rules.sign(state, after), mask)
        if score >> 2 > best >> 2 or is_surer(score, best, memory.clamp):
            extend_line(move, ply, memory)
        best = better_score(best, score)
    if best == NONE:
        memory.status = NO_MOVES
    return conclude_all_moves(best, memory.ceiling)
