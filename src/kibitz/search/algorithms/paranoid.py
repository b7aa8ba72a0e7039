"""Paranoid: all others are taken to play against the one whose turn it is at the root.

Theorem (Sturtevant and Korf 2000): with that assumption a game of several players is a game of two, so alpha-beta cuts as deep
as there: about b^((n-1)/n depth) nodes for n players. The value is one number: the payoff that the mover at the root gets at
least, against any play of the others. It is `expectiminimax` with that player as the hero, chance included.
"""

from kibitz.search.algorithms import expectiminimax
from kibitz.search.descriptor import Search

SEARCH = Search("payoff", has_window=True, takes_chance=True, takes_payoffs=True, proves="at_least")
enter = expectiminimax.enter
