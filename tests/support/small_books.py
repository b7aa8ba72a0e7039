"""Opening books that are made at once, and what positions in them are worth by plain minimax."""

from pathlib import Path
from typing import Any

from kibitz import Value, load
from kibitz.books.make_book import BookSummary, make_book
from kibitz.core.rules import Game
from kibitz.solutions.ranking import counts_plies
from reference import solve


def true_value(game: Game, state: Any) -> Value:
    """What plain minimax says."""
    result, plies = solve(game, state)
    return Value("exact", result, plies if result and counts_plies(game) else None)


def nothing(found: int) -> None:
    """Nobody listens."""


def tic_tac_toe(file: Path, plies: int = 2, workers: int | None = None) -> BookSummary:
    return make_book(load("tic_tac_toe"), plies, file, workers=workers)
