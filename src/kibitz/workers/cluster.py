"""Workers on other machines: a dask scheduler as an Executor, `--cluster tcp://HOST:PORT` (extra `cluster`)."""

import concurrent.futures
import contextlib
import logging
import math
import os
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from kibitz.errors import CrewError, RulesWarning
from kibitz.workers.crew import Crew
from kibitz.workers.files import version
from kibitz.workers.jobs import WORKER_NAME

Result = TypeVar("Result")

PATIENCE = 5.0  # seconds for the scheduler to answer
GLANCE = 1.0  # seconds for which the number of workers holds

_mine = threading.local()


class Cluster(concurrent.futures.Executor):
    """The workers of a dask scheduler. What it is given may be done twice: dask does again what was lost with a worker."""

    def __init__(self, address: str, client: Any) -> None:
        self._address, self._client = address, client
        self._executor = client.get_executor(pure=False)  # equal calls are two calls
        self._counted, self._workers = -math.inf, 0

    @property
    def workers(self) -> int:
        """How many things they do at a time; they may come and go, and are counted once a second."""
        now = time.monotonic()
        if now > self._counted + GLANCE and self._client.status == "running":
            with contextlib.suppress(OSError, RuntimeError):  # the scheduler is gone: the next submission hears of it
                self._workers = sum(self._client.nthreads().values())
            self._counted = now
        return self._workers

    def warnings(self) -> list[str]:
        """Nothing: what rules are warned of stands in the logs of the workers."""
        return []

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
        """As with a Crew: Died is raised when the process dies that does it. Raises CrewError when the scheduler is gone."""
        if self._client.status == "running":
            with contextlib.suppress(OSError, RuntimeError):  # gone at this moment
                future: Future[Result] = self._executor.submit(apart, fn, *args, **kwargs)
                return future
        raise CrewError(
            f"the scheduler at {self._address} is gone: start it and its workers again, then the same "
            f"command, with --resume where there is one"
        )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leaves the cluster; its workers stay for others."""
        self._client.close(timeout=PATIENCE)

    def stop(self) -> None:
        """Leaves it, and gives up what has not come back."""
        self.shutdown(cancel_futures=True)


def connect(address: str) -> Cluster:
    """The cluster whose scheduler is at `address`. Raises CrewError, one sentence, when there is none, or it does not fit."""
    try:
        import distributed
    except ImportError:
        raise CrewError("a cluster needs dask: pip install 'kibitz[cluster]', here and on the workers") from None
    make: Any = distributed.Client  # which has no types
    for name in logging.root.manager.loggerDict:
        if name.startswith(("distributed", "tornado")):  # each has a level of its own; what goes wrong we say ourselves
            logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = make(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise CrewError(
            f"no dask scheduler answers at {address} ({type(problem).__name__}): start one with `dask scheduler`, and give the "
            f"address that it prints, such as tcp://192.168.1.10:8786"
        ) from None
    cluster = Cluster(address, client)
    try:
        _check(client)
    except BaseException:
        cluster.stop()
        raise
    return cluster


def apart(fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Result:
    """Does it in a process beside the dask worker, one for each of its threads.

    So the worker stays in touch with the scheduler while players run, and a player that kills its process does not kill the
    worker.
    """
    if not hasattr(_mine, "crew"):
        os.environ[WORKER_NAME] = _worker_address()
        _mine.crew = Crew(1)
    crew: Crew = _mine.crew
    before = crew.warnings()
    future = crew.submit(fn, *args, **kwargs)
    try:
        return future.result()
    finally:
        for warning in crew.warnings()[len(before) :]:
            warnings.warn(warning, RulesWarning, stacklevel=2)


def _worker_address() -> str:
    """The address of the dask worker that this is a thread of."""
    from distributed import get_worker

    find: Any = get_worker  # which has no types
    return str(find().address)


def _check(client: Any) -> None:
    """Whether the workers connected now run the same kibitz; those that come later are checked with each batch."""
    for worker, theirs in client.run(version, on_error="return").items():
        if isinstance(theirs, BaseException):
            raise CrewError(f"the worker {worker} has no kibitz that runs ({theirs}): install {version()} there, as it is here")
        if theirs != version():
            raise CrewError(f"the worker {worker} has kibitz {theirs}, and here is {version()}: install the same on both")
