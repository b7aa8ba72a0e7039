"""A worker process as the server holds it: lines of JSON go in and come out."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from typing import Any

LONGEST = 16 * 2**20 + 2  # bytes of a line

# What a Python prints before ours begins, at its start, is no message: hence the empty line.
_START = r"""
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import os
if hasattr(os, "setpgrp"):
    os.setpgrp()
import json, sys
work = os.fdopen(os.dup(0), "rb")
os.write(1, b"\n")
sys.path[:] = json.loads(work.readline())
from kibitz.web.worker import main
main(work, int(sys.argv[1]), int(sys.argv[2]))
"""


class Process:
    """In a process group of its own, where no Ctrl-C reaches it; it ends with the server however that ends.

    What rules or players have started there ends with it. All workers hash texts alike, and none brings threads for matrices,
    which nobody needs and which take memory.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._line = -1
        self._is_dead = self._is_unwanted = False

    async def start(self, memory: int) -> None:
        """`memory`: bytes that it may use. Raises OSError when the system has no more processes, files or memory."""
        line, pipes = -1, dict[str, Any]()
        try:
            if os.name == "posix":
                line, self._line = os.pipe()
                pipes["pass_fds"] = [line]
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                _START,
                str(line),
                str(memory),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", **os.environ},
                limit=LONGEST,
                **pipes,
            )
        finally:
            if line >= 0:
                os.close(line)
        if self._is_unwanted:
            self.kill()
        self.send(sys.path)

    @property
    def pid(self) -> int | None:
        """Its number at the system's; None when there is none."""
        return None if self._process is None or self._is_dead else self._process.pid

    def send(self, message: Any) -> None:
        """Hands it a message; to one that is dead this does nothing."""
        if self._process is not None and self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def read(self) -> dict[str, Any] | None:
        """The next message; None when there are no more, or what came is none."""
        assert self._process is not None
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):  # a line that is too long, or no JSON
            while line := await self._process.stdout.readline():
                message = json.loads(line) if line.startswith(b"{") else None
                if isinstance(message, dict):
                    return message
        return None

    def kill(self) -> None:
        """Ends it at once, and all that it has started; one that is just being started, too."""
        self._is_unwanted = True
        if self._process is None or self._is_dead:
            return
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> int:
        """Ends it if it has not ended, waits for that, gives back all that it took; its exit code, or minus the signal."""
        code = 0
        if self._process is not None:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.close()
            if self._process.returncode is None:
                with contextlib.suppress(TimeoutError):  # it has closed its pipe, or said something odd: it may be dying
                    await asyncio.wait_for(self._process.wait(), 0.2)
            self.kill()  # its children too
            code = await self._process.wait()
            self._is_dead = True
            with contextlib.suppress(ValueError):
                await self._process.stdout.read()
            with contextlib.suppress(OSError):
                await self._process.stdin.wait_closed()
        if self._line >= 0:
            os.close(self._line)
            self._line = -1
        return code
