"""The tables of a store."""

import re

from kibitz.arena.store._connection import DatabaseConnection
from kibitz.arena.store._database import Address, Database
from kibitz.errors import StoreError

VERSION = 1  # of these tables; a store of another version is not touched
MAKING_LOCK = 0x6B696269747A  # the lock on a server under which tables are made
FILE_WORDS = {"SERIAL": "INTEGER", "DOUBLE PRECISION": "DOUBLE", "BYTEA": "BLOB"}  # of PostgreSQL, and of SQLite
COMMENT = re.compile("--.*")

# A column `plan`, `settings`, `seats`, `outcome`, `moves` or `payoffs` is JSON; `created` and `kept` are in seconds since 1970,
# and `kibitz` is the version that made the row.
TABLES = {
    "kibitz_store": "(version SERIAL NOT NULL, PRIMARY KEY (version))",
    "kibitz_matches": """(
        number SERIAL NOT NULL, plan TEXT NOT NULL, games INTEGER NOT NULL, -- scheduled
        created DOUBLE PRECISION NOT NULL, kibitz TEXT NOT NULL, PRIMARY KEY (number))""",
    "kibitz_files": "(hash VARCHAR(64) NOT NULL, content BYTEA NOT NULL, PRIMARY KEY (hash))",
    "kibitz_match_files": """(
        match INTEGER NOT NULL, path TEXT NOT NULL, hash VARCHAR(64) NOT NULL, PRIMARY KEY (match, path),
        FOREIGN KEY (match) REFERENCES kibitz_matches (number),
        FOREIGN KEY (hash) REFERENCES kibitz_files (hash))""",
    "kibitz_fixtures": """(
        match INTEGER NOT NULL, pair INTEGER NOT NULL, side INTEGER NOT NULL,
        seats TEXT NOT NULL, opening TEXT NOT NULL,
        PRIMARY KEY (match, pair, side),
        FOREIGN KEY (match) REFERENCES kibitz_matches (number)) WITHOUT ROWID""",
    "kibitz_results": """(
        match INTEGER NOT NULL, pair INTEGER NOT NULL, side INTEGER NOT NULL,
        moves TEXT NOT NULL, payoffs TEXT,
        forfeit SMALLINT, -- the seat
        loser INTEGER, -- the player in it
        reason TEXT NOT NULL, seconds DOUBLE PRECISION NOT NULL, kept DOUBLE PRECISION NOT NULL,
        digest BIGINT NOT NULL, -- of seats and moves: the same game twice has the same
        PRIMARY KEY (match, pair, side),
        FOREIGN KEY (match, pair, side) REFERENCES kibitz_fixtures (match, pair, side));
        CREATE INDEX kibitz_results_digest ON kibitz_results (match, digest);
        CREATE INDEX kibitz_results_faults ON kibitz_results (match, loser, kept) WHERE loser IS NOT NULL;
        CREATE INDEX kibitz_results_stopped ON kibitz_results (match, loser) WHERE payoffs IS NULL""",
    # What each two players of a game made of it: small rows beside the large ones of the games, for totals that read them all.
    "kibitz_meetings": """(
        match INTEGER NOT NULL, pair INTEGER NOT NULL, side INTEGER NOT NULL,
        first_seat SMALLINT NOT NULL, second_seat SMALLINT NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,
        points SMALLINT NOT NULL, -- of the first, in halves: 0, 1, 2
        PRIMARY KEY (match, pair, side, first_seat, second_seat),
        FOREIGN KEY (match, pair, side) REFERENCES kibitz_results (match, pair, side)) WITHOUT ROWID""",
    "kibitz_tunings": """(
        number SERIAL NOT NULL, settings TEXT NOT NULL,
        created DOUBLE PRECISION NOT NULL, kibitz TEXT NOT NULL, PRIMARY KEY (number))""",
    "kibitz_tuning_steps": """(
        tuning INTEGER NOT NULL, step INTEGER NOT NULL, outcome TEXT NOT NULL, PRIMARY KEY (tuning, step),
        FOREIGN KEY (tuning) REFERENCES kibitz_tunings (number))""",
    # Games of people. Stores that were made before there was this table get it with the first of them: see add_table.
    "kibitz_sittings": """(
        key VARCHAR(32) NOT NULL, owner TEXT NOT NULL,
        ended VARCHAR(8) NOT NULL, -- '', 'over', 'resigned', 'timeout', 'agreed'
        created DOUBLE PRECISION NOT NULL, changed DOUBLE PRECISION NOT NULL, version INTEGER NOT NULL,
        sitting TEXT NOT NULL, -- JSON: all the rest
        PRIMARY KEY (key));
        CREATE INDEX kibitz_sittings_changed ON kibitz_sittings (changed);
        CREATE INDEX kibitz_sittings_owner ON kibitz_sittings (owner, changed)""",
}
# Each is made when it is first written to: see add_table.
LATER_TABLES = {
    # Puzzles out of reviewed games, and what visitors made of them.
    "kibitz_puzzles": """(
        owner VARCHAR(32) NOT NULL, -- whose game it was, '' for everybody
        key VARCHAR(32) NOT NULL, -- of the game and the moves
        game TEXT NOT NULL, kept DOUBLE PRECISION NOT NULL,
        puzzle TEXT NOT NULL, -- JSON: all the rest
        PRIMARY KEY (owner, key))""",
    "kibitz_puzzle_tries": """(
        owner VARCHAR(32) NOT NULL, -- who tried
        key VARCHAR(32) NOT NULL, game TEXT NOT NULL, answers INTEGER NOT NULL,
        solved SMALLINT NOT NULL, -- 1: found, 0: not yet, -1: the answer was shown
        PRIMARY KEY (owner, key))""",
    "kibitz_puzzle_days": """(
        owner VARCHAR(32) NOT NULL, -- who solved a puzzle
        day INTEGER NOT NULL, -- a number of days since the year 1
        PRIMARY KEY (owner, day))""",
    # What each player of a game has thought, and by what kind of fault it lost.
    "kibitz_times": """(
        match INTEGER NOT NULL, pair INTEGER NOT NULL, side INTEGER NOT NULL,
        player INTEGER NOT NULL, moves INTEGER NOT NULL, seconds DOUBLE PRECISION NOT NULL,
        longest DOUBLE PRECISION NOT NULL, fault VARCHAR(16) NOT NULL,
        PRIMARY KEY (match, pair, side, player)) WITHOUT ROWID""",
}


