"""The exact solver: is a state worth at least so much, yes or no, and so on until only one value is left."""

from typing import Any

from kibitz.kernel import Fields, Words, read, write
from kibitz.search._memory import FIRST_MOVE, MASK, MOST, NO_ROOM, NODES, ROOT_MOVE, SCALE, STATUS, visit
from kibitz.search._proofs import NO_MOVE, announce, keep_proof, proof_of, proved_move, proved_value
from kibitz.search._values import HIGH, INFINITE, LOW, aged, high_back, low_back

MERGING = 12
NEAR = 16


def enter(rules: Any, fields: Fields, depth: int, alpha: int, beta: int, ply: int, memory: Words, table: Words) -> int:
    """Where compiled code begins."""
    state = rules.enter(fields)
    value = close(rules, state, rules.mark(state), beta, ply, read(memory, FIRST_MOVE), memory, table)
    return value << 2 | (LOW if value >= beta else HIGH)


def close(rules: Any, state: Any, mark: int, beta: int, ply: int, top: int, memory: Any, table: Any) -> int:
    """A proved limit of the state's value: from below if it is at least `beta`, else from above."""
    if visit(memory) != 0:
        return 0
    if top + 192 > read(memory, 0):
        write(memory, STATUS, NO_ROOM)
        return 0
    mask, began = read(memory, MASK), read(memory, 3)
    fewest, left = rules.plies(state)
    near = left - 1 <= NEAR
    best, count, number, best_number = -INFINITE, 0, 0, NO_MOVE
    for move in rules.candidates(state):
        after = rules.play(state, move)
        sign = rules.sign(state, after)
        if rules.has_finish and mask == 0:
            bar = beta if sign > 0 else 1 - beta
            more, low = rules.finish(after, bar - 1, bar)
            if more > 0:
                write(memory, NODES, read(memory, NODES) + more)
                low *= sign
                if low >= beta:
                    if ply == 0:
                        write(memory, ROOT_MOVE, move)
                    return low
                best = max(best, low)
                number += 1
                continue
        if fewest <= 1 and rules.is_over(after):
            low = rules.result(after) * read(memory, SCALE)
            high = low
        else:
            low, high = limits(rules, after, mask, memory)
        if sign > 0:
            low, high = aged(low, mask), aged(high, mask)
        else:
            low, high = -aged(high, mask), -aged(low, mask)
        if low >= beta:
            if ply == 0:
                write(memory, ROOT_MOVE, move)
            return low
        if high < beta:
            best = max(best, high)
        else:
            child = rules.merged_mark(after) if ply < MERGING else rules.mark(after)
            announce(child, near, table)
            at = top + 4 * count
            write(memory, at, move)
            write(memory, at + 1, rules.priority(state, move) << 16 | 0xFFFF - number)
            write(memory, at + 2, child)
            write(memory, at + 3, sign)
            count += 1
        number += 1
    hint = NO_MOVE
    kept = 0
    for i in range(count):
        at = top + 4 * i
        move, rank, child, sign = read(memory, at), read(memory, at + 1), read(memory, at + 2), read(memory, at + 3)
        entry = proof_of(child, near, memory, table)
        if entry != 0:
            value = proved_value(entry, memory)
            if sign > 0:
                value = aged(value, mask)
                says = entry
            else:
                value = -aged(value, mask)
                says = (entry & 1) << 1 | (entry & 2) >> 1
            if says & LOW and value >= beta:
                if ply == 0:
                    write(memory, ROOT_MOVE, move)
                return value
            if says & HIGH and value < beta:
                best = max(best, value)
                continue
        at = top + 4 * kept
        while at > top and read(memory, at - 3) < rank:
            for j in range(4):
                write(memory, at + j, read(memory, at - 4 + j))
            at -= 4
        write(memory, at, move)
        write(memory, at + 1, rank)
        write(memory, at + 2, child)
        write(memory, at + 3, sign)
        kept += 1
    below = top + 4 * kept
    for i in range(kept):
        at = top + 4 * i
        move, child, sign = read(memory, at), read(memory, at + 2), read(memory, at + 3)
        bar = high_back(beta, mask) if sign > 0 else low_back(-beta, mask) + 1
        value = close(rules, rules.play(state, move), child, bar, ply + 1, below, memory, table)
        if read(memory, STATUS) != 0:
            return 0
        value = aged(value, mask) if sign > 0 else -aged(value, mask)
        if value > best:
            best = value
            best_number = 0xFFFF - (read(memory, at + 1) & 0xFFFF)
        if best >= beta:
            if ply == 0:
                write(memory, ROOT_MOVE, move)
            break
    keep_proof(mark, best, best_number, LOW if best >= beta else HIGH, read(memory, 3) - began, left <= NEAR, memory, table)
    return best


def limits(rules: Any, state: Any, mask: int, memory: Any) -> tuple[int, int]:
    """What is known of the value of a state that is not over without any search: at least, at most."""
    most, unit = read(memory, MOST), read(memory, SCALE)
    low, high = -most, most
    if rules.has_bounds:
        low, high = rules.bounds(state)
    if mask == 0:
        return low * unit, high * unit
    first, last = rules.plies(state)
    least = low * unit - min(last, mask) if low > 0 else low * unit + (first if low < 0 else 0)
    greatest = high * unit - first if high > 0 else high * unit + (min(last, mask) if high < 0 else 0)
    return least, greatest
