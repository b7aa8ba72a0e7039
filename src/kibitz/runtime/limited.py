"""Runs a module in a process of its own, with limits on time and memory."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.runtime.process_group import ProcessGroup, start_options

# The limit is set by the process itself: a function between fork and exec is not safe beside threads.
BEGIN = """
import runpy, sys
most, module = int(sys.argv[1]), sys.argv[2]
try:
    import resource
except ImportError:  # of Windows, whose job object has the limit
    resource = None
if resource is not None:
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))
sys.argv = sys.argv[2:]
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


@dataclass(frozen=True)
class Finished:
    """The end of a process: its exit code, None if it took too long and was ended, and what it wrote."""

    code: int | None
    output: str
    errors: str

    @property
    def last_words(self) -> str:
        """The last line of its errors, without the name of the program; "" where there is none."""
        lines = self.errors.strip().splitlines()
        return lines[-1].removeprefix("kibitz: ") if lines else ""


class LimitedProcess:
    """`python -m MODULE ARGUMENTS`, begun, with at most so many bytes of memory."""

    def __init__(self, module: str, arguments: Sequence[str], memory: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", BEGIN, str(memory), module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **start_options(),
        )
        self._group = ProcessGroup(self._process, memory)

    def finish(self, seconds: float, given: str = "") -> Finished:
        """Wait for the end, at most so long; `given`: its standard input. All processes that it has started end with it."""
        code: int | None = None
        with self._process as process:
            try:
                output, errors = process.communicate(given.encode(), timeout=seconds)
                code = process.returncode
            except subprocess.TimeoutExpired:
                self.end()
                output, errors = process.communicate()
            finally:
                self.end()
                self._group.close()
        return Finished(code, output.decode(errors="replace"), errors.decode(errors="replace"))

    def end(self) -> None:
        """End it, and all processes that it has started; another thread may be waiting for it."""
        self._group.end()


def run_limited(module: str, arguments: Sequence[str], seconds: float, memory: int, given: str = "") -> Finished:
    """Run `python -m MODULE ARGUMENTS` for at most so many seconds, with at most so many bytes; `given`: its standard input.

    All processes that it has started end with it.
    """
    return LimitedProcess(module, arguments, memory).finish(seconds, given)
