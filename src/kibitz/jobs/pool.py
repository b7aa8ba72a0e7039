"""Worker processes for the page: they run all searches, so the server stays responsive."""

import asyncio
import contextlib
import itertools
import json
import math
from collections.abc import AsyncIterator, Callable
from typing import Any

from kibitz.jobs.job import NICENESS, Busy, Cancelled, Job, JobFailed
from kibitz.runtime.process import STILLBORN, WorkerProcess, describe_no_start, is_from_outside, name_ending

# A place in a pool: one worker process, the job that it does, and the clock of that job.

STARTING = 60.0  # seconds for a worker to come up
PREPARING = 180.0  # seconds that a job may compile, which its own clock does not count
PATIENCE = 2.0  # in times of the grace: for a best so far that somebody waits for
DYING = 0.2  # seconds for a process to end that has said its last word
LONGEST = 16 * 2**20  # bytes of what a worker says at once
THREADS = {"OPENBLAS_NUM_THREADS": "1"}  # others for matrices nobody needs, and they take memory


class WorkerHandle:
    """Serves until its process ends: killed because a job did not, worn out, or dead by itself. `on_change` is called then."""

    def __init__(self, memory: int, niceness: int, grace: float, on_change: Callable[[], None]) -> None:
        self.job: Job | None = None
        self.games: set[str] = set()  # that it has had: their machine code is loaded
        self.is_ready = self.was_ready = False
        self.problem: OSError | None = None  # why it did not start
        self._process: WorkerProcess | None = None
        self._is_unwanted = False
        self._memory, self._niceness, self._grace, self._on_change = memory, niceness, grace, on_change
        self._reason = self._preparing = ""
        self._rest = 0.0  # seconds that its job has when it is prepared
        self._timer: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """The process id; None without a process."""
        return None if self._process is None else self._process.pid

    @property
    def is_free(self) -> bool:
        """Whether the worker can begin a job now."""
        return self.is_ready and self.job is None

    @property
    def is_abandoned(self) -> bool:
        """Whether the worker compiles something no visitor waits for: it may finish, unless its place is needed."""
        return self.job is not None and self.job.is_cancelled and bool(self._preparing) and not self._reason

    @property
    def left(self) -> float:
        """Seconds until its job must have ended."""
        return 0.0 if self._timer is None else max(0.0, self._timer.when() - asyncio.get_running_loop().time())

    async def serve(self) -> None:
        """Start the process and read its messages until it has ended and released everything."""
        if self._is_unwanted:
            return
        try:
            self._process = WorkerProcess(
                "kibitz.jobs.worker", self._memory, self._niceness, environment=THREADS, longest=LONGEST, memory=self._memory
            )
        except OSError as problem:
            self.problem = problem
            return
        try:
            self._set_clock(STARTING, lambda: self.kill("it did not come up"))
            async for message in _messages(self._process):
                self._hear(message)
                self._on_change()
        finally:
            self.is_ready = False
            self._stop_clock()
            code = await asyncio.to_thread(self._process.close, DYING)
            self._process = None
            if self.job is not None:
                self.job.end(JobFailed(self._reason or _ending(code)))
                self.job = None

    def begin(self, job: Job) -> None:
        """Begin a job; only while the worker is free."""
        self.job, self._preparing, self._reason = job, "", ""
        self.games.add(job.args.get("game", ""))
        self._send({"job": job.number, "do": job.do, "args": job.args})
        self._set_clock(job.seconds, self._late)
        if job.is_stopped:
            self.wished()

    def wished(self) -> None:
        """Tell the worker to stop with the best so far, or to cancel."""
        assert self.job is not None
        self._send({"stop": self.job.number})
        if self.job.is_cancelled:
            if not self._preparing:
                self._wind_down()
        elif self._preparing:
            self._rest = min(self._rest, PATIENCE * self._grace)
        else:
            self._set_clock(min(self.left, PATIENCE * self._grace), self._late)

    def reclaim(self) -> None:
        """Free the worker: unwanted compiling gets a grace period, a low-priority job none."""
        if self.job is not None and self.job.gives_way:
            self.job.end(Cancelled())
            self.kill()
        else:
            self._wind_down()

    def kill(self, reason: str = "") -> None:
        """Kill the process; `reason`: why its job failed, in a sentence."""
        self.is_ready, self._reason, self._is_unwanted = False, self._reason or reason, True
        self._stop_clock()
        if self._process is not None:
            self._process.kill()

    def _send(self, message: dict[str, Any]) -> None:
        if self._process is not None:
            self._process.send(json.dumps(message).encode())

    def _hear(self, message: dict[str, Any]) -> None:
        if "ready" in message:
            self.is_ready = self.was_ready = True
            self._stop_clock()
        job = self.job
        if job is None or message.get("job") != job.number:
            return
        if "news" in message:
            job.hear(message["news"])
        elif "preparing" in message:
            self._prepare(job, message["preparing"])
        else:
            self._stop_clock()
            self.job = None
            job.end(JobFailed(message["wrong"]) if "wrong" in message else message["done"])
            if message.get("last"):
                self.is_ready = False

    def _prepare(self, job: Job, doing: str) -> None:
        if doing and not self._preparing:
            self._rest = self.left
            self._set_clock(PREPARING, lambda: self.kill(f"{doing} took longer than {PREPARING:g} s, and was ended"))
        elif self._preparing and not doing:
            self._set_clock(self._rest, self._late)
        self._preparing = doing
        if not job.is_done:
            job.doing = doing
        if job.is_cancelled and not doing:
            self._wind_down()

    def _late(self) -> None:
        assert self.job is not None
        self._send({"stop": self.job.number})
        reason = "this could not be stopped" if self.job.is_stopped else f"this took longer than its {self.job.seconds:g} s"
        self._set_clock(self._grace, lambda: self.kill(f"{reason}, and its process was ended: do the rules or a player hang?"))

    def _wind_down(self) -> None:
        self._reason = self._reason or str(Cancelled())
        self._set_clock(self._grace, self.kill)

    def _set_clock(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop_clock()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


async def _messages(process: WorkerProcess) -> AsyncIterator[dict[str, Any]]:
    loop, messages = asyncio.get_running_loop(), asyncio.Queue[bytes | None]()

    def hand_on(message: bytes | None) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            loop.call_soon_threadsafe(messages.put_nowait, message)

    process.listen(hand_on)
    with contextlib.suppress(ValueError):
        while (message := await messages.get()) is not None:
            yield json.loads(message)


def _ending(code: int) -> str:
    """The reason why a job of a dead process has no answer."""
    if is_from_outside(code):
        return "the process that did this was ended from outside: is there too little memory? Try again"
    died = f"the process that did this has died ({name_ending(code)})"
    return f"{died}: do the rules or a player crash? `kibitz check` may show where"


GRACE = 2.0  # seconds for a stopped job to end: a worker gives way to all others, and a machine may stand still for one
MEMORY = 2 * 2**30


class Pool:
    """A limited number of workers, and a queue in which each visitor has one place.

    One worker is started when it opens; another whenever none is left that is free, so that the next job finds one warm.
    All methods are for the thread of the event loop.
    """

    def __init__(
        self, workers: int, waiting: int, grace: float = GRACE, memory: int = MEMORY, is_patient: bool = False
    ) -> None:
        """`waiting`: jobs in the queue at most; `grace`: seconds for a stopped job to end; `memory`: bytes of a worker.

        `is_patient`: nobody sits and waits for these jobs, so that they give way to all others on this machine.
        """
        self._workers, self._waiting, self._grace, self._memory = workers, waiting, grace, memory
        self._niceness = NICENESS if is_patient else 0
        self._handles: dict[WorkerHandle, asyncio.Task[None]] = {}
        self._queue: list[Job] = []
        self._jobs: dict[str, Job] = {}  # that are wanted, by their visitor
        self._numbers = itertools.count(1)
        self._is_open, self._stillborn = False, 0

    async def open(self) -> None:
        """Start the first worker without waiting until it is ready."""
        self._is_open = True
        self._hire()

    async def close(self) -> None:
        """Kill all workers and cancel all jobs."""
        self._is_open = False
        for job in list(self._jobs.values()):
            job.cancel()
        for handle in self._handles:
            handle.kill()
        await asyncio.gather(*self._handles.values(), return_exceptions=True)

    def submit(self, do: str, args: dict[str, Any], visitor: str, seconds: float, gives_way: bool = False) -> Job:
        """Queue a job of that kind (a file in `jobs/kinds`) for at most `seconds`; cancels an earlier one of this visitor.

        `gives_way`: see Job. Raises Busy when the queue is full.
        """
        earlier = self._jobs.get(visitor)
        if earlier is not None:
            earlier.cancel()
        if not self._is_open or sum(not job.gives_way for job in self._jobs.values()) >= self._workers + self._waiting:
            raise Busy(self._retry)
        job = Job(next(self._numbers), do, args, visitor, seconds, self._wished, gives_way=gives_way)
        self._jobs[visitor] = job
        self._queue.append(job)
        self._queue.sort(key=lambda one: one.gives_way)
        self._look()
        return job

    @property
    def has_room(self) -> bool:
        """Whether a job that can wait would delay no other: none is queued, and another worker stays free, if there is one."""
        return self._is_open and not self._queue and self.running < max(1, self._workers - 1)

    @property
    def running(self) -> int:
        """The number of running jobs, including cancelled ones that have not ended yet."""
        return sum(handle.job is not None for handle in self._handles)

    @property
    def queued(self) -> int:
        """The number of queued jobs, without low-priority ones."""
        return sum(not job.gives_way for job in self._queue)

    def before(self, job: Job) -> int | None:
        """The number of jobs queued before this one; None if it is not queued."""
        return self._queue.index(job) if job in self._queue else None

    @property
    def pids(self) -> list[int]:
        """The ids of the worker processes."""
        return [handle.pid for handle in self._handles if handle.pid is not None]

    def _wished(self, job: Job) -> None:
        if job.is_cancelled and job in self._queue:
            self._queue.remove(job)
        for handle in self._handles:
            if handle.job is job:
                handle.wished()
        self._look()

    def _look(self) -> None:
        """Hand out queued jobs, and start workers for them."""
        self._jobs = {visitor: job for visitor, job in self._jobs.items() if not job.is_done}
        for job in list(self._queue):
            free = [handle for handle in self._handles if handle.is_free]
            if not free:
                break
            if job.visitor not in self._leaving:
                self._queue.remove(job)
                min(free, key=lambda handle: job.args.get("game", "") not in handle.games).begin(job)
        coming = [handle for handle in self._handles if handle.job is None]
        if self._is_open and not coming and len(self._handles) < self._workers:
            self._hire()
        elif self.queued and not coming:
            for handle in [handle for handle in self._handles if handle.is_abandoned or self._gives_way(handle)][: self.queued]:
                handle.reclaim()

    def _gives_way(self, handle: WorkerHandle) -> bool:
        """Whether the worker's job can be cancelled; not if it compiles something that a visitor waits for."""
        job = handle.job
        if job is None or not job.gives_way:
            return False
        return not any((one.do, one.args.get("game")) == (job.args.get("what"), job.args.get("game")) for one in self._queue)

    @property
    def _leaving(self) -> set[str]:
        """Visitors whose cancelled job is still running: they get no second worker before it has ended."""
        jobs = [handle.job for handle in self._handles if not handle.is_abandoned]
        return {job.visitor for job in jobs if job is not None and job.is_cancelled}

    def _hire(self) -> None:
        handle = WorkerHandle(self._memory, self._niceness, self._grace, self._look)
        self._handles[handle] = asyncio.create_task(self._serve(handle))

    async def _serve(self, handle: WorkerHandle) -> None:
        try:
            await handle.serve()
        except asyncio.CancelledError:  # the event loop ends, and has not closed this
            self._is_open = False
            raise
        finally:
            del self._handles[handle]
            self._stillborn = 0 if handle.was_ready else self._stillborn + 1
            if self._stillborn >= STILLBORN:  # with the next job it is tried again
                self._give_up(describe_no_start(handle.problem))
            elif self._is_open:
                self._look()

    def _give_up(self, why: str) -> None:
        self._stillborn, waiting, self._queue = 0, self._queue, []
        for job in waiting:
            job.end(JobFailed(why))

    @property
    def _retry(self) -> int:
        """Seconds until the first busy worker must have ended."""
        left = [handle.left for handle in self._handles if handle.job is not None]
        return max(1, math.ceil(min(left, default=1.0)))
