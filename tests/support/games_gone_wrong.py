"""Games that do harm as soon as a search plays a move, and one that is only long: each runs as plain Python."""

import os
import re
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from kibitz.core.rules import Game

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


class Breeds(Hangs):
    """Starts another program, and hangs."""

    def play(self, state: State, move: int) -> State:
        subprocess.Popen(SLEEPER.format(os.getppid()).split())
        return super().play(state, move)


class Compiles(Long):
    """As if machine code were made, until the gate is open, or for a minute."""

    def play(self, state: State, move: int) -> State:
        from kibitz.kernel import machine

        if not KEPT:
            KEPT.append(b"")
            end = time.monotonic() + 60
            with machine._announcer[0]("preparing Compiles: about 60 s, once", 60.0):
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


class Short(Long):
    """Two moves at any time, for four plies; whoever made the last one has won. What is broken is so after the first move."""

    def moves(self, state: State) -> Iterable[int]:
        return range(2)

    def is_over(self, state: State) -> bool:
        return state.made >= 4

    def result(self, state: State) -> int:
        return -1


class Stops(Short):
    """No move, in a state that is not over."""

    def moves(self, state: State) -> Iterable[int]:
        return range(0 if state.made == 1 else 2)


class Raises(Short):
    """No answer."""

    def play(self, state: State, move: int) -> State:
        if state.made == 1:
            raise ValueError("it cannot be played")
        return super().play(state, move)


class Below(Short):
    """A move below 0."""

    def moves(self, state: State) -> Iterable[int]:
        return range(-1 if state.made == 1 else 0, 2)


class Broken(Short):
    """A move that is no whole number."""

    def moves(self, state: State) -> Iterable[Any]:
        return (0, 1.5) if state.made == 1 else (0, 1)


class Twice(Short):
    """A move that comes twice."""

    def moves(self, state: State) -> Iterable[int]:
        return (0, 0) if state.made == 1 else (0, 1)


class Fifth(Short):
    """The turn of a player that there is not."""

    turn: ClassVar[Any] = 5

    def to_move(self, state: State) -> Any:
        return self.turn if state.made == 1 else state.made % 2


class Minus(Fifth):
    """The turn of a player below 0."""

    turn = -3


class Nobody(Fifth):
    """The turn of nobody."""

    turn = None


class Undecided(Short):
    """Neither over nor not."""

    def is_over(self, state: State) -> Any:
        return None if state.made == 1 else super().is_over(state)


class Half(Short):
    """A result that is no whole number."""

    def result(self, state: State) -> Any:
        return 0.5


class Pays(Short):
    """Payoffs, and what is no number among them."""

    leaves_out = frozenset({"result"})
    pays: ClassVar[Any] = (float("nan"), 1.0)

    def payoffs(self, state: State) -> Any:
        return self.pays


class Endlessly(Pays):
    """An infinite payoff."""

    pays = (float("inf"), 1.0)


class Lavish(Pays):
    """A payoff too many."""

    pays = (1.0, 2.0, 3.0)


class Stingy(Pays):
    """A payoff too few."""

    pays = (1.0,)


class Wordy(Pays):
    """A payoff in words."""

    pays = ("much", 1.0)


class Unpaid(Pays):
    """No payoffs."""

    pays = None


class Boasts(Short):
    """A largest result in words."""

    def best_result(self) -> Any:
        return "three"


class Promises(Pays):
    """Limits of payoffs that cannot be kept."""

    pays = (1.0, -1.0)

    def payoff_limits(self) -> Any:
        return (3, 5)


BREAKS: dict[type[Short], str] = {
    Stops: "the rules give no move in a state that is not over",
    Raises: "games_gone_wrong.py, line .*, play, failed: ValueError: it cannot be played",
    Below: "`moves` yielded -1; a move is an int",
    Broken: "`moves` yielded 1.5, which is of type float",
    Twice: "`moves` yielded 0 twice",
    Fifth: "`to_move` gave 5; with 2 players",
    Minus: "`to_move` gave -3; with 2 players",
    Nobody: "`to_move` gave None; with 2 players",
    Undecided: "`is_over` gave None; it must give True or False",
    Half: "`result` gave 0.5; it must give an int",
    Pays: r"`payoffs` gave \(nan, 1.0\); it must give a finite number for each of 2 players",
    Endlessly: r"`payoffs` gave \(inf, 1.0\); it must give a finite number for each of 2 players",
    Lavish: r"`payoffs` gave \(1.0, 2.0, 3.0\); it must give a finite number for each of 2 players",
    Stingy: r"`payoffs` gave \(1.0,\); it must give a finite number for each of 2 players",
    Wordy: r"`payoffs` gave \('much', 1.0\); it must give a finite number for each of 2 players",
    Unpaid: "`payoffs` gave None; it must give a finite number for each of 2 players",
}
"""The law that each of these games breaks, as it is said of it."""
