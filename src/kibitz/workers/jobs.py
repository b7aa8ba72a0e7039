"""Jobs that can be done anywhere, any number of times: each is given out until its result is there, and counts once.

The result of a job depends on its arguments alone. So a job whose worker is lost is given to another, and one whose worker is
slow is given to a second while others have nothing to do: the first result counts, and it does not matter whose it is.
"""

import concurrent.futures
import os
import socket
import statistics
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, TypeVar

from kibitz.errors import CrewError
from kibitz.workers.crew import is_lost, problem_of
from kibitz.workers.spot_check import SpotCheck

Result = TypeVar("Result")

AHEAD = 2  # jobs per worker on their way: one that is done, and one that waits for it to end
PATIENCE = 20  # times that a job may be lost with its worker
SLOW, SOONEST = 2.0, 1.0  # times the usual, and seconds, after which a job is given to a second worker
GLANCE = 0.2  # seconds between two looks at the slow ones


class DeadlineOver(Exception):
    """The time for the jobs is over."""


@dataclass(frozen=True)
class Done(Generic[Result]):
    """A finished job: its number in the order of the jobs, its result, who did it, and in how many seconds."""

    number: int
    result: Result
    worker: str
    seconds: float


@dataclass
class _Copy:
    """A job that was given out."""

    number: int
    began: float


def deal(
    executor: Executor,
    function: Callable[..., Result],
    jobs: Iterable[tuple[Any, ...]],
    workers: int | Callable[[], int],
    *,
    usual: float = 0.0,
    due: float = inf,
    check: SpotCheck | None = None,
) -> Generator[Done[Result], None, None]:
    """Yield each job's result once, as they come; closing it cancels what has not begun.

    `function` is called with the arguments that make up a job. `workers`: how many jobs the executor runs at once, or a
    function that returns it. `usual`: seconds that a job takes, where that is known. `due`: a moment of time.monotonic, after
    which it raises TimeoutError. `check`: does some of them again. Raises what the function raises, and CrewError when a job
    was lost with its worker again and again, or a worker lies.
    """
    hands = workers if callable(workers) else lambda: workers
    waiting, left = enumerate(jobs), dict[int, tuple[Any, ...]]()
    again, lost_times = deque[int](), Counter[int]()
    running, took = dict[Future[tuple[Result, str, float]], _Copy](), [usual] if usual else []
    try:
        while True:
            here = max(1, hands())
            while len(running) < AHEAD * here and (number := _next(again, waiting, left)) is not None:
                running[executor.submit(perform, function, left[number])] = _Copy(number, time.monotonic())
            if not left:
                return
            if (
                len(running) < here
                and (number := _slowest([one for one in running.values() if one.number in left], took)) is not None
            ):
                running[executor.submit(perform, function, left[number])] = _Copy(number, time.monotonic())
            if time.monotonic() > due:
                raise DeadlineOver
            finished, _ = concurrent.futures.wait(
                running, max(0.0, min(GLANCE, due - time.monotonic())), return_when=concurrent.futures.FIRST_COMPLETED
            )
            if check is not None:
                check.look()
            for future in finished:
                number, problem = running.pop(future).number, problem_of(future)
                if number not in left:
                    continue
                if problem is None:
                    result, worker, seconds = future.result()
                    took.append(seconds)
                    job = left.pop(number)
                    if check is not None:
                        check.draw(function, job, result, worker)
                    yield Done(number, result, worker, seconds)
                elif not is_lost(problem):
                    raise problem
                elif all(one.number != number for one in running.values()):
                    lost_times[number] += 1
                    if lost_times[number] >= PATIENCE:
                        raise CrewError(
                            f"a part of the work was lost with its worker {PATIENCE} times: is there too little memory, or "
                            "do the rules crash?"
                        )
                    again.append(number)
    finally:
        for future in running:
            future.cancel()


def perform(function: Callable[..., Result], arguments: tuple[Any, ...]) -> tuple[Result, str, float]:
    """In the worker: the result, the worker's name, and the seconds it took."""
    began = time.perf_counter()
    result = function(*arguments)
    return result, worker_name(), time.perf_counter() - began


def worker_name() -> str:
    """The name of this process among the workers: of its dask worker, or its machine and number."""
    return os.environ.get(WORKER_NAME) or f"{socket.gethostname()}/{os.getpid()}"


WORKER_NAME = "KIBITZ_WORKER_NAME"


def _next(again: deque[int], waiting: "enumerate[tuple[Any, ...]]", left: dict[int, tuple[Any, ...]]) -> int | None:
    """The number of a job to give out: one that was lost, or the next; None where all are given out."""
    if again:
        return again.popleft()
    for number, job in waiting:
        left[number] = job
        return number
    return None


def _slowest(running: list[_Copy], took: list[float]) -> int | None:
    """The job that has been running longest, if that is much longer than usual and nobody else does it; None for none."""
    copies = Counter(one.number for one in running)
    alone = [one for one in running if copies[one.number] == 1]
    if not alone or not took:
        return None
    oldest = min(alone, key=lambda one: one.began)
    late = time.monotonic() - oldest.began > max(SOONEST, SLOW * statistics.median(took))
    return oldest.number if late else None
