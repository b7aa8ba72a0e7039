"""Monte Carlo tree search: a move's value is the average of random games after it.

UCT (Kocsis and Szepesvari 2006): from the root on, the move is made whose average, with a bonus for moves seldom tried, is the
largest: `mean + exploring * sqrt(log(visits) / times)`. Averages are shares of the payoff range, from 0 to 1, for the player to
move; there may be any number of players. A position that was met often enough gets a block in the tree; below the tree the game
is played out at random, and its result is averaged into all moves on the way. Dice and cards are drawn.

Other knowledge of a move can count beside its average: its results elsewhere in games through a position above (GRAVE: Cazenave
2015); an estimate of it, or of the best answers to it as far as the tree reaches (implicit minimax backups: Lanctot,
Winands, Pepels and Sturtevant 2014); and how likely a good player makes it, which takes the place of the bonus (PUCT:
Rosin 2011, as Silver et al. 2016 have it). A playout chooses its moves at random, by their results so far (MAST: Finnsson
and Bjornsson 2008), or by a learned policy; or it ends with an estimate.

The averages prove nothing: they approach the value of the game in the long run only. But ends of the game met in the tree do,
and what follows from them is carried up (score-bounded MCTS: Cazenave and Saffidine 2010, after MCTS-Solver: Winands, Bjornsson
and Saito 2008): in zero-sum games of two, each move keeps proved limits of its value. A move that cannot be better than another
one is not tried any more.
"""

from typing import Any

from kibitz.kernel import Fields, high_bits, next_dice, read, read_number, write, write_number
from kibitz.search.descriptor import Search
from kibitz.search.monte_carlo.averages import compare_averages, judge_averages, own_table, take_averages
from kibitz.search.monte_carlo.game_path import add_lead, begin_path, go_to, is_barred, pay_recurrence, take_lead
from kibitz.search.monte_carlo.guided_games import note_move, play_guided
from kibitz.search.monte_carlo.move_averages import key_of
from kibitz.search.monte_carlo.priors import write_priors
from kibitz.search.monte_carlo.proofs import is_settled, prove_upwards
from kibitz.search.monte_carlo.random_games import NO_ROOM, STUCK, play_out, throw
from kibitz.search.monte_carlo.selection import is_turn_of_least, least_tried, select_child
from kibitz.search.monte_carlo.tree import (
    CHILD_BITS,
    COUNT_MASK,
    DEEPEST_TREE,
    GAINS,
    GROW,
    KNOWLEDGE,
    LIMITS,
    MAST,
    MOVER,
    MOVES,
    PAID,
    PAYOFFS,
    PROOFS,
    RANDOM,
    ROWS,
    SEEN_AT,
    SHARES,
    TABLE,
    VISITS,
    WAY,
    PlayoutTree,
    TreeMemory,
    add_number,
    first_row,
    least_of,
    maintain_tree,
    most_of,
    new_block,
    set_limits,
    tree_words,
)

SEARCH = Search(
    "payoff",
    is_anytime=True,
    has_playouts=True,
    takes_chance=True,
    takes_payoffs=True,
    handles_repetition=True,
    adds_rewards=True,
    has_trace=False,
)
STEEP = 6.0  # how fast an estimate becomes a win, as it grows, in games that are won by more or less


