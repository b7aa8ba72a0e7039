"""Where a store is: a file, or a database on a server, from what the user writes."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from kibitz.errors import StoreError

VARIABLE = "KIBITZ_STORE"
FILE = "games.db"
WANTED = "write a file such as games.db, or postgresql+psycopg://USER@HOST/DATABASE"


@dataclass(frozen=True)
class Address:
    """A file of SQLite, or a URL for SQLAlchemy where `file` is None."""

    file: Path | None
    url: URL | None = None

    def __str__(self) -> str:
        return str(self.file) if self.url is None else self.url.render_as_string(hide_password=True)


def address(text: str | None) -> Address:
    """What `text` names: a URL, or a path. None: what KIBITZ_STORE says, or the file in the user's data folder."""
    text = text or os.environ.get(VARIABLE)
    if not text:
        return Address(Path(platformdirs.user_data_dir("kibitz")) / FILE)
    if "://" not in text:
        return Address(Path(text).expanduser().absolute())
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(f"{_without_password(text)!r} is no address of a games store: {WANTED}") from None
    kind, _, driver = url.drivername.partition("+")
    if kind == "sqlite":
        if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
            raise StoreError(f"{text!r} names no file, and a games store must be one: write a path such as games.db")
        return Address(Path(url.database).expanduser().absolute())
    if kind in ("postgresql", "postgres") and driver in ("", "psycopg"):
        return Address(None, url.set(drivername="postgresql+psycopg"))
    raise StoreError(f"a games store cannot be kept by {url.drivername}: {WANTED}")


def _without_password(text: str) -> str:
    return re.sub(r"://[^/]*@", "://***@", text)
