"""States in compiled code: a NamedTuple whose every field has the type its class declares; hashed, and written into words."""

import functools
import typing
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kibitz.core.board import BOARDS, WORD, Board
from kibitz.errors import RulesError
from kibitz.kernel.hashes import MASK, mixed
from kibitz.kernel.words import write, write_number

LARGEST = (1 << 63) - 1
Fields = tuple[Any, ...]
FieldKinds = tuple[tuple[str, Any, bool], ...]


def field_words(state: Any, like: Any) -> list[int]:
    """A state's fields as words, as `store_fields` writes them, and just as in the state `like`: compiled code trusts them.

    Raises RulesError for a field that holds something else, or a tuple of another length.
    """
    words: list[int] = []
    for (name, kind, many), value, known in zip(kinds_of(like), state, like, strict=True):
        cells = _cells(name, kind, value, len(known)) if many else (_cast(name, kind, value),)
        if kind in BOARDS:
            for board in cells:
                words += _words_in(board)
        else:
            words += cells
    return words


def kinds_of(state: Any) -> FieldKinds:
    """Of each field of a state its name, its kind, and whether it is a tuple of these."""
    cls: Any = type(state)
    return tuple(
        (name, type(value) if kind is Board else kind, many)
        for (name, kind, many), value in zip(_declared(cls), state, strict=True)
    )


@functools.lru_cache(maxsize=64)
def _declared(cls: Any) -> FieldKinds:
    """The kinds that a state class declares; to find out takes long."""
    hints = typing.get_type_hints(cls)
    found = []
    for name in cls._fields:
        many = hints[name] is tuple or typing.get_origin(hints[name]) is tuple
        found.append((name, next(iter(typing.get_args(hints[name])), int) if many else hints[name], many))
    return tuple(found)


def _cells(name: str, kind: Any, value: Any, count: int) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise RulesError(f"field {name!r} of the state is declared a tuple, but holds {value!r}")
    if len(value) != count:
        raise RulesError(f"field {name!r} of the state has {len(value)} cells, and in start() {count}: it keeps its length")
    return tuple(_cast(name, kind, cell) for cell in value)


def _cast(name: str, kind: Any, value: Any) -> Any:
    if kind in BOARDS:
        if type(value) is not kind:
            raise RulesError(f"field {name!r} of the state is declared {kind.__name__}, but holds {value!r}")
        return value
    if kind is bool:
        return bool(value)
    if isinstance(value, tuple):
        raise RulesError(f"field {name!r} of the state is declared {kind.__name__}, but holds {value!r}")
    number = int(value)
    if not -LARGEST <= number <= LARGEST:
        raise RulesError(f"field {name!r} of the state is {number}, and an int field ends at 2**63 - 1: declare it Board64")
    return number


# What the fields of a state hold, stirred into a hash or written into words.


def hash_fields(seed: int, field: Any) -> int:
    """`seed` with a field of a state stirred in: an int, a bool, a board, or a tuple of them."""
    if isinstance(field, tuple):
        for part in field:
            seed = hash_fields(seed, part)
        return seed
    if isinstance(field, Board):
        for word in _words_in(field):
            seed = mixed(seed, word)
        return seed
    return mixed(seed, field)


def store_fields(words: Any, at: int, field: Any) -> int:
    """Write a field of a state into words from `at` on, one for each int, bool or 64 squares; return the next index."""
    if isinstance(field, tuple):
        for part in field:
            at = store_fields(words, at, part)
        return at
    for word in _words_in(field) if isinstance(field, Board) else (int(field) & MASK,):
        write(words, at, word)
        at += 1
    return at


def _words_in(board: Board) -> list[int]:
    """A board's squares as words, the lowest first."""
    return [board.bits >> place & MASK for place in range(0, board.capacity, WORD)]


def words_of_fields(state: Any) -> dict[str, range]:
    """The words that belong to each field, as `store_fields` writes a state like this one."""
    found, end = dict[str, range](), 0
    for name, value in zip(state._fields, state, strict=True):
        parts = value if isinstance(value, tuple) else (value,)
        begin, end = end, end + sum(_size(type(part)) for part in parts)
        found[name] = range(begin, end)
    return found


def _size(kind: type) -> int:
    """The words that a part of a field fills."""
    return kind.capacity // WORD if issubclass(kind, Board) else 1


def state_reader(state: Any) -> Callable[[Sequence[int], int], Any]:
    """A function that makes a state like this one from the words of `store_fields`, from an index on."""
    cls: Any = type(state)
    kinds, places = kinds_of(state), words_of_fields(state)
    readers: dict[Any, Callable[[int], Any]] = {int: _signed, bool: bool, **{kind: kind for kind in BOARDS}}
    parts = [(readers[kind], _size(kind), places[name], many) for name, kind, many in kinds]

    def read_state(words: Sequence[int], at: int) -> Any:
        fields = []
        for made_of, size, place, many in parts:
            found = [made_of(_number(words, at + first, size)) for first in place[::size]]
            fields.append(tuple(found) if many else found[0])
        return cls(*fields)

    return read_state


def _number(words: Sequence[int], at: int, size: int) -> int:
    """The words joined to one number."""
    if size == 1:
        return words[at]
    return sum(words[at + place] << WORD * place for place in range(size))


def _signed(word: int) -> int:
    return word if word <= LARGEST else word - MASK - 1


# One number for each player, written into words: what they get, or what is thought that they will.


def store_payoffs(words: Any, at: int, end: int, amounts: Iterable[float]) -> int:
    """Write one number for each player into words from `at` on, up to `end`; return the next index as if all had fitted."""
    for amount in amounts:
        if at < end:
            write_number(words, at, float(amount))
        at += 1
    return at


def store_zero_sum(words: Any, at: int, worth: float, mover: int) -> int:
    """Write one player's payoff, and its opposite for the other; return the next index."""
    write_number(words, at + mover, worth)
    write_number(words, at + 1 - mover, 0.0 - worth)
    return at + 2
