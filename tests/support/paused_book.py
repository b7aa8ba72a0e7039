"""`kibitz` for the making of a book that waits, when its journal holds so many positions: python paused_book.py 9 book ..."""

import sys
import time
from unittest.mock import patch

from kibitz.books.make_book import BookJournal
from kibitz.cli import main
from kibitz.core.thought import Value


class Paused(BookJournal):
    """Takes so many positions, and no more for a minute."""

    most = 0

    def add(self, key: int, value: Value) -> None:
        """Waits for a signal before it goes on."""
        super().add(key, value)
        if len(self.values) == self.most:
            time.sleep(60)


if __name__ == "__main__":
    Paused.most = int(sys.argv[1])
    with patch("kibitz.books.make_book.BookJournal", Paused):
        main(sys.argv[2:])
