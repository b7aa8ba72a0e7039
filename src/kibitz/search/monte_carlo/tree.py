"""The tree of a search by playouts: blocks of words in one memory, one for each position visited often enough.

A block is a head, what each player got in all, and four columns with a row for each move: how often it was made and where
the block of the position after it begins, what it brought in all, what is proved of it, and the move; there may be
three more: what a knowledge makes of the move, or of the best answers to it as far as the tree reaches; the move's key; and how
likely a knowledge thinks the move. When the memory is full the blocks are given up that were not looked at for longest: a
block is never older than those below it, so these are leaves.

Columns are words apart, for the numbers by which a move is chosen lie side by side then. A row of proofs is two floats of
32 bits, how far the lower limit is above the least result and the upper one below the largest: 0 says nothing, and results
are whole numbers.
"""

from kibitz.kernel import MemoryLayout, Words, read, read_half, read_number, write, write_half, write_number
from kibitz.patterns.likelihood import SPACE
from kibitz.search.monte_carlo.game_path import PATH_WORDS
from kibitz.search.monte_carlo.memory import PlayoutMemory


class PlayoutTree(Words):
    """The words of a tree that have names."""

    root_block: int  # where the block of the root begins
    clock: int  # visits of the root, of all searches that grew the tree
    next_table: int  # where the next table of move averages goes, behind all blocks


FIRST_BLOCK = MemoryLayout(PlayoutTree).end
# The head of a block: how many words it has (below 0: it is free), the block above and the row there, when it was visited last,
# who is to move (CHANCE where dice or cards decide), how many rows there are, how often it was visited, how often something was
# proved of a move, where its table of move averages lies (0: none), and the sum of the shares of the player to move; then
# what each player got, added up.
SIZE, ABOVE, SEEN_AT, MOVER, ROWS, VISITS, PROOFS, TABLE, SHARES, PAYOFFS = range(10)
COUNTS, GAINS, LIMITS, MOVES, COLUMNS = range(5)  # columns; a memory says whether there are more, and which
CHILD_BITS = 32
COUNT_MASK = (1 << CHILD_BITS) - 1


class TreeMemory(PlayoutMemory):
    """The words of a thread's memory that have names, when it grows a tree."""

    playouts_made: int  # all together
    most_playouts: int  # and no more than this
    full: int  # 1 when there is no room for a block
    arena_at: int  # where the next block goes, ...
    arena_end: int  # ... and where the free run ends in which that lies
    next_run: int  # the next free run of this thread; 0: none
    ripe: int  # visits after which a move gets a block
    columns: int  # of a block; among them, or 0: ...
    opinions: int  # ... what a knowledge makes of each move, ...
    keys: int  # ... the key of each move in tables of move averages, ...
    priors: int  # ... and how likely a knowledge thinks each move
    prior: float  # how much that counts
    playout: int  # how a game goes on from a leaf: RANDOM, ..., KNOWLEDGE or POLICY
    random_plies: int  # before a knowledge is asked
    implicit: float  # how much of a move's worth is what the knowledge makes of the best answers to it
    rave: float  # visits of a move after which its own average counts as much as that of the same move elsewhere; 0: always
    calm: float  # `exploring` where that helps
    judged: int  # 0 while it is not known whether that helps
    compared: int  # moves whose own average was compared with that of the same move elsewhere; of these, added up ...
    agreement: float  # ... the product of how far both lie above those of other moves, ...
    own_spread: float  # ... and the squares of either
    other_spread: float
    table_bits: int  # of the number of moves in a table of move averages
    noted: int  # moves that were noted of a descent and its playout
    longest_game: int  # plies after which a game is given up
    task: int  # what a call is to do: GROW, or one of those that make room ...
    task_from: int  # ... from this word of the tree ...
    task_to: int  # ... to the one before this, ...
    task_since: int  # ... and of blocks visited since then
    exploring: float  # how much a move counts that was seldom tried
    urgency: float  # how much better than its position a move is thought that was never tried
    winning: float  # how much of a reward is for the win itself; the rest is for its size
    least_paid: float  # the least that a player can get ...
    most_paid: float  # ... and the most
    proves: int  # 1 where what one player wins the other loses
    even: int  # 1 where every other descent goes to the move of the root that was tried least: all moves are to have an average


RANDOM, MAST, KNOWLEDGE, POLICY = range(4)  # ways of a playout
DEEPEST_TREE = 250  # plies
MOST_NOTED = 512  # moves of a descent and its playout
NOTE = 2  # words: who made a move, and the key of the move
MAST_BITS = 11  # of the number of places of a thread's table of move averages
LAST_WORDS = 512  # for a state
AGES = 256  # classes of blocks by age
# Behind the names of a thread's memory: how many words of the tree have which age; the way down the tree, a block and a row
# for each ply; moves that were noted; averages of moves; what was on the board (game_path.py); the symbols of a position
# (likelihood.py), and the one before the root; for each player what the last playout paid, and its share; room for moves.
AGES_AT = MemoryLayout(TreeMemory).end
WAY = AGES_AT + AGES
NOTES = WAY + 2 * (DEEPEST_TREE + 1)
AVERAGES = NOTES + NOTE * MOST_NOTED
PATH = AVERAGES + (2 << MAST_BITS)
SYMBOLS_AT = PATH + PATH_WORDS
LAST_AT = SYMBOLS_AT + SPACE
PAID = LAST_AT + LAST_WORDS


def tree_words(players: int) -> int:
    """The words of a thread's memory but the room for moves."""
    return PAID + 2 * players


def block_words(rows: int, players: int, columns: int) -> int:
    """The words of a block."""
    return PAYOFFS + players + columns * rows


