"""Searches for a language model: each is a command in a process of its own, with limits on time and memory."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.runtime.limited import run_limited

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
        given = (command, *arguments, "--json")
        async with self._places:
            done = await asyncio.to_thread(run_limited, "kibitz", given, seconds + STARTING, self.memory)
        if done.code is None:
            raise SearchFailed(f"kibitz {command} took too long and was ended")
        try:
            found = json.loads(done.output)
        except ValueError:
            raise SearchFailed(done.last_words or f"kibitz {command} gave no answer") from None
        assert isinstance(found, dict)
        return found
