"""A store on a server: PostgreSQL through psycopg."""

from contextlib import nullcontext

from sqlalchemy import create_engine

from kibitz.arena.store._address import Address
from kibitz.arena.store._database import Database
from kibitz.errors import StoreError

PATIENCE = 10  # seconds for a server to answer


def server_database(address: Address) -> Database:
    """The database that a URL names; nothing is sent before it is used."""
    assert address.url is not None
    try:
        engine = create_engine(address.url, connect_args={"connect_timeout": PATIENCE}, pool_pre_ping=True)
    except ImportError:
        raise StoreError(
            "a games store on a PostgreSQL server needs psycopg, which is not installed: pip install 'kibitz[postgres]'"
        ) from None
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Database(address, reader, engine, nullcontext)
