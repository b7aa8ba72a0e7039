"""Max^n: each player maximizes their own payoff; any number of players, any sum, and chance.

Theorem (Luckhardt and Irani 1986): `maxn` leaves one number per player. For a state that is over these are its payoffs; at the
horizon its estimates; where dice or cards decide, the average over the outcomes; else the numbers of the move whose number for
the player to move is largest. With more than two players the rest depends on how ties are broken: that rule is part of the
question (`TIE_RULES`). Except at the root these are the numbers of the whole tree of that depth.

Payoffs are compared exactly; averages that differ by rounding alone are equal, or the choice between two equal moves, and so
the others' payoffs, would depend on the last bit of a float.

Where the game bounds each payoff and their sum, a state is left as soon as its mover has so much that the mover before does
better elsewhere (shallow pruning: Korf 1991), or has all there is to get. More cannot be cut in general.
"""

from math import inf
from typing import Any

from kibitz.core.rules import CHANCE
from kibitz.kernel import Fields, read, read_number, write_number
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import NO_MOVES, TRACES, HashTable, Memory, extend_line
from kibitz.search.parts.trace_format import NEXT, close_shared, open_shared
from kibitz.search.parts.vector_memory import (
    EXACT,
    FIRST,
    HEAD,
    HOSTILE,
    LAST,
    NO_NUMBER,
    PROVED,
    enter_head,
    entry_of,
    key_of,
    leaf,
    place,
    recall_line,
    says,
    slot_of,
    total_weight,
)

SEARCH = Search("payoffs", takes_chance=True, takes_payoffs=True)
KEPT = 3  # plies above the horizon from which positions are kept


def enter(rules: Any, fields: Fields, depth: int, mover: int, ply: int, memory: Memory, table: HashTable) -> int:
    """Where compiled code begins; 1 if the numbers, which stand at the ply's place, are proved."""
    state = rules.enter(fields)
    if not TRACES:
        return maxn(rules, state, depth, mover, inf, ply, memory, table)
    here = place(ply, rules.players) + 1
    open_shared(NEXT, inf, rules.players, ply, memory)
    if leaf(rules, state, depth, mover, ply, memory):
        proved = read(memory, here - 1)
    else:
        proved = maxn(rules, state, depth, mover, inf, ply, memory, table)
    close_shared(rules, state, here, mover, inf, all_there_is(rules.players, memory), proved, ply, memory)
    return proved


def maxn(rules: Any, state: Any, depth: int, mover: int, enough: float, ply: int, memory: Memory, table: HashTable) -> int:
    """Leaves the numbers of the state at its ply; what its mover gets beyond `enough` does not matter any more."""
    here = place(ply, rules.players) + 1
    if ply == 1 and not TRACES and leaf(rules, state, depth, mover, ply, memory):
        return read(memory, here - 1)
    key = key_of(rules, state, mover, depth >= KEPT)
    slot = slot_of(key, rules.players, table)
    if key != 0:
        known = says(entry_of(key, slot, table, memory), depth)
        if known != 0:
            for player in range(rules.players):
                write_number(memory, here + player, read_number(table, slot + HEAD + player))
            recall_line(slot, ply, table, memory)
            return known >> 2
    below = here + rules.players + 1
    proved, best_move, first, cut = 1, -1, True, False
    if rules.has_chances and mover == CHANCE:
        total = total_weight(rules, state, memory)
        for player in range(rules.players):
            write_number(memory, here + player, 0.0)
        for outcome, weight in rules.chances(state):
            after = rules.play(state, outcome)
            then = rules.mover(mover, after)
            if TRACES:
                open_shared(NEXT, inf, rules.players, ply + 1, memory)
            if leaf(rules, after, depth - 1, then, ply + 1, memory):
                held = read(memory, below - 1)
            else:
                held = maxn(rules, after, depth - 1, then, inf, ply + 1, memory, table)
            if TRACES:
                close_shared(rules, after, below, then, inf, all_there_is(rules.players, memory), held, ply + 1, memory)
            proved &= held
            if memory.status != 0:
                return 0
            share = weight / total
            for player in range(rules.players):
                so_far = read_number(memory, here + player)
                write_number(memory, here + player, so_far + share * read_number(memory, below + player))
    else:
        ties = memory.ties
        least, together = memory.lowest, memory.total
        most = together - least * (rules.players - 1)
        allowed = inf
        for move in rules.moves(state):
            after = rules.play(state, move)
            then = rules.mover(mover, after)
            # A next player who gets `allowed` leaves so little for the mover here that this move is not chosen.
            limit = enough if then == mover else allowed
            if TRACES:
                open_shared(NEXT, limit, rules.players, ply + 1, memory)
            if leaf(rules, after, depth - 1, then, ply + 1, memory):
                held = read(memory, below - 1)
            else:
                held = maxn(rules, after, depth - 1, then, limit, ply + 1, memory, table)
            if TRACES:
                close_shared(rules, after, below, then, limit, all_there_is(rules.players, memory), held, ply + 1, memory)
            proved &= held
            if memory.status != 0:
                return 0
            if first or is_better(below, here, mover, rules.players, ties, memory):
                best_move = move
                extend_line(move, ply, memory)
                for player in range(rules.players):
                    write_number(memory, here + player, read_number(memory, below + player))
                first, mine = False, read_number(memory, here + mover)
                allowed = most + least - mine + memory.slack
                if mine >= enough:
                    cut = True
                    break
                if ties == FIRST and mine >= most:
                    break
        if first:
            memory.status = NO_MOVES
    if key != 0 and not cut:
        enter_head(key, slot, depth, NO_NUMBER, EXACT | PROVED * proved, best_move, table)
        for player in range(rules.players):
            write_number(table, slot + HEAD + player, read_number(memory, here + player))
    return proved


def all_there_is(players: int, memory: Memory) -> float:
    """The number at which a mover who takes the first of equal moves can stop: no player can get more."""
    if memory.ties != FIRST:
        return inf
    return memory.total - memory.lowest * (players - 1)


def is_better(new: int, old: int, mover: int, players: int, ties: int, memory: Memory) -> bool:
    """Whether `mover` takes the numbers at `new`, which come later, rather than those at `old`."""
    mine, held, tied = read_number(memory, new + mover), read_number(memory, old + mover), memory.tolerance
    if memory.total == inf:  # nothing tells how large numbers get, and nothing is pruned
        tied *= max(1.0, abs(mine), abs(held))
    if abs(mine - held) > tied or ties == FIRST:
        return mine > held + tied
    if ties == LAST:
        return True
    theirs, before = 0.0, 0.0
    for player in range(players):
        if player != mover:
            theirs += read_number(memory, new + player)
            before += read_number(memory, old + player)
    tied *= players
    return theirs < before - tied if ties == HOSTILE else theirs > before + tied
