"""An open database: how it is read, and how it is written."""

import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress

from sqlalchemy import Connection, Engine
from sqlalchemy.pool import QueuePool

from kibitz.arena.store._address import Address
from kibitz.arena.store._problems import told
from kibitz.errors import StoreError

Alone = Callable[[], AbstractContextManager[object]]


class Database:
    """Connections to one database.

    `reader` and `writer` make them; `alone` is held as long as one may write. They are closed when the program ends, if not
    before.
    """

    def __init__(self, address: Address, reader: Engine, writer: Engine, alone: Alone) -> None:
        self.address = address
        self._reader, self._writer, self._alone = reader, writer, alone
        self.close = weakref.finalize(self, _close, reader, writer, alone)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the database: all that is asked inside fits together."""
        with told(self.address), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all that is done inside is kept, or nothing."""
        with told(self.address), self._alone(), self._writer.begin() as connection:
            yield connection


def _close(reader: Engine, writer: Engine, alone: Alone) -> None:
    reader.dispose()
    pool = writer.pool
    if isinstance(pool, QueuePool) and pool.checkedin():  # else nothing was written, and no lock is needed
        with suppress(StoreError, OSError), alone():
            writer.dispose()
