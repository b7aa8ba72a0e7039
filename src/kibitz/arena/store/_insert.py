"""Rows that are put into a table: numbered ones, those that may be there already, and what may stand in them."""

import importlib.metadata
import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects import postgresql, sqlite


def insert_numbered(connection: Connection, table: Table, facts: Mapping[str, Any]) -> int:
    """The number of a new row, which also says when it was made, and by which kibitz."""
    row = {**facts, "created": time.time(), "kibitz": importlib.metadata.version("kibitz")}
    key = connection.execute(insert(table).values(row)).inserted_primary_key
    assert key is not None
    return int(key[0])


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """How many of the rows were new; of two with one key the first stays, whoever brings the second."""
    if not rows:
        return 0
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(table).on_conflict_do_nothing()
    return connection.execute(statement, rows, execution_options={"preserve_rowcount": True}).rowcount


def writable(text: str) -> str:
    """The text without what a database may not take."""
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()
