"""How a job in a worker process hears that it should end, and says that its clock should stand still."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


def _nobody(doing: str) -> None:
    """Nobody is told."""


class Stop:
    """One for each job: asked once it should end soon, with the best so far. May be used from any thread."""

    def __init__(self, told: Callable[[str], None] = _nobody) -> None:
        """`told` hears what is being prepared, in words, and "" when that is done."""
        self._guard = threading.Lock()
        self._asked, self._functions = False, list[Callable[[], object]]()
        self._told, self._preparations = told, 0

    @property
    def asked(self) -> bool:
        """Whether the job should end."""
        return self._asked

    def call(self, function: Callable[[], object]) -> None:
        """Have it called, once and from another thread, when a stop is asked; at once, if it was already."""
        with self._guard:
            if not self._asked:
                self._functions.append(function)
                return
        function()

    def ask(self) -> None:
        """The job should end soon. What goes wrong in the functions that are called now stops none of the others."""
        with self._guard:
            self._asked, functions, self._functions = True, self._functions, []
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
                self._told(doing)
        try:
            yield
        finally:
            with self._guard:
                self._preparations -= 1
                if self._preparations == 0:
                    self._told("")
