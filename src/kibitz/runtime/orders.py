"""Orders from outside to end thinking: Ctrl-C, and a clock that has run out. Any other exception is the player's own.

A player may raise KeyboardInterrupt itself, or catch the one of a person. Python raises it in the main thread only, from the
handler of a signal; so this handler is watched while a player thinks, and what counts is whether it was called.
"""

import ctypes
import signal
import threading
from collections.abc import Callable
from typing import Any, ClassVar

LISTEN = 0.05
"""Seconds of a wait: Python raises what another thread orders, and Windows Ctrl-C, only between two waits."""
ordered: set[int] = set()
"""The threads, by `threading.get_ident`, that got a GivenUp to end."""


class GivenUp(BaseException):
    """Raised inside work that is overdue. No Exception, so that what catches everything does not swallow it."""


def order_to_end(thread: int) -> None:
    """Raise a GivenUp in a thread at its next step of Python, which may catch it: then tell it again."""
    ordered.add(thread)
    raise_in(thread, GivenUp)


def raise_in(thread: int, problem: type[BaseException]) -> None:
    """Raise an exception in a thread at its next step of Python, instead of one that has not come there yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(problem))


class Listening:
    """Notes Ctrl-C as long as its `with` is open; `obey` then acts on it.

    Setting a handler takes as long as a quick player thinks: so one inside another sets none, and code that plays a whole game
    opens one around it.
    """

    _watch: "ClassVar[_Watch | None]" = None  # that of the main thread, while somebody listens

    def __enter__(self) -> "Listening":
        self._is_first, self._before = False, 0
        self._is_here = threading.current_thread() is threading.main_thread()
        if self._is_here and Listening._watch is None:
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):
                self._is_first, Listening._watch = True, _Watch(handler)
                signal.signal(signal.SIGINT, Listening._watch)
        if self._is_here and Listening._watch is not None:
            self._before = Listening._watch.presses
        return self

    def __exit__(self, *problem: object) -> None:
        if self._is_first and Listening._watch is not None:  # also where the player has put another handler there
            signal.signal(signal.SIGINT, Listening._watch.handler)
            Listening._watch = None

    def obey(self) -> None:
        """Raises GivenUp if this thread got the order to end, and KeyboardInterrupt after Ctrl-C."""
        if threading.get_ident() in ordered:
            raise GivenUp
        if self._is_here and Listening._watch is not None and Listening._watch.presses > self._before:
            raise KeyboardInterrupt


class _Watch:
    """A handler of Ctrl-C that counts, and calls the one that was there before."""

    def __init__(self, handler: Callable[[int, Any], Any]) -> None:
        self.handler = handler
        self.presses = 0

    def __call__(self, number: int, frame: Any) -> None:
        self.presses += 1
        self.handler(number, frame)
