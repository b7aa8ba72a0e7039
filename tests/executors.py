"""Executors that play in this process: at once, and only until they are told to stop."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

Result = TypeVar("Result")


class Here(Executor):
    """Does each thing when it is submitted; after `most` things it raises KeyboardInterrupt, as Ctrl-C would."""

    def __init__(self, most: int | None = None) -> None:
        self.left = most

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
        future: Future[Result] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
