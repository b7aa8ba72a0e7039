"""States for Numba: a NamedTuple whose every field has the type its class declares."""

import functools
import typing
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from kibitz.core.board import BOARDS, WORD
from kibitz.kernel.compiled.board import BoardType, board_types, join_words, word_of
from kibitz.kernel.compiled.cells import cells_type, is_long, laid_out
from kibitz.kernel.compiled.overloads import INLINE, overload
from kibitz.kernel.compiled.words import pointer
from kibitz.kernel.hashes import mixed
from kibitz.kernel.identity import describe_states, field_kind
from kibitz.kernel.states import hash_fields, store_fields, store_payoffs, store_zero_sum
from kibitz.kernel.words import read, write, write_number


def declared_type(state: Any) -> Any:
    """The Numba type that the class of `state` declares; the lengths of its tuples come from this very state.

    Raises TypeError, in one sentence, for a state that is not a NamedTuple or declares another kind of field.
    """
    cls = type(state)
    describe_states(state)
    hints = typing.get_type_hints(cls)
    return types.BaseTuple.from_types([_field(cls, name, hints[name], getattr(state, name)) for name in cls._fields], cls)


def _field(cls: type, name: str, hint: Any, value: Any) -> Any:
    kind, count = field_kind(cls, name, hint, value)
    known: dict[Any, Any] = {int: types.int64, bool: types.boolean, **board_types}
    native = known[kind]
    if count is None:
        return native
    return cells_type(count) if kind is int else types.UniTuple(native, count)


@functools.cache
def caster(wanted: Any) -> Any:
    """An intrinsic that turns a tuple of the right length into the state type `wanted`, casting each field."""

    @intrinsic
    def cast(context: Any, value: Any) -> Any:
        if not isinstance(value, types.BaseTuple) or len(value.types) != len(wanted.types):
            raise TypingError(f"a state has the fields {', '.join(wanted.fields)}, but here is {value}")
        for name, given, declared in zip(wanted.fields, value.types, wanted.types, strict=True):
            if given != declared and (context.can_convert(given, declared) is None or isinstance(given, types.Float)):
                raise TypingError(
                    f"field {name!r} is declared {_type_name(declared)}, but here it is given {_type_name(given)}"
                )

        def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            fields = [
                ctx.cast(builder, builder.extract_value(args[0], i), given, declared)
                for i, (given, declared) in enumerate(zip(value.types, wanted.types, strict=True))
            ]
            return ctx.make_tuple(builder, wanted, fields)

        return wanted(value), code

    return cast


def constructor(wanted: Any) -> Any:
    """The constructor of a state class inside compiled rules, with every field cast to its declared type.

    Without it, a branch that gives a bool and one that gives an int would have two types, and Numba does not unify tuples.
    """
    cls = wanted.instance_class
    arguments = ", ".join(cls._fields)
    scope: dict[str, Any] = {"cast": caster(wanted)}
    exec(f"def construct({arguments}):\n    return cast(({arguments},))\n", scope)
    construct: Callable[..., Any] = scope["construct"]
    construct.__defaults__ = tuple(cls._field_defaults.values()) or None
    construct.__name__ = construct.__qualname__ = cls.__name__
    return njit(**INLINE)(construct)


def _type_name(kind: Any) -> str:
    kind = types.unliteral(kind)
    return {types.int64: "int", types.boolean: "bool", types.float64: "float"}.get(kind, str(kind))