def new_block(rows: int, mover: int, above: int, row: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """The index of a new block; 0, with a note in the memory, if there is no room."""
    size = block_words(rows, memory.players, memory.columns)
    while memory.arena_at + size > memory.arena_end:
        left = memory.arena_end - memory.arena_at
        if left > 0:
            write(tree, memory.arena_at, -left)
        run = memory.next_run
        if run == 0:
            memory.arena_at = memory.arena_end
            memory.full = 1
            return 0
        memory.arena_at, memory.arena_end, memory.next_run = run, run - read(tree, run), read(tree, run + 1)
        write(tree, run, 0)
        write(tree, run + 1, 0)
    at = memory.arena_at
    if memory.arena_end - at - size == 1:  # a free run holds its length and where the next one is
        size += 1
    memory.arena_at += size
    write(tree, at + ABOVE, above | row << CHILD_BITS)
    write(tree, at + SEEN_AT, tree.clock)
    write(tree, at + MOVER, mover)
    write(tree, at + ROWS, rows)
    write(tree, at + SIZE, size)
    return at


def first_row(block: int, players: int) -> int:
    """Where the first column begins."""
    return block + PAYOFFS + players


def least_of(row: int, memory: TreeMemory, tree: PlayoutTree) -> float:
    """The proved lower limit of a move for its maker; `row`: the word of its proofs."""
    return memory.least_paid + read_half(tree, 2 * row)


def most_of(row: int, memory: TreeMemory, tree: PlayoutTree) -> float:
    """The proved upper limit of a move for its maker."""
    return memory.most_paid - read_half(tree, 2 * row + 1)


def set_limits(row: int, least: float, most: float, memory: TreeMemory, tree: PlayoutTree) -> bool:
    """Enter a move's proved bounds; return whether they are news."""
    above, below = least - memory.least_paid, memory.most_paid - most
    news = False
    if above > read_half(tree, 2 * row):
        write_half(tree, 2 * row, above)
        news = True
    if below > read_half(tree, 2 * row + 1):
        write_half(tree, 2 * row + 1, below)
        news = True
    return news


def add_number(place: int, number: float, tree: PlayoutTree) -> None:
    """Add to a number in the tree."""
    write_number(tree, place, read_number(tree, place) + number)


# What follows is done between two calls of a search, while no thread grows the tree.

GROW, COUNT_AGES, MARK_KEPT, FREE_UNMARKED, CLEAR_TABLES = range(5)  # tasks
KEPT = 0.5  # of the memory, at most


def count_ages(start: int, end: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """Count the words of the blocks in a part of the tree by their age, in classes up to now; how many there are."""
    at, words, span = start, 0, tree.clock + 1
    while at < end:
        size = read(tree, at)
        if size == 0:
            break
        if size > 0:
            seen = read(tree, at + SEEN_AT)
            place = AGES_AT + seen * AGES // span
            write(memory, place, read(memory, place) + size)
            words += size
        at += abs(size)
    return words


def mark_kept(since: int, players: int, tree: PlayoutTree) -> int:
    """Cut off blocks not visited since, mark the others with a negative visit time, and return how many are left."""
    block, row, left = tree.root_block, 0, 1
    if block == 0:
        return 0
    write(tree, block + SEEN_AT, -1 - read(tree, block + SEEN_AT))
    while True:
        first, rows = first_row(block, players), read(tree, block + ROWS)
        below = 0
        while row < rows and below == 0:
            entry = read(tree, first + row)
            below = entry >> CHILD_BITS
            if below != 0 and (read(tree, below + SEEN_AT) < since or read(tree, below + SEEN_AT) < 0):
                write(tree, first + row, entry & COUNT_MASK)
                below = 0
            row += 1
        if below != 0:
            write(tree, below + SEEN_AT, -1 - read(tree, below + SEEN_AT))
            left += 1
            block, row = below, 0
        elif block == tree.root_block:
            return left
        else:
            above = read(tree, block + ABOVE)
            block, row = above & COUNT_MASK, (above >> CHILD_BITS) + 1


def free_unmarked(start: int, end: int, tree: PlayoutTree) -> int:
    """Make runs of unmarked words, each with its negative length and the next run after it; return the first run, or 0."""
    at, run, last, first = start, 0, 0, 0
    while at < end:
        size = read(tree, at)
        if size > 0 and read(tree, at + SEEN_AT) < 0:
            write(tree, at + SEEN_AT, -1 - read(tree, at + SEEN_AT))
            write(tree, at + TABLE, 0)
            run = 0
        else:
            for place in range(at, at + (size if size > 0 else 2)):  # free runs are zero but for their head
                write(tree, place, 0)
            size = -abs(size) if size != 0 else at - end
            if run == 0:
                run = at
                if last == 0:
                    first = run
                else:
                    write(tree, last + 1, run)
                last = run
                write(tree, run, size)
            else:
                write(tree, run, read(tree, run) + size)
        at += abs(size)
    return first


def maintain_tree(memory: TreeMemory, tree: PlayoutTree) -> int:
    """Do the task that the memory names, from one word of the tree to another."""
    if memory.task == COUNT_AGES:
        if memory.arena_end > memory.arena_at:  # the rest of the free run in which the next block would go
            write(tree, memory.arena_at, memory.arena_at - memory.arena_end)
        return count_ages(memory.task_from, memory.task_to, memory, tree)
    if memory.task == MARK_KEPT:
        return mark_kept(memory.task_since, memory.players, tree)
    if memory.task == CLEAR_TABLES:
        for place in range(memory.task_from, memory.task_to):
            write(tree, place, 0)
        return 0
    return free_unmarked(memory.task_from, memory.task_to, tree)
