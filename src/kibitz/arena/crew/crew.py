"""Worker processes of this machine as an Executor: one that dies is replaced, and takes no work with it but its own."""

import concurrent.futures
import contextlib
import pickle
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from kibitz.arena.crew._process import Died, Process
from kibitz.errors import CrewError

__all__ = ["GRACE", "Crew", "Died"]

Result = TypeVar("Result")

GRACE = (
    30.0  # seconds beyond its clock before a player that no clock stops is stopped with its worker; compiling is no such case
)
GLANCE = 0.25  # seconds between two looks at who is thinking


class Crew(concurrent.futures.Executor):
    """So many workers; each takes the next piece of work when it has done one.

    `grace`: how many seconds longer than its clock allows a player may think before its worker is killed.
    """

    def __init__(self, workers: int, grace: float = GRACE) -> None:
        self.workers = workers
        self._work: Work = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._closed = False
        self._over = threading.Event()
        self._warned: list[str] = []
        self._slots = [WorkerSlot(self._work, f"kibitz-crew-{place}", self._warned) for place in range(workers)]
        threading.Thread(target=self._watch, args=(grace,), name="kibitz-crew-watch", daemon=True).start()

    @property
    def pids(self) -> list[int]:
        """The worker processes of this moment."""
        return [slot.pid for slot in self._slots if slot.pid is not None]

    def warnings(self) -> list[str]:
        """What rules have been warned of so far, by any worker (see RulesWarning): each sentence once."""
        return list(dict.fromkeys(self._warned))

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
        """`fn` must be importable from a module. The future raises Died when the worker dies over it: submit it again."""
        job = pickle.dumps((fn, args, kwargs))
        future: Future[Result] = Future()
        with self._guard:
            if self._closed:
                raise RuntimeError("this crew has been sent home: it takes no more work")
            self._work.put((future, job))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """No more work; with `cancel_futures` none but what is being done."""
        with self._guard:
            if cancel_futures:
                self._cancel_waiting()
            if not self._closed or cancel_futures:
                for _ in self._slots:
                    self._work.put(None)
            self._closed = True
        if wait:
            for slot in self._slots:
                slot.join()
        self._over.set()

    def stop(self) -> None:
        """Ends all workers at once, whatever they are doing."""
        for slot in self._slots:
            slot.stop()
        self.shutdown(cancel_futures=True)

    def __exit__(self, kind: type[BaseException] | None, *problem: object) -> None:
        """The end of a `with`: waits for what is being done, but not when something, such as Ctrl-C, has ended it early."""
        if kind is None:
            self.shutdown()
        else:
            self.stop()

    def _cancel_waiting(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                waiting = self._work.get_nowait()
                if waiting is not None:
                    waiting[0].cancel()

    def _watch(self, grace: float) -> None:
        while not self._over.wait(GLANCE):
            for slot in self._slots:
                slot.watch(grace)


# A place in a crew: one worker, and when it dies the next one.

MOST_STILLBORN = 3  # workers that end by themselves before they have answered once
_HELLO = pickle.dumps((bool, (), {}))

Work = queue.SimpleQueue[tuple[Future[Any], bytes] | None]


class WorkerSlot:
    """Has its worker do what is in the queue, until it finds None there; `warned`: gets what rules are warned of."""

    def __init__(self, work: Work, name: str, warned: list[str]) -> None:
        self._work, self._warned = work, warned
        self._guard = threading.Lock()
        self._process: Process | None = None
        self._stopped = False
        self._problem = "see what they wrote to the terminal"
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The process that serves here now; None while there is none."""
        process = self._process
        return process.pid if process is not None else None

    def watch(self, grace: float) -> None:
        """See `Process.watch`."""
        process = self._process
        if process is not None:
            process.watch(grace)

    def stop(self) -> None:
        """Ends the worker at once; no other takes its place."""
        with self._guard:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def join(self) -> None:
        """Waits until all is done, and the worker has ended."""
        self._thread.join()

    def _serve(self) -> None:
        self._hire()
        while (taken := self._work.get()) is not None:
            future, job = taken
            if future.set_running_or_notify_cancel():
                self._do(future, job)
        if self._process is not None:
            self._process.ask_to_end()
            self._process.close()

    def _do(self, future: Future[Any], job: bytes) -> None:
        if self._process is not None and self._process.code is not None:  # it died while it had nothing to do
            self._process.close()
            self._hire()
        if self._process is None:
            future.set_exception(CrewError(f"no worker process starts here: {self._problem}"))
            return
        try:
            went_well, answer, worn = self._process.do(job)
        except EOFError:
            future.set_exception(self._process.close())
            self._hire()
            return
        self._warned.extend(self._process.warned)
        if went_well:
            future.set_result(answer)
        else:
            future.set_exception(answer)
        if worn:
            self._process.close()
            self._hire()

    def _hire(self) -> None:
        """Has a worker that answers, or none: when the crew is stopped, or none starts, or each ends before it can answer."""
        stillborn = 0
        while stillborn < MOST_STILLBORN:
            with self._guard:
                self._process = None if self._stopped else self._started()
            if self._process is None:
                return
            try:
                self._process.do(_HELLO)
                return
            except EOFError:
                stillborn += not self._process.close().from_outside
        self._process = None

    def _started(self) -> Process | None:
        try:
            return Process()
        except OSError as problem:  # no more files, processes or memory
            self._problem = problem.strerror or str(problem)
            return None
