"""Puzzles in the store, and what each visitor made of them.

No store has their tables before the first of them is kept, which makes them; an older kibitz leaves them alone.
"""

import itertools
import json
from collections.abc import Collection, Sequence
from typing import Any

from kibitz.arena.store._connection import list_marks
from kibitz.arena.store._database import writable
from kibitz.arena.store._results import ResultRows
from kibitz.arena.store._schema import add_table, list_tables
from kibitz.arena.store.records import OPEN, Puzzle

PUZZLES, TRIES, DAYS = "kibitz_puzzles", "kibitz_puzzle_tries", "kibitz_puzzle_days"


class PuzzleRows(ResultRows):
    """The store's puzzles."""

    def keep_puzzles(self, found: Sequence[Puzzle]) -> int:
        """Stores puzzles that their owners do not have yet; how many these are."""
        rows = [_puzzle_row(one) for one in found]
        if not rows:
            return 0
        with self._database.writing() as connection:
            add_table(connection, PUZZLES)
            return connection.insert_new(PUZZLES, rows)

    def puzzles(self, owner: str, games: Collection[str] | None = None, most: int = 500) -> list[Puzzle]:
        """The puzzles that a visitor may see, of some games or of all: their own first, and of these the newest."""
        query, values = f"SELECT * FROM {PUZZLES} WHERE owner IN (?, '')", [writable(owner)]
        if games is not None:
            query, values = f"{query} AND game IN ({list_marks(games)})", [*values, *games]
        with self._database.reading() as connection:
            if PUZZLES not in list_tables(connection):
                return []
            rows = connection.rows(f"{query} ORDER BY owner DESC, kept DESC, key LIMIT ?", *values, most)
            kept: dict[str, Puzzle] = {}
            for row in rows:
                kept.setdefault(row.key, _to_puzzle(row))
            return list(kept.values())

    def puzzle_games(self, owner: str) -> list[str]:
        """The specs of the games with puzzles for a visitor."""
        query = f"SELECT DISTINCT game FROM {PUZZLES} WHERE owner IN (?, '')"
        with self._database.reading() as connection:
            return sorted(connection.column(query, writable(owner))) if PUZZLES in list_tables(connection) else []

    def keep_try(self, owner: str, key: str, game: str, outcome: int) -> None:
        """Counts an answer of a visitor: SOLVED, OPEN or REVEALED. What was solved, or shown, stays so."""
        row = {"owner": owner, "key": key, "game": game, "answers": 1, "solved": outcome}
        mine = "owner = ? AND key = ?"
        with self._database.writing() as connection:
            add_table(connection, TRIES)
            if connection.insert_new(TRIES, [row]):
                return
            connection.run(f"UPDATE {TRIES} SET answers = answers + 1 WHERE {mine}", owner, key)
            connection.run(f"UPDATE {TRIES} SET solved = ? WHERE {mine} AND solved = ?", outcome, owner, key, OPEN)

    def keep_day(self, owner: str, day: int) -> None:
        """Notes a day on which a visitor has solved a puzzle, a number of days since the year 1."""
        with self._database.writing() as connection:
            add_table(connection, DAYS)
            connection.insert_new(DAYS, [{"owner": owner, "day": day}])

    def streak(self, owner: str, today: int) -> int:
        """On how many days in a row a visitor has solved a puzzle, up to today or yesterday."""
        query = f"SELECT day FROM {DAYS} WHERE owner = ? AND day <= ?"
        with self._database.reading() as connection:
            days = set(connection.column(query, writable(owner), today)) if DAYS in list_tables(connection) else set()
        last = today if today in days else today - 1
        return next(count for count in itertools.count() if last - count not in days)

    def tries(self, owner: str, games: Collection[str] | None = None) -> dict[str, int]:
        """A visitor's result for each puzzle tried, by its key: SOLVED, OPEN or REVEALED."""
        query, values = f"SELECT key, solved FROM {TRIES} WHERE owner = ?", [writable(owner)]
        if games is not None:
            query, values = f"{query} AND game IN ({list_marks(games)})", [*values, *games]
        with self._database.reading() as connection:
            return dict(connection.run(query, *values)) if TRIES in list_tables(connection) else {}


def _puzzle_row(one: Puzzle) -> dict[str, Any]:
    facts = {"source": one.source, "moves": one.moves, "best": one.best, "proved": one.proved, "worths": one.worths}
    text = json.dumps(facts, separators=(",", ":"))
    return {"owner": one.owner, "key": one.key, "game": one.game, "kept": one.kept, "puzzle": text}


def _to_puzzle(row: Any) -> Puzzle:
    facts = json.loads(row.puzzle)
    lists = {name: tuple(facts[name]) for name in ("moves", "worths")}
    return Puzzle(owner=row.owner, game=row.game, kept=row.kept, **facts | lists)
