"""How a search counts what a state is worth, and what of it is proved.

A *value* is one int for the side to move: result x SCALE, and one less for each ply up to that end (one more for a loss), so
a quicker win and a later loss are better. An estimate is an int of the same kind. A value never depends on how deep in the
tree its state was met: `age_score` takes it one ply up, `alpha_to_child` and `beta_to_child` take a window one ply down.

A *packed* value is value << 2 | LOW | HIGH. LOW: it is proved that the state is worth at least that; HIGH: at most that. Both:
the value is exact. The bits are proved statements about the game, for any window and depth.

Where moves bring rewards a value is what is still to come, so positions of different scores share it. Distances do not count.
"""

from math import floor
from typing import Any

from kibitz.kernel import read, write
from kibitz.search.parts.memory import HORIZON, OVER, SCORES, TOO_LARGE, TRACES, Memory

LOW, HIGH = 2, 1
INFINITE = 1 << 40  # beyond any value
REACH = 3  # times the largest result: an estimate, and what is won on the way to it, which lies between two results
NONE = -INFINITE << 2 | HIGH  # the best of no moves at all: all of them are proved to be at most that


def score_end(rules: Any, state: Any, memory: Memory) -> int:
    """The packed value of a state that is over."""
    if TRACES:
        memory.why = OVER
    result: int = rules.result(state)
    if result > memory.most or -result > memory.most:
        memory.status = TOO_LARGE
    return result * memory.scale << 2 | LOW | HIGH


def score_horizon(rules: Any, state: Any, memory: Memory) -> int:
    """The packed estimate of a state that is not over; nothing is proved."""
    if TRACES:
        memory.why = HORIZON
    guess: int = floor(rules.estimate(state) * memory.scale + 0.5)
    most: int = memory.clamp
    return max(-most, min(most, guess)) << 2


def back_up_score(packed: int, sign: int, mask: int) -> int:
    """A move's value to the mover, from the next state's value `packed` for its own side."""
    value = age_score(packed >> 2, mask)
    if sign > 0:
        return value << 2 | packed & 3
    return -value << 2 | (packed & 1) << 1 | (packed & 2) >> 1


def take_reward(rules: Any, state: Any, move: int, sign: int, ply: int, memory: Memory) -> int:
    """The reward of a move at `ply` for its maker, in value units; `sign`: as for the state it leads to."""
    reward: int = rules.reward(state, move)
    if abs(reward) > 2 * memory.most:  # from the lowest result to the highest
        memory.status = TOO_LARGE
    gain: int = reward * memory.scale
    if TRACES:
        note_lead(gain, sign, ply, memory)
    return gain


def note_lead(gain: int, sign: int, ply: int, memory: Memory) -> None:
    """Note who leads by how much after a move at `ply` that brings `gain`, as the side to move there sees it."""
    write(memory, SCORES + ply + 1, (read(memory, SCORES + ply) + gain) * sign)


def add_reward(packed: int, gain: int, memory: Memory) -> int:
    """The value of a move with the reward `gain`, from `packed`, the next state's value for the same mover."""
    packed += gain << 2
    if abs(packed >> 2) > REACH * memory.most * memory.scale:
        memory.status = TOO_LARGE
    return packed


def age_score(value: int, mask: int) -> int:
    """The value one ply earlier; a distance of SCALE - 1 plies stays as it is. It rises with `value`, and is odd:
    age_score(-v) = -age_score(v).
    """
    if value > 0:
        return value if value & mask == 1 or mask == 0 else value - 1
    if value < 0:
        return value if -value & mask == 1 or mask == 0 else value + 1
    return 0


def unage_score(value: int, mask: int) -> int:
    """A value that is `value` when aged."""
    return value if mask == 0 or value == 0 else value + 1 if value > 0 else value - 1


def alpha_to_child(bound: int, mask: int) -> int:
    """The largest value that is at most `bound` when aged."""
    if mask == 0:
        return bound
    if bound < 0:
        return bound if -bound & mask == 1 else bound - 1
    return bound if bound & mask == 0 else bound + 1


def beta_to_child(bound: int, mask: int) -> int:
    """The smallest value that is at least `bound` when aged."""
    return -alpha_to_child(-bound, mask)


def window_below(alpha: int, beta: int, sign: int, mask: int) -> tuple[int, int]:
    """The window of a move's value, one ply down, for the player to move there."""
    low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
    return alpha_to_child(low, mask), beta_to_child(high, mask)


def better_score(best: int, packed: int) -> int:
    """The better of two moves of one side; at most that is proved only when it is for both."""
    both = best & packed & HIGH
    if packed >> 2 > best >> 2:
        return packed & ~HIGH | both
    if packed >> 2 == best >> 2:
        return (best | packed & LOW) & ~HIGH | both
    return best & ~HIGH | both


def is_surer(packed: int, best: int, clamp: int) -> bool:
    """Whether a move is worth as much as the best, and alone of both is proved to be worth at least that: then it is named.

    A number beyond `clamp` is not an estimate, so a move keeps it as it stands. Where moves were left out, or numbers come from
    a table, that is not so: `clamp` is INFINITE then.
    """
    return packed >> 2 == best >> 2 and packed & LOW & ~best != 0 and abs(best >> 2) <= clamp


def conclude_all_moves(best: int, ceiling: int) -> int:
    """The best of all moves. A proved value that nothing can top is proved from above too."""
    return best | HIGH if best & LOW and best >> 2 >= ceiling else best


def conclude_after_cut(best: int, ceiling: int) -> int:
    """The best of the moves looked at when some were not: they may be better, unless nothing can be."""
    return conclude_all_moves(best & ~HIGH, ceiling)
