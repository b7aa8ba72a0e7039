"""What a worker process writes to its server: one JSON object a line, and of news only the newest, not too often."""

import json
import os
import threading
import time
from typing import Any, BinaryIO

PAUSE = 0.1  # seconds between two news
LONGEST = 16 * 2**20  # bytes of a line
TOO_LONG = "the answer is too large to be shown: ask for less"


class Post:
    """The way to the server; used by the thread of the job, and by others."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers, self._guard = answers, threading.Condition()
        self._news: tuple[int, dict[str, Any]] | None = None
        threading.Thread(target=self._deliver, name="kibitz-news", daemon=True).start()

    def news(self, job: int, news: dict[str, Any]) -> None:
        """What is known so far: it waits for its turn, and gives way to what is newer."""
        with self._guard:
            self._news = (job, news)
            self._guard.notify()

    def say(self, message: dict[str, Any]) -> None:
        """Writes a message now."""
        with self._guard:
            self._write(_line(message))

    def end(self, job: int, said: dict[str, Any], last: bool) -> None:
        """The last word on a job: {"done": ...} or {"wrong": ...}; `last`: the worker takes no more jobs."""
        rest: dict[str, Any] = {"job": job} | ({"last": True} if last else {})
        try:
            line = _line(rest | said)
            if len(line) > LONGEST:
                line = _line(rest | {"wrong": TOO_LONG})
        except (TypeError, ValueError, RecursionError) as problem:
            line = _line(rest | {"wrong": f"the answer cannot be written: {problem}"})
        with self._guard:
            self._news = None
            self._write(line)

    def _deliver(self) -> None:
        while True:
            with self._guard:
                while self._news is None:
                    self._guard.wait()
                (job, news), self._news = self._news, None
                try:
                    line = _line({"job": job, "news": news})
                except (TypeError, ValueError, RecursionError):  # so is the end of this job, which says it
                    continue
                if len(line) <= LONGEST:
                    self._write(line)
            time.sleep(PAUSE)

    def _write(self, line: bytes) -> None:
        try:
            self._answers.write(line)
            self._answers.flush()
        except OSError:  # the server has gone, this very moment
            os._exit(1)


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, allow_nan=False, separators=(",", ":")).encode() + b"\n"
