"""The files that the specs of a match name: kept by their content, each once."""

import hashlib
from collections.abc import Mapping

from sqlalchemy import Connection, insert, select

from kibitz.arena.store._insert import insert_new
from kibitz.arena.store._schema import files, match_files


def add(connection: Connection, match: int, contents: Mapping[str, bytes]) -> None:
    """Stores the files of a match, each path with its content."""
    hashes = {path: hashlib.sha256(content).hexdigest() for path, content in sorted(contents.items())}
    rows = [{"hash": key, "content": contents[path]} for path, key in hashes.items()]
    insert_new(connection, files, sorted(rows, key=lambda row: str(row["hash"])))
    if hashes:
        connection.execute(insert(match_files), [{"match": match, "path": path, "hash": key} for path, key in hashes.items()])


def of(connection: Connection, match: int) -> dict[str, bytes]:
    """The files of a match."""
    query = select(match_files.c.path, files.c.content).join_from(match_files, files)
    rows = connection.execute(query.where(match_files.c.match == match).order_by(match_files.c.path))
    return {path: bytes(content) for path, content in rows}
