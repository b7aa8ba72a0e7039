"""The ladder to a position's worth: the book that comes with its game, then a proof, then a search that estimates.

The computer player, the review of a game and the page's values of all moves climb it, each in its own time.
"""

import threading
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kibitz.core.rules import Game, can_be_proved
from kibitz.core.thought import Limit, Thought, Value
from kibitz.position import Position
from kibitz.search.drivers.request import SearchRequest
from kibitz.solutions.book import Book

if TYPE_CHECKING:
    from kibitz.search.drivers.handle import Thinking

# How a limit for everything is shared: for proofs, and for a short look beside the main search. That one has the rest.
PROOF_SHARE, LOOK_SHARE = 0.4, 0.15
HOPELESS = 2  # proofs that failed: others take as long, or longer

# How long a proof may take where it has a time of its own, in times of the search's limit: where a book says how a game begins,
# all that comes later is solved in a second or two; elsewhere a proof may be far, and the search must have its time.
PATIENT, HASTY = 5.0, 0.3


class ProofLadder:
    """Proofs of one game's positions: its book, and the solver, whose proofs stay for the next position."""

    def __init__(self, game: Game, *, proves: bool = True, opens_book: bool = True) -> None:
        """`proves`: whether proofs are wanted, where the game allows them; `opens_book`: whether a book may answer."""
        self.game, self.proves = game, proves and can_be_proved(game)
        self.book = Book.shipped(game) if self.proves and opens_book else None
        self.failed = 0  # proofs that were begun for nothing
        self._latest: Thinking | None = None
        self._solver: Any = None

    @property
    def is_hopeless(self) -> bool:
        """Whether enough proofs have failed to stop trying."""
        return self.failed >= HOPELESS

    @property
    def patience(self) -> float:
        """The time of a proof, in times of the search's limit."""
        return PATIENT if self.book else HASTY

    def look_up(self, position: Position) -> Thought | None:
        """The book's thought of a position; None without a book, or where the book ends."""
        return self.book.lookup(position) if self.book else None

    def begin_proof(self, position: Position, limit: Limit, **how: Any) -> "Thinking":
        """A proof that is under way, with all that those before it have proved; `how`: what else a `SearchRequest` has."""
        from kibitz.search.entry import start_search  # here and no sooner: it brings the compiler, a second of importing

        if self._latest is not None:
            self._solver = getattr(self._latest, "solver", self._solver) if self._latest.ended else None
        self._latest = start_search(position, None, SearchRequest("solve", limit, solver=self._solver, **how))
        return self._latest


# What a proof found before its time was over, and the move that a search finds after it: neither is lost, nor mixed up.


def keep_proved(found: Thought, proof: Thought) -> Thought:
    """A search's thought, as far as it agrees with the proved `bounds` of the position.

    A proved win is played, unless the search has proved one at least as good; a move proved worse than the search's hope gives
    way. The value belongs to the named move.
    """
    if proof.bounds is None:
        return found
    low, high = proof.bounds
    if low is not None and proof.value == low and not _is_better(found.value, low):
        return replace(found, best=proof.best, value=low, line=proof.line, moves=(), bounds=proof.bounds)
    if high is not None and found.value.kind == "estimate" and found.value.result >= high.result:
        return replace(found, value=high)  # no move is worth more
    return found


def _is_better(value: Value, low: Value) -> bool:
    """Whether a move of such a value is to be preferred to one that is proved to be worth at least `low`."""
    is_proved = value.kind in ("exact", "at_least")
    if value.result != low.result:
        return value.result > low.result and (is_proved or low.result <= 0)
    if is_proved:
        return value.plies is None or low.plies is None or value.order >= low.order
    return low.result < 0


# Thinking that can be ended from outside: by a stop from another thread, and by a caller who listens no more.

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
        self.end_running()

    def end_running(self) -> None:
        """End the search that is running, with the best so far; any to come is not meant."""
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


class Alarm:
    """Calls `ring` after a time, unless it is set again or cancelled before."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self.has_rung = False
        self._ring = ring
        self._timer: threading.Timer | None = None

    def set(self, seconds: float) -> None:
        """Ring in this many seconds, at once for 0; replaces an earlier setting."""
        self.cancel()
        if seconds <= 0:
            self._go_off()
            return
        self._timer = threading.Timer(seconds, self._go_off)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """Do not ring any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _go_off(self) -> None:
        self.has_rung = True
        self._ring()


def final_of(thoughts: Thoughts) -> Thought:
    """The last of the thoughts. Any exception raised meanwhile, Ctrl-C included, ends the search and is passed on."""
    with closing(thoughts):
        *_, last = thoughts
    return last
