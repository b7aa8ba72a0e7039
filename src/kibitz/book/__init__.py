"""Opening books: the exact value of every position of a game up to so many plies from the start, in one small file.

`kibitz book` makes them, `Book` reads them (without the compiler, for it has nothing to search), and those that come with
the package lie in `data/`.
"""

from kibitz.book.book import Book, shipped

__all__ = ["Book", "shipped"]
