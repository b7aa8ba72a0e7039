"""The tables of a store."""

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
)

from kibitz.arena.store._database import Address, Database
from kibitz.errors import StoreError

VERSION = 1  # of these tables; a store of another version is not touched
MAKING_LOCK = 0x6B696269747A  # the lock on a server under which tables are made
tables = MetaData()

store = Table("kibitz_store", tables, Column("version", Integer, primary_key=True))

matches = Table(
    "kibitz_matches",
    tables,
    Column("number", Integer, primary_key=True),
    Column("plan", Text, nullable=False),  # JSON
    Column("games", Integer, nullable=False),  # scheduled
    Column("created", Double, nullable=False),
    Column("kibitz", Text, nullable=False),  # the version that made it
)

files = Table(
    "kibitz_files",
    tables,
    Column("hash", String(64), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

match_files = Table(
    "kibitz_match_files",
    tables,
    Column("match", ForeignKey(matches.c.number), primary_key=True),
    Column("path", Text, primary_key=True),
    Column("hash", ForeignKey(files.c.hash), nullable=False),
)

fixtures = Table(
    "kibitz_fixtures",
    tables,
    Column("match", ForeignKey(matches.c.number), primary_key=True),
    Column("pair", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("seats", Text, nullable=False),  # JSON
    Column("opening", Text, nullable=False),
    sqlite_with_rowid=False,
)

results = Table(
    "kibitz_results",
    tables,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("pair", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("moves", Text, nullable=False),  # JSON
    Column("payoffs", Text),  # JSON
    Column("forfeit", SmallInteger),  # the seat
    Column("loser", Integer),  # the player in it
    Column("reason", Text, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("kept", Double, nullable=False),  # when
    Column("digest", BigInteger, nullable=False),  # of seats and moves: the same game twice has the same
    ForeignKeyConstraint(["match", "pair", "side"], [fixtures.c.match, fixtures.c.pair, fixtures.c.side]),
)
Index("kibitz_results_digest", results.c.match, results.c.digest)
_faulty = results.c.loser.is_not(None)
Index("kibitz_results_faults", results.c.match, results.c.loser, results.c.kept, sqlite_where=_faulty, postgresql_where=_faulty)
_cut_short = results.c.payoffs.is_(None)
Index("kibitz_results_stopped", results.c.match, results.c.loser, sqlite_where=_cut_short, postgresql_where=_cut_short)

# What each two players of a game made of it: small rows beside the large ones of the games, for totals that read them all.
meetings = Table(
    "kibitz_meetings",
    tables,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("pair", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("first_seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("second_seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer, nullable=False),
    Column("points", SmallInteger, nullable=False),  # of the first, in halves: 0, 1, 2
    ForeignKeyConstraint(["match", "pair", "side"], [results.c.match, results.c.pair, results.c.side]),
    sqlite_with_rowid=False,
)

tunings = Table(
    "kibitz_tunings",
    tables,
    Column("number", Integer, primary_key=True),
    Column("settings", Text, nullable=False),  # JSON
    Column("created", Double, nullable=False),
    Column("kibitz", Text, nullable=False),
)

steps = Table(
    "kibitz_tuning_steps",
    tables,
    Column("tuning", ForeignKey(tunings.c.number), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("outcome", Text, nullable=False),  # JSON
)

# Games of people. Stores that were made before there was this table get it with the first of them: see add_table.
sittings = Table(
    "kibitz_sittings",
    tables,
    Column("key", String(32), primary_key=True),
    Column("owner", Text, nullable=False),
    Column("ended", String(8), nullable=False),  # "", "over", "resigned", "timeout", "agreed"
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("version", Integer, nullable=False),
    Column("sitting", Text, nullable=False),  # JSON: all the rest
)
Index("kibitz_sittings_changed", sittings.c.changed)
Index("kibitz_sittings_owner", sittings.c.owner, sittings.c.changed)

# Puzzles out of reviewed games, and what visitors made of them. The first of them brings the tables: see add_table.
later_tables = MetaData()
puzzles = Table(
    "kibitz_puzzles",
    later_tables,
    Column("owner", String(32), primary_key=True),  # whose game it was; "" for everybody
    Column("key", String(32), primary_key=True),  # of the game and the moves
    Column("game", Text, nullable=False),
    Column("kept", Double, nullable=False),  # when
    Column("puzzle", Text, nullable=False),  # JSON: all the rest
)

puzzle_tries = Table(
    "kibitz_puzzle_tries",
    later_tables,
    Column("owner", String(32), primary_key=True),  # who tried
    Column("key", String(32), primary_key=True),
    Column("game", Text, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("solved", SmallInteger, nullable=False),  # 1: found, 0: not yet, -1: the answer was shown
)
puzzle_days = Table(
    "kibitz_puzzle_days",
    later_tables,
    Column("owner", String(32), primary_key=True),  # who solved a puzzle
    Column("day", Integer, primary_key=True),  # a number of days since the year 1
)

# What each player of a game has thought, and by what kind of fault it lost. The first game brings the table: see add_table.
times = Table(
    "kibitz_times",
    later_tables,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("pair", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("moves", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("longest", Double, nullable=False),
    Column("fault", String(16), nullable=False),
    sqlite_with_rowid=False,
)


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


def has_table(connection: Connection, table: Table) -> bool:
    """Whether this store has a table. It reads the whole list, since SQLite's answer about a single table may be out of
    date.
    """
    return table.name in inspect(connection).get_table_names()


def add_table(connection: Connection, table: Table) -> None:
    """Makes a table that this store lacks, in a transaction that writes; it changes nothing that an older kibitz knows."""
    if not has_table(connection, table):
        _lock(connection)
        if not has_table(connection, table):  # somebody else may have been quicker
            table.create(connection, checkfirst=False)


def _read_version(connection: Connection, address: Address) -> int | None:
    """The version of the tables that are there; None where there are none."""
    names = inspect(connection).get_table_names()
    if store.name in names:
        return connection.scalar(select(store.c.version))
    if names and address.file is not None:
        raise StoreError(f"{address} is a database, but no games store: choose another file with --store")
    return None


def _create_tables(connection: Connection, address: Address) -> int:
    _lock(connection)
    version = _read_version(connection, address)  # somebody else may have been quicker
    if version is None:
        version = VERSION
        tables.create_all(connection)
        connection.execute(insert(store).values(version=version))
    return version


def _lock(connection: Connection) -> None:
    """Keeps others from making tables before this transaction ends; who may write to a file is alone already."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MAKING_LOCK)))
