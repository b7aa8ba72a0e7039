"""Solves the positions of a book, several at a time: searches run as machine code, so threads use all cores."""

import queue
import threading
from collections.abc import Generator, Iterable
from typing import Any

from kibitz.book._worth import counts_plies
from kibitz.errors import BookError
from kibitz.rules import Game
from kibitz.search._request import Request
from kibitz.search._solving import Solving
from kibitz.thought import Limit, Value

PATIENCE = 1.0  # seconds for a thread to end: one that compiles does not hear that it should
Solved = tuple[int, Value]


class Solver:
    """Solves one position after the other; `stop`, from another thread, ends it for good."""

    def __init__(self, game: Game, table: int) -> None:
        self._game, self._limit, self._distance = game, Limit(table=table), counts_plies(game)
        self._stopped = False
        self._thinking: Solving | None = None

    def value(self, state: Any) -> Value | None:
        """The exact value of a state that is not over; None when stopped."""
        if self._stopped:
            return None
        proofs = self._thinking.solver if self._thinking else None
        thinking = Solving(self._game, state, Request(limit=self._limit, distance=self._distance, solver=proofs))
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


def solved(game: Game, states: Iterable[tuple[int, Any]], jobs: int, table: int) -> Generator[Solved, None, None]:
    """The exact values of the states, each by its key, in the order in which they are found. To close it ends the work."""
    work = iter(states)
    guard = threading.Lock()
    found: queue.SimpleQueue[Solved | BaseException | None] = queue.SimpleQueue()
    solvers = [Solver(game, table) for _ in range(jobs)]

    def run(solver: Solver) -> None:
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
        for thread in threads:
            thread.join(PATIENCE)
