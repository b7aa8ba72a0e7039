"""How a worker process is set apart: what rules and players print disturbs no answers, and it ends with who has started it."""

import io
import os
import signal
import sys
from typing import BinaryIO


def own_answers() -> BinaryIO:
    """The way to the driver. What games and players print goes where errors go, and they find nothing to read."""
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # a worker is ended without a word: what it printed must be out by then
    return answers


def end_when_closed(line: int) -> None:
    """Lets the system end this process with its driver, also while code runs that lets no thread of Python through.

    `line`: a pipe of this process alone that nobody writes to, open while the driver lives. Where there are POSIX signals.
    """
    import fcntl
    import select

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
    fcntl.fcntl(line, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(line, fcntl.F_SETFL, fcntl.fcntl(line, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([line], [], [], 0)[0]:  # it has closed meanwhile
        os._exit(1)
