"""A move's average result wherever it was made: for games in which it means much the same elsewhere.

A table has two words for each place: how often a player made the move, with a tag that tells moves of one place apart, and the
sum of its maker's shares. A thread has one table of all its games, by which playouts choose their moves (MAST: Finnsson and
Bjornsson 2008). A block of the tree with many visits has one of the games through it, which judges moves below with few visits
(GRAVE: Cazenave 2015, after RAVE: Gelly and Silver 2007).
"""

from kibitz.kernel import Words, high_bits, low_bits, mixed, read, read_number, write, write_number

TAG_BITS, PLACE_BITS, PLAYER_BIT = 32, 31, 58
COUNT_MASK = (1 << TAG_BITS) - 1


def key_of(player: int, move: int) -> int:
    """A tag above 0 that stands for a player's move, and below it the bits that say its place in tables of any size."""
    stirred = mixed(player + 1 << PLAYER_BIT, move)  # else a player and a move could be mixed up with others
    return (1 + high_bits(stirred, PLACE_BITS - 1)) << TAG_BITS | low_bits(stirred, PLACE_BITS)


def place_of(table: int, bits: int, key: int) -> int:
    """The place of a move in a table of 2**`log` places."""
    return table + 2 * low_bits(key, bits)


def times_made(words: Words, place: int, key: int) -> int:
    """How often the move with this key was made; 0 where another one has its place."""
    entry = read(words, place)
    return entry & COUNT_MASK if entry >> TAG_BITS == key >> TAG_BITS else 0


def add_average(words: Words, place: int, key: int, share: float) -> None:
    """Count a move and what it brought, unless another one has its place."""
    entry = read(words, place)
    if entry == 0:
        entry = key >> TAG_BITS << TAG_BITS
    if entry >> TAG_BITS == key >> TAG_BITS:
        write(words, place, entry + 1)
        write_number(words, place + 1, read_number(words, place + 1) + share)


def average_at(words: Words, place: int, times: int) -> float:
    """The average result of a place's move, and how many times it was made."""
    return float(read_number(words, place + 1) / times)
