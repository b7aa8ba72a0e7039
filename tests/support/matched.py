"""Matches by command, in a store of the test's own: the players and the game that come from files, and what is read of them."""

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, TypeVar

import pytest

from commandline import here
from kibitz.errors import CrewError

Result = TypeVar("Result")
TTT = ("--game", "tic_tac_toe")
PLAYERS = """
import os, sys, time

def first(position):
    return position.legal()[0]

def slow(position, dice):
    time.sleep(float(os.environ.get("SLOWLY", 0)))
    return dice.choice(position.legal())

def raises(position):
    raise ValueError("one\\nand 'two'")

def cheats(position):
    return 99

def hangs(position):
    while True:
        pass

def chatty(position):
    print("my move")
    return position.legal()[0]
"""
RULES = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    said: int

@dataclass(frozen=True)
class Count(Game):
    """Say 1 or 2; whoever brings the sum beyond 8 loses."""

    def start(self):
        return State(0)

    def moves(self, state):
        yield 1
        yield 2

    def play(self, state, move):
        return State(state.said + move)

    def is_over(self, state):
        return state.said > 8

    def result(self, state):
        return 1
'''


class Here(Executor):
    """Does each thing in this process when it is submitted; after `most` things it raises KeyboardInterrupt, as by Ctrl-C."""

    workers = 1

    def __init__(self, most: int | None = None) -> None:
        self.left = most

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def stop(self) -> None:
        """Nobody is left behind."""

    def warnings(self) -> list[str]:
        """None: they come from this process."""
        return []


def nobody(workers: int | None, cluster: str | None) -> Any:
    """In the place of an executor: the cluster that is not there."""
    raise CrewError(f"nobody answers at {cluster}")


def own_store(patch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Where matches are kept from now on; what runs in this process plays here too."""
    patch.setattr("kibitz.workers.workplace.executor", lambda workers, cluster: Here())
    patch.setenv("KIBITZ_STORE", str(folder / "games.db"))
    return folder / "games.db"


def players_file(folder: Path) -> Path:
    """A file with players."""
    file = folder / "mine.py"
    file.write_text(PLAYERS, encoding="utf-8")
    return file


def rules_file(folder: Path) -> Path:
    """A file with a game."""
    file = folder / "count.py"
    file.write_text(RULES, encoding="utf-8")
    return file


def asked(*arguments: str) -> dict[str, Any]:
    """What a program reads."""
    answer: dict[str, Any] = json.loads(here("match", *arguments, "--json"))
    return answer


def games(match: int = 1) -> list[tuple[Any, ...]]:
    """The games that a match has exported, but for the time they took."""
    lines = map(json.loads, here("match", "--export", str(match)).splitlines())
    return [(one["key"], one["players"], one["moves"], one["payoffs"]) for one in lines]
