"""Expectiminimax: minimax where dice or cards decide too, with pruning at their nodes.

Theorem (Michie 1966): the value of a state is its payoff when it is over, its estimate at the horizon, the largest of its
moves' values where the *hero* moves, the smallest where anybody else does, and the average where chance decides, each outcome
by its weight. The value is the hero's. For the window alpha < beta `expectiminimax` returns, as `alphabeta` does, an upper
limit of it if that is <= alpha, a lower limit if >= beta, else the value: the very number that the same sums without any
pruning give.

At a chance node an outcome not looked at yet is worth at least the lowest payoff and at most the highest. As soon as these
limits put the average outside the window, the node is left (Star1); before that, one move after each outcome is looked at,
which may raise or lower its limit enough (Star2: Ballard 1983; fail-soft, and with a table: Hauk, Buro and Schaeffer 2004).
"""

from math import inf
from typing import Any

from kibitz.core.rules import CHANCE
from kibitz.kernel import Fields, read, read_number, write, write_number
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import MOVES, NO_MOVES, TRACES, HashTable, Memory, begin_line, extend_line
from kibitz.search.parts.order import first_of, number_in_order, number_of, order_moves, record_cutoff
from kibitz.search.parts.trace_format import NEXT, close_weighed, limit_weighed, look_again, open_weighed
from kibitz.search.parts.vector_memory import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    HEAD,
    HUGE,
    NO_NUMBER,
    PROVED,
    RECORD,
    average,
    enter_head,
    entry_of,
    key_of,
    leaf,
    number_in,
    pays,
    place,
    recall_line,
    remembered,
    room_for,
    says,
    slot_of,
    total_weight,
    valued,
    write_outcomes,
)

SEARCH = Search("payoff", has_window=True, takes_chance=True)
KEPT = 3  # plies above the horizon from which positions are kept


def enter(rules: Any, fields: Fields, depth: int, mover: int, ply: int, memory: Memory, table: HashTable) -> int:
    """Where compiled code begins: the value is left in the place of the hero at this ply; 1 if it is proved."""
    alpha, beta = memory.alpha, memory.beta
    top = MOVES + room_for(rules.players)
    here, hero, state = place(ply, rules.players), memory.hero, rules.enter(fields)
    if TRACES:
        open_weighed(NEXT, alpha, beta, ply, memory)
    if TRACES and leaf(rules, state, depth, mover, ply, memory):
        value = read_number(memory, here + 1 + hero)
    else:
        value = expectiminimax(rules, state, depth, alpha, beta, mover, ply, top, memory, table)
    if TRACES:
        close_weighed(rules, state, value, alpha, beta, read(memory, here), turn_of(mover, hero), ply, memory)
    write_number(memory, here + 1 + hero, value)
    return read(memory, here)


