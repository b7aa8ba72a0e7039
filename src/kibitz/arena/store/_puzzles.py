"""Puzzles in the store, and what each visitor made of them.

No store has their tables before the first of them is kept, which makes them; an older kibitz leaves them alone.
"""

import itertools
import json
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, select, update

from kibitz.arena.store._database import insert_new, writable
from kibitz.arena.store._results import ResultRows
from kibitz.arena.store._schema import add_table, has_table, puzzle_days, puzzle_tries, puzzles
from kibitz.arena.store.records import OPEN, Puzzle


class PuzzleRows(ResultRows):
    """The store's puzzles."""

    def keep_puzzles(self, found: Sequence[Puzzle]) -> int:
        """Stores puzzles that their owners do not have yet; how many these are."""
        rows = [_puzzle_row(one) for one in found]
        if not rows:
            return 0
        with self._database.writing() as connection:
            add_table(connection, puzzles)
            return insert_new(connection, puzzles, rows)

    def puzzles(self, owner: str, games: Collection[str] | None = None, most: int = 500) -> list[Puzzle]:
        """The puzzles that a visitor may see, of some games or of all: their own first, and of these the newest."""
        query = select(puzzles).where(puzzles.c.owner.in_({writable(owner), ""}))
        query = query if games is None else query.where(puzzles.c.game.in_(games))
        with self._database.reading() as connection:
            if not has_table(connection, puzzles):
                return []
            rows = connection.execute(query.order_by(puzzles.c.owner.desc(), puzzles.c.kept.desc(), puzzles.c.key).limit(most))
            kept: dict[str, Puzzle] = {}
            for row in rows:
                kept.setdefault(row.key, _to_puzzle(row))
            return list(kept.values())

    def puzzle_games(self, owner: str) -> list[str]:
        """The specs of the games with puzzles for a visitor."""
        query = select(puzzles.c.game).distinct().where(puzzles.c.owner.in_({writable(owner), ""}))
        with self._database.reading() as connection:
            return sorted(connection.scalars(query)) if has_table(connection, puzzles) else []

    def keep_try(self, owner: str, key: str, game: str, outcome: int) -> None:
        """Counts an answer of a visitor: SOLVED, OPEN or REVEALED. What was solved, or shown, stays so."""
        mine = puzzle_tries.c.owner == owner, puzzle_tries.c.key == key
        row = {"owner": owner, "key": key, "game": game, "answers": 1, "solved": outcome}
        with self._database.writing() as connection:
            add_table(connection, puzzle_tries)
            if insert_new(connection, puzzle_tries, [row]):
                return
            connection.execute(update(puzzle_tries).where(*mine).values(answers=puzzle_tries.c.answers + 1))
            connection.execute(update(puzzle_tries).where(*mine, puzzle_tries.c.solved == OPEN).values(solved=outcome))

    def keep_day(self, owner: str, day: int) -> None:
        """Notes a day on which a visitor has solved a puzzle, a number of days since the year 1."""
        with self._database.writing() as connection:
            add_table(connection, puzzle_days)
            insert_new(connection, puzzle_days, [{"owner": owner, "day": day}])

    def streak(self, owner: str, today: int) -> int:
        """On how many days in a row a visitor has solved a puzzle, up to today or yesterday."""
        query = select(puzzle_days.c.day).where(puzzle_days.c.owner == writable(owner), puzzle_days.c.day <= today)
        with self._database.reading() as connection:
            days = set(connection.scalars(query)) if has_table(connection, puzzle_days) else set()
        last = today if today in days else today - 1
        return next(count for count in itertools.count() if last - count not in days)

    def tries(self, owner: str, games: Collection[str] | None = None) -> dict[str, int]:
        """A visitor's result for each puzzle tried, by its key: SOLVED, OPEN or REVEALED."""
        query = select(puzzle_tries.c.key, puzzle_tries.c.solved).where(puzzle_tries.c.owner == writable(owner))
        query = query if games is None else query.where(puzzle_tries.c.game.in_(games))
        with self._database.reading() as connection:
            rows = connection.execute(query) if has_table(connection, puzzle_tries) else ()
            return {row.key: row.solved for row in rows}


def _puzzle_row(one: Puzzle) -> dict[str, Any]:
    facts = {"source": one.source, "moves": one.moves, "best": one.best, "proved": one.proved, "worths": one.worths}
    text = json.dumps(facts, separators=(",", ":"))
    return {"owner": one.owner, "key": one.key, "game": one.game, "kept": one.kept, "puzzle": text}


def _to_puzzle(row: Row[Any]) -> Puzzle:
    facts = json.loads(row.puzzle)
    lists = {name: tuple(facts[name]) for name in ("moves", "worths")}
    return Puzzle(owner=row.owner, game=row.game, kept=row.kept, **facts | lists)
