"""Run Numba in a thread of its own, where nothing interrupts it: only waiting for it can be interrupted.

Numba and LLVM do not survive asynchronous exceptions. One raised while LLVM calls back is dropped, and Ctrl-C with it; one
raised elsewhere leaves half a module, and the next use of it may crash.
"""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from kibitz.runtime.orders import LISTEN

Result = TypeVar("Result")
# Open while something is compiled: what that is, in words, and about how many seconds it takes.
Announcer = Callable[[str, float], AbstractContextManager[Any]]

NAME = "kibitz-compiler"
_compiler = threading.Lock()  # Numba's compiler is not for two threads at once


def compile_gently(niceness: int) -> None:
    """From now on this process compiles at a lower priority, as `nice` does; 0 is the usual one.

    Only Linux has priorities for threads: elsewhere nothing changes.
    """
    _niceness[0] = niceness


_niceness = [0]


class Left(BaseException):
    """The code is no longer wanted."""


class Caller:
    """The waiting thread, as the compiling one sees it."""

    def __init__(self) -> None:
        self.has_left = False
        self._is_daemon = threading.current_thread().daemon  # it ends with the process, whatever it waits for

    def before(self) -> None:
        """To be called while nothing is begun. Raises Left when the code is no longer wanted."""
        if self.has_left:
            raise Left

    def between(self) -> None:
        """Call this between two steps of compiling. Raises Left when the program is ending and waits only for this.

        Before that, the next caller could meet a half-made module.
        """
        if (self.has_left or self._is_daemon) and not threading.main_thread().is_alive():
            raise Left


def apart(work: Callable[[Caller], Result]) -> Result:
    """Return or raise what `work` does; one such work at a time.

    Exceptions in the waiting thread, Ctrl-C first of all, pass at once. Meanwhile the compilation continues and its result is
    kept; when Python ends, it waits for the step under way, as `between` says.
    """
    caller = Caller()
    results: list[Result] = []
    problems: list[BaseException] = []
    ended = threading.Event()

    def run() -> None:
        if _niceness[0] and sys.platform == "linux" and hasattr(os, "nice"):
            os.nice(_niceness[0])
        try:
            with _compiler:
                caller.before()
                results.append(work(caller))
        except BaseException as problem:
            problems.append(problem)
        finally:
            ended.set()

    thread = threading.Thread(target=run, name=NAME, daemon=False)  # or Python, at its end, would take LLVM apart at work
    try:
        thread.start()
        while not ended.wait(LISTEN):  # not `join`, which takes a thread for ended when Ctrl-C interrupts it (Python 3.11)
            pass
        thread.join()
    except BaseException:
        caller.has_left = True
        raise
    if problems:
        raise problems.pop()
    return results[0]


def compiling() -> bool:
    """Whether something is being compiled in this process, or Numba imported: Python, at its end, would wait for it."""
    return any(thread.name == NAME for thread in threading.enumerate())
