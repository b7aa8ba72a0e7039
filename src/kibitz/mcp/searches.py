"""Searches for a language model: each is a command of its own process, with limits on time and memory."""

import asyncio
import json
import os
import resource
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError

STARTING = 120.0  # seconds that a command may take beside its search: rules may have to be compiled
AT_ONCE = 2  # commands


class SearchFailed(KibitzError):
    """A command gave no answer: a sentence."""


@dataclass
class Searches:
    """Runs commands of kibitz that answer in JSON; `memory`: bytes that each may take."""

    memory: int

    def __post_init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)

    async def run(self, seconds: float, command: str, *arguments: str) -> dict[str, Any]:
        """The answer of `kibitz COMMAND ARGUMENTS --json`, which may search for so long. SearchFailed, a sentence."""
        async with self._places:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "kibitz", command, *arguments, "--json"),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
                preexec_fn=self._limit,  # nothing but a system call: safe beside threads
            )
            try:
                answer, errors = await asyncio.wait_for(process.communicate(), seconds + STARTING)
            except TimeoutError:
                raise SearchFailed(f"kibitz {command} took too long and was ended") from None
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        try:
            found = json.loads(answer)
        except ValueError:
            said = errors.decode(errors="replace").strip().splitlines()
            raise SearchFailed(said[-1].removeprefix("kibitz: ") if said else f"kibitz {command} gave no answer") from None
        assert isinstance(found, dict)
        return found

    def _limit(self) -> None:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (self.memory if hard < 0 else min(self.memory, hard), hard))
