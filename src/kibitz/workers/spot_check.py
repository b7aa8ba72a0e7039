"""Spot checks: some jobs, drawn by lot, are done again here, and a worker whose result differs is named."""

import concurrent.futures
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

from kibitz.errors import CrewError
from kibitz.runtime.orders import LISTEN
from kibitz.workers.crew import is_lost, problem_of

PATIENCE = 20  # times that a check may be lost with its process
SHARE = 0.05  # of the jobs: a worker that always lies is found within 100 of them in 99 of 100 cases


class WorkerLies(CrewError):
    """A worker sent another result than this machine gets for the same work. `worker`: its name."""

    def __init__(self, sentence: str, worker: str) -> None:
        super().__init__(sentence)
        self.worker = worker


@dataclass
class _Check:
    """A job that is done again: what the worker sent, its name, and what comes of it here."""

    function: Callable[..., Any]
    job: tuple[Any, ...]
    result: Any
    worker: str
    future: Future[Any]


class SpotCheck:
    """Checks on workers that somebody else runs. Only for jobs whose result depends on nothing but their arguments.

    `executor`: where jobs are done again, on this machine. `same`: whether two results are those of one job; they are equal
    unless told otherwise. `dice`: workers must not know which jobs are drawn.
    """

    def __init__(
        self,
        executor: Executor,
        share: float = SHARE,
        same: Callable[[Any, Any], bool] = lambda one, other: bool(one == other),
        dice: random.Random | None = None,
    ) -> None:
        self.checked = 0
        self._executor, self._share, self._same = executor, share, same
        self._dice = dice or random.SystemRandom()
        self._under_way: list[_Check] = []

    def draw(self, function: Callable[..., Any], job: tuple[Any, ...], result: Any, worker: str) -> None:
        """Perhaps do this job again, which gave that worker this result."""
        if self._dice.random() < self._share:
            self._under_way.append(_Check(function, job, result, worker, self._executor.submit(function, *job)))

    def look(self, wait: bool = False) -> None:
        """Compare the jobs that are done by now, or all. WorkerLies for a worker whose result differs."""
        waiting = []
        for one in self._under_way:
            if not wait and not one.future.done():
                waiting.append(one)
                continue
            self.checked += 1
            if not self._same(self._ours(one), one.result):
                raise WorkerLies(
                    f"the worker {one.worker} sent another result than this machine gets for the same work, so nothing that it "
                    "sends can be trusted: leave it out",
                    one.worker,
                )
        self._under_way = waiting

    def _ours(self, check: _Check) -> Any:
        """The result here; a process that was lost is replaced, and asked again."""
        for _ in range(PATIENCE):
            while not check.future.done():
                concurrent.futures.wait([check.future], LISTEN)
            problem = problem_of(check.future)
            if problem is None or not is_lost(problem):
                break
            check.future = self._executor.submit(check.function, *check.job)
        return check.future.result()
