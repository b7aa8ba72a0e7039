"""An opening book as a page has it: the values of all positions near the start, in the order in which a script meets them."""

from typing import Any

from kibitz.core.rules import Game, is_over, offered, play_move, start_of
from kibitz.solutions.book import Book

NOT_KEPT = 0  # the number of a position that a script need not look up


def book_of(game: Game) -> dict[str, Any] | None:
    """The shipped book of a game; None where there is none.

    `values`: the different values, result and plies, from number 1 on; `order`: the number of each position, ply by ply,
    those of one ply in the order in which the moves lead to them.
    """
    book = Book.shipped(game)
    if book is None or game.recurrence:
        return None
    kinds, order = list[tuple[float, int | None]](), list[int]()
    level = [start_of(game)]
    for _ in range(book.title.plies + 1):
        for state in level:
            value = book.value(game, state)
            kind = None if value is None else (value.result, value.plies)
            if kind is not None and kind not in kinds:
                kinds.append(kind)
            order.append(NOT_KEPT if kind is None else 1 + kinds.index(kind))
        ahead = [play_move(game, state, move) for state in level if not is_over(game, state) for move in offered(game, state)]
        level = list(dict.fromkeys(ahead))
    return {"plies": book.title.plies, "values": kinds, "order": order}
