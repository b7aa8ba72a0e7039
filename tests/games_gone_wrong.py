"""Games that do harm as soon as a search plays a move, and one that is only long: each runs as plain Python."""

import os
import re
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from kibitz.rules import Game

KEPT: list[bytes] = []  # of this process
SLEEPER = "sleep 61.{:07}"  # with the number of the process that has the pool: other tests run on this machine, too
GATE = "KIBITZ_TEST_GATE"  # in the environment: where there is a file as soon as what compiles may end


class State(NamedTuple):
    made: int
    told: int  # all moves made, so that no two games ever meet


@dataclass(frozen=True)
class Long(Game):
    """Three moves at any time, for a hundred plies; then it is a draw."""

    compiles: ClassVar[bool] = False

    def start(self) -> State:
        return State(0, 1)

    def moves(self, state: State) -> Iterable[int]:
        return range(3)

    def play(self, state: State, move: int) -> State:
        return State(state.made + 1, state.told * 3 + move)

    def is_over(self, state: State) -> bool:
        return state.made >= 100

    def result(self, state: State) -> int:
        return 0


class Hangs(Long):
    """Never comes back, in Python."""

    def play(self, state: State, move: int) -> State:
        while True:
            pass


class Stuck(Long):
    """Never comes back, and lets no other thread run meanwhile."""

    def play(self, state: State, move: int) -> State:
        re.match("(a+)+$", "a" * 60 + "b")
        return super().play(state, move)


class Crashes(Long):
    """Takes its process along."""

    def play(self, state: State, move: int) -> State:
        os.abort()


class Hungry(Long):
    """Takes all the memory there is."""

    def play(self, state: State, move: int) -> State:
        taken = [bytes(2**28) for _ in range(1000)]
        return super().play(state, len(taken) % 3)


class Leaves(Long):
    """Ends whatever it runs in, as a program."""

    def play(self, state: State, move: int) -> State:
        raise SystemExit("enough of it")


class Prints(Long):
    """Talks, to whoever listens, and asks what to do."""

    def play(self, state: State, move: int) -> State:
        print('{"job": 1, "done": {"best": "none"}}')
        os.write(1, b"{} and what not\n")
        assert os.read(0, 10) == b""
        return super().play(state, move)

    def is_over(self, state: State) -> bool:
        return state.made >= 2


class Breeds(Hangs):
    """Starts another program, and hangs."""

    def play(self, state: State, move: int) -> State:
        subprocess.Popen(SLEEPER.format(os.getppid()).split())
        return super().play(state, move)


class Compiles(Long):
    """As if machine code were made, until the gate is open, or for a minute."""

    def play(self, state: State, move: int) -> State:
        from kibitz.kernel import _machine  # brings the compiler: only where a search has brought it

        if not KEPT:
            KEPT.append(b"")
            end = time.monotonic() + 60
            with _machine._announcer[0]("compiling Compiles"):
                while time.monotonic() < end and not os.path.exists(os.environ.get(GATE, "")):
                    time.sleep(0.02)
        return super().play(state, move)


class Keeps(Long):
    """Takes memory, and does not give it back."""

    def play(self, state: State, move: int) -> State:
        if not KEPT:
            KEPT.append(bytes(2**29))
        return super().play(state, move)


def spec(game: type[Any]) -> str:
    """As a job names it."""
    return f"{Path(__file__).resolve()}:{game.__name__}"
