"""Thinking that can be ended from outside: by a stop from another thread, and by whoever hears no more of it."""

from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING

from kibitz.thought import Thought

if TYPE_CHECKING:
    from kibitz.search.handle import Thinking

Thoughts = Generator[Thought, None, None]
"""Better and better thoughts, the last of them final; `close()` ends the search that has them."""


class Halt:
    """A wish to end one piece of thinking, which may be searches one after the other: the running one, and any to come."""

    def __init__(self) -> None:
        self.requested = False
        self._running: Thinking | None = None

    def ask(self) -> None:
        """End soon, with the best so far; from any thread."""
        self.requested = True  # before the look at what runs; `heard` does it the other way round: one of them sees the other
        running = self._running
        if running is not None:
            running.stop()

    def heard(self, thinking: "Thinking") -> Thoughts:
        """The thoughts of a search; it has ended when they do, however they do."""
        self._running = thinking
        if self.requested:
            thinking.stop()
        try:
            yield from thinking
        finally:
            self._running = None
            thinking.close()


def final_of(thoughts: Thoughts) -> Thought:
    """The last of the thoughts. Whatever is raised meanwhile, Ctrl-C too, ends the search and is passed on."""
    with closing(thoughts):
        *_, last = thoughts
    return last
