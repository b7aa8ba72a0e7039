"""An opening book by one worker and by two on this machine: the time, and what it costs that they share no table."""

import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import kibitz
from benchmarks.row import Row, at_least, at_most
from kibitz.books.make_book import make_book

GAME, PLIES, ROUNDS = "connect_four:width=6,height=5", 5, 3


def rows() -> Iterator[Row]:
    """Both in turns, with code that is compiled."""
    _made(1)
    seconds, spent = zip(*(zip(_made(1), _made(2), strict=True) for _ in range(ROUNDS)), strict=True)
    how = f"{GAME}, {PLIES} plies; in turns, median of {ROUNDS}; one worker took {median(one for one, _ in seconds):.1f} s"
    yield at_least("a book by 2 workers, of one", median(one / two for one, two in seconds), 1.6, "times", how)
    yield at_most("CPU time of 2 workers, of one", median(two / one for one, two in spent), 1.25, "times", how)


def _made(workers: int) -> tuple[float, float]:
    """The seconds of a new book, and the CPU seconds of the workers."""
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
        before = _spent()
        summary = make_book(kibitz.load(GAME), PLIES, Path(folder, "it.book"), workers=workers)
        return summary.seconds, _spent() - before


def _spent() -> float:
    """CPU seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
