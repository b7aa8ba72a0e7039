"""The worker process of the page: it runs jobs and reports intermediate results."""

import contextlib
import gc
import json
import os
import queue
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from kibitz.core import registry
from kibitz.errors import KibitzError
from kibitz.runtime.deadlines import left_behind
from kibitz.runtime.messages import Owner
from kibitz.runtime.user_code import describe_error

# What a worker process writes to its server: JSON objects, and of news only the newest, not too often.

PAUSE = 0.1  # seconds between two news
LONGEST = 16 * 2**20  # bytes of a message
TOO_LONG = "the answer is too large to be shown: ask for less"


class MessageWriter:
    """The way to the server; used by the thread of the job, and by others."""

    def __init__(self, owner: Owner) -> None:
        self._owner, self._guard = owner, threading.Condition()
        self._news: tuple[int, dict[str, Any]] | None = None
        threading.Thread(target=self._deliver, name="kibitz-news", daemon=True).start()

    def news(self, job: int, news: dict[str, Any]) -> None:
        """Send an intermediate result; it waits for its turn, and newer ones replace it."""
        with self._guard:
            self._news = (job, news)
            self._guard.notify()

    def say(self, message: dict[str, Any]) -> None:
        """Writes a message now."""
        with self._guard:
            self._owner.write(_as_json(message))

    def end(self, job: int, outcome: dict[str, Any], last: bool) -> None:
        """The last word on a job: {"done": ...} or {"wrong": ...}; `last`: the worker takes no more jobs."""
        rest: dict[str, Any] = {"job": job} | ({"last": True} if last else {})
        try:
            message = _as_json(rest | outcome)
            if len(message) > LONGEST:
                message = _as_json(rest | {"wrong": TOO_LONG})
        except (TypeError, ValueError, RecursionError) as problem:
            message = _as_json(rest | {"wrong": f"the answer cannot be written: {problem}"})
        with self._guard:
            self._news = None
            self._owner.write(message)

    def _deliver(self) -> None:
        while True:
            with self._guard:
                while self._news is None:
                    self._guard.wait()
                (job, news), self._news = self._news, None
                try:
                    message = _as_json({"job": job, "news": news})
                except (TypeError, ValueError, RecursionError):  # so is the end of this job, which says it
                    continue
                if len(message) <= LONGEST:
                    self._owner.write(message)
            time.sleep(PAUSE)


def _as_json(message: dict[str, Any]) -> bytes:
    return json.dumps(message, allow_nan=False, separators=(",", ":")).encode()


# How a job hears that it should end, and says that its clock should stand still.


def _nobody(doing: str) -> None:
    """The prepared objects are not used."""


class Stop:
    """A request to end a job soon, with the best so far; one for each job. May be used from any thread."""

    def __init__(self, on_preparing: Callable[[str], None] = _nobody) -> None:
        """`on_preparing` gets each preparation in words, and "" when it is done."""
        self._guard = threading.Lock()
        self._is_requested, self._functions = False, list[Callable[[], object]]()
        self._on_preparing, self._preparations = on_preparing, list[str]()

    @property
    def is_requested(self) -> bool:
        """Whether the job should end."""
        return self._is_requested

    def call(self, function: Callable[[], object]) -> None:
        """Call it, once and from another thread, when a stop is requested; at once if one already was."""
        with self._guard:
            if not self._is_requested:
                self._functions.append(function)
                return
        function()

    def ask(self) -> None:
        """The job should end soon. What goes wrong in the functions that are called now stops none of the others."""
        with self._guard:
            self._is_requested, functions, self._functions = True, self._functions, []
        for function in functions:
            with suppress(Exception):
                function()

    @contextmanager
    def preparing(self, doing: str, seconds: float = 0.0) -> Iterator[None]:
        """The time inside does not count for the job: compiling, or waiting for another process that compiles.

        `doing` says it in words, such as "preparing Connect Four: about 6 s, once"; the words are shown, not `seconds`.
        """
        with self._guard:
            self._preparations.append(doing)
            self._on_preparing(doing)
        try:
            yield
        finally:
            with self._guard:
                self._preparations.remove(doing)
                self._on_preparing(self._preparations[-1] if self._preparations else "")


