"""Play by a policy against itself, compiled: what the winner did becomes more likely (REINFORCE: Williams 1992).

Moves are drawn by their weights, without any search. Each parameter has a step size of its own (AdaGrad: Duchi, Hazan and
Singer 2011). Symmetric shapes share one. Games begin with some plies at random, of which nothing is learned: otherwise both
sides soon play one line only. Of many moves a random part is compared: among these, too, the better one should be made.

Weights for playouts (drops.py) are learned likewise, each move by its one key; as these are quick, all moves are compared.
"""

from typing import Any

from kibitz.kernel import Fields, high_bits, next_dice, read, read_number, write, write_number
from kibitz.learning.policies.parameters import PolicyMemory, parameter_of
from kibitz.patterns.drops import MOST_DROPS
from kibitz.patterns.likelihood import KEYS, SPACE, natural_power
from kibitz.search.monte_carlo.game_path import add_lead, begin_path, go_to, is_barred, take_lead
from kibitz.search.monte_carlo.random_games import throw

MOST_COMPARED = 16  # moves of a position
ROOM_BITS = 14
LARGEST = 12.0  # of a logarithm
# A ply of the record: who moves, how many moves are compared, which was made (-1: nothing is to be learned); then of each its
# chance, how many parameters, and these.
MOVER, COUNT, CHOSEN, PLY = range(4)


def learn_policy(rules: Any, fields: Fields, games: int, memory: PolicyMemory) -> int:
    """Play games from a state and learn from each; the entry to compiled code."""
    for _ in range(games):
        state, mover, ply, record, gave_up = rules.enter(fields), memory.starter, 0, memory.record_at, False
        last, earlier = state, mover
        if rules.has_drops:
            rules.begin_drops(state, mover, memory.space_at, memory)
        if rules.has_recurrence:
            begin_path(memory)
        memory.lead = memory.lead_before
        over = rules.is_over(state)
        memory.dice = next_dice(memory.dice)
        blind = high_bits(memory.dice, 31) * (memory.blind + 1) >> 31
        while not over and ply < memory.most_plies:
            memory.dice = next_dice(memory.dice)
            if rules.is_chance(state):
                move = throw(rules, state, high_bits(memory.dice, 31))
            else:
                many = list_some(rules, state, memory)
                if many == 0:
                    gave_up = True
                    break
                move = read(memory, memory.room_at + (high_bits(memory.dice, 31) * many >> 31))
                if ply >= blind and record + PLY + many * (2 + SPACE - KEYS) < memory.record_end:
                    if rules.has_drops:
                        end = weigh_by_place(rules, mover, many, ply, record, memory)
                    else:
                        end = weigh_some(rules, last, earlier, state, mover, many, record, memory)
                    move, record = read(memory, memory.room_at + read(memory, record + CHOSEN)), end
                if rules.recurrence_forbids and is_barred(rules, rules.play(state, move), memory):
                    move = any_allowed(rules, state, memory)
                    if move < 0:
                        gave_up = True
                        break
            last, earlier = state, mover
            if rules.has_reward:
                take_lead(rules, last, move, mover, memory)
            state = rules.play(last, move)
            mover = rules.mover(mover, state)
            ply, over = ply + 1, rules.is_over(state)
            if rules.has_drops:
                rules.follow_drop(state, mover, ply, memory.space_at, memory)
            if rules.has_recurrence and go_to(rules, last, move, state, memory) and not over:
                break
        memory.plies += ply
        if over and not gave_up:
            rules.pay(state, mover, memory, memory.paid_at)
            if rules.has_reward:
                add_lead(memory.lead, memory, memory.paid_at)
            memory.games += 1
            follow(record, memory)
        else:
            memory.endless += 1
        if memory.halt != 0:
            break
    return 0


def list_some(rules: Any, state: Any, memory: PolicyMemory) -> int:
    """List the moves of a state, of many a random part; how many are listed."""
    many, most = 0, 1 << ROOM_BITS
    for one in rules.moves(state):
        write(memory, memory.room_at + min(many, most - 1), one)
        many += 1
    many = min(many, most)
    if many <= (MOST_DROPS if rules.has_drops else MOST_COMPARED):
        return many
    for number in range(MOST_COMPARED):
        memory.dice = next_dice(memory.dice)
        other = number + (high_bits(memory.dice, 31) * (many - number) >> 31)
        here, there = memory.room_at + number, memory.room_at + other
        one = read(memory, here)
        write(memory, here, read(memory, there))
        write(memory, there, one)
    return MOST_COMPARED


def any_allowed(rules: Any, state: Any, memory: PolicyMemory) -> int:
    """A move that does not lead to a position that may not come back; -1 where there is none."""
    chosen, seen = -1, 0
    for one in rules.moves(state):
        if not is_barred(rules, rules.play(state, one), memory):
            seen += 1
            memory.dice = next_dice(memory.dice)
            if high_bits(memory.dice, 31) * seen >> 31 == 0:
                chosen = one
    return chosen


