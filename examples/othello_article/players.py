"""The article's players, and the mended ones: each a function that takes a position and dice, and returns a move.

Of moves that look equally good each of them takes any, by dice. `_weighted` counts the weights of squares, the others stones.
"""

from leaves import Leaf
from lookahead import SIGNED, TOTAL, WEIGHTS, Lookahead, values

import kibitz
from kibitz import Ints

ONE = Ints((1,))  # a single ply, and its gain counts


def any_move(position, dice):
    """The article's random player."""
    return dice.choice(position.legal())


def look_ahead(position, dice):
    """The article's player that looks one move ahead: it turns over as many stones as it can."""
    return best(Lookahead(shares=ONE), position, dice)


def look_ahead_weighted(position, dice):
    """The same with the weights of the squares."""
    return best(Lookahead(shares=ONE, weights=WEIGHTS), position, dice)


def min_max(position, dice):
    """The article's min-max of three plies, a faithful copy: only the gain of the last ply counts, a line without it 0."""
    return best(Lookahead(), position, dice)


def min_max_weighted(position, dice):
    """The same with the weights of the squares."""
    return best(Lookahead(weights=WEIGHTS), position, dice)


def passing(position, dice):
    """One mend: who cannot move passes, and the line goes on."""
    return best(Lookahead(passes=True), position, dice)


def passing_weighted(position, dice):
    """The same with the weights of the squares."""
    return best(Lookahead(weights=WEIGHTS, passes=True), position, dice)


def total(position, dice):
    """One mend: the gains of all three plies count, but the other side's as if they were its own."""
    return best(Lookahead(shares=TOTAL), position, dice)


def total_weighted(position, dice):
    """The same with the weights of the squares."""
    return best(Lookahead(shares=TOTAL, weights=WEIGHTS), position, dice)


def signed(position, dice):
    """Two mends: the gains of all three plies count, and what the other side gains is a loss."""
    return best(Lookahead(shares=SIGNED), position, dice)


def signed_weighted(position, dice):
    """The same with the weights of the squares."""
    return best(Lookahead(shares=SIGNED, weights=WEIGHTS), position, dice)


def mended(position, dice):
    """All three mends: gains of all plies, the other side's as losses, and passes."""
    return best(Lookahead(shares=SIGNED, passes=True), position, dice)


def mended_weighted(position, dice):
    """The same with the weights of the squares."""
    return best(Lookahead(shares=SIGNED, weights=WEIGHTS, passes=True), position, dice)


def leaf(position, dice):
    """Counts no gains: three plies of Othello, and then the stones on the board, its own minus the other side's."""
    return _searched(position, dice, Leaf(position.game))


def leaf_weighted(position, dice):
    """The same with the weights of the squares on which the stones lie."""
    return _searched(position, dice, Leaf(position.game, WEIGHTS))


def kibitzer(position, dice):
    """Three plies with what kibitz knows of Othello."""
    return _searched(position, dice, "auto")


def best(look, position, dice):
    """A move with the largest min-max value."""
    legal = position.legal()
    return legal[0] if len(legal) == 1 else _largest(values(look, position), dice)


def _searched(position, dice, knowledge):
    """The same of three plies of the game itself, which ends as its rules say."""
    three = kibitz.Limit(depth=3, table=2**20)
    thought = kibitz.think(position, search="alphabeta", limit=three, knowledge=knowledge, all_moves=True)
    return _largest({one.move: one.value.result for one in thought.moves}, dice)


def _largest(worth, dice):
    most = max(worth.values())
    return dice.choice([move for move, value in worth.items() if value == most])
