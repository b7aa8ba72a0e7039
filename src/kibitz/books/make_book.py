"""Makes a book: solves the positions of its last ply, one after the other, and deduces all before them."""

import errno
import json
import os
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

import filelock

from kibitz.books.positions import States, deduce_values, list_positions
from kibitz.books.solving import solve_by_workers, solve_states
from kibitz.core.rules import Game, can_be_proved, why_not_proved
from kibitz.core.thought import Value
from kibitz.errors import BookError
from kibitz.files.whole_file import naming, write_whole
from kibitz.solutions.book import Book, BookTitle
from kibitz.workers.spot_check import WorkerLies
from kibitz.workers.workplace import Workplace

# What has been solved so far, kept in a file that a kill at any moment leaves usable.
#
# Its first line is the book's title; each line after that is one position: its key, result and plies, and a check sum. Lines
# are only ever added at the end, so a kill can spoil the last one alone, and that one is dropped.


class BookJournal:
    """The journal of the book with these titles, from where it was left: `values` has what it holds.

    A new one has the first of the titles; the others are those that older versions gave to the same book.
    """

    def __init__(self, file: Path, *titles: BookTitle) -> None:
        """Raises BookError when the file is something else, or the journal of another book."""
        content = file.read_bytes() if file.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        first = _first(titles[0])
        lines = whole.splitlines(keepends=True)
        if lines[:1] not in [[_first(title)] for title in titles] and not (not lines and first.startswith(content)):
            raise BookError(f"{file} is not a journal of this book: remove it, or write the book to another place")
        self.values: dict[int, Value] = dict(filter(None, map(_read, lines[1:])))
        self._path, self._first = file, lines[0] if lines else first
        self._file: IO[bytes] = file.open("ab", buffering=0)
        self._file.truncate(len(whole))
        if not lines:
            try:
                self._write(first)
            except OSError:
                self._file.close()
                file.unlink()
                raise

    def __enter__(self) -> "BookJournal":
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()
        if kind is not None and not self.values:
            self._path.unlink()  # there is nothing to go on from

    def add(self, key: int, value: Value) -> None:
        """Keeps the value of one position."""
        self._write(_value_line(key, value))
        self.values[key] = value

    def forget(self, keys: Iterable[int]) -> None:
        """Removes the values of these positions."""
        for key in keys:
            self.values.pop(key, None)
        self._file.close()
        lines = (_value_line(key, value) for key, value in self.values.items())
        write_whole(self._path, b"".join([self._first, *lines]))
        self._file = self._path.open("ab", buffering=0)

    def _write(self, line: bytes) -> None:
        """Add a line: all of it, or on a full disk nothing. OSError names the file."""
        with naming(self._path):
            length = self._file.tell()
            written = self._file.write(line)
            if written is not None and written < len(line):
                self._file.truncate(length)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def is_journal(file: Path, *titles: BookTitle) -> bool:
    """Whether the file is the journal of the book with these titles."""
    return file.exists() and file.read_bytes().startswith(tuple(map(_first, titles)))


def _first(title: BookTitle) -> bytes:
    return _line(json.dumps(asdict(title)))


def _line(text: str) -> bytes:
    return f"{text} {zlib.crc32(text.encode()):08x}\n".encode()


def _value_line(key: int, value: Value) -> bytes:
    return _line(f"{key:x} {int(value.result)} {value.plies or 0}")


def _read(line: bytes) -> tuple[int, Value] | None:
    """The position that a line tells; None when its check sum is wrong."""
    text = line.decode(errors="replace").rstrip("\n").rpartition(" ")[0]
    if _line(text) != line:
        return None
    key, result, plies = text.split(" ")
    return int(key, 16), Value("exact", int(result), int(plies) or None)


TABLE = 256 * 2**20


@dataclass(frozen=True)
class BookSummary:
    """A book that is finished: its positions, how many of them were searched this time, its size, and the start's value."""

    positions: int
    solved: int
    bytes: int
    value: Value | None
    seconds: float


