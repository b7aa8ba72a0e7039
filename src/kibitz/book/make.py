"""Makes a book: solves the positions of its last ply, one after the other, and deduces all before them."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import filelock

from kibitz.book._book import Book, spec_without_folder
from kibitz.book._journal import Journal, is_journal
from kibitz.book._likeness import likeness
from kibitz.book._pages import Title, bound
from kibitz.book._plies import States, deduced, positions
from kibitz.errors import BookError
from kibitz.rules import Game, says
from kibitz.thought import Value

TABLE = 256 * 2**20


@dataclass(frozen=True)
class Made:
    """A book that is finished: its positions, how many of them were searched this time, its size, and the start's value."""

    positions: int
    solved: int
    bytes: int
    value: Value | None
    seconds: float


def make(
    game: Game,
    plies: int,
    file: Path,
    *,
    jobs: int = 0,
    table: int = TABLE,
    progress: Callable[[str, int, int], None] = lambda what, done, all_: None,
) -> Made:
    """Solves every position up to `plies` from the start into `file`, symmetric ones once.

    What is solved is kept in a journal beside the file, `FILE.journal`: the same call goes on where the last was ended, however
    it was. The book does not depend on that, nor on `jobs`, the positions solved at a time (0: one per core, each with a
    `table` of so many bytes). `progress` hears what is done, how much of it, and of how much (0: not known).

    Raises BookError in one sentence.
    """
    began = time.perf_counter()
    if says(game, "chances") or not says(game, "result"):
        raise BookError(f"{type(game).__name__} cannot have an opening book: its moves have no exact values for two players")
    if not game.compiles:
        raise BookError(
            f"{type(game).__name__} keeps its states to itself: only states made of numbers can be written into a book"
        )
    title, solved = Title(spec_without_folder(game), likeness(game), plies), 0
    journal = file.with_name(file.name + ".journal")
    with _alone(file):
        if not _is_made(file, title):
            with Journal(journal, title) as kept:
                layers = positions(game, plies, lambda found: progress("looking for positions", found, 0))
                solved = _solve(game, layers[-1], kept, jobs or os.cpu_count() or 1, table, progress)
            last = {key: kept.values[key] for key in layers[-1]}
            _write(file, bound(title, deduced(game, layers, last)))
        if is_journal(journal, title):
            journal.unlink()
    book = Book.open(file)
    return Made(len(book), solved, file.stat().st_size, book.value(game, game.start()), time.perf_counter() - began)


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Sees to it that nobody else makes the same book meanwhile."""
    lock = filelock.FileLock(file.with_name(file.name + ".lock"), timeout=0)
    try:
        with lock:
            yield
            with suppress(OSError):  # some systems keep a file that is open, and remove it when it is closed
                Path(lock.lock_file).unlink()
    except filelock.Timeout:
        raise BookError(f"another kibitz is making {file} at this moment: wait for it, or choose another file") from None


def _is_made(file: Path, title: Title) -> bool:
    """Whether the book is there already. Raises BookError when something else is."""
    if not file.exists():
        return False
    if Book.open(file).title != title:
        raise BookError(f"{file} is a book already, but not this one: remove it, or write to another file")
    return True


def _solve(game: Game, states: States, kept: Journal, jobs: int, table: int, progress: Callable[[str, int, int], None]) -> int:
    """Solves those of the states that the journal does not know yet; how many these are."""
    from kibitz.book._solver import solved  # brings the compiler

    left = [(key, state) for key, state in sorted(states.items()) if key not in kept.values]
    done = len(states) - len(left)
    with closing(solved(game, left, jobs, table)) as values:
        for key, value in values:
            kept.add(key, value)
            done += 1
            progress("solving", done, len(states))
    return len(left)


def _write(file: Path, content: bytes) -> None:
    """Puts a file in its place whole, or not at all."""
    beside = file.with_name(file.name + ".new")
    with beside.open("wb") as new:
        new.write(content)
        new.flush()
        os.fsync(new.fileno())
    os.replace(beside, file)