_WORDS_OF = [word_of(place) for place in range(max(kind.capacity for kind in BOARDS) // WORD)]


@overload(hash_fields)
def _hash_fields(seed: Any, field: Any) -> Any:
    if is_long(field):
        words, end = laid_out(field), len(field) + 1

        def hash_cells(seed: Any, field: Any) -> Any:
            cells = words(field)
            for place in range(1, end):
                seed = mixed(seed, read(cells, place))
            return seed

        return hash_cells
    if isinstance(field, types.BaseTuple):
        return unrolled("seed, field", "seed = hash_fields(seed, field[{}])", len(field.types), hash_fields=hash_fields)
    if isinstance(field, BoardType):
        parts = {f"word{place}": _WORDS_OF[place] for place in range(field.words)}
        return unrolled("seed, field", "seed = mixed(seed, word{}(field))", field.words, mixed=mixed, **parts)
    return lambda seed, field: mixed(seed, field)


@overload(store_fields)
def _store_fields(words: Any, at: Any, field: Any) -> Any:
    if is_long(field):
        laid, end = laid_out(field), len(field) + 1

        def store_cells(words: Any, at: Any, field: Any) -> Any:
            cells = laid(field)
            for place in range(1, end):
                write(words, at + place - 1, read(cells, place))
            return at + end - 1

        return store_cells
    if isinstance(field, types.BaseTuple):
        return unrolled(
            "words, at, field", "at = store_fields(words, at, field[{}])", len(field.types), store_fields=store_fields
        )

    if isinstance(field, BoardType):
        parts = {f"word{place}": _WORDS_OF[place] for place in range(field.words)}
        statement = "at = put(words, at, word{}(field))"
        return unrolled("words, at, field", statement, field.words, put=_put_word, **parts)

    def number(words: Any, at: Any, field: Any) -> Any:
        word: Any = np.int64(field)
        write(words, at, word)
        return at + 1

    return number


@njit(**INLINE)
def _put_word(words: Any, at: Any, word: Any) -> Any:
    signed: Any = np.int64(word)
    write(words, at, signed)
    return at + 1


@functools.cache
def state_loader(wanted: Any) -> Any:
    """The same as `state_reader` for compiled code: an intrinsic that makes a state of this type from words."""

    @intrinsic
    def load(context: Any, words: Any, at: Any) -> Any:
        def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            place = _Reader(ctx, builder, args[0], args[1])
            return ctx.make_tuple(builder, wanted, [place.field(kind) for kind in wanted.types])

        return wanted(words, types.int64), code

    return load


class _Reader:
    """Reads one field of a state after the other from words."""

    def __init__(self, context: Any, builder: Any, words: Any, at: Any) -> None:
        self._context, self._builder = context, builder
        self._first, self._next = pointer(builder, words, at), 0

    def field(self, kind: Any) -> Any:
        """A field: a number, a bool, a board, or a tuple of them."""
        if isinstance(kind, types.BaseTuple):
            return self._context.make_tuple(self._builder, kind, [self.field(one) for one in kind.types])
        if isinstance(kind, BoardType):
            return join_words(self._builder, kind, [self._word() for _ in range(kind.words)])
        word = self._word()
        return self._builder.icmp_unsigned("!=", word, word.type(0)) if kind == types.boolean else word

    def _word(self) -> Any:
        place = self._builder.gep(self._first, [ir.IntType(64)(self._next)])
        self._next += 1
        return self._builder.load(place)


def unrolled(arguments: str, statement: str, count: int, **scope: Any) -> Any:
    """A function of a tuple whose parts may differ in type: one statement each, for Numba cannot loop over such."""
    lines = "".join(f"    {statement.format(i)}\n" for i in range(count))
    exec(f"def each({arguments}):\n{lines}    return {statement.partition(' ')[0]}\n", scope)
    return scope["each"]


def _put(words: Any, at: int, end: int, amount: float) -> int:
    """Write a number if it fits before `end`; return the next index. For compiled code, which cannot raise."""
    raise NotImplementedError


@overload(_put)
def _put_one(words: Any, at: Any, end: Any, amount: Any) -> Any:
    def put(words: Any, at: Any, end: Any, amount: Any) -> Any:
        if at < end:
            number: Any = np.float64(amount)
            write_number(words, at, number)
        return at + 1

    return put


@overload(store_payoffs)
def _store_payoffs(words: Any, at: Any, end: Any, amounts: Any) -> Any:
    if isinstance(amounts, types.BaseTuple):
        return unrolled("words, at, end, amounts", "at = put(words, at, end, amounts[{}])", len(amounts.types), put=_put)

    def one_by_one(words: Any, at: Any, end: Any, amounts: Any) -> Any:
        for amount in amounts:
            at = _put(words, at, end, amount)
        return at

    return one_by_one


@overload(store_zero_sum)
def _store_zero_sum(words: Any, at: Any, worth: Any, mover: Any) -> Any:
    def share(words: Any, at: Any, worth: Any, mover: Any) -> Any:
        write_number(words, at + mover, worth)
        write_number(words, at + 1 - mover, 0.0 - worth)
        return at + 2

    return share
