"""Programs and positions for the tests of GTP and NBoard: sessions of ours in this process, and what real programs need."""

import os
import random
import shutil
from collections import deque
from collections.abc import Callable, Iterable

import pytest

from kibitz.core.registry import load
from kibitz.errors import EngineError
from kibitz.players import player
from kibitz.position import Position
from kibitz.protocols.gtp import GtpSession

GAMES = ("go:size=5", "hex:size=5,swap=true", "othello:size=6")
START = "8 ---------------------------O*------*O--------------------------- *"
NTEST = f"(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a\\]b]PW[c]RE[?]TI[15:00]TY[8]BO[{START}]"


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


def session(spec: str, who: str = "random") -> GtpSession:
    """A session in which a player thinks."""
    thinking = player(who, 1)
    return GtpSession(load(spec), lambda position, limits: thinking.think(position).best or 0)


def random_positions(spec: str, games: int) -> Iterable[Position]:
    dice = random.Random(spec)
    for _ in range(games):
        position = Position.after(spec)
        while not position.is_over:
            position = position.play(dice.choice(position.legal()))
            yield position
