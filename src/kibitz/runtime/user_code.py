"""A sentence about an error in a user's code, even if that code fails again meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from kibitz.core.rules import Game
from kibitz.errors import KibitzError, RulesError, blamed, users_line
from kibitz.runtime.orders import Listening

LONG = 500  # letters of an exception: a sentence is read, and stored with the game


@contextmanager
def blame_rules(game: Game | None = None) -> Iterator[None]:
    """A block that calls only rules: their exceptions become a RulesError that names the place; a KibitzError passes.

    `game`: the sentence names it. Without one a MemoryError passes too: the rules are not at fault.
    """
    try:
        yield
    except KibitzError:
        raise
    except Exception as problem:
        if game is not None:
            raise RulesError(describe_failure(f"the rules of {type(game).__name__}", problem)) from problem
        if isinstance(problem, MemoryError):
            raise
        raise blamed(problem) from problem


def describe_failure(what: str, problem: BaseException) -> str:
    """The sentence that it failed, where in the user's own file, and how."""
    where = users_line(problem)
    return f"{what} failed: {f'{where} ' if where else ''}{describe_error(problem)}"


def describe_error(problem: BaseException) -> str:
    """An exception as text, safe against errors in its own `__str__`."""
    text = _written(str, problem, "it cannot be written", LONG)
    return f"{type(problem).__name__}{': ' + text if text else ''}"


def format_value(value: Any) -> str:
    """The repr of a value, in at most 80 letters, safe against errors in its own `__repr__`."""
    return _written(repr, value, f"a {type(value).__name__} that cannot be written", 80)


def _written(write: Callable[[Any], str], value: Any, instead: str, most: int) -> str:
    """On one line, in at most `most` letters; `instead` where the value's own code fails at it."""
    with Listening() as listening:
        try:
            text = " ".join(str.__str__(write(value)).split())
        except BaseException:
            listening.obey()
            text = instead
    return text if len(text) <= most else f"{text[: most - 3]}..."
