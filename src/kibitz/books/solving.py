"""Solves the positions of a book: in threads, for searches run as machine code, or in parts, each by a worker."""

import functools
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from math import inf
from typing import Any

from kibitz.books.positions import States, list_positions
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Value
from kibitz.errors import BookError
from kibitz.patterns.library import HAND
from kibitz.position import Position
from kibitz.runtime.orders import LISTEN
from kibitz.runtime.user_code import blame_rules
from kibitz.search.drivers.request import SearchRequest
from kibitz.solutions.ranking import counts_plies
from kibitz.workers.packed_position import PackedPosition
from kibitz.workers.workplace import Workplace

PATIENCE = 0.1  # seconds for all threads to end: one that compiles does not hear that it should
Solved = tuple[int, Value, str]  # a key, its value, and the worker who found it


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


def solve_states(game: Game, states: States, threads: int, table: int) -> Generator[Solved, None, None]:
    """Yield the exact values of the states by their keys, as they are found; closing it ends the work."""
    work = runs([*states], lambda: threads)
    guard = threading.Lock()
    found: queue.SimpleQueue[Solved | BaseException | None] = queue.SimpleQueue()
    solvers = [BookSolver(game, table) for _ in range(threads)]

    def next_part() -> list[int]:
        with guard:
            return next(work, [])

    def run(solver: BookSolver) -> None:
        try:
            while part := next_part():
                for key in part:
                    if (value := solver.value(states[key])) is not None:
                        found.put((key, value, ""))
            found.put(None)
        except BaseException as problem:
            found.put(problem)

    running = [threading.Thread(target=run, args=(solver,), name="kibitz-book", daemon=True) for solver in solvers]
    for thread in running:
        thread.start()
    try:
        at_work = threads
        while at_work:
            try:
                last = found.get(timeout=LISTEN)
            except queue.Empty:
                continue
            match last:
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
        for thread in running:
            thread.join(max(0.0, late - time.monotonic()))


# Parts of a book.
#
# What one position leaves in the table is of use to its neighbours, so a part is a run of them: with two tables, single
# positions of Connect Four 6x4 take 3.9 million nodes, runs of 64 3.5, halves 3.1 (docs/decisions/books.md).

PART_SECONDS = 5.0  # of the part of a worker, where it is more than one position: so much is lost with it, or on Ctrl-C


def runs(keys: list[int], hands: Callable[[], int], most: Callable[[], float] = lambda: inf) -> Iterator[list[int]]:
    """Cut into parts: each half of an equal share of what is left, and at most so many, so that all end together."""
    given = 0
    while given < len(keys):
        share = -(-(len(keys) - given) // (2 * max(1, hands())))
        part = keys[given : given + int(min(most(), share))]
        given += len(part)
        yield part


def solve_by_workers(game: Game, plies: int, keys: list[int], table: int, place: Workplace) -> Generator[Solved, None, None]:
    """Yield the exact values of these positions of the last ply as they come back; closing it gives up the rest.

    WorkerLies for a worker that the place has found to send wrong ones.
    """
    executor, start, most = place.executor(), PackedPosition.of(Position.after(game)), 1.0
    parts = ((start, plies, table, part) for part in runs(keys, lambda: executor.workers, lambda: most))
    for done in place.deal(solve_part, parts):
        most = max(1.0, len(done.result) * min(4.0, PART_SECONDS / max(done.seconds, 1e-6)))
        yield from ((key, value, done.worker) for key, value in done.result)


def solve_part(start: PackedPosition, plies: int, table: int, keys: list[int]) -> list[tuple[int, Value]]:
    """Solve these positions of the last ply, in a worker. The values are the same anywhere."""
    with blame_rules():
        solver, states = _prepared(start, plies, table)
        values = ((key, solver.value(states[key])) for key in keys)
        return [(key, value) for key, value in values if value is not None]


@functools.lru_cache(maxsize=1)
def _prepared(start: PackedPosition, plies: int, table: int) -> tuple[BookSolver, States]:
    """The solver of a worker, whose table lasts from part to part, and the positions of the last ply."""
    game = start.unpack().game
    return BookSolver(game, table), list_positions(game, plies, lambda found: None)[-1]
