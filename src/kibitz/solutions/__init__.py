"""Tables of proved values in files: opening books, and the strong solution of small games.

`kibitz book` makes books, `Book` reads them, and those that come with the package lie in `data/`. `solve_everything` finds
every position that can be reached, and `Solution` reads its file. Reading needs no compiler, for there is nothing to search.
"""

from kibitz.solutions.book import Book
from kibitz.solutions.solution import Solution, SolutionSummary, solve_everything

__all__ = ["Book", "Solution", "SolutionSummary", "solve_everything"]
