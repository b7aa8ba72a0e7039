"""Marks for tests that need more of a system than Python promises; each looks for it, and says what is missing."""

import os
import signal
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest


def _goes_while_open() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "open")
        with file.open("wb"):
            try:
                file.unlink()
            except PermissionError:
                return False
    return True


KILL = getattr(signal, "SIGKILL", 9)  # where there are no signals, `os.kill` ends a process at once by any such number

process_groups = pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups here")
external_engines = pytest.mark.skipif(not hasattr(os, "killpg"), reason="external engines need process groups")
open_files_that_go = pytest.mark.skipif(not _goes_while_open(), reason="no file that is open can be removed here")
interrupts = pytest.mark.skipif(not hasattr(os, "killpg"), reason="no Ctrl-C can be sent to one process alone here")
fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")
limits = pytest.mark.skipif(find_spec("resource") is None, reason="no process can be limited here")
named_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
priorities = pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priority of a process can be seen here")
signals_to_threads = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signal can be sent to a thread here")
halts = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be halted here")
ends_by_signals = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no process is ended by a signal here")
