"""Hints for a rule author: what to write instead, for the errors that Python raises in a first draft."""

import re
import sys
import traceback
from typing import Any

from kibitz.core.parameters import near_names

CHANGED = "changed(cells, index, value) from kibitz is the tuple with one cell changed"
HINTS: tuple[tuple[type[Exception], str, str], ...] = (
    (AttributeError, r"can't set attribute", "a state never changes: build the next one with State(...)"),
    (AttributeError, r"cannot assign to field", "a game never changes: what a move changes belongs into the state"),
    (TypeError, r"'tuple' object does not support item assignment", CHANGED),
    (
        TypeError,
        r"'int' and 'Board|'Board\d+' and 'int",
        "a board goes together with a board: square(n) is the board of one square",
    ),
    (TypeError, r"unhashable type", "a state holds ints, bools, boards and tuples of these, and no lists"),
)


def hint(problem: BaseException) -> str:
    """A clause that says what to do about an exception of the user's rules; "" where nothing is known."""
    found = next((text for kind, sign, text in HINTS if isinstance(problem, kind) and re.search(sign, str(problem))), "")
    if isinstance(problem, RecursionError):
        found = _circle(problem)
    elif isinstance(problem, NameError) and problem.name:
        found = _import_of(problem.name)
    elif isinstance(problem, AttributeError) and problem.name and not found:
        found = near_names(problem.name, [name for name in dir(problem.obj) if not name.startswith("_")], " ", most=1).strip()
    elif isinstance(problem, TypeError) and not found:
        found = _fields(problem)
    return f"; {found}" if found else ""


def _import_of(name: str) -> str:
    return f"write from kibitz import {name}" if name in sys.modules["kibitz"].__all__ else ""


def _circle(problem: RecursionError) -> str:
    """The functions that call each other without an end, the one that was called first in front."""
    names = [frame.f_code.co_name for frame, _ in traceback.walk_tb(problem.__traceback__)]
    often = [name for name in dict.fromkeys(names) if names[-60:].count(name) > 5 and name.isidentifier()]
    return f"{' and '.join(often[:3])} call{'s itself' if len(often) == 1 else ' each other'} without an end" if often else ""


def _fields(problem: TypeError) -> str:
    """The fields of a state that was given others, and those that were left without a type."""
    maker = re.match(r"(\w+)\.__new__\(\)", str(problem))
    cls = _class_named(maker[1], problem) if maker else None
    fields = getattr(cls, "_fields", None)
    if cls is None or fields is None:
        return ""
    bare = [name for name, value in vars(cls).items() if not name.startswith("_") and isinstance(value, int | tuple | str)]
    if bare:
        return f"{bare[0]} in {cls.__name__} has no type, so it is not a field: write {bare[0]}: int"
    return f"{cls.__name__} has the fields {', '.join(fields) or 'none'}"


def _class_named(name: str, problem: BaseException) -> Any:
    """The class of this name, as the lines saw it where the exception passed."""
    trace, found = problem.__traceback__, None
    while trace is not None:
        found = trace.tb_frame.f_globals.get(name, found)
        trace = trace.tb_next
    return found
