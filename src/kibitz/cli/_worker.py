"""Work in a thread that Ctrl-C need not wait for: compiled code hears no signals, the main thread does."""

import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def interruptible(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises. On KeyboardInterrupt the thread is left behind: it ends with the process."""
    results: list[Result] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if problems:
        raise problems[0]
    return results[0]
