"""Runs a command on a machine that stands still again and again, as one that others use does: which tests race a clock?

    python tests/stalls.py SEED COMMAND ...

Every few seconds all processes that the command has started, or half of them, stand still for a second or so. It ends with the
command's exit code. It reads /proc: Linux only.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

RUNS, STANDS = (1.0, 5.0), (0.5, 1.6)  # seconds, from and to


def below(root: int) -> list[int]:
    """The processes that a process has started, and those that these have started."""
    children = defaultdict(list)
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            children[int(file.read_text().rpartition(")")[2].split()[1])].append(int(file.parent.name))
    found = [root]
    for one in found:
        found += children[one]
    return found[1:]


def send(what: int, to: list[int]) -> None:
    """A signal, to those that are still there."""
    for one in to:
        with contextlib.suppress(OSError):
            os.kill(one, what)


def main(seed: int, command: list[str]) -> int:
    """The exit code of the command."""
    dice = random.Random(seed)
    with subprocess.Popen(command) as started:
        while True:
            try:
                return started.wait(dice.uniform(*RUNS))
            except subprocess.TimeoutExpired:
                part = dice.choice((0.5, 1.0))
                some = [one for one in below(os.getpid()) if dice.random() < part]
            send(signal.SIGSTOP, some)
            try:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    started.wait(dice.uniform(*STANDS))
            finally:
                send(signal.SIGCONT, some)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
