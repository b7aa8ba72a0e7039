"""How much memory a worker process may use, and whether it keeps too much of it from one job to the next."""

import gc
import os
import sys

WORN = 0.5  # the share of what it may use beyond what it began with, that one may keep after a job


class Memory:
    """The memory of this process."""

    def __init__(self, most: int) -> None:
        """`most`: bytes of data at most, from now on: who asks for more gets a MemoryError. Where there are such limits."""
        self._most = most
        self._first = 0
        if sys.platform != "win32":
            import resource

            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))

    def begin(self) -> None:
        """All is imported now that every job needs."""
        self._first = _data()

    @property
    def is_worn(self) -> bool:
        """Whether so much is kept that the next job would lack it."""
        most = self._first + WORN * (self._most - self._first)
        if _data() <= most:
            return False
        gc.collect()
        return _data() > most


def _data() -> int:
    """Bytes of data, as the system counts them for the limit; 0 where it does not say."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
