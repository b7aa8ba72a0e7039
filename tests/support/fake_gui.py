"""The other side of an engine in this process: it writes lines, and hears what is said."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz import load
from kibitz.core import registry
from kibitz.errors import KibitzError
from kibitz.protocols.serving.conversation import Conversation
from kibitz.protocols.serving.settings import EngineSettings

PATIENCE = 60.0  # seconds: more than the first search takes that has to be compiled


class FakeGui:
    """Writes to a conversation, and waits for what it says."""

    def __init__(self, game: str, protocol: str, settings: EngineSettings) -> None:
        self.heard: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        speaker = registry.member("protocols", protocol, KibitzError, "protocol")
        self.engine: Conversation = speaker.start(load(game), settings, self._lines.put)

    def write(self, *lines: str) -> None:
        """Write lines; none of them ends the talk."""
        for line in lines:
            assert self.engine.hear(line)

    def ask(self, line: str, answer: str) -> list[str]:
        """Write a line; what is said until a line begins with `answer`, that one included."""
        self.write(line)
        return self.until(answer)

    def until(self, answer: str) -> list[str]:
        """What is said until a line begins so."""
        said: list[str] = []
        while not said or not said[-1].startswith(answer):
            said.append(self._lines.get(timeout=PATIENCE))
        self.heard += said
        return said

    def rest(self) -> list[str]:
        """What was said meanwhile."""
        said: list[str] = []
        while not self._lines.empty():
            said.append(self._lines.get())
        return said


@contextmanager
def gui(game: str, protocol: str, settings: EngineSettings | None = None) -> Iterator[FakeGui]:
    """An engine of the game, which is closed at the end."""
    fake = FakeGui(game, protocol, settings or EngineSettings(search="alphabeta", table=2**20))
    try:
        yield fake
    finally:
        fake.engine.close()
