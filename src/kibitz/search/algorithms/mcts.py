"""Monte Carlo tree search: what a move is worth is what games played at random after it bring, on average.

UCT (Kocsis and Szepesvari 2006): from the root on, the move is made whose average, with a bonus for moves seldom tried, is
the largest: `mean + exploring * sqrt(log(visits) / times)`. Averages are shares of what there is to win, from 0 to 1, for
whoever is to move; there may be any number of players. A position that was met often enough gets a block in the tree; below
the tree the game is played out at random, and what it brings is averaged into all moves on the way. Where dice or cards
decide they are thrown.

The averages prove nothing: they come near the value of the game in the long run only. But ends of the game met in the tree
do, and what follows from them is carried up (score-bounded MCTS: Cazenave and Saffidine 2010, after MCTS-Solver: Winands,
Bjornsson and Saito 2008): where two play and one wins what the other loses, the limits are kept between which the value of
a move lies. A move that cannot be better than another one is not tried any more.
"""

from math import inf, log
from typing import Any

from kibitz.kernel import Fields, MemoryLayout, high_bits, next_dice, read, read_number, write, write_number
from kibitz.search.descriptor import Search
from kibitz.search.playout_tree import (
    AGES,
    CHILD_BITS,
    COUNT_MASK,
    GROW,
    MOVER,
    PAYOFFS,
    PROOFS,
    ROWS,
    SEEN_AT,
    SHARES,
    VISITS,
    PlayoutTree,
    TreeMemory,
    add_number,
    first_row,
    keep_house,
    least_of,
    most_of,
    new_block,
    set_limits,
)
from kibitz.search.random_games import NO_ROOM, STUCK, play_out, throw

SEARCH = Search("payoff", goes_on=True, takes_chance=True, takes_payoffs=True, has_trace=False)
DEEPEST_TREE = 250  # plies
# Behind the names of a thread's memory: the way down the tree, a block and a row for each ply; for each player what the
# last playout paid, and of all playouts of a descent the sum of that and of its share; room for the moves of a position.
# Before all this, how many words of the tree have which age.
AGES_AT = MemoryLayout(TreeMemory).end
WAY = AGES_AT + AGES
PAID = WAY + 2 * (DEEPEST_TREE + 1)
PAID_SUMS, SHARE_SUMS, KINDS = 1, 2, 3


def tree_words(players: int) -> int:
    """The words of a thread's memory but the room for moves."""
    return PAID + KINDS * players