def enter(rules: Any, fields: Fields, descents: int, mover: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """The entry of compiled code: make up to `descents` more descents from the state with `mover` to move; return their number.

    Fewer if the search is stopped, no room is left for a block, or the root is settled.
    """
    if memory.task != GROW:
        return maintain_tree(memory, tree)
    state = rules.enter(fields)
    if rules.has_recurrence:
        begin_path(memory)
    if rules.has_reward:
        memory.lead = memory.lead_before
    if tree.root_block == 0:
        last, before = state, mover
        if rules.has_weight and memory.last_at != 0:
            last, before = rules.load(memory, memory.last_at), memory.last_mover
        tree.root_block = expand(rules, last, before, state, mover, 0, 0, memory, tree)
    proofs = -1  # at the root: whether it is settled is asked when there are more of them
    for done in range(descents):
        if memory.halt != 0 or memory.full != 0 or memory.stuck != 0 or memory.playouts_made >= memory.most_playouts:
            return done
        if proofs != read(tree, tree.root_block + PROOFS):
            proofs = read(tree, tree.root_block + PROOFS)
            if memory.proves and is_settled(tree.root_block, memory, tree):
                return done
        descend(rules, state, mover, memory, tree)
    return descents


def descend(rules: Any, state: Any, mover: int, memory: TreeMemory, tree: PlayoutTree) -> None:
    """One descent: down the tree, a playout from its end, and its payoffs backed up.

    Visits are counted on the way down, before their payoffs are known, which sends other threads elsewhere, as does a
    virtual loss. No thread waits for another: if two count in the same place at once, one count is lost.
    """
    players, block, depth, over, settled, table = memory.players, tree.root_block, 0, False, False, 0
    notes = memory.rave > 0.0 or memory.playout == MAST
    tree.clock += 1
    memory.noted = 0
    if rules.has_recurrence:
        begin_path(memory)
    if rules.has_reward:
        memory.lead = memory.lead_before
    while True:
        first, rows = first_row(block, players), read(tree, block + ROWS)
        write(tree, block + SEEN_AT, tree.clock)
        write(tree, block + VISITS, read(tree, block + VISITS) + 1)
        if memory.rave > 0.0:
            table = own_table(block, table, memory, tree)
        if mover < 0:
            row = sample_outcome(rules, state, memory)
        elif depth == 0 and memory.even != 0 and is_turn_of_least(read(tree, block + VISITS), rows):
            row = least_tried(first, rows, memory, tree)
        else:
            row = select_child(block, first, rows, table * memory.judged, memory, tree)
        write(memory, WAY + 2 * depth, block)
        write(memory, WAY + 2 * depth + 1, row)
        depth += 1
        move = read(tree, first + MOVES * rows + row)
        if notes:
            note_move(mover, move, memory)
        entry = read(tree, first + row) + 1
        write(tree, first + row, entry)
        proofs = first + LIMITS * rows + row
        if memory.proves and pays_for_sure(proofs, mover, memory, tree):
            settled = True
            break
        last = state
        if rules.has_reward:
            take_lead(rules, last, move, mover, memory)
        state = rules.play(last, move)
        before, mover = mover, rules.mover(mover, state)
        over = rules.is_over(state)
        if over:
            rules.pay(state, mover, memory, PAID)
            if rules.has_reward:
                add_lead(memory.lead, memory, PAID)
        elif rules.has_recurrence and go_to(rules, last, move, state, memory):
            over = True
            pay_recurrence(rules, last, state, mover, memory, PAID)
        if over:
            if memory.proves:
                paid = read_number(memory, PAID + max(0, before))
                set_limits(proofs, paid, paid, memory, tree)
            break
        below = entry >> CHILD_BITS
        if below == 0:
            if entry & COUNT_MASK > memory.ripe and depth < DEEPEST_TREE:
                below = expand(rules, last, before, state, mover, block, row, memory, tree)
                if below != 0:
                    write(tree, first + row, read(tree, first + row) & COUNT_MASK | below << CHILD_BITS)
                    if read(tree, below + PROOFS) != 0:
                        write(memory, WAY + 2 * depth, below)
                        prove_upwards(depth + 1, memory, tree)
                        settled = pays_for_sure(proofs, before, memory, tree)
            break
        block = below
    guessed = False
    if not over and not settled:
        if memory.playout == RANDOM and not notes:
            play_out(rules, state, mover, memory.longest_game, tree_words(players), PAID, memory)
        else:
            play_guided(rules, last, before, state, mover, memory)
            guessed = memory.playout == KNOWLEDGE
    score_payoffs(guessed, memory)
    memory.playouts_made += 1
    back_up(depth, memory, tree)
    if over and memory.proves:
        prove_upwards(depth, memory, tree)
    if notes:
        take_averages(depth, memory, tree)
    if memory.rave > 0.0 and memory.judged == 0:
        judge_averages(memory)


def pays_for_sure(proofs: int, mover: int, memory: TreeMemory, tree: PlayoutTree) -> bool:
    """Whether it is proved what a move of `mover` brings; if so, that is written as what the playout paid."""
    least = least_of(proofs, memory, tree)
    if least != most_of(proofs, memory, tree):
        return False
    write_number(memory, PAID + max(0, mover), least)
    write_number(memory, PAID + 1 - max(0, mover), -least)
    return True


def expand(
    rules: Any, last: Any, before: int, state: Any, mover: int, above: int, row: int, memory: TreeMemory, tree: PlayoutTree
) -> int:
    """A block for a position that is not over, reached from `last` by a move of `before`; 0 without room for it.

    Moves that end the game are found at once (as in Baier and Winands 2015), but at the root, where each is tried anyway.
    """
    room, count, most = tree_words(memory.players), 0, 1 << memory.room_bits
    if mover < 0:
        for outcome, _ in rules.chances(state):
            write(memory, room + min(count, most - 1), outcome)
            count += 1
    else:
        for move in rules.moves(state):
            if rules.recurrence_forbids and is_barred(rules, rules.play(state, move), memory):
                continue
            write(memory, room + min(count, most - 1), move)
            count += 1
    if count == 0 or count > most:
        memory.stuck = STUCK if count == 0 else NO_ROOM
        return 0
    block = new_block(count, mover, above, row, memory, tree)
    if block != 0:
        first = first_row(block, memory.players)
        if memory.priors != 0 and mover >= 0:
            write_priors(rules, last, before, state, mover, first + memory.priors * count, count, memory, tree)
        for number in range(count):
            move = read(memory, room + number)
            write(tree, first + MOVES * count + number, move)
            if memory.keys != 0:
                write(tree, first + memory.keys * count + number, key_of(mover, move))
            if memory.opinions != 0:
                write_number(tree, first + memory.opinions * count + number, opinion_of(rules, state, mover, move, memory))
            if memory.proves and above != 0:
                after = rules.play(state, move)
                if rules.is_over(after):
                    rules.pay(after, rules.mover(mover, after), memory, PAID)
                    if rules.has_reward:
                        add_lead(lead_after(rules, state, mover, move, memory), memory, PAID)
                    paid = read_number(memory, PAID + max(0, mover))
                    set_limits(first + LIMITS * count + number, paid, paid, memory, tree)
                    write(tree, block + PROOFS, 1)
    return block


def opinion_of(rules: Any, state: Any, mover: int, move: int, memory: TreeMemory) -> float:
    """The estimate of a move, as a share, for its maker; for the first player where dice decide."""
    after, player = rules.play(state, move), max(0, mover)
    later = rules.mover(mover, after)
    if rules.is_over(after):
        rules.pay(after, later, memory, PAID)
        if rules.has_reward:
            add_lead(lead_after(rules, state, mover, move, memory), memory, PAID)
        return share_of(read_number(memory, PAID + player), memory)
    rules.guess(after, later, memory, PAID)
    if rules.has_reward:
        add_lead(lead_after(rules, state, mover, move, memory), memory, PAID)
    return guessed_share(read_number(memory, PAID + player), memory)


def lead_after(rules: Any, state: Any, mover: int, move: int, memory: TreeMemory) -> int:
    """The first player's lead after a move of `mover` from the current state."""
    reward = rules.reward(state, move)
    return int(memory.lead + (reward if mover == 0 else -reward))


def sample_outcome(rules: Any, state: Any, memory: TreeMemory) -> int:
    """The row of a chance outcome, drawn at random."""
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


def guessed_share(payoff: float, memory: TreeMemory) -> float:
    """An estimate of a payoff as such a share: the larger it is, the surer is the win."""
    payoff = min(memory.most_paid, max(memory.least_paid, payoff))
    share = (payoff - memory.least_paid) / (memory.most_paid - memory.least_paid)
    if memory.most_paid <= 1.0:
        return float(share)
    size = STEEP * payoff / memory.most_paid
    return float(memory.winning * (0.5 + 0.5 * size / (1.0 + size * size) ** 0.5) + (1.0 - memory.winning) * share)


def score_payoffs(guessed: bool, memory: TreeMemory) -> None:
    """Write each player's share of what the last playout paid, or was guessed to pay."""
    players = memory.players
    for player in range(players):
        paid = read_number(memory, PAID + player)
        share = guessed_share(paid, memory) if guessed else share_of(paid, memory)
        write_number(memory, PAID + players + player, share)


def back_up(depth: int, memory: TreeMemory, tree: PlayoutTree) -> None:
    """Add a descent's payoffs to all blocks and rows on its way."""
    players, below, later = memory.players, -1.0, 0
    for back in range(depth):
        ply = depth - 1 - back
        block, row = read(memory, WAY + 2 * ply), read(memory, WAY + 2 * ply + 1)
        first, rows, mover = first_row(block, players), read(tree, block + ROWS), max(0, read(tree, block + MOVER))
        share = read_number(memory, PAID + players + mover)
        add_number(first + GAINS * rows + row, share, tree)
        add_number(block + SHARES, share, tree)
        for player in range(players):
            add_number(block + PAYOFFS + player, read_number(memory, PAID + player), tree)
        if memory.judged == 0 and read(tree, block + TABLE) != 0:
            compare_averages(block, first, rows, row, memory, tree)
        if memory.implicit > 0.0:
            if below >= 0.0:
                write_number(tree, first + memory.opinions * rows + row, below if later == mover else 1.0 - below)
            below, later = best_opinion(block, first, rows, memory, tree), mover


def best_opinion(block: int, first: int, rows: int, memory: TreeMemory, tree: PlayoutTree) -> float:
    """The estimate of the best move of a block; where dice decide, the average over outcomes so far."""
    best, total, times = 0.0, 0.0, 0
    for row in range(rows):
        opinion, uses = read_number(tree, first + memory.opinions * rows + row), 1 + (read(tree, first + row) & COUNT_MASK)
        best, total, times = max(best, opinion), total + uses * opinion, times + uses
    return total / times if read(tree, block + MOVER) < 0 else best
