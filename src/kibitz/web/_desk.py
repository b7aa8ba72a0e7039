"""A place in a pool: one worker process, the job that it does, and the clock of that job."""

import asyncio
import signal
from collections.abc import Callable
from typing import Any

from kibitz.web._process import Process
from kibitz.web.job import Cancelled, Job, JobFailed

STARTING = 60.0  # seconds for a worker to come up
PREPARING = 180.0  # seconds that a job may compile, which its own clock does not count
PATIENCE = 2.0  # in times of the grace: for a best so far that somebody waits for


class Desk:
    """Serves until its process ends: killed because a job did not, worn out, or dead by itself. `told` hears of changes."""

    def __init__(self, memory: int, grace: float, told: Callable[[], None]) -> None:
        self.job: Job | None = None
        self.games: set[str] = set()  # that it has had: their machine code is loaded
        self.is_ready = self.was_ready = False
        self.problem = "see what it wrote to the terminal"
        self._process, self._memory, self._grace, self._told = Process(), memory, grace, told
        self._reason = self._preparing = ""
        self._rest = 0.0  # seconds that its job has when it is prepared
        self._timer: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """That of its process."""
        return self._process.pid

    @property
    def is_free(self) -> bool:
        """Whether it can begin a job now."""
        return self.is_ready and self.job is None

    @property
    def is_abandoned(self) -> bool:
        """Whether it compiles something for which nobody waits: that is left to end, unless its place is needed."""
        return self.job is not None and self.job.is_cancelled and bool(self._preparing) and not self._reason

    @property
    def left(self) -> float:
        """Seconds until its job must have ended."""
        return 0.0 if self._timer is None else max(0.0, self._timer.when() - asyncio.get_running_loop().time())

    async def serve(self) -> None:
        """Start the process and hear what it says, until it has ended and all is given back."""
        try:
            self._set_clock(STARTING, lambda: self.kill("it did not come up"))
            await self._process.start(self._memory)
            while (message := await self._process.read()) is not None:
                self._hear(message)
                self._told()
        except OSError as problem:
            self.problem = problem.strerror or str(problem)
        finally:
            self.is_ready = False
            self._stop_clock()
            code = await self._process.close()
            if self.job is not None:
                self.job.end(JobFailed(self._reason or _ending(code)))
                self.job = None

    def begin(self, job: Job) -> None:
        """Have it done; only while it is free."""
        self.job, self._preparing, self._reason = job, "", ""
        self.games.add(job.args.get("game", ""))
        self._process.send({"job": job.number, "do": job.do, "args": job.args})
        self._set_clock(job.seconds, self._late)
        if job.is_stopped:
            self.wished()

    def wished(self) -> None:
        """Its job is to stop with the best so far, or is not wanted any more."""
        assert self.job is not None
        self._process.send({"stop": self.job.number})
        if self.job.is_cancelled:
            if not self._preparing:
                self._wind_down()
        elif self._preparing:
            self._rest = min(self._rest, PATIENCE * self._grace)
        else:
            self._set_clock(min(self.left, PATIENCE * self._grace), self._late)

    def reclaim(self) -> None:
        """Its place is needed: what it compiles for nobody has the grace to end."""
        self._wind_down()

    def kill(self, reason: str = "") -> None:
        """End it at once; `reason`: what its job failed of, in a sentence."""
        self.is_ready, self._reason = False, self._reason or reason
        self._stop_clock()
        self._process.kill()

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
        self._process.send({"stop": self.job.number})
        said = "this could not be stopped" if self.job.is_stopped else f"this took longer than its {self.job.seconds:g} s"
        self._set_clock(self._grace, lambda: self.kill(f"{said}, and its process was ended: do the rules or a player hang?"))

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


def _ending(code: int) -> str:
    """Why a job has no answer whose process is dead."""
    if code in (-signal.SIGTERM, -getattr(signal, "SIGKILL", 9)):
        return "the process that did this was ended from outside: is there too little memory? Try again"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"exit code {code}"
    return f"the process that did this has died ({name}): do the rules or a player crash? `kibitz check` may show where"
