"""Tables of move averages that hang on a tree of playouts, and whether they help (see `move_averages`)."""

from kibitz.kernel import read, read_number, write
from kibitz.search.monte_carlo.move_averages import add_average, average_at, place_of, times_made
from kibitz.search.monte_carlo.tree import (
    AVERAGES,
    COUNT_MASK,
    GAINS,
    MAST,
    MAST_BITS,
    NOTE,
    NOTES,
    PAID,
    SHARES,
    TABLE,
    VISITS,
    WAY,
    PlayoutTree,
    TreeMemory,
)

FREQUENT = 50  # visits of a block after which it gets a table of move averages
# Whether averages of the same move elsewhere say anything is found out from moves tried so often, as soon as there are so many
# of them or so many descents are over: both averages have to agree as well as this, from -1 to 1 (docs/decisions/rave.md).
TRIED, ENOUGH, LATEST, LEAST_AGREEMENT = 8, 80, 4000, 0.55


def own_table(block: int, above: int, memory: TreeMemory, tree: PlayoutTree) -> int:
    """Where the averages lie by which moves of a block are judged: in its own table, or one `above`; 0: nowhere."""
    table = read(tree, block + TABLE)
    if table == 0 and read(tree, block + VISITS) >= FREQUENT:
        table = tree.next_table
        if table + (2 << memory.table_bits) > tree.length:
            return above
        tree.next_table = table + (2 << memory.table_bits)
        write(tree, block + TABLE, table)
    return table if table != 0 else above


def take_averages(depth: int, memory: TreeMemory, tree: PlayoutTree) -> None:
    """Count each noted move in the thread's table, and in the tables of blocks above it."""
    shares, tables = PAID + memory.players, 0
    for number in range(memory.noted):
        if number < depth:  # from here on the table of one block more, if it has one: the ways are not needed any more
            table = read(tree, read(memory, WAY + 2 * number) + TABLE)
            if table != 0:
                write(memory, WAY + tables, table)
                tables += 1
        player, key = read(memory, NOTES + NOTE * number), read(memory, NOTES + NOTE * number + 1)
        if player < 0:
            continue
        share = read_number(memory, shares + player)
        if memory.playout == MAST:
            add_average(memory, place_of(AVERAGES, MAST_BITS, key), key, share)
        for one in range(tables):
            add_average(tree, place_of(read(memory, WAY + one), memory.table_bits, key), key, share)


def compare_averages(block: int, first: int, rows: int, row: int, memory: TreeMemory, tree: PlayoutTree) -> None:
    """Compare a move's average with that of the same move elsewhere, once it was tried often enough.

    Each by its distance above the average of all moves.
    """
    if read(tree, first + row) & COUNT_MASK != TRIED:
        return
    table, known, total, count = read(tree, block + TABLE), 0.0, 0.0, 0
    for one in range(rows):
        key = read(tree, first + memory.keys * rows + one)
        place = place_of(table, memory.table_bits, key)
        uses = times_made(tree, place, key)
        if uses > 0:
            average = average_at(tree, place, uses)
            total, count, known = total + average, count + 1, average if one == row else known
    if count > 1 and known > 0.0:
        own = read_number(tree, first + GAINS * rows + row) / TRIED - read_number(tree, block + SHARES) / read(
            tree, block + VISITS
        )
        other = known - total / count
        memory.compared += 1
        memory.agreement += own * other
        memory.own_spread += own * own
        memory.other_spread += other * other


def judge_averages(memory: TreeMemory) -> None:
    """Find out whether averages of the same move elsewhere help; if not, they are not asked any more."""
    if memory.compared < ENOUGH and memory.playouts_made < LATEST:
        return
    memory.judged = 1
    if memory.agreement <= LEAST_AGREEMENT * (memory.own_spread * memory.other_spread) ** 0.5:
        memory.rave = 0.0
    else:
        memory.exploring = memory.calm
