"""A player that thinks on the opponent's time: about the position after the reply that it expects."""

import threading
import time
from dataclasses import dataclass, field

from kibitz.core.rules import Game
from kibitz.core.thought import Thought
from kibitz.errors import KibitzError
from kibitz.players import ask
from kibitz.players.engine import Engine
from kibitz.position import Position

LONGEST = 600.0  # seconds that it thinks about one move of an opponent who may have gone for a walk
PATIENCE = 2.0  # seconds to wait for thinking to end; it takes a tenth at most, or the rules hang
# Seconds before it begins. Python's `input` shows its prompt, then waits for other threads, and only then for keys: Ctrl-C
# pressed in between is not noticed before the next key. While a search began this befell one in ten who pressed it at once.
BREATH = 0.2
LISTEN = 0.02  # seconds of waiting after which Ctrl-C is noticed


@dataclass
class PonderingPlayer:
    """An engine that may think while others do. `ponder` begins, in a thread of its own; `think` and `rest` end it.

    First it thinks about the position as it is, where nothing says what reply to expect, and then about the one after that
    reply. When that reply comes, what was found is the answer, at once if the search is over. Otherwise the engine's clock and
    dice are as if it had not thought. What its searches keep between moves serves it all the same.
    """

    engine: Engine
    name: str = ""
    _pondered: "_Pondering | None" = None
    _line: tuple[int, ...] = ()  # what it expected when it moved, from ...
    _after: Position | None = field(default=None)  # ... the position after its own move

    def __post_init__(self) -> None:
        self.name = self.engine.name

    def admit(self, game: Game) -> None:
        """Raises what the engine says that does not fit the game."""
        self.engine.admit(game)

    def prepare(self, game: Game) -> None:
        """Lets the engine compile."""
        self.engine.prepare(game)

    def warm(self, game: Game) -> None:
        """Lets the engine begin to make machine code."""
        self.engine.warm(game)

    def think(self, position: Position) -> Thought:
        """The thought found in advance, if this is the expected position; else a fresh one."""
        thought = self._found_ahead(position)
        if thought is None:
            thought = self.engine.think(position)
        if thought.best is not None:
            self._line, self._after = thought.line[1:], position.play(thought.best)
        return thought

    def ponder(self, position: Position) -> None:
        """Begin to think about a position in which the opponent is to move; drops thinking about any other."""
        self.rest()
        if position.is_over or position.is_chance:
            return
        is_expected = self._after is not None and self._after.game == position.game and self._after.moves == position.moves
        self._pondered = _Pondering(self.engine, position, self._line if is_expected else ())

    def rest(self) -> None:
        """Stop pondering; takes at most a fifth of a second, unless the machine is busy."""
        if self._pondered is not None:
            self._pondered.end()
        self._pondered = None

    def stop(self) -> None:
        """End the thinking under way, from any thread."""
        self.engine.stop()

    def _found_ahead(self, position: Position) -> Thought | None:
        pondered, self._pondered = self._pondered, None
        if pondered is None:
            return None
        if not pondered.is_about(position):
            pondered.end()
            return None
        return pondered.result()


class _Pondering:
    """A thought in progress while one opponent has the move."""

    def __init__(self, engine: Engine, position: Position, line: tuple[int, ...]) -> None:
        """`line`: the expected moves from here on; empty if they must be found first."""
        self._engine, self._position, self._line = engine, position, line
        self._guard = threading.Lock()
        self._ended = self._is_wanted = False
        self._is_called_off = threading.Event()
        self._expected: Position | None = None  # that is thought about, after the reply
        self._thought: Thought | None = None
        self._done = threading.Event()
        self._kept = _KeptResult(engine)
        self._alarm = threading.Timer(LONGEST, self._end_unwanted)
        self._alarm.daemon = True
        self._alarm.start()
        threading.Thread(target=self._run, name="kibitz-ponder", daemon=True).start()

    def is_about(self, position: Position) -> bool:
        """Whether the pondering is about this position; if so, it continues until its result is needed."""
        with self._guard:
            expected = self._expected
            self._is_wanted = (
                not self._ended and expected is not None and (expected.game, expected.moves) == (position.game, position.moves)
            )
            if self._is_wanted and self._engine.account is not None:
                self._engine.account.charge_from_now()
            return self._is_wanted

    def result(self) -> Thought | None:
        """Wait for the thought; None without one. Ctrl-C ends it."""
        self._alarm.cancel()
        try:
            while not self._done.wait(LISTEN):
                pass
        except BaseException:
            self._engine.stop()
            raise
        return self._thought

    def end(self) -> None:
        """End it, and put the engine's own affairs back to where they were."""
        with self._guard:
            self._ended = True
        self._is_called_off.set()
        self._alarm.cancel()
        until = time.monotonic() + PATIENCE
        while not self._done.is_set() and time.monotonic() < until:
            self._engine.stop()  # again and again: it may just begin to think
            self._done.wait(LISTEN)
        self._kept.restore(self._engine)

    def _end_unwanted(self) -> None:
        with self._guard:
            if self._is_wanted:
                return
            self._ended = True
        self._engine.stop()

    def _run(self) -> None:
        try:
            if self._is_called_off.wait(BREATH):
                return
            here = self._position
            reply = self._line[0] if self._line else ask(self._engine, here).best
            if reply is None or reply not in here.legal():
                return
            after = here.play(reply)
            if after.is_over or after.is_chance:
                return
            with self._guard:
                if self._ended:
                    return
                self._kept.restore(self._engine)
                self._expected = after
            thought = ask(self._engine, after)
            self._thought = None if thought.stopped == "interrupted" else thought
        except KibitzError:
            self._thought = None  # what is wrong is found again, and told, when it is the engine's move
        finally:
            self._alarm.cancel()
            self._done.set()


class _KeptResult:
    """The engine's state that thinking ahead must not change: its time account, and its dice."""

    def __init__(self, engine: Engine) -> None:
        self._account = None if engine.account is None else engine.account.copy()
        self._dice = engine.dice.getstate()

    def restore(self, engine: Engine) -> None:
        """Put them back."""
        engine.account = None if self._account is None else self._account.copy()
        engine.dice.setstate(self._dice)
