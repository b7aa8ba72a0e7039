"""Spot checks: some jobs, drawn by lot, are done again here, and a worker whose result differs is named."""

import random
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from kibitz.errors import CrewError

SHARE = 0.05  # of the jobs: a worker that always lies is found within 100 of them in 99 of 100 cases


class WorkerLies(CrewError):
    """A worker sent another result than this machine gets for the same work. `worker`: its name."""

    def __init__(self, sentence: str, worker: str) -> None:
        super().__init__(sentence)
        self.worker = worker


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
        self._under_way: list[tuple[Future[Any], Any, str]] = []

    def draw(self, function: Callable[..., Any], job: tuple[Any, ...], result: Any, worker: str) -> None:
        """Perhaps do this job again, which gave that worker this result."""
        if self._dice.random() < self._share:
            self._under_way.append((self._executor.submit(function, *job), result, worker))

    def look(self, wait: bool = False) -> None:
        """Compare the jobs that are done by now, or all. WorkerLies for a worker whose result differs."""
        waiting = []
        for future, result, worker in self._under_way:
            if not wait and not future.done():
                waiting.append((future, result, worker))
                continue
            self.checked += 1
            if not self._same(future.result(), result):
                raise WorkerLies(
                    f"the worker {worker} sent another result than this machine gets for the same work, so nothing that it "
                    "sends can be trusted: leave it out",
                    worker,
                )
        self._under_way = waiting
