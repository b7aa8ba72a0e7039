"""Games of people in the store.

Stores of older days lack their table: the first game that is kept makes it there, and until then there are none. An older
kibitz does not know it, and leaves it alone.
"""

import json
import re
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from kibitz.arena.store._database import insert_new, writable
from kibitz.arena.store._schema import add_table, has_table, sittings
from kibitz.arena.store.records import Sitting
from kibitz.errors import StoreError

KEY = re.compile(r"[0-9a-f]{32}", re.ASCII)
KEY_DIGITS = 32


def write_sitting(connection: Connection, sitting: Sitting) -> bool:
    """Stores version 1, or version n in the place of n-1; False where another version is there, which stays."""
    row = _sitting_row(sitting)
    add_table(connection, sittings)
    if sitting.version == 1:
        return insert_new(connection, sittings, [row]) == 1
    before = sittings.c.key == sitting.key, sittings.c.version == sitting.version - 1
    return connection.execute(update(sittings).where(*before).values(row)).rowcount == 1


def read_sitting(connection: Connection, key: str) -> Sitting | None:
    """The sitting with this key; None where there is none, whatever the text."""
    if KEY.fullmatch(key) is None or not has_table(connection, sittings):
        return None
    row = connection.execute(select(sittings).where(sittings.c.key == key)).one_or_none()
    return None if row is None else _to_sitting(row)


def find_sitting(connection: Connection, begin: str) -> Sitting:
    """The sitting whose key begins with these digits; StoreError where there is none, or more than one."""
    rows = []
    if has_table(connection, sittings):
        low, high = (begin.lower().ljust(KEY_DIGITS, digit) for digit in "0f")
        rows = list(connection.execute(select(sittings).where(sittings.c.key.between(low, high)).limit(2)))
    if not rows:
        raise StoreError(f"no game in this store has a key that begins with {begin}: it stands in the address of its page")
    if len(rows) > 1:
        raise StoreError(f"more than one game in this store has a key that begins with {begin}: write more of it")
    return _to_sitting(rows[0])


def list_sittings(connection: Connection, owner: str | None, ended: bool | None, most: int) -> list[Sitting]:
    """The sittings that changed last, the newest first."""
    if not has_table(connection, sittings) or (owner is not None and owner != writable(owner)):
        return []
    query = select(sittings).order_by(sittings.c.changed.desc(), sittings.c.key).limit(most)
    if owner is not None:
        query = query.where(sittings.c.owner == owner)
    if ended is not None:
        query = query.where(sittings.c.ended != "" if ended else sittings.c.ended == "")
    return [_to_sitting(row) for row in connection.execute(query)]


def delete_sittings(connection: Connection, before: float, ended: bool) -> int:
    """Deletes the sittings that have not changed since, if they go on or `ended` says so; how many they were."""
    if not has_table(connection, sittings):
        return 0
    old = delete(sittings).where(sittings.c.changed < before)
    return connection.execute(old if ended else old.where(sittings.c.ended == "")).rowcount


def _sitting_row(one: Sitting) -> dict[str, Any]:
    if KEY.fullmatch(one.key) is None:
        raise StoreError(f"{one.key!r} is no key of a game: it has {KEY_DIGITS} digits from 0 to f")
    if one.owner != writable(one.owner):
        raise StoreError(f"{one.owner!r} cannot be stored as the owner of a game")
    facts = {name: getattr(one, name) for name in ("game", "seats", "moves", "loser", "payoffs")}
    facts["settings"] = dict(one.settings)
    return {
        "key": one.key,
        "owner": one.owner,
        "ended": one.ended,
        "created": one.created,
        "changed": one.changed,
        "version": one.version,
        "sitting": json.dumps(facts, separators=(",", ":"), default=float),  # numbers of NumPy are floats to JSON
    }


def _to_sitting(row: Row[Any]) -> Sitting:
    facts = json.loads(row.sitting)
    lists = {name: facts[name] if facts[name] is None else tuple(facts[name]) for name in ("seats", "moves", "payoffs")}
    kept = {name: getattr(row, name) for name in ("key", "owner", "ended", "created", "changed", "version")}
    return Sitting(**facts | lists | kept)