def expectiminimax(
    rules: Any,
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    mover: int,
    ply: int,
    top: int,
    memory: Memory,
    table: HashTable,
) -> float:
    """The value of the state for the hero, as far as the window asks; `top`: where moves and outcomes may be listed."""
    here, below, deeper = place(ply, rules.players), place(ply + 1, rules.players), place(ply + 2, rules.players)
    hero = memory.hero
    if ply == 1 and not TRACES and leaf(rules, state, depth, mover, ply, memory):
        return read_number(memory, here + 1 + hero)
    if depth == 1:
        return above_leaves(rules, state, alpha, beta, mover, ply, memory)
    key = key_of(rules, state, mover, depth >= KEPT)
    slot, first = slot_of(key, 1, table), -1
    if key != 0:
        entry = entry_of(key, slot, table, memory)
        known, value = says(entry, depth), read_number(table, slot + HEAD)
        if known & EXACT == EXACT or (known & AT_LEAST and value >= beta) or (known & AT_MOST and value <= alpha):
            write(memory, here, known >> 2)
            recall_line(slot, ply, table, memory)
            return value
        first = number_in(entry)
    proved, best_move, best_number = 1, -1, NO_NUMBER
    if rules.has_chances and mover == CHANCE:
        count = write_outcomes(rules, state, top, memory)
        under, slack = top + RECORD * count, memory.slack
        worst, most = memory.lowest, memory.highest
        bounded = worst > -HUGE and most < HUGE
        meaning, tried = EXACT, 0
        for turn in range(0 if bounded and pays(memory) else 1, 2):
            for i in range(count):
                record = top + RECORD * i
                least, greatest = read_number(memory, record + 2), read_number(memory, record + 3)
                low, high = outcome_window(record, alpha, beta, worst, most, bounded, memory)
                after = rules.play(state, read(memory, record))
                then = rules.mover(mover, after)
                if turn == 1:
                    if TRACES:
                        open_weighed(i, low, high, ply + 1, memory)
                    if leaf(rules, after, depth - 1, then, ply + 1, memory):
                        value = read_number(memory, below + 1 + hero)
                    else:
                        value = expectiminimax(rules, after, depth - 1, low, high, then, ply + 1, under, memory, table)
                    if TRACES:
                        held = read(memory, below)
                        close_weighed(rules, after, value, low, high, held, turn_of(then, hero), ply + 1, memory)
                    proved &= read(memory, below)
                    least, greatest = value, value
                else:
                    # One move after this outcome: the hero has at least what it is worth; others leave at most that.
                    move = move_to_probe(rules, after, then, low, high, depth, hero, table)
                    if move < 0:
                        continue
                    tried = 1
                    low, high = (least, high) if then == hero else (low, greatest)
                    probed = rules.play(after, move)
                    later = rules.mover(then, probed)
                    if TRACES:
                        open_weighed(i, low, high, ply + 1, memory)
                        open_weighed(number_in_order(rules, after, move), low, high, ply + 2, memory)
                    if leaf(rules, probed, depth - 2, later, ply + 2, memory):
                        value = read_number(memory, deeper + 1 + hero)
                    else:
                        value = expectiminimax(rules, probed, depth - 2, low, high, later, ply + 2, under, memory, table)
                    if TRACES:
                        held = read(memory, deeper)
                        close_weighed(rules, probed, value, low, high, held, turn_of(later, hero), ply + 2, memory)
                        limit_weighed(value, then == hero, held, ply + 1, memory)
                        look_again(ply, memory)
                    proved &= read(memory, deeper)
                    least, greatest = (max(least, value), greatest) if then == hero else (least, min(greatest, value))
                if memory.status != 0:
                    return 0.0
                if bounded:
                    share = read_number(memory, record + 1)
                    worst += share * (least - read_number(memory, record + 2))
                    most += share * (greatest - read_number(memory, record + 3))
                write_number(memory, record + 2, least)
                write_number(memory, record + 3, greatest)
                if bounded and (worst >= beta + slack or most <= alpha - slack):
                    meaning = AT_LEAST if worst >= beta + slack else AT_MOST
                    break
            if turn == 0:
                memory.star_probes += tried
                memory.star_cuts += int(meaning != EXACT)
            if meaning != EXACT:
                break
        if meaning == EXACT:
            best = average(top, count, memory)
        else:  # a limit that rounding cannot have made
            best = worst - slack if meaning == AT_LEAST else most + slack
    else:
        count = order_moves(rules, state, ply, top, first, memory, table)
        maximises, under = mover == hero, top + 2 * count
        best, low, high, utmost = -inf if maximises else inf, alpha, beta, 0
        for i in range(count):
            move = read(memory, top + 2 * i)
            after = rules.play(state, move)
            then = rules.mover(mover, after)
            if TRACES:
                open_weighed(number_of(read(memory, top + 2 * i + 1)), low, high, ply + 1, memory)
            if leaf(rules, after, depth - 1, then, ply + 1, memory):
                value = read_number(memory, below + 1 + hero)
            else:
                value = expectiminimax(rules, after, depth - 1, low, high, then, ply + 1, under, memory, table)
            if memory.status != 0:
                return 0.0
            held = read(memory, below)
            if TRACES:
                close_weighed(rules, after, value, low, high, held, turn_of(then, hero), ply + 1, memory)
            proved &= held
            surer = held & is_utmost(value, maximises, memory) & ~utmost
            utmost |= surer
            if best_move < 0 or is_better(value, best, maximises) or surer == 1:
                best, best_move, best_number = value, move, number_of(read(memory, top + 2 * i + 1))
                extend_line(move, ply, memory)
            wide_low, wide_high = low, high
            low, high = (max(low, best), high) if maximises else (low, min(high, best))
            if low >= high:
                proved = held
                record_cutoff(move, ply, depth, memory, table)
                break
            if utmost == 0 and is_utmost(best, maximises, memory) == 1:
                low, high = wide_low, wide_high  # it is a guess: of another move, "no better than that" would be no proof of it
        proved |= utmost
        if best_move < 0:
            memory.status = NO_MOVES
        meaning = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
    if memory.status != 0:
        return 0.0
    if key != 0:
        enter_head(key, slot, depth, best_number, meaning | PROVED * proved, best_move, table)
        write_number(table, slot + HEAD, best)
    write(memory, here, proved)
    return best


