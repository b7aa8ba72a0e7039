"""A state as play reached it, with the rules' answers about it, each computed once and only when needed."""

import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from kibitz.checking.hints import hint
from kibitz.core.laws import MOST_MOVES, is_int
from kibitz.core.rules import CHANCE, Game, says
from kibitz.errors import ANSWER_SECONDS, GameError, KibitzError, Unanswered
from kibitz.runtime import deadlines, user_code
from kibitz.runtime.orders import GivenUp

CLOCK_SECONDS = 5 * ANSWER_SECONDS  # seconds of any kind: on a busy machine the processor may be elsewhere for long
_NOT_RULES = (str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix, "<")
_ASKING = (__file__, deadlines.__file__)
_processor_time = time.thread_time if hasattr(signal, "setitimer") else time.process_time  # elsewhere another thread asks
_lost: dict[Any, "RuleAnswer"] = {}  # methods that never answered, while `patience` watches: nobody asks them again
_asked_at = (0.0, 0.0)  # when the question now open was asked, by the clock and by the processor; 0.0 when none is


@dataclass(frozen=True)
class RuleAnswer:
    """The value that the rules gave, or, in `error`, the sentence that tells why they gave none.

    `is_late`: they never answered. `is_sentence`: kibitz itself has refused what they say of the board, and names the remedy.
    """

    value: Any = None
    error: str = ""
    is_late: bool = False
    is_sentence: bool = False

    @property
    def text(self) -> str:
        """The error, or the value as Python writes it."""
        return self.error or format_value(self.value)

    def failed(self, method: str, about: str = "") -> str:
        """The sentence that `method`, asked `about` something, has given no answer."""
        if self.is_late:
            place = self.error.replace(f"(in {method.strip('`')}, ", "(")
            return f"{method} did not answer {place.removeprefix('no answer ')}: look for a loop that never ends"
        return f"{method} failed{about}: {self.error}"


def ask(question: Callable[..., Any], *arguments: Any) -> RuleAnswer:
    """The answer of a rule that may raise, exit or, while `patience` watches, never come back."""
    global _asked_at
    rule = getattr(question, "__func__", None)
    if rule in _lost:
        return _lost[rule]
    outer, _asked_at = _asked_at, _asked_at if _asked_at[0] else (time.monotonic(), _processor_time())
    try:
        return RuleAnswer(question(*arguments))
    except (Exception, SystemExit) as problem:
        if isinstance(problem, KibitzError):
            return RuleAnswer(error=f"{problem}{_locate_error(problem)}", is_sentence=isinstance(problem, GameError))
        return RuleAnswer(error=f"{user_code.describe_error(problem)}{_locate_error(problem)}{hint(problem)}")
    except (GivenUp, Unanswered) as problem:
        late = RuleAnswer(error=f"no answer within {ANSWER_SECONDS:.0f} s{_locate_error(problem)}", is_late=True)
        if rule is not None and outer == (0.0, 0.0):
            _lost[rule] = late
        return late
    finally:
        _asked_at = outer


def ask_within(seconds: float, question: Callable[..., Any], *arguments: Any) -> RuleAnswer:
    """The answer to a question that is many for the rules, and should take no longer than this."""
    global _asked_at
    earlier = max(0.0, ANSWER_SECONDS - seconds)
    outer, _asked_at = _asked_at, (time.monotonic() - earlier, _processor_time() - earlier)
    try:
        return ask(question, *arguments)
    finally:
        _asked_at = outer


def format_value(value: Any) -> str:
    """The repr of a value, in at most 80 letters, safe against errors in its own `__repr__`."""
    answer = ask(user_code.format_value, value)
    return answer.error or str(answer.value)


class Watch:
    """Counts the questions that were given up, and the seconds of the processor that they took."""

    given_up = 0
    seconds = 0.0


@contextmanager
def patience(watch: Watch) -> Iterator[None]:
    """While it is entered, a question that takes too long is given up, and counted by the watch; see `deadlines`."""

    def is_overdue() -> bool:
        clock, processor = _asked_at
        late = clock > 0 and (_processor_time() - processor > ANSWER_SECONDS or time.monotonic() - clock > CLOCK_SECONDS)
        watch.given_up += late
        watch.seconds += late * (_processor_time() - processor)
        return late

    _lost.clear()
    try:
        with deadlines.interrupt_when(is_overdue):
            yield
    finally:
        _lost.clear()


