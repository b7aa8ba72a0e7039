"""A place where work is done: processes here, `--workers N`, or the workers of a dask scheduler, `--cluster ADDRESS`."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.errors import CrewError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from types import TracebackType

    from kibitz.workers.cluster import Cluster
    from kibitz.workers.crew import Crew
    from kibitz.workers.jobs import Done

Result = TypeVar("Result")


@dataclass
class Workplace:
    """The executor of a command, made when it is first needed and again after it was stopped; a `with` ends it.

    `workers`: how many processes here (None: one a core). `cluster`: the address of a scheduler, whose workers do it instead.
    `verify`: do some of the jobs again here, see `SpotCheck`. CrewError where both workers and a cluster are given, and for
    `verify` without either.
    """

    workers: int | None = None
    cluster: str | None = None
    verify: bool = False
    _executor: Crew | Cluster | None = field(default=None, repr=False)
    _referee: Workplace | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.workers is not None and self.cluster is not None:
            raise CrewError("workers are processes here, and a cluster has its own: leave one out")
        if self.verify and not self.is_named:
            raise CrewError("verify checks on workers: give workers or a cluster")

    def executor(self) -> Crew | Cluster:
        """The executor; CrewError where no scheduler answers."""
        if self._executor is None:
            self._executor = executor(self.workers, self.cluster)
        return self._executor

    def deal(
        self,
        function: Callable[..., Result],
        jobs: Iterable[tuple[Any, ...]],
        *,
        due: float = inf,
        same: Callable[[Any, Any], bool] = lambda one, other: bool(one == other),
    ) -> Generator[Done[Result], None, None]:
        """Yield each job's result once, as they come (see `kibitz.workers.jobs.deal`); closing it cancels what has not begun.

        `same`: whether two results of one job agree. With `verify`, WorkerLies for a worker whose result differs, at the
        latest when all results are there, or when the time is over.
        """
        from kibitz.workers.jobs import DeadlineOver, deal
        from kibitz.workers.spot_check import SpotCheck

        executor, check = self.executor(), None
        if self.verify:
            self._referee = self._referee or Workplace(1)
            check = SpotCheck(self._referee.executor(), same=same)
        with contextlib.closing(deal(executor, function, jobs, lambda: executor.workers, due=due, check=check)) as found:
            try:
                yield from found
            except DeadlineOver:
                if check is not None:
                    check.look(wait=True)
                raise
        if check is not None:
            check.look(wait=True)

    def stop(self) -> None:
        """End its processes at once, or leave the cluster; from any thread."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.stop()
        if self._referee is not None:
            self._referee.stop()

    @property
    def is_named(self) -> bool:
        """Whether processes or a cluster were asked for."""
        return self.workers is not None or self.cluster is not None

    @property
    def count(self) -> int:
        """How many jobs are done at once."""
        return self.executor().workers if self.cluster is not None else self.workers or os.cpu_count() or 1

    def __enter__(self) -> Workplace:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None) -> None:
        with contextlib.suppress(OSError):
            self.stop()


def executor(workers: int | None, cluster: str | None) -> Crew | Cluster:
    """Where work is done: on the workers of a dask scheduler, or in processes here."""
    if cluster is not None:
        from kibitz.workers.cluster import connect

        return connect(cluster)
    from kibitz.workers.crew import Crew

    return Crew(workers or os.cpu_count() or 1)
