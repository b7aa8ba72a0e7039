"""What a worker process does at its start: what rules and players print disturbs no answers, and it ends with its owner."""

import importlib
import io
import os
import signal
import sys
from typing import BinaryIO

from kibitz.runtime.messages import Owner


def main(work: BinaryIO, module: str, line: str, *numbers: str) -> None:
    """Call `main(owner, *numbers)` of a module. `work`: where messages come from; `line`: see `end_when_closed`, or -1."""
    if os.name == "posix":
        end_when_closed(int(line))
    importlib.import_module(module).main(Owner(work, own_answers()), *map(int, numbers))


def own_answers() -> BinaryIO:
    """The way to the owner. What games and players print goes where errors go, and they find nothing to read."""
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # a worker is ended without a word: what it printed must be out by then
    return answers


def end_when_closed(line: int) -> None:
    """Let the system end this process with its owner, also while code runs that lets no thread of Python through.

    `line`: a pipe of this process alone that nobody writes to, open while the owner lives. Where there are POSIX signals.
    """
    import fcntl
    import select

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
    fcntl.fcntl(line, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(line, fcntl.F_SETFL, fcntl.fcntl(line, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([line], [], [], 0)[0]:  # it has closed meanwhile
        os._exit(1)
