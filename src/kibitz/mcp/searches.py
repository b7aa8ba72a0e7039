"""Searches for a language model: each is a command in a process of its own, with limits on time and memory."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.runtime.limited import LimitedProcess

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
        self._running = set[LimitedProcess]()

    def end(self) -> None:
        """End the commands that are running."""
        for process in tuple(self._running):
            process.end()

    async def run(self, seconds: float, command: str, *arguments: str) -> dict[str, Any]:
        """The answer of `kibitz COMMAND ARGUMENTS --json`, which may search for so long. SearchFailed, a sentence.

        A command that nobody waits for any longer is ended.
        """
        given = (command, *arguments, "--json")
        async with self._places:
            process = LimitedProcess("kibitz", given, self.memory)
            self._running.add(process)
            try:
                done = await asyncio.to_thread(process.finish, seconds + STARTING)
            finally:
                self._running.remove(process)
                process.end()
        if done.code is None:
            raise SearchFailed(f"kibitz {command} took too long and was ended")
        try:
            found = json.loads(done.output)
        except ValueError:
            raise SearchFailed(done.last_words or f"kibitz {command} gave no answer") from None
        assert isinstance(found, dict)
        return found
