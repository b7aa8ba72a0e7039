"""A place in a crew: one worker, and when it dies the next one."""

import pickle
import queue
import threading
from concurrent.futures import Future
from typing import Any

from kibitz.arena.crew._process import Process
from kibitz.errors import CrewError

MOST_STILLBORN = 3  # workers that end by themselves before they have answered once
_HELLO = pickle.dumps((bool, (), {}))

Work = queue.SimpleQueue[tuple[Future[Any], bytes] | None]


class Post:
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
