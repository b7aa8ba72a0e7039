"""Worker processes of this machine as an Executor: one that dies is replaced, and takes no work with it but its own."""

import concurrent.futures
import contextlib
import os
import pickle
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import Any, TypeVar

from kibitz.errors import CrewError
from kibitz.runtime.process import STILLBORN, WorkerProcess, describe_no_start, is_from_outside
from kibitz.workers.worker import ThinkingMarker, ThinkingNote

Result = TypeVar("Result")

GRACE = (
    30.0  # seconds beyond its clock before a player that no clock stops is stopped with its worker; compiling does not count
)
GLANCE = 0.25  # seconds between two looks at who is thinking


class Crew(concurrent.futures.Executor):
    """A number of workers; each takes the next job when it has finished one.

    `grace`: how many seconds longer than its clock allows a player may think before its worker is killed.
    """

    def __init__(self, workers: int, grace: float = GRACE) -> None:
        if workers < 1:
            raise CrewError(f"{workers} workers do no work: give 1 or more")
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
        """The warnings about rules so far, from any worker (see RulesWarning), each once."""
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
        """Accept no more jobs; with `cancel_futures` drop the queued ones too."""
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
        """Kill all workers at once."""
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


# A worker of a crew: a process, and the note of the player who thinks there.

PATIENCE = 5.0  # seconds for a worker to end that has nothing more to do


class Died(BrokenExecutor):
    """The worker died during this job.

    `code`: its exit code, or minus the signal that ended it. `note`: the player that was thinking; None: no player, or unknown.
    `overdue`: it was killed because that player was still thinking long after its clock had run out.
    """

    def __init__(self, code: int, note: ThinkingNote | None, overdue: bool) -> None:
        super().__init__(f"a worker has died ({code})")
        self.code, self.note, self.overdue = code, note, overdue

    def __reduce__(self) -> tuple[type["Died"], tuple[int, ThinkingNote | None, bool]]:
        return Died, (self.code, self.note, self.overdue)

    @property
    def from_outside(self) -> bool:
        """Whether the worker was killed from outside, so that no player is to blame."""
        return is_from_outside(self.code)


def is_lost(problem: BaseException) -> bool:
    """Whether this says that a worker is gone, and nothing against the work: it should be given out again."""
    return isinstance(problem, (BrokenExecutor, CancelledError)) or type(problem).__name__ in (
        "KilledWorker",
        "CommClosedError",
    )


def problem_of(future: "Future[Any]") -> BaseException | None:
    """The exception of a finished future; None where it has a result."""
    return CancelledError() if future.cancelled() else future.exception()


class CrewWorker:
    """Does one job after the other; `kill`, from another thread, ends it, and then the job that is done raises EOFError."""

    def __init__(self) -> None:
        """Raises OSError if the system is out of processes, files or memory."""
        self._overdue = False
        self.warned: list[str] = []  # what rules were warned of, over the last job
        self._guard = threading.Lock()
        self._slip = ThinkingMarker() if hasattr(os, "killpg") else None
        files = [] if self._slip is None else [self._slip.file]
        try:
            self._process = WorkerProcess("kibitz.workers.worker", *(files or [-1]), files=files)
        except BaseException:
            self._close_slip()
            raise

    @property
    def pid(self) -> int:
        """The process number that the system knows it by."""
        return self._process.pid

    @property
    def is_dead(self) -> bool:
        """Whether it has ended."""
        return self._process.code is not None

    def do(self, job: bytes) -> tuple[bool, Any, bool]:
        """Whether a job, a pickle of (function, args, kwargs), went well, its result or exception, and whether it was the last.

        Raises EOFError when the worker died over it.
        """
        self._process.send(job)
        try:
            went_well, answer, sentence, worn, self.warned = pickle.loads(self._process.read() or b"")
        except pickle.UnpicklingError as problem:
            raise EOFError(str(problem)) from problem
        try:
            return went_well, pickle.loads(answer), worn
        except Exception as problem:  # of a class that only the worker knows, from a file that is not loaded here
            return False, RuntimeError(sentence or f"a worker's answer cannot be read: {problem}"), worn

    def watch(self, grace: float) -> None:
        """Kill the worker if a player exceeds its clock by this many seconds."""
        with self._guard:
            note = self._slip.read() if self._slip is not None else None
            if note is not None and time.monotonic() > note.due + grace and not self.is_dead:
                self._overdue = True
                self._process.kill()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def ask_to_end(self) -> None:
        """Let it end when it has done its job."""
        self._process.send(b"")

    def close(self) -> Died:
        """Wait for the process to end, release its resources, and return why it died."""
        code = self._process.close(PATIENCE)
        with self._guard:
            note = self._slip.read() if self._slip is not None else None
        self._close_slip()
        return Died(code, note, self._overdue)

    def _close_slip(self) -> None:
        with self._guard:
            if self._slip is not None:
                self._slip.close()
            self._slip = None


# A place in a crew: one worker, and when it dies the next one.

_HELLO = pickle.dumps((bool, (), {}))

Work = queue.SimpleQueue[tuple[Future[Any], bytes] | None]


class WorkerSlot:
    """Has its worker do what is in the queue, until it finds None there; `warned`: gets what rules are warned of."""

    def __init__(self, work: Work, name: str, warned: list[str]) -> None:
        self._work, self._warned = work, warned
        self._guard = threading.Lock()
        self._worker: CrewWorker | None = None
        self._stopped = False
        self._problem: OSError | None = None
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The process that serves here now; None while there is none."""
        worker = self._worker
        return worker.pid if worker is not None else None

    def watch(self, grace: float) -> None:
        """See `CrewWorker.watch`."""
        worker = self._worker
        if worker is not None:
            worker.watch(grace)

    def stop(self) -> None:
        """Ends the worker at once; no other takes its place."""
        with self._guard:
            self._stopped = True
            if self._worker is not None:
                self._worker.kill()

    def join(self) -> None:
        """Waits until all is done, and the worker has ended."""
        self._thread.join()

    def _serve(self) -> None:
        self._hire()
        while (taken := self._work.get()) is not None:
            future, job = taken
            if future.set_running_or_notify_cancel():
                self._do(future, job)
        if self._worker is not None:
            self._worker.ask_to_end()
            self._worker.close()

    def _do(self, future: Future[Any], job: bytes) -> None:
        if self._worker is not None and self._worker.is_dead:  # it died while it had nothing to do
            self._worker.close()
            self._hire()
        if self._worker is None:
            future.set_exception(CrewError(describe_no_start(self._problem)))
            return
        try:
            went_well, answer, worn = self._worker.do(job)
        except EOFError:
            future.set_exception(self._worker.close())
            self._hire()
            return
        self._warned.extend(self._worker.warned)
        if went_well:
            future.set_result(answer)
        else:
            future.set_exception(answer)
        if worn:
            self._worker.close()
            self._hire()

    def _hire(self) -> None:
        """Has a worker that answers, or none: when the crew is stopped, or none starts, or each ends before it can answer."""
        stillborn = 0
        while stillborn < STILLBORN:
            with self._guard:
                self._worker = None if self._stopped else self._started()
            if self._worker is None:
                return
            try:
                self._worker.do(_HELLO)
                return
            except EOFError:
                stillborn += not self._worker.close().from_outside
        self._worker = None

    def _started(self) -> CrewWorker | None:
        try:
            return CrewWorker()
        except OSError as problem:  # no more files, processes or memory
            self._problem = problem
            return None