def _locate_error(problem: BaseException) -> str:
    """Where in the rules it happened: the innermost line that is neither Python's own nor the package's, its games apart."""
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename not in _ASKING]
    theirs = [frame for frame in frames if not frame.filename.startswith(_NOT_RULES) or "games" in Path(frame.filename).parts]
    return f" (in {theirs[-1].name}, line {theirs[-1].lineno})" if theirs else ""


class CheckNode:
    """The state at the end of a line of moves from the start."""

    def __init__(self, game: Game, state: Any, line: tuple[int, ...] = ()) -> None:
        self.game, self.state, self.line = game, state, line
        self._after: dict[int, RuleAnswer] = {}

    @cached_property
    def over(self) -> RuleAnswer:
        """The answer of `is_over`."""
        return ask(self.game.is_over, self.state)

    @cached_property
    def mover(self) -> RuleAnswer:
        """The player to move, or CHANCE; where the rules leave `to_move` out, turns alternate."""
        if says(self.game, "to_move"):
            return ask(self.game.to_move, self.state)
        return RuleAnswer(len(self.line) % self.game.players)

    @cached_property
    def chance(self) -> bool:
        """Whether dice or cards decide here."""
        dice = says(self.game, "chances") and is_int(self.mover.value) and self.mover.value == CHANCE
        return dice and not self.over.error and not self.over.value

    @property
    def source(self) -> str:
        """The method that says what may happen next."""
        return "`chances`" if self.chance else "`moves`"

    @cached_property
    def options(self) -> RuleAnswer:
        """The list of what `moves` yields, or `chances` where it decides, up to the first that has no int or comes twice."""
        return ask(self._all_options)

    @cached_property
    def yielded(self) -> RuleAnswer:
        """The moves, or the outcomes without their weights."""
        if self.options.error or not self.chance:
            return self.options
        return RuleAnswer([_outcome(item) for item in self.options.value])

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The moves or outcomes that are possible, for a state whose rules answer; none when it is over."""
        return () if self.over.error or self.over.value or self.yielded.error else tuple(self.yielded.value)

    @cached_property
    def ending(self) -> RuleAnswer:
        """The answer of `result`, or of `payoffs` as a tuple where there is no `result`; for a state that is over."""
        return ask(self.game.result, self.state) if says(self.game, "result") else ask(self._row)

    def after(self, move: int) -> RuleAnswer:
        """The answer of `play` to a move."""
        if move not in self._after:
            self._after[move] = ask(self.game.play, self.state, move)
        return self._after[move]

    def child(self, move: int) -> "CheckNode":
        """The node that a move, which `play` answers, leads to."""
        return CheckNode(self.game, self.after(move).value, (*self.line, move))

    def name(self, move: Any) -> str:
        """The name of a move, or the bare number when the game does not say."""
        named = ask(self.game.move_name, self.state, move)
        return named.value if isinstance(named.value, str) and named.value else str(move)

    def board(self) -> str:
        """The state as text, or as Python writes it when the game cannot show it."""
        picture = ask(self.game.show, self.state)
        return picture.value if isinstance(picture.value, str) and picture.value else str(ask(repr, self.state).value)

    def _all_options(self) -> list[Any]:
        found: list[Any] = []
        seen: set[int] = set()
        given = self.game.chances(self.state) if self.chance else self.game.moves(self.state)
        if not isinstance(given, Iterable):
            missing = ": is a `return` or a `yield` missing?" if given is None else ""
            raise KibitzError(f"it gave {format_value(given)}, and must yield what may happen, or return a list of it{missing}")
        for item in given:
            found.append(item)
            move = _outcome(item) if self.chance else item
            if not isinstance(move, int) or move in seen or len(found) > MOST_MOVES:
                break
            seen.add(move)
        return found

    def _row(self) -> Any:
        payoffs = self.game.payoffs(self.state)
        return tuple(islice(payoffs, self.game.players + 1)) if isinstance(payoffs, Iterable) else payoffs


def _outcome(item: Any) -> Any:
    """The outcome in a pair of outcome and weight; anything else unchanged."""
    return item[0] if isinstance(item, tuple) and len(item) == 2 else item