def above_leaves(rules: Any, state: Any, alpha: float, beta: float, mover: int, ply: int, memory: Memory) -> float:
    """The value of a state one ply above the horizon, where most nodes are and there is nothing to prepare for."""
    here, hero = place(ply, rules.players), memory.hero
    below = place(ply + 1, rules.players)
    proved, best, best_move, nodes = 1, 0.0, -1, 0
    if rules.has_chances and mover == CHANCE:
        total = total_weight(rules, state, memory)
        if total == 0:
            return 0.0
        for outcome, weight in rules.chances(state):
            nodes += 1
            after = rules.play(state, outcome)
            if TRACES:
                open_weighed(NEXT, alpha, beta, ply + 1, memory)
            valued(rules, after, 0, rules.mover(mover, after), ply + 1, memory)
            value = read_number(memory, below + 1 + hero)
            if TRACES:
                close_weighed(rules, after, value, alpha, beta, read(memory, below), 0, ply + 1, memory)
            proved &= read(memory, below)
            best += weight / total * value
    else:
        maximises, utmost = mover == hero, 0
        for move in rules.moves(state):
            nodes += 1
            after = rules.play(state, move)
            if TRACES:
                low, high = alpha, beta
                if best_move >= 0:
                    low, high = (max(alpha, best), beta) if maximises else (alpha, min(beta, best))
                open_weighed(NEXT, low, high, ply + 1, memory)
            valued(rules, after, 0, rules.mover(mover, after), ply + 1, memory)
            value = read_number(memory, below + 1 + hero)
            if TRACES:
                close_weighed(rules, after, value, alpha, beta, read(memory, below), 0, ply + 1, memory)
            proved &= read(memory, below)
            surer = read(memory, below) & is_utmost(value, maximises, memory) & ~utmost
            utmost |= surer
            if best_move < 0 or is_better(value, best, maximises) or surer == 1:
                best, best_move = value, move
            if best >= beta if maximises else best <= alpha:
                proved = read(memory, below)
                break
        proved |= utmost
        if best_move < 0:
            memory.status = NO_MOVES
        begin_line(ply + 1, memory)
        extend_line(best_move, ply, memory)
    memory.nodes += nodes
    write(memory, here, proved)
    return best


def outcome_window(
    record: int, alpha: float, beta: float, worst: float, most: float, bounded: bool, memory: Memory
) -> tuple[float, float]:
    """The window of one outcome's value: outside it, the average is outside its own window for all values of the others.

    `worst` and `most` are the limits of the average as far as it is known. (Star1)
    """
    slack, share = memory.slack, read_number(memory, record + 1)
    low, high = -inf, inf
    if bounded and alpha > -inf:
        low = (alpha - 2 * slack - most) / share + read_number(memory, record + 3)
    if bounded and beta < inf:
        high = (beta + 2 * slack - worst) / share + read_number(memory, record + 2)
    return low, high


def move_to_probe(rules: Any, state: Any, mover: int, low: float, high: float, depth: int, hero: int, table: HashTable) -> int:
    """The move to search if only a limit of an outcome's value is needed; -1 if it would tell nothing. (Star2)"""
    if mover == CHANCE or (high == inf if mover == hero else low == -inf) or rules.is_over(state):
        return -1
    move = remembered(key_of(rules, state, mover, depth > KEPT), table)
    return move if move >= 0 else first_of(rules, state)


def is_better(value: float, best: float, maximises: bool) -> bool:
    """Whether the side to move takes a move of this value rather than the best so far."""
    return value > best if maximises else value < best


def is_utmost(value: float, maximises: bool, memory: Memory) -> int:
    """1 where no move can be better for the mover: then what is proved of that move is proved of the state."""
    return int(value >= memory.highest if maximises else value <= memory.lowest)


def turn_of(mover: int, hero: int) -> int:
    """1 where the hero moves, 0 where chance decides, else -1."""
    return 1 if mover == hero else 0 if mover == CHANCE else -1
