"""All that machine code for a game depends on, as a text: made without a compiler, so that kept code is found without one."""

import dataclasses
import functools
import hashlib
import inspect
import os
import typing
from pathlib import Path
from typing import Any

from kibitz.core.board import BOARDS, Board
from kibitz.core.data import Floats, Ints, Numbers
from kibitz.core.registry import home_of
from kibitz.core.rules import Game, Knowledge
from kibitz.kernel.functions import Fingerprint, is_state

ABI = 1  # of the entry to machine code: see artefact.py
DATA = (Ints, Floats, Numbers)
CHECKS_BOUNDS = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")  # every access to memory is checked


def code_key(game: Game, knowledge: Knowledge, traces: bool) -> str:
    """All that machine code for a game with a knowledge depends on, beside the kernel. Raises TypeError as `identity_of`."""
    parts = identity_of(game), identity_of(knowledge), traces, ABI, CHECKS_BOUNDS, compiler_sources()
    return repr(parts)


def identity_of(rules: Game | Knowledge) -> str:
    """A game or a knowledge as its machine code sees it: class, constants, kinds of data, and all code that it can reach.

    Raises TypeError, in one sentence, if its states cannot be compiled.
    """
    game: Game = rules if isinstance(rules, Game) else rules.game
    path = f"{home_of(type(rules))}:{type(rules).__qualname__}"
    kinds = [(name, kind_of_numbers(getattr(rules, name))) for name in data_fields(rules)]
    parts = _constants(rules), kinds, sorted(game.leaves_out), _fingerprint(rules), describe_states(game.start())
    text = f"{path}({', '.join(map(str, parts))})"
    return text if rules is game else f"{text} of {identity_of(game)}"


def data_fields(rules: Any) -> list[str]:
    """The fields whose numbers are read at run time, in order."""
    return [field.name for field in dataclasses.fields(rules) if isinstance(getattr(rules, field.name), DATA)]


def kind_of_numbers(numbers: Ints | Floats | Numbers) -> str:
    """The kind of the numbers in a data field, as `struct` writes it: a field may be declared any."""
    if isinstance(numbers, Numbers):
        return numbers.array.format
    return "q" if isinstance(numbers, Ints) else "d"


def members(cls: type) -> list[tuple[str, Any]]:
    """Everything a class and its bases define themselves, by name, beyond what the contract itself says."""
    ours = [base for base in cls.__mro__ if base not in (Game, Knowledge) and base.__module__ not in ("builtins", "abc")]
    names = {name for base in ours for name in vars(base) if not name.startswith(("__", "_abc"))}
    return [(name, inspect.getattr_static(cls, name)) for name in sorted(names)]


def describe_states(state: Any) -> str:
    """The states of a game: the fields that their class declares; the lengths of its tuples come from this very state.

    Raises TypeError, in one sentence, for a state that is not a NamedTuple or declares another kind of field.
    """
    cls = type(state)
    if not is_state(cls):
        raise TypeError(f"a state must be a NamedTuple, and start() gives {cls.__name__} {state!r}")
    hints = typing.get_type_hints(cls)
    kinds = (field_kind(cls, name, hints[name], getattr(state, name)) for name in cls._fields)
    return f"{cls.__name__}({', '.join(f'{kind.__name__} x {count}' if count else kind.__name__ for kind, count in kinds)})"


def field_kind(cls: type, name: str, hint: Any, value: Any) -> tuple[type, int | None]:
    """The kind of a field of a state: int, bool or a board; and of a tuple how many of them, else None. Raises TypeError."""
    known = int, bool, *BOARDS
    if hint in known:
        return hint, None
    if hint is Board and type(value) in BOARDS:
        return type(value), None
    if hint is tuple or typing.get_origin(hint) is tuple:
        kinds = {part for part in typing.get_args(hint) if part is not Ellipsis} or {int}
        if len(kinds) == 1 and kinds <= set(known):
            return kinds.pop(), len(value)
    hint_name = getattr(hint, "__name__", str(hint))
    raise TypeError(f"field {name!r} of {cls.__name__} is declared {hint_name}: declare int, bool, a board or tuple[int, ...]")


@functools.cache
def compiler_sources() -> str:
    """A hash of the files that say how rules become machine code; each kernel has a fingerprint of its own."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in [
        *sorted(package.glob("kernel/**/*.py")),
        *(package / "core" / f"{name}.py" for name in ("board", "data", "rows")),
    ]:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:20]


def _constants(rules: Any) -> list[tuple[str, Any]]:
    held = [(field.name, getattr(rules, field.name)) for field in dataclasses.fields(rules)]
    # A text is no matter of the machine code (a file's name, say): two games that differ by it share theirs.
    return [(name, value) for name, value in held if not isinstance(value, (Game, Knowledge, *DATA, str))]


def _fingerprint(rules: Game | Knowledge) -> str:
    """A hash of all code and constants that the class can reach."""
    digest = Fingerprint()
    add_class(digest, type(rules))
    return digest.hex()


def add_class(digest: Fingerprint, cls: type) -> None:
    """Add everything that a class and its bases define themselves."""
    for name, value in members(cls):
        value = value.fget if isinstance(value, property) else getattr(value, "func", value)
        digest.add(name, value)