def prepare_tables(database: Database, make: bool) -> None:
    """Create missing tables if `make` is true. StoreError for a file that is not a store, or a newer one."""
    address = database.address
    there = address.file is None or address.file.exists()
    version = None
    if there:
        with database.reading(checks=False) as connection:
            version = _read_version(connection, address)
    if version is None:
        if not make:
            raise StoreError(f"there is no games store at {address} yet: `kibitz match` makes one")
        with database.writing() as connection:
            version = _create_tables(connection, address)
    if version > VERSION:
        raise StoreError(
            f"the games store {address} is of version {version}, and this kibitz knows {VERSION}: pip install -U kibitz"
        )


def list_tables(connection: DatabaseConnection) -> set[str]:
    """The tables that are there. Of a file the whole list is read, since SQLite's answer about one table may be out of date."""
    on_server = "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND pg_table_is_visible(oid)"
    in_file = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'"
    return set(connection.column(in_file if connection.is_file else on_server))


def add_table(connection: DatabaseConnection, table: str) -> None:
    """Makes a table that this store lacks, in a transaction that writes; it changes nothing that an older kibitz knows."""
    if table not in list_tables(connection):
        _lock(connection)
        if table not in list_tables(connection):  # somebody else may have been quicker
            _create_table(connection, table, {**TABLES, **LATER_TABLES}[table])


def _create_table(connection: DatabaseConnection, table: str, columns: str) -> None:
    text = " ".join(COMMENT.sub("", f"CREATE TABLE {table} {columns}").split())  # a file keeps it, as short as may be
    if connection.is_file:
        for word, ours in FILE_WORDS.items():
            text = text.replace(word, ours)
    else:
        text = text.replace(" WITHOUT ROWID", "")
    for statement in text.split(";"):
        connection.run(statement)


def _read_version(connection: DatabaseConnection, address: Address) -> int | None:
    """The version of the tables that are there; None where there are none."""
    names = list_tables(connection)
    if "kibitz_store" in names:
        version: int | None = connection.scalar("SELECT version FROM kibitz_store")
        return version
    if names and address.file is not None:
        raise StoreError(f"{address} is a database, but no games store: choose another file with --store")
    return None


def _create_tables(connection: DatabaseConnection, address: Address) -> int:
    _lock(connection)
    version = _read_version(connection, address)  # somebody else may have been quicker
    if version is None:
        version = VERSION
        for table, columns in TABLES.items():
            _create_table(connection, table, columns)
        connection.run("INSERT INTO kibitz_store (version) VALUES (?)", version)
    return version


def _lock(connection: DatabaseConnection) -> None:
    """Keeps others from making tables before this transaction ends; who may write to a file is alone already."""
    if not connection.is_file:
        connection.run("SELECT pg_advisory_xact_lock(?)", MAKING_LOCK)
