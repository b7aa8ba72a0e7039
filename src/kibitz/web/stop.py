"""How a job in a worker process hears that it should end, and says that its clock should stand still."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


def _nobody(doing: str) -> None:
    """Nothing is done with what is prepared."""


class Stop:
    """A request to end a job soon, with the best so far; one for each job. May be used from any thread."""

    def __init__(self, on_preparing: Callable[[str], None] = _nobody) -> None:
        """`on_preparing` hears what is being prepared, in words, and "" when that is done."""
        self._guard = threading.Lock()
        self._is_requested, self._functions = False, list[Callable[[], object]]()
        self._on_preparing, self._preparations = on_preparing, 0

    @property
    def is_requested(self) -> bool:
        """Whether the job should end."""
        return self._is_requested

    def call(self, function: Callable[[], object]) -> None:
        """Have it called, once and from another thread, when a stop is asked; at once, if it was already."""
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
    def preparing(self, doing: str) -> Iterator[None]:
        """What happens inside is no part of the job's time: compiling, or waiting for another process that compiles.

        `doing` says it in words, such as "compiling ConnectFour".
        """
        with self._guard:
            self._preparations += 1
            if self._preparations == 1:
                self._on_preparing(doing)
        try:
            yield
        finally:
            with self._guard:
                self._preparations -= 1
                if self._preparations == 0:
                    self._on_preparing("")
