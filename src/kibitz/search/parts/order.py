"""The order in which a node's moves are tried: the table's move, the priority, killers, history, then the rules' own order.

The moves of all open nodes lie one after the other in the thread's memory, two words each: the move, and how early to try it
with its number in the order of the rules in the lowest bits.
"""

from typing import Any

from kibitz.kernel import read, read_shared, write, write_shared
from kibitz.search.parts.memory import KILLERS, NO_ROOM, HashTable, Memory
from kibitz.search.parts.transposition_table import history_at

NUMBER_BITS = 16
LAST = (1 << NUMBER_BITS) - 1
TABLE_MOVE = 1 << 61
PRIORITY = 1 << 24  # above any history
KILLER = 1 << 22
HISTORY_MOST = (1 << 22) - 1 >> 1


def order_moves(rules: Any, state: Any, ply: int, top: int, first: int, memory: Memory, table: HashTable) -> int:
    """Write the legal moves after `top`, best first; return their number. `first` is the number of the table's move."""
    room, count = memory.room_end - 2, 0
    hint = memory.root_hint if ply == 0 else -1
    killer, second = read(memory, KILLERS + 2 * ply), read(memory, KILLERS + 2 * ply + 1)
    for move in rules.moves(state):
        at = top + 2 * count
        if at >= room or count >= LAST:
            memory.status = NO_ROOM
            return 0
        rank = read_shared(table, history_at(move, ply, table))
        if rules.has_priority:
            rank += rules.priority(state, move) * PRIORITY
        if move == killer - 1:
            rank += KILLER + 1
        elif move == second - 1:
            rank += KILLER
        if count == first or move == hint:
            rank = TABLE_MOVE >> NUMBER_BITS
        rank = rank << NUMBER_BITS | LAST - count
        while at > top and read(memory, at - 1) < rank:
            write(memory, at, read(memory, at - 2))
            write(memory, at + 1, read(memory, at - 1))
            at -= 2
        write(memory, at, move)
        write(memory, at + 1, rank)
        count += 1
    return count


def list_moves(
    rules: Any, state: Any, ply: int, top: int, tried: int, asks: bool, is_whole: bool, memory: Memory, table: HashTable
) -> int:
    """Write the legal moves after `top`, best first, as `order_moves` does, without the one already tried; return their number.

    `asks`: whether the knowledge gives priorities. Unless the list must be whole, it holds the knowledge's prospects alone,
    numbered in their order.
    """
    number, end = 0, top
    if rules.has_prospects and not is_whole:
        for move in rules.prospects(state):
            end = list_move(rules, state, move, number, ply, top, end, tried, asks, memory, table)
            number += 1  # a generator of the rules cannot be enumerated in compiled code
    else:
        for move in rules.moves(state):
            end = list_move(rules, state, move, number, ply, top, end, tried, asks, memory, table)
            number += 1
    return (end - top) // 2


def list_move(
    rules: Any,
    state: Any,
    move: int,
    number: int,
    ply: int,
    top: int,
    end: int,
    tried: int,
    asks: bool,
    memory: Memory,
    table: HashTable,
) -> int:
    """Put a move in its place among those listed from `top` to `end`; where the list ends then."""
    if number == tried:
        return end
    at = end
    if at >= memory.room_end - 2 or number >= LAST:
        memory.status = NO_ROOM
        return end
    rank = read_shared(table, history_at(move, ply, table))
    if rules.has_priority and asks:
        rank += rules.priority(state, move) * PRIORITY
    if move == read(memory, KILLERS + 2 * ply) - 1:
        rank += KILLER + 1
    elif move == read(memory, KILLERS + 2 * ply + 1) - 1:
        rank += KILLER
    rank = rank << NUMBER_BITS | LAST - number
    while at > top and read(memory, at - 1) < rank:
        write(memory, at, read(memory, at - 2))
        write(memory, at + 1, read(memory, at - 1))
        at -= 2
    write(memory, at, move)
    write(memory, at + 1, rank)
    return end + 2


def find_move(rules: Any, state: Any, wanted: int, hint: int, is_whole: bool) -> tuple[int, int]:
    """The move of this number in the order of the rules, or, if there is one, the move that is hinted at, and its number.

    -1 twice if there is no move. Unless `is_whole` it is one of the knowledge's prospects, by its number among these.
    """
    left = wanted
    if rules.has_prospects and not is_whole:
        for move in rules.prospects(state):
            if move == hint or (hint < 0 and left == 0):
                return move, wanted - left
            left -= 1
        return -1, -1
    for move in rules.moves(state):
        if move == hint or (hint < 0 and left == 0):
            return move, wanted - left
        left -= 1
    return -1, -1


def first_of(rules: Any, state: Any) -> int:
    """The move to try first, without regard to earlier searches; -1 if there is none."""
    first, highest = -1, 0
    for move in rules.moves(state):
        early = rules.priority(state, move)
        if first < 0 or early > highest:
            first, highest = move, early
        if not rules.has_priority:
            break
    return first


def number_in_order(rules: Any, state: Any, wanted: int) -> int:
    """A move's number in the order of the rules."""
    number = 0
    for move in rules.moves(state):
        if move == wanted:
            return number
        number += 1  # a generator of the rules cannot be enumerated in compiled code
    return number


def number_of(rank: int) -> int:
    """A listed move's number in the order of the rules."""
    return LAST - (rank & LAST)


def record_cutoff(move: int, ply: int, depth: int, memory: Memory, table: HashTable) -> None:
    """A move has cut: try it early in sister nodes (killer) and wherever else it is legal (history)."""
    if read(memory, KILLERS + 2 * ply) != move + 1:
        write(memory, KILLERS + 2 * ply + 1, read(memory, KILLERS + 2 * ply))
        write(memory, KILLERS + 2 * ply, move + 1)
    at = history_at(move, ply, table)
    write_shared(table, at, min(HISTORY_MOST, read_shared(table, at) + depth * depth))