def enter(rules: Any, fields: Fields, descents: int, mover: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """Where compiled code begins: so many descents more, from the state with `mover` to move; how many there were.

    Fewer when the search is to end, when there is no room left for a block, and when the root is settled.
    """
    if memory.task != GROW:
        return keep_house(memory, AGES_AT, tree)
    state = rules.enter(fields)
    if tree.root_block == 0:
        tree.root_block = expand(rules, state, mover, 0, 0, memory, tree)
    proofs = -1  # at the root: whether it is settled is asked when there are more of them
    for done in range(descents):
        if memory.halt != 0 or memory.full != 0 or memory.stuck != 0 or memory.playouts_made >= memory.most_playouts:
            return done
        if proofs != read(tree, tree.root_block + PROOFS):
            proofs = read(tree, tree.root_block + PROOFS)
            if memory.proves and is_settled(tree.root_block, memory, tree):
                return done
        grow(rules, state, mover, memory, tree)
    return descents


def grow(rules: Any, state: Any, mover: int, memory: TreeMemory, tree: PlayoutTree) -> None:
    """One way down the tree, a playout from where it ends, and what that brought up again."""
    players, block, depth, over, settled = memory.players, tree.root_block, 0, False, False
    tree.clock += 1
    while True:
        first, rows = first_row(block, players), read(tree, block + ROWS)
        write(tree, block + SEEN_AT, tree.clock)
        write(tree, block + VISITS, read(tree, block + VISITS) + memory.each)
        if mover < 0:
            row = thrown_row(rules, state, memory)
        else:
            row = chosen_row(block, first, rows, memory, tree)
        write(memory, WAY + 2 * depth, block)
        write(memory, WAY + 2 * depth + 1, row)
        depth += 1
        entry = read(tree, first + row) + memory.each
        write(tree, first + row, entry)
        proofs = first + 2 * rows + row
        least = least_of(proofs, memory, tree)
        if memory.proves and least == most_of(proofs, memory, tree):
            write_number(memory, PAID + max(0, mover), least)
            write_number(memory, PAID + 1 - max(0, mover), -least)
            settled = True
            break
        state = rules.play(state, read(tree, first + 3 * rows + row))
        before, mover = mover, rules.mover(mover, state)
        over = rules.is_over(state)
        if over:
            rules.pay(state, mover, memory, PAID)
            if memory.proves:
                paid = read_number(memory, PAID + max(0, before))
                set_limits(proofs, paid, paid, memory, tree)
            break
        below = entry >> CHILD_BITS
        if below == 0:
            if entry & COUNT_MASK > memory.ripe and depth < DEEPEST_TREE:
                below = expand(rules, state, mover, block, row, memory, tree)
                if below != 0:
                    write(tree, first + row, entry | below << CHILD_BITS)
            break
        block = below
    if over or settled:
        take_payoffs(memory.each, True, memory)
    else:
        for number in range(memory.each):
            play_out(rules, state, mover, memory.longest_game, tree_words(players), PAID, memory)
            take_payoffs(1, number == 0, memory)
    memory.playouts_made += memory.each
    back_up(depth, memory, tree)
    if over and memory.proves:
        prove_upwards(depth, memory, tree)


def expand(rules: Any, state: Any, mover: int, above: int, row: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """A block for a position that is not over; 0 without room for it."""
    room, count, most = tree_words(memory.players), 0, 1 << memory.room_bits
    if mover < 0:
        for outcome, _ in rules.chances(state):
            write(memory, room + min(count, most - 1), outcome)
            count += 1
    else:
        for move in rules.moves(state):
            write(memory, room + min(count, most - 1), move)
            count += 1
    if count == 0 or count > most:
        memory.stuck = STUCK if count == 0 else NO_ROOM
        return 0
    block = new_block(count, mover, above, row, memory, tree)
    if block != 0:
        moves = first_row(block, memory.players) + 3 * count
        for number in range(count):
            write(tree, moves + number, read(memory, room + number))
    return block


def chosen_row(block: int, first: int, rows: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """The row of the move with the largest average and bonus together."""
    visits = read(tree, block + VISITS)
    bonus = memory.exploring * memory.exploring * log(visits)
    fresh = read_number(tree, block + SHARES) / visits + memory.urgency
    floor, safe = -inf, -1
    if read(tree, block + PROOFS) != 0:
        for row in range(rows):
            least = least_of(first + 2 * rows + row, memory, tree)
            if least > floor:
                floor, safe = least, row
    memory.dice = next_dice(memory.dice)
    row, chosen, best = high_bits(memory.dice, 31) * rows >> 31, safe, -inf
    for _ in range(rows):
        times = read(tree, first + row) & COUNT_MASK
        if times == 0:
            value = fresh
        else:
            part = 1.0 / times
            value = part * read_number(tree, first + rows + row) + (part * bonus) ** 0.5
        if value > best and (safe < 0 or row == safe or most_of(first + 2 * rows + row, memory, tree) > floor):
            chosen, best = row, value
        row += 1
        if row == rows:
            row = 0
    return chosen


def thrown_row(rules: Any, state: Any, memory: TreeMemory) -> int:
    """The row of what dice or cards bring."""
    memory.dice = next_dice(memory.dice)
    outcome, row = throw(rules, state, high_bits(memory.dice, 31)), 0
    for one, _ in rules.chances(state):
        if one == outcome:
            break
        row += 1
    return row


def share_of(payoff: float, memory: TreeMemory) -> float:
    """A payoff as a share of what there is to win, from 0 to 1; a win itself may count for more than its size."""
    share = (payoff - memory.least_paid) / (memory.most_paid - memory.least_paid)
    won = 1.0 if payoff > 0 else 0.5 if payoff == 0 else 0.0
    return float(memory.winning * won + (1.0 - memory.winning) * share)


def take_payoffs(count: int, first: bool, memory: TreeMemory) -> None:
    """Take what the last playout paid into the sums of a descent, so many times; `first`: nothing is in them yet."""
    players = memory.players
    for player in range(players):
        paid = read_number(memory, PAID + player)
        share = share_of(paid, memory)
        sums, shares = PAID + PAID_SUMS * players + player, PAID + SHARE_SUMS * players + player
        write_number(memory, sums, (0.0 if first else read_number(memory, sums)) + count * paid)
        write_number(memory, shares, (0.0 if first else read_number(memory, shares)) + count * share)


def back_up(depth: int, memory: TreeMemory, tree: PlayoutTree) -> None:
    """Add what a descent brought to all blocks and rows on its way."""
    players = memory.players
    for ply in range(depth):
        block, row = read(memory, WAY + 2 * ply), read(memory, WAY + 2 * ply + 1)
        first, rows, mover = first_row(block, players), read(tree, block + ROWS), read(tree, block + MOVER)
        share = read_number(memory, PAID + SHARE_SUMS * players + max(0, mover))
        add_number(first + rows + row, share, tree)
        add_number(block + SHARES, share, tree)
        for player in range(players):
            add_number(block + PAYOFFS + player, read_number(memory, PAID + PAID_SUMS * players + player), tree)


def limits_of(block: int, memory: TreeMemory, tree: PlayoutTree) -> tuple[float, float]:
    """What is proved that a position brings, at least and at most, to who is to move; to the first player where dice decide."""
    first, rows = first_row(block, memory.players), read(tree, block + ROWS)
    proofs = first + 2 * rows
    low, high = least_of(proofs, memory, tree), most_of(proofs, memory, tree)
    for row in range(1, rows):
        least, most = least_of(proofs + row, memory, tree), most_of(proofs + row, memory, tree)
        if read(tree, block + MOVER) < 0:
            low, high = min(low, least), max(high, most)
        else:
            low, high = max(low, least), max(high, most)
    return low, high


def is_settled(block: int, memory: TreeMemory, tree: PlayoutTree) -> bool:
    """Whether the value of a position is proved."""
    if read(tree, block + PROOFS) == 0:
        return False
    low, high = limits_of(block, memory, tree)
    return low == high


def prove_upwards(depth: int, memory: TreeMemory, tree: PlayoutTree) -> None:
    """What follows from an end of the game for the positions on the way to it."""
    for back in range(depth):
        ply = depth - 1 - back
        block = read(memory, WAY + 2 * ply)
        write(tree, block + PROOFS, read(tree, block + PROOFS) + 1)
        if ply == 0:
            return
        low, high = limits_of(block, memory, tree)
        above, row = read(memory, WAY + 2 * ply - 2), read(memory, WAY + 2 * ply - 1)
        if max(0, read(tree, above + MOVER)) != max(0, read(tree, block + MOVER)):
            low, high = -high, -low
        first, rows = first_row(above, memory.players), read(tree, above + ROWS)
        if not set_limits(first + 2 * rows + row, low, high, memory, tree):
            return