# The jobs, one after the other.

Run = Callable[[dict[str, Any], Callable[[dict[str, Any]], None], Stop], dict[str, Any]]


# What a first move needs is imported before anybody waits for it.
FIRST = (("jobs.kinds", "move"), ("players", "computer"), ("search", "deepening"))


def main(owner: Owner, memory: int, niceness: int) -> None:
    """Does jobs, one after the other. `memory`: bytes at most, of data. `niceness`: how far it gives way to other processes.

    It is ready when the searches are imported, which takes a second.
    """
    if hasattr(os, "nice"):
        os.nice(niceness)
    post, used = MessageWriter(owner), MemoryLimit(memory)
    stops = dict[int, Stop]()
    orders: queue.SimpleQueue[tuple[dict[str, Any], Stop]] = queue.SimpleQueue()

    def hear(message: bytes) -> None:
        """Jobs wait for their turn, and a stop reaches the job it is for in another thread."""
        order = json.loads(message)
        if "stop" not in order:
            job = order["job"]
            stops[job] = Stop(lambda doing: post.say({"job": job, "preparing": doing}))
            orders.put((order, stops[job]))
        elif (running := stops.get(order["stop"])) is not None:
            running.ask()

    owner.listen(hear)
    from kibitz.kernel import set_announcer
    from kibitz.search import entry  # noqa: F401  # ahead of time

    used.begin()
    post.say({"ready": True})
    for folder, name in FIRST:
        registry.member(folder, name, KibitzError, "module")
    while True:
        order, stop = orders.get()
        job = order["job"]
        set_announcer(stop.preparing)
        outcome, last = _do_job(job, order["do"], order["args"], stop, post)
        last = last or used.is_worn or left_behind() > 0
        stops.pop(job, None)
        post.end(job, outcome, last)
        if last:
            os._exit(0)


def _do_job(job: int, do: str, args: dict[str, Any], stop: Stop, post: MessageWriter) -> tuple[dict[str, Any], bool]:
    """Run a job: {"done": ...} or {"wrong": a sentence}; and whether this process should end."""
    try:
        run: Run = registry.member("jobs.kinds", do, KibitzError, "job").run
        return {"done": run(args, lambda news: post.news(job, news), stop)}, False
    except BaseException as problem:
        if _lacks_memory(problem):
            return {"wrong": "there is too little memory for this: try a smaller board, or one with fewer choices"}, True
        if isinstance(problem, KibitzError):
            return {"wrong": str(problem)}, False
        traceback.print_exc()
        return {"wrong": f"the rules or a player went wrong ({describe_error(problem)}); `kibitz check` may show where"}, False


def _lacks_memory(problem: BaseException | None) -> bool:
    """Whether that is at the bottom of it: searches tell of what the rules raised in words of their own."""
    while problem is not None:
        if isinstance(problem, MemoryError):
            return True
        problem = problem.__cause__ or problem.__context__
    return False


# How much memory a worker process may use, and whether it keeps too much of it from one job to the next.

WORN = 0.5  # the share of what it may use beyond what it began with, that one may keep after a job


class MemoryLimit:
    """The bound on this process's memory, and whether too much of it is kept."""

    def __init__(self, most: int) -> None:
        """`most`: bytes of data at most, from now on: who asks for more gets a MemoryError. The owner sets it on Windows."""
        self._most = most
        self._first = 0
        with contextlib.suppress(ImportError):  # on Windows the owner has set a limit
            import resource

            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))

    def begin(self) -> None:
        """Notes what is in use now that every job's imports are done."""
        self._first = _data()

    @property
    def is_worn(self) -> bool:
        """Whether so much is kept that the next job would lack it."""
        most = self._first + WORN * (self._most - self._first)
        if _data() <= most:
            return False
        gc.collect()
        return _data() > most


def _data() -> int:
    """Bytes of data, as the system counts them for the limit; 0 where it does not say."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