def weigh_some(
    rules: Any, last: Any, earlier: int, state: Any, mover: int, many: int, record: int, memory: PolicyMemory
) -> int:
    """Record parameters and chances of the moves listed, and which of them is drawn; where the record ends."""
    space = memory.space_at
    rules.read_position(last, state, earlier == mover, space, memory)
    total, at, largest = 0.0, record + PLY, -1e9
    for number in range(many):
        after = rules.play(state, read(memory, memory.room_at + number))
        keys = rules.list_keys(after, mover, rules.mover(mover, after) == mover, space, memory)
        total = 0.0
        for item in range(keys):
            parameter = parameter_of(rules, read(memory, space + KEYS + item), memory)
            write(memory, at + 2 + item, parameter)
            total += read_number(memory, memory.logs_at + parameter)
        write_number(memory, at, total)
        write(memory, at + 1, keys)
        largest = max(largest, total)
        at += 2 + keys
    draw_move(mover, many, largest, record, memory)
    return at


def weigh_by_place(rules: Any, mover: int, many: int, ply: int, record: int, memory: PolicyMemory) -> int:
    """The same by the weights for playouts: each move has one key."""
    at, largest = record + PLY, -1e9
    for number in range(many):
        move = read(memory, memory.room_at + number)
        parameter = parameter_of(rules, rules.drop_key(move, mover, ply, memory.space_at, memory), memory)
        write_number(memory, at, read_number(memory, memory.logs_at + parameter))
        largest = max(largest, read_number(memory, at))
        write(memory, at + 1, 1)
        write(memory, at + 2, parameter)
        at += 3
    draw_move(mover, many, largest, record, memory)
    return at


def draw_move(mover: int, many: int, largest: float, record: int, memory: PolicyMemory) -> None:
    """Draw a move of a record by the logarithms there, of which chances take the place."""
    at, total = record + PLY, 0.0
    for _ in range(many):
        chance = natural_power(read_number(memory, at) - largest)
        write_number(memory, at, chance)
        total += chance
        at += 2 + read(memory, at + 1)
    memory.dice = next_dice(memory.dice)
    wanted, found, chosen, at = high_bits(memory.dice, 31) * total / 2147483648.0, 0.0, -1, record + PLY
    for number in range(many):
        chance = read_number(memory, at)
        found += chance
        write_number(memory, at, chance / total)
        if chosen < 0 and found > wanted:
            chosen = number
        at += 2 + read(memory, at + 1)
    write(memory, record + MOVER, mover)
    write(memory, record + COUNT, many)
    write(memory, record + CHOSEN, chosen if chosen >= 0 else many - 1)


def follow(end: int, memory: PolicyMemory) -> None:
    """Change the parameters after a game, by its record."""
    for player in range(memory.players):
        paid = read_number(memory, memory.paid_at + player)
        size = (paid - memory.worst_paid) / (memory.best_paid - memory.worst_paid)
        won, middle = 0.5, 0.5 * (memory.worst_paid + memory.best_paid)
        if paid > middle:
            won = 1.0
        elif paid < middle:
            won = 0.0
        share = memory.sized * size + (1.0 - memory.sized) * won
        mean = memory.means_at + player
        write_number(memory, memory.paid_at + player, share - read_number(memory, mean))
        write_number(memory, mean, read_number(memory, mean) + 0.002 * (share - read_number(memory, mean)))
    memory.touched = 0
    record = memory.record_at
    while record < end:
        mover, count, chosen = read(memory, record + MOVER), read(memory, record + COUNT), read(memory, record + CHOSEN)
        gain, at = read_number(memory, memory.paid_at + mover), record + PLY
        for number in range(count):
            part = -gain * read_number(memory, at)
            if number == chosen:
                part += gain
            keys = read(memory, at + 1)
            for item in range(keys):
                add_slope(read(memory, at + 2 + item), part, memory)
            at += 2 + keys
        record = at
    apply_slopes(memory)


def add_slope(parameter: int, part: float, memory: PolicyMemory) -> None:
    """Add to the gradient of a parameter; 0 is none."""
    if parameter == 0:
        return
    if read(memory, memory.marks_at + parameter) == 0:
        write(memory, memory.marks_at + parameter, 1)
        write(memory, memory.touched_at + memory.touched, parameter)
        memory.touched += 1
    at = memory.slopes_at + parameter
    write_number(memory, at, read_number(memory, at) + part)


def apply_slopes(memory: PolicyMemory) -> None:
    """Move all parameters that were touched along their gradients."""
    for number in range(memory.touched):
        parameter = read(memory, memory.touched_at + number)
        slope = read_number(memory, memory.slopes_at + parameter)
        squares = read_number(memory, memory.steps_at + parameter) + slope * slope
        write_number(memory, memory.steps_at + parameter, squares)
        log = read_number(memory, memory.logs_at + parameter) + memory.pace * slope / (squares + 1.0) ** 0.5
        write_number(memory, memory.logs_at + parameter, min(LARGEST, max(-LARGEST, log)))
        write_number(memory, memory.slopes_at + parameter, 0.0)
        write(memory, memory.marks_at + parameter, 0)
    memory.touched = 0
