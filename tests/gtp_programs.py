"""Programs for the tests of the Go Text Protocol and NBoard: sessions of ours in this process, and what real ones need."""

import os
import shutil
from collections import deque
from collections.abc import Callable, Iterable

import pytest

from kibitz.errors import EngineError


class ProgramHere:
    """Stands in for the process of a program: lines go to a function of this process, which answers."""

    def __init__(self, name: str, answer: Callable[[str], Iterable[str]]) -> None:
        self.name, self.written = name, list[str]()
        self._answer, self._lines, self.is_closed = answer, deque[str](), False

    def write(self, line: str, seconds: float = 5.0) -> None:
        self.written.append(line)
        self._lines.extend(self._answer(line))

    def read(self, seconds: float, awaited: str = "an answer") -> str:
        if not self._lines:
            self.is_closed = True
            raise EngineError(f"{self.name} hung: it has not given {awaited}")
        return self._lines.popleft().strip()

    def close(self, farewell: str = "quit") -> None:
        self.is_closed = True


def program(name: str, package: str) -> str:
    """The path of a program of this system. Where it is missing the test is skipped, or fails if CI is set."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")  # where Debian keeps games
    missing = f"there is no {name} here: apt-get install {package}"
    if found is None and os.environ.get("CI"):
        pytest.fail(missing)
    if found is None:
        pytest.skip(missing)
    return found
