"""What runs in a worker process of the page: it does the jobs that come in, tells news, and ends with its server."""

import contextlib
import json
import os
import queue
import threading
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

from kibitz import registry
from kibitz.arena.crew.seclusion import end_when_closed, own_answers
from kibitz.arena.timekeeper import left_behind
from kibitz.errors import KibitzError
from kibitz.web._memory import Memory
from kibitz.web._post import Post
from kibitz.web.stop import Stop

KIND = 15  # how far it gives way to the server, which answers others meanwhile: niceness
LONG = 500  # letters of a sentence

Run = Callable[[dict[str, Any], Callable[[dict[str, Any]], None], Stop], dict[str, Any]]


def main(work: BinaryIO, line: int, memory: int) -> None:
    """Does jobs from `work`, one after the other. `line`: see `end_when_closed`; `memory`: bytes at most, of data.

    It is ready when the searches are imported, which takes a second.
    """
    if os.name == "posix":
        end_when_closed(line)
        os.nice(KIND)
    post, used = Post(own_answers()), Memory(memory)
    orders = _Orders(work, post)
    from kibitz.kernel import set_announcer
    from kibitz.search import _think  # noqa: F401  # ahead of time

    used.begin()
    post.say({"ready": True})
    while True:
        job, do, args, stop = orders.next()
        set_announcer(stop.preparing)
        said, last = _said(job, do, args, stop, post)
        last = last or used.is_worn or left_behind() > 0
        orders.done(job)
        post.end(job, said, last)
        if last:
            os._exit(0)


class _Orders:
    """What comes in: jobs wait for their turn, and a stop reaches the job it is for in another thread."""

    def __init__(self, work: BinaryIO, post: Post) -> None:
        self._post, self._stops = post, dict[int, Stop]()
        self._jobs: queue.SimpleQueue[tuple[int, str, dict[str, Any], Stop]] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(work,), name="kibitz-orders", daemon=True).start()

    def next(self) -> tuple[int, str, dict[str, Any], Stop]:
        """The number of the next job, its kind, what it is about, and how it is stopped."""
        return self._jobs.get()

    def done(self, job: int) -> None:
        """No stop is for this job any more."""
        self._stops.pop(job, None)

    def _listen(self, work: BinaryIO) -> None:
        """Hands on what comes in. When that ends the server is gone, and so is this process."""
        with contextlib.suppress(OSError, ValueError, KeyError):
            for line in work:
                order = json.loads(line)
                if "stop" in order:
                    asked = self._stops.get(order["stop"])
                    if asked is not None:
                        asked.ask()
                else:
                    job = order["job"]
                    self._stops[job] = stop = Stop(lambda doing, job=job: self._post.say({"job": job, "preparing": doing}))  # type: ignore[misc]
                    self._jobs.put((job, order["do"], order["args"], stop))
        os._exit(1)


def _said(job: int, do: str, args: dict[str, Any], stop: Stop, post: Post) -> tuple[dict[str, Any], bool]:
    """What came of a job: {"done": ...} or {"wrong": a sentence}; and whether this process had better end."""
    try:
        run: Run = registry.member("web.jobs", do, KibitzError, "job").run
        return {"done": run(args, lambda news: post.news(job, news), stop)}, False
    except BaseException as problem:
        if _lacks_memory(problem):
            return {"wrong": "there is too little memory for this: try a smaller board, or one with fewer choices"}, True
        if isinstance(problem, KibitzError):
            return {"wrong": str(problem)}, False
        traceback.print_exc()
        told = f"{type(problem).__name__}: {problem}"
        told = told if len(told) <= LONG else told[: LONG - 3] + "..."
        return {"wrong": f"the rules or a player went wrong ({told}); `kibitz check` may show where"}, False


def _lacks_memory(problem: BaseException | None) -> bool:
    """Whether that is at the bottom of it: searches tell of what the rules raised in words of their own."""
    while problem is not None:
        if isinstance(problem, MemoryError):
            return True
        problem = problem.__cause__ or problem.__context__
    return False
