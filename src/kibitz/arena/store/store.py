"""The store itself: where matches, games of people and tunings are kept, and asked for."""

from collections.abc import Collection, Iterator, Sequence
from types import TracebackType
from typing import Any

from kibitz.arena.fixture import Fixture, Key, Plan, Played
from kibitz.arena.store import _matches, _results, _sittings
from kibitz.arena.store._database import Database, parse_address, server_database
from kibitz.arena.store._schema import prepare_tables
from kibitz.arena.store._sqlite import file_database
from kibitz.arena.store.records import Cross, Meeting, Sitting, Summary, Totals

BEFORE_ALL: Key = (-1, -1)


class Store:
    """An open games store. Every method is one transaction; what goes wrong is a StoreError in one sentence."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str | None = None, make: bool = True) -> "Store":
        """The store at `url`: a path, or an SQLAlchemy URL of a SQLite file or of PostgreSQL.

        None: what KIBITZ_STORE says, or the file in the user's data folder. Where there is none yet, it is made if `make`
        says so.
        """
        place = parse_address(url)
        database = file_database(place) if place.url is None else server_database(place)
        try:
            prepare_tables(database, make)
        except BaseException:
            database.close()
            raise
        return cls(database)

    def close(self) -> None:
        """Ends all connections; a store that is closed twice does not mind."""
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __str__(self) -> str:
        return str(self._database.address)

    @property
    def url(self) -> str:
        """The address for another process; with the password, where there is one: for no log and no page."""
        place = self._database.address
        return str(place.file) if place.url is None else place.url.render_as_string(hide_password=False)

    def add(self, plan: Plan, fixtures: Sequence[Fixture]) -> int:
        """Stores a match and its whole schedule; the match's number. A kill in the middle leaves nothing of it."""
        with self._database.writing() as connection:
            return _matches.add_match(connection, plan, fixtures)

    def plan(self, match: int) -> Plan:
        """The plan of a match."""
        with self._database.reading() as connection:
            return _matches.read_plan(connection, match)

    def matches(self) -> list[Summary]:
        """All matches, the oldest first."""
        with self._database.reading() as connection:
            return _matches.list_matches(connection)

    def some_matches(self, skip: int, most: int, newest: bool = False) -> tuple[list[Summary], int]:
        """A page of a list of the matches, without the first `skip`, and how many there are at all.

        The oldest come first; with `newest` the newest.
        """
        with self._database.reading() as connection:
            return _matches.list_matches(connection, skip, most, newest), _matches.count_matches(connection)

    def fixtures(self, match: int) -> list[Fixture]:
        """The schedule of a match: by pair, and by side within a pair."""
        with self._database.reading() as connection:
            return _matches.read_schedule(connection, match, only_open=False)

    def open_fixtures(self, match: int) -> list[Fixture]:
        """The games of a match that are left to be played."""
        with self._database.reading() as connection:
            return _matches.read_schedule(connection, match, only_open=True)

    def keep(self, match: int, played: Sequence[Played]) -> int:
        """Stores results, except of games that have one already; how many were new."""
        with self._database.writing() as connection:
            return _results.add_results(connection, match, played)

    def games(self, match: int) -> Iterator[tuple[Fixture, Played]]:
        """All games played so far, in the order of the schedule."""
        with self._database.reading() as connection:
            _matches.count_scheduled(connection, match)
        after = BEFORE_ALL
        while True:
            with self._database.reading() as connection:
                page = _results.read_page(connection, match, after)
            yield from page
            if len(page) < _results.PAGE_GAMES:
                return
            after = page[-1][0].key

    def some_games(self, match: int, skip: int, most: int) -> list[tuple[Fixture, Played]]:
        """A page of a list of the games played so far, in the order of the schedule, without the first `skip`."""
        with self._database.reading() as connection:
            _matches.count_scheduled(connection, match)
            return _results.read_games(connection, match, skip, most)

    def game(self, match: int, pair: int, side: int) -> tuple[Fixture, Played]:
        """One game that has been played."""
        with self._database.reading() as connection:
            return _results.read_game(connection, match, (pair, side))

    def meetings(self, match: int) -> list[Meeting]:
        """The points of each two players in each game, in the order of the schedule: data for ratings."""
        with self._database.reading() as connection:
            _matches.count_scheduled(connection, match)
            return _results.read_meetings(connection, match)

    def totals(self, match: int, last: int | None = None) -> Totals:
        """How a match stands at this moment; `last`: only the pairs up to this one count."""
        with self._database.reading() as connection:
            return _results.read_totals(connection, match, last)

    def crosses(self, matches: Collection[int]) -> dict[int, tuple[Cross, ...]]:
        """Who has won how often in each of these matches, for a list of them: what `totals` says, and nothing else of it.

        `store.records.count_results` counts the wins of two players in them. A match that is not there has no crosses.
        """
        with self._database.reading() as connection:
            return _results.read_crosses(connection, matches)

    def points(self, match: int, since: int = 0) -> list[int]:
        """The points of the first player in each pair of a match of two, in halves of a point: 0 to 4, 2 for one game each.

        In the order of the schedule, from pair `since` to the first that is not complete.
        """
        with self._database.reading() as connection:
            return _results.read_points(connection, match, since)

    def keep_sitting(self, sitting: Sitting) -> bool:
        """Stores a game of people: version 1 as a new one, version n in the place of n-1.

        False when somebody else has been there first: the store holds another version, or none any more, and stays as it is.
        """
        with self._database.writing() as connection:
            return _sittings.write_sitting(connection, sitting)

    def sitting(self, key: str) -> Sitting | None:
        """The game of people with this key; None where there is none, for any text may be asked for."""
        with self._database.reading() as connection:
            return _sittings.read_sitting(connection, key)

    def sitting_named(self, begin: str) -> Sitting:
        """The game of people whose key begins with these digits, where only one does."""
        with self._database.reading() as connection:
            return _sittings.find_sitting(connection, begin)

    def sittings(self, owner: str | None = None, ended: bool | None = None, most: int = 50) -> list[Sitting]:
        """Games of people, the one that changed last first; of one owner, or of all.

        `ended`: True for those that are over or resigned, False for those that go on, None for both.
        """
        with self._database.reading() as connection:
            return _sittings.list_sittings(connection, owner, ended, most)

    def forget_sittings(self, before: float, ended: bool = False) -> int:
        """Deletes games of people that go on, but have not changed since `before` (in seconds since 1970); how many.

        With `ended`, those that are over or resigned as well.
        """
        with self._database.writing() as connection:
            return _sittings.delete_sittings(connection, before, ended)

    def add_tuning(self, settings: dict[str, Any]) -> int:
        """Stores a tuning that begins, with what JSON can hold; its number."""
        with self._database.writing() as connection:
            return _matches.add_tuning(connection, settings)

    def tunings(self) -> list[int]:
        """The numbers of all tunings, the oldest first."""
        with self._database.reading() as connection:
            return _matches.list_tunings(connection)

    def tuning(self, number: int) -> dict[str, Any]:
        """The settings that a tuning was begun with."""
        with self._database.reading() as connection:
            return _matches.read_settings(connection, number)

    def tell(self, number: int, step: int, outcome: dict[str, Any]) -> bool:
        """Stores what a step of a tuning brought; False when that step has been told already, and stays as it was."""
        with self._database.writing() as connection:
            return _matches.add_step(connection, number, step, outcome)

    def steps(self, number: int) -> list[dict[str, Any]]:
        """The outcomes of a tuning's steps so far, in their order."""
        with self._database.reading() as connection:
            return _matches.list_outcomes(connection, number)
