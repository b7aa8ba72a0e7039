"""The choice of a move in the tree: by averages, bonus, likelihood and what is proved; or the one tried least."""

from math import inf

from kibitz.kernel import high_bits, next_dice, read, read_number
from kibitz.search.monte_carlo.logarithm import natural_log
from kibitz.search.monte_carlo.move_averages import average_at, place_of, times_made
from kibitz.search.monte_carlo.tree import (
    COUNT_MASK,
    GAINS,
    LIMITS,
    PROOFS,
    SHARES,
    VISITS,
    PlayoutTree,
    TreeMemory,
    least_of,
    most_of,
)

OWN_CHOICE = 4  # descents for each move of the root that a search makes as it likes before it values all moves


def select_child(block: int, first: int, rows: int, table: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """The row of the move that is worth most, its bonus included; `table`: of averages of moves, or 0."""
    visits = read(tree, block + VISITS)
    bonus = memory.exploring * memory.exploring * natural_log(visits)
    mean = read_number(tree, block + SHARES) / visits
    fresh = mean + memory.urgency
    floor, safe = -inf, -1
    if read(tree, block + PROOFS) != 0:
        floor = memory.least_paid
        for row in range(rows):
            least = least_of(first + LIMITS * rows + row, memory, tree)
            if least > floor:
                floor, safe = least, row
    plain = table == 0 and memory.opinions == 0 and memory.priors == 0
    memory.dice = next_dice(memory.dice)
    row, best = high_bits(memory.dice, 31) * rows >> 31, -inf
    chosen = safe if safe >= 0 else row
    for _ in range(rows):
        times = read(tree, first + row) & COUNT_MASK
        if not plain:
            value = informed_value(first, rows, row, times, bonus, mean, visits, table, memory, tree)
        elif times == 0:
            value = fresh
        else:
            part = 1.0 / times
            value = part * read_number(tree, first + GAINS * rows + row) + (part * bonus) ** 0.5
        if value > best and (floor == -inf or row == safe or most_of(first + LIMITS * rows + row, memory, tree) > floor):
            chosen, best = row, value
        row += 1
        if row == rows:
            row = 0
    return chosen


def informed_value(
    first: int,
    rows: int,
    row: int,
    times: int,
    bonus: float,
    mean: float,
    visits: int,
    table: int,
    memory: TreeMemory,
    tree: PlayoutTree,
) -> float:
    """The value of a move by its average, all other knowledge of it, and its bonus.

    `mean`, `visits`: of the position. Where a knowledge says how likely moves are, that is the bonus, and a move that was never
    made counts as much as its position, or as the same move elsewhere.
    """
    likely = 0.0
    if memory.priors != 0:
        likely = memory.prior * read_number(tree, first + memory.priors * rows + row) * float(visits) ** 0.5 / (1.0 + times)
    gain, weight = read_number(tree, first + GAINS * rows + row), float(times)
    opinion = 0.0
    if memory.opinions != 0:  # an opinion counts like one visit
        opinion = read_number(tree, first + memory.opinions * rows + row)
        gain, weight = gain + opinion, weight + 1.0
    known, uses = 0.0, 0
    if table != 0:
        key = read(tree, first + memory.keys * rows + row)
        place = place_of(table, memory.table_bits, key)
        uses = times_made(tree, place, key)
        if uses > 0:
            known = average_at(tree, place, uses)
    if weight == 0.0:
        if memory.priors != 0:
            return float((known if uses > 0 else mean) + likely)
        if uses == 0:
            return memory.urgency
        return float(known + bonus**0.5)
    value = gain / weight
    if uses > 0:
        value += (known - value) * uses / (uses + weight + uses * weight / memory.rave)
    if memory.implicit > 0.0:
        value += memory.implicit * (opinion - value)
    if memory.priors != 0:
        return float(value + likely)
    return float(value + (bonus / weight) ** 0.5)


def is_turn_of_least(visits: int, rows: int) -> bool:
    """Whether a descent is to go to the move tried least: every other one, once the search has made its own choice often."""
    return visits > OWN_CHOICE * rows and visits & 1 == 0


def least_tried(first: int, rows: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """The row that was tried least, among those of which the value is not proved; the first of several."""
    chosen, fewest = 0, COUNT_MASK + 1
    for row in range(rows):
        times, limits = read(tree, first + row) & COUNT_MASK, first + LIMITS * rows + row
        is_known = memory.proves != 0 and least_of(limits, memory, tree) == most_of(limits, memory, tree)
        if times < fewest and not is_known:
            chosen, fewest = row, times
    return chosen
