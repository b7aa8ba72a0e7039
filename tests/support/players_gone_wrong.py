"""Players who do harm, in a file, and workers whose end is waited for."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

import fair
import needs
from process_group import is_alive

PLAYERS = """
import os, re, signal, time

def slow(position, dice):
    time.sleep(0.001)
    return dice.choice(position.legal())

def first(position):
    return position.legal()[0]

def leaves(position):
    if len(position.moves) >= 2:
        os._exit(3)
    return position.legal()[0]

def crashes(position):
    os.kill(os.getpid(), signal.SIGSEGV)

def stuck(position):
    re.match("(a+)+$", "a" * 60 + "b")

def asleep(position):
    time.sleep(30)

class Unmade:
    def __init__(self, seed):
        time.sleep(60 if seed else 0)

    think = staticmethod(first)

class Undecided:
    def admit(self, game):
        time.sleep(60)

    think = staticmethod(first)

class Ending:
    def __init__(self, seed):
        os._exit(3)

    think = staticmethod(first)
"""


def written(folder: Path) -> Path:
    """The file with the players."""
    file = folder / "harmful.py"
    file.write_text(PLAYERS, encoding="utf-8")
    return file


def gone(pids: Iterable[int], seconds: float) -> bool:
    """Whether all these processes end within so many seconds; those that do not are ended."""
    left, end = set(pids), fair.now() + seconds
    while left and fair.now() < end:
        time.sleep(0.02)
        left = {pid for pid in left if is_alive(pid)}
    for pid in left:
        os.kill(pid, needs.KILL)
    return not left
