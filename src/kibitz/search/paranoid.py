"""Paranoid: all others are taken to play against the one whose turn it is at the root.

Theorem (Sturtevant and Korf 2000): with that assumption a game of several players is a game of two, so alpha-beta cuts as deep
as there: about b^((n-1)/n depth) nodes for n players. The value is one number: the payoff that the mover at the root is sure
of, whatever the others do. It is `expectiminimax` with that player as the hero, chance included.
"""

from kibitz.search import expectiminimax

WEIGHS = True
HAS_TRACE = True
VECTORS = False
PROVES = "at_least"
TAKES_CHANCE = TAKES_PAYOFFS = True
enter = expectiminimax.enter