def make_book(
    game: Game,
    plies: int,
    file: Path,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    verify: bool = False,
    table: int = TABLE,
    progress: Callable[[str, int, int], None] = lambda what, done, all_: None,
) -> BookSummary:
    """Solves every position up to `plies` from the start into `file`, symmetric ones once.

    What is solved is kept in a journal beside the file, `FILE.journal`: the same call continues where the last one stopped. The
    book depends neither on that nor on who solves: `workers` processes, the workers of the dask scheduler at the address
    `cluster`, or else a thread for each core; each has a table of `table` bytes. `verify`: solve one in twenty parts of the
    workers' again here. `progress` gets the step in words, how much is done, and of how much (0: unknown).

    Raises in one sentence BookError; for workers, GameError when its spec does not lead to the game, and CrewError when no
    scheduler answers, they are lost again and again, or one sends wrong values: then none of its values of this call is kept.
    """
    began = time.perf_counter()
    if not can_be_proved(game):
        raise BookError(f"{type(game).__name__} cannot have an opening book: it is a game {why_not_proved(game)}")
    if not game.compiles:
        raise BookError(
            f"{type(game).__name__} keeps its states to itself: only states made of numbers can be written into a book"
        )
    title, solved = BookTitle.of(game, plies), 0
    titles = title, title.in_version_1(game)
    journal = file.with_name(file.name + ".journal")
    with _locked(file):
        old = _open_old(file, titles)
        if old is None:
            with BookJournal(journal, *titles) as kept, Workplace(workers, cluster, verify) as place:
                if cluster is not None:
                    place.executor()  # raises when nobody is there
                layers = list_positions(game, plies, lambda found: progress("looking for positions", found, 0))
                solved = _solve(game, plies, layers[-1], kept, place, table, progress)
            last = {key: kept.values[key] for key in layers[-1]}
            Book(title, deduce_values(game, layers, last), str(file)).write(file)
        elif old.title != title:
            Book(title, old.values, str(file)).write(file)
        if is_journal(journal, *titles):
            journal.unlink()
    book = Book.open(file)
    return BookSummary(len(book), solved, file.stat().st_size, book.value(game, game.start()), time.perf_counter() - began)


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Locks the book against other processes that make the same one."""
    lock = filelock.FileLock(file.with_name(file.name + ".lock"), timeout=0)
    try:
        with lock:
            try:
                yield
            finally:
                with suppress(OSError):  # some systems keep a file that is open, and remove it when it is closed
                    Path(lock.lock_file).unlink()
    except filelock.Timeout:
        raise BookError(f"another kibitz is making {file} at this moment: wait for it, or choose another file") from None


def _open_old(file: Path, titles: tuple[BookTitle, ...]) -> Book | None:
    """The book that is there already, with one of these titles. Raises BookError when it is another one."""
    book = Book.open(file) if file.exists() else None
    if book is not None and book.title not in titles:
        raise BookError(f"{file} is a book already, but not this one: remove it, or write to another file")
    return book


def _solve(
    game: Game,
    plies: int,
    states: States,
    kept: BookJournal,
    place: Workplace,
    table: int,
    progress: Callable[[str, int, int], None],
) -> int:
    """Solve the states that are not in the journal yet; return their number.

    They stay in the order in which they were found: what one leaves in the table is of use to its neighbours.
    """
    left = {key: state for key, state in states.items() if key not in kept.values}
    done, by_worker = len(states) - len(left), defaultdict[str, list[int]](list)
    by_workers = place.is_named and left
    solving = (
        solve_by_workers(game, plies, [*left], table, place) if by_workers else solve_states(game, left, place.count, table)
    )
    try:
        with closing(solving) as values:
            for key, value, worker in values:
                kept.add(key, value)
                by_worker[worker].append(key)
                done += 1
                progress("solving", done, len(states))
    except WorkerLies as problem:
        dropped = by_worker[problem.worker]
        kept.forget(dropped)
        sentence = f"{problem}. Its {len(dropped):,} values of this run are not kept: the same command goes on without them"
        raise WorkerLies(sentence, problem.worker) from None
    return len(left)
