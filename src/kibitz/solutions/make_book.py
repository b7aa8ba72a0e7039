"""Makes a book: solves the positions of its last ply, one after the other, and deduces all before them."""

import errno
import json
import os
import queue
import threading
import time
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import filelock

from kibitz.core.rules import Game, can_be_proved, why_not_proved
from kibitz.core.thought import Limit, Value
from kibitz.errors import BookError
from kibitz.files.whole_file import naming
from kibitz.patterns.library import HAND
from kibitz.search.drivers.request import SearchRequest
from kibitz.solutions.book import Book, BookTitle, BookValues
from kibitz.solutions.layout import SymmetricKeys
from kibitz.solutions.ranking import counts_plies, final_value, value_before

# Solves the positions of a book, several at a time: searches run as machine code, so threads use all cores.

PATIENCE = 0.1  # seconds for all threads to end: one that compiles does not hear that it should
Solved = tuple[int, Value]


class BookSolver:
    """Solves one position after the other; `stop`, from another thread, ends it for good."""

    def __init__(self, game: Game, table: int) -> None:
        self._game, self._limit, self._distance = game, Limit(table=table), counts_plies(game)
        self._stopped = False
        from kibitz.search.drivers.proof_search import ProofSearch  # brings the compiler

        self._solving = ProofSearch
        self._thinking: ProofSearch | None = None

    def value(self, state: Any) -> Value | None:
        """The exact value of a state that is not over; None when stopped."""
        if self._stopped:
            return None
        proofs = self._thinking.solver if self._thinking else None
        thinking = self._solving(
            self._game, state, SearchRequest(limit=self._limit, knowledge=HAND, distance=self._distance, solver=proofs)
        )
        self._thinking = thinking
        if self._stopped:  # meanwhile
            thinking.stop()
        value = thinking.result().value
        if value.kind == "exact":
            return value
        if self._stopped:
            return None
        raise BookError(f"a position of {type(self._game).__name__} cannot be solved to its end: it has no opening book")

    def stop(self) -> None:
        """End now."""
        self._stopped = True
        if self._thinking is not None:
            self._thinking.stop()


def solve_states(game: Game, states: Iterable[tuple[int, Any]], jobs: int, table: int) -> Generator[Solved, None, None]:
    """The exact values of the states, each by its key, in the order in which they are found. To close it ends the work."""
    work = iter(states)
    guard = threading.Lock()
    found: queue.SimpleQueue[Solved | BaseException | None] = queue.SimpleQueue()
    solvers = [BookSolver(game, table) for _ in range(jobs)]

    def run(solver: BookSolver) -> None:
        try:
            while True:
                with guard:
                    key, state = next(work, (0, None))
                if state is None or (value := solver.value(state)) is None:
                    break
                found.put((key, value))
            found.put(None)
        except BaseException as problem:
            found.put(problem)

    threads = [threading.Thread(target=run, args=(solver,), name="kibitz-book", daemon=True) for solver in solvers]
    for thread in threads:
        thread.start()
    try:
        at_work = jobs
        while at_work:
            match found.get():
                case None:
                    at_work -= 1
                case BaseException() as problem:
                    raise problem
                case one:
                    yield one
    finally:
        for solver in solvers:
            solver.stop()
        late = time.monotonic() + PATIENCE
        for thread in threads:
            thread.join(max(0.0, late - time.monotonic()))


# The positions of a book, ply by ply, and the values of all of them from those of the last ply.

States = dict[int, Any]  # by key; of symmetric states the one met first


def list_positions(game: Game, plies: int, met: Callable[[int], None]) -> list[States]:
    """The states that are not over, by the fewest plies that lead to them, from 0 to `plies`; `met` hears their number."""
    keys = SymmetricKeys(game)
    start = game.start()
    layers: list[States] = [{} if game.is_over(start) else {keys.of(start): start}]
    seen = set(layers[0])
    for _ in range(plies):
        layer: States = {}
        for state in layers[-1].values():
            for move in game.moves(state):
                after = game.play(state, move)
                if not game.is_over(after) and (key := keys.of(after)) not in seen:
                    seen.add(key)
                    layer[key] = after
            met(len(seen))
        layers.append(layer)
    return layers


def deduce_values(game: Game, layers: list[States], last: BookValues) -> dict[int, Value]:
    """The values of all positions, given those of the last layer: a state is worth its best move.

    A move may lead to any layer up to the next (positions can recur at different plies), so states wait for what they need.
    Raises BookError where a state waits for itself.
    """
    keys, known, expanded = SymmetricKeys(game), dict(last), set[int]()
    for layer in layers[-2::-1]:
        for key, state in layer.items():
            waiting = [(key, state)]
            while waiting:
                key, state = waiting[-1]
                worth, missing = _best(game, keys, known, state)
                if not missing:
                    known[key] = worth
                    waiting.pop()
                    continue
                expanded.add(key)
                if any(other in expanded for other, _ in missing):
                    raise BookError(
                        f"positions of {type(game).__name__} can repeat, so they have no value by the rules alone: "
                        "it has no opening book"
                    )
                waiting += missing
    return known


def _best(game: Game, keys: SymmetricKeys, known: BookValues, state: Any) -> tuple[Value, list[tuple[int, Any]]]:
    """The value of a state, and the states whose values it takes but that are not known yet."""
    values, missing = [], []
    for move in game.moves(state):
        after = game.play(state, move)
        if game.is_over(after):
            values.append(value_before(game, state, move, after, final_value(game, after)))
        elif (key := keys.of(after)) in known:
            values.append(value_before(game, state, move, after, known[key]))
        else:
            missing.append((key, after))
    return max(values, key=lambda value: value.order, default=Value("exact", 0)), missing


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
        self._path = file
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
        self._write(_line(f"{key:x} {int(value.result)} {value.plies or 0}"))
        self.values[key] = value

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
    jobs: int = 0,
    table: int = TABLE,
    progress: Callable[[str, int, int], None] = lambda what, done, all_: None,
) -> BookSummary:
    """Solves every position up to `plies` from the start into `file`, symmetric ones once.

    What is solved is kept in a journal beside the file, `FILE.journal`: the same call continues where the last one stopped. The
    book does not depend on that, nor on `jobs`, the positions solved at a time (0: one per core, each with a table of `table`
    bytes). `progress` gets the step in words, how much is done, and of how much (0: unknown).

    Raises BookError in one sentence.
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
            with BookJournal(journal, *titles) as kept:
                layers = list_positions(game, plies, lambda found: progress("looking for positions", found, 0))
                solved = _solve(game, layers[-1], kept, jobs or os.cpu_count() or 1, table, progress)
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
    game: Game, states: States, kept: BookJournal, jobs: int, table: int, progress: Callable[[str, int, int], None]
) -> int:
    """Solve the states that are not in the journal yet; return their number."""

    left = [(key, state) for key, state in sorted(states.items()) if key not in kept.values]
    done = len(states) - len(left)
    with closing(solve_states(game, left, jobs, table)) as values:
        for key, value in values:
            kept.add(key, value)
            done += 1
            progress("solving", done, len(states))
    return len(left)
