"""Memory that kernels share, and names for its words, with one meaning plain and compiled.

`Words` is a run of 64-bit integers. Compiled, it travels through a recursion as one register (a Numba array takes seven).
Word 0 holds the length, so that a run with NUMBA_BOUNDSCHECK=1 can check every access. Plain, it is a list.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Annotated, Any, NamedTuple, get_type_hints

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from kibitz.kernel._functions import overload


class Words:
    """Zeroed 64-bit words that outlive the calls they are given to; `array` shows them to Python.

    A subclass may name some of them (`MemoryLayout`), as the first is named here.
    """

    length: int

    def __init__(self, count: int) -> None:
        self.array = np.zeros(count, np.int64)
        self.array[0] = count
        self.address = int(self.array.ctypes.data)

    def __getitem__(self, index: int) -> int:
        return int(self.array[index])

    def number(self, index: int) -> float:
        """A word that holds a float."""
        return float(self.array.view(np.float64)[index])

    def set_number(self, index: int, value: float) -> None:
        """Make a word hold a float."""
        self.array.view(np.float64)[index] = value

    def __setitem__(self, index: int, value: int) -> None:
        self.array[index] = value

    def half(self, index: int) -> float:
        """Half a word, numbered from 0, that holds a float of 32 bits."""
        return float(self.array.view(np.float32)[index])

    def set_half(self, index: int, value: float) -> None:
        """Make half a word, numbered from 0, hold a float of 32 bits."""
        self.array.view(np.float32)[index] = value

    def __len__(self) -> int:
        return len(self.array)


class PlainWords(list[Any]):
    """The words of kernels that run plain: ints, and floats where a word holds one."""

    __slots__ = ()

    def number(self, index: int) -> float:
        """A word that holds a float."""
        return float(self[index])

    def set_number(self, index: int, value: float) -> None:
        """Make a word hold a float."""
        self[index] = value


def copy_tail(target: Any, source: Any, count: int) -> None:
    """Copy the last `count` words of one memory to another."""
    if isinstance(target, Words):
        target.array[-count:] = source.array[-count:]
    else:
        target[-count:] = source[-count:]


def extend(words: Any, count: int) -> None:
    """Make a memory `count` words long in all, the new ones zero; where the system can, nothing is copied."""
    if isinstance(words, Words):
        words.array.resize(count, refcheck=False)
        words.address = int(words.array.ctypes.data)
    else:
        words.extend([0] * (count - len(words)))
    words[0] = count


class WordsType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """The Numba type of `Words`: an address."""

    def __init__(self) -> None:
        super().__init__("Words")


words_type = WordsType()
_word, _double, _half = ir.IntType(64), ir.DoubleType(), ir.FloatType()


@register_model(WordsType)
class _WordsModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, _word)


@typeof_impl.register(Words)
def _typeof(value: Words, context: Any) -> WordsType:
    return words_type


def unbox_address(typ: Any, obj: Any, c: Any) -> Any:
    """The attribute `address` of a Python object as a native word."""
    number = c.pyapi.object_getattr_string(obj, "address")
    address = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)
    return NativeValue(address, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


unbox(WordsType)(unbox_address)


def pointer(builder: Any, address: Any, index: Any, element: Any = _word) -> Any:
    """LLVM: a pointer to the element `index` after `address`."""
    return builder.gep(builder.inttoptr(address, element.as_pointer()), [index])


def _fetching(element: Any, kind: Any, shared: bool = False) -> Any:
    """An intrinsic that reads a word, an `element` of LLVM, as a number of the type `kind`."""

    @intrinsic
    def fetch(context: Any, words: Any, index: Any) -> Any:
        def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            place = pointer(builder, args[0], args[1], element)
            number = builder.load_atomic(place, "monotonic", 8) if shared else builder.load(place)
            return builder.fpext(number, _double) if element is _half else number

        return kind(words_type, types.int64), code

    return fetch


def _putting(element: Any, kind: Any, shared: bool = False) -> Any:
    """An intrinsic that writes a word, or half a one."""

    @intrinsic
    def put(context: Any, words: Any, index: Any, value: Any) -> Any:
        def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            place = pointer(builder, args[0], args[1], element)
            number = builder.fptrunc(args[2], element) if element is _half else args[2]
            if shared:
                builder.store_atomic(number, place, "monotonic", 8)
            else:
                builder.store(number, place)
            return ctx.get_dummy_value()

        return types.none(words_type, types.int64, kind), code

    return put


_fetch, _put = _fetching(_word, types.int64), _putting(_word, types.int64)
_fetch_shared, _put_shared = _fetching(_word, types.int64, shared=True), _putting(_word, types.int64, shared=True)
_fetch_number, _put_number = _fetching(_double, types.float64), _putting(_double, types.float64)
_fetch_half, _put_half = _fetching(_half, types.float64), _putting(_half, types.float64)


def read(words: Any, index: int) -> int:
    """One of this thread's own words."""
    return words[index]  # type: ignore[no-any-return]  # a list of ints or Words


def write(words: Any, index: int, value: int) -> None:
    """Change one of this thread's own words."""
    words[index] = value


def read_number(words: Any, index: int) -> float:
    """One of this thread's own words that holds a float; a word that was never written holds 0."""
    return words[index]  # type: ignore[no-any-return]  # a list of numbers or Words


def write_number(words: Any, index: int, value: float) -> None:
    """Change one of this thread's own words to a float."""
    words[index] = value


def read_half(words: Any, index: int) -> float:
    """Half of one of this thread's own words, a float of 32 bits; `index` counts halves. Plain: one of a pair."""
    if isinstance(words, Words):
        return words.half(index)
    pair: tuple[float, float] = words[index >> 1] or (0.0, 0.0)
    return pair[index & 1]


def write_half(words: Any, index: int, value: float) -> None:
    """Change half of one of this thread's own words to a float of 32 bits; `index` counts halves. Plain: one of a pair."""
    if isinstance(words, Words):
        words.set_half(index, value)
        return
    pair = words[index >> 1] or (0.0, 0.0)
    words[index >> 1] = (pair[0], value) if index & 1 else (value, pair[1])


def read_shared(words: Any, index: int) -> int:
    """A word that other threads may write: read whole, and afresh each time."""
    return words[index]  # type: ignore[no-any-return]  # a list of ints or Words


def write_shared(words: Any, index: int, value: int) -> None:
    """Write a word that other threads may read; they see the old one or the new one, never a mixture."""
    words[index] = value


@intrinsic
def _fetch_ahead(context: Any, words: Any, index: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        hint = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        place = builder.bitcast(pointer(builder, args[0], args[1]), byte)
        builder.call(hint, [place, number(0), number(3), number(1)])  # to read; keep in all caches; data
        return ctx.get_dummy_value()

    return types.none(words_type, types.int64), code


def prefetch(words: Any, index: int) -> None:
    """Say that a word will be read soon: the memory begins to bring it while other work is done. Changes nothing."""


@overload(prefetch)
def _prefetch(words: Any, index: Any) -> Any:
    return lambda words, index: _fetch_ahead(words, index)


def _checked(access: Any, parts: int = 1) -> Any:
    """The access itself, or with NUMBA_BOUNDSCHECK=1 one that looks at the length first.

    `parts`: how many an index counts in each word.
    """

    def reads(words: Any, index: Any) -> Any:
        if not config.BOUNDSCHECK:
            return lambda words, index: access(words, index)

        def checked(words: Any, index: Any) -> Any:
            if index < 0 or index // parts >= _fetch(words, 0):
                raise IndexError("a kernel read outside its memory")
            return access(words, index)

        return checked

    return reads


def _checked_write(access: Any, parts: int = 1) -> Any:
    """The same for a write."""

    def writes(words: Any, index: Any, value: Any) -> Any:
        if not config.BOUNDSCHECK:
            return lambda words, index, value: access(words, index, value)

        def checked(words: Any, index: Any, value: Any) -> Any:
            if index < 0 or index // parts >= _fetch(words, 0):
                raise IndexError("a kernel wrote outside its memory")
            access(words, index, value)

        return checked

    return writes


overload(read)(_checked(_fetch))
overload(read_number)(_checked(_fetch_number))
overload(read_half)(_checked(_fetch_half, parts=2))
overload(read_shared)(_checked(_fetch_shared))
overload(write)(_checked_write(_put))
overload(write_number)(_checked_write(_put_number))
overload(write_half)(_checked_write(_put_half, parts=2))
overload(write_shared)(_checked_write(_put_shared))


# Names for the words of a memory: `memory.nodes += 1` reads and writes one of them.
#
# A subclass of `Words` that only annotates says what the words hold, in their order, and is the type of the memory for
# type checkers; `MemoryLayout` gives each the next free word, and the words after them to lists and tables. All
# memories have one Numba type, so a name stands for one word in all of them.

Shared = Annotated[int, "shared"]  # a word that other threads write or read: whole, and afresh each time


class Register(NamedTuple):
    """A word that has a name."""

    number: int
    holds: Any  # int, float or Shared


registers: dict[str, Register] = {}


class MemoryLayout:
    """The layout of a memory in words. `spans`: the first and the last word of each part, by name."""

    def __init__(self, fields: type[Words]) -> None:
        """`fields`: a class of words that annotates each name with int, float or Shared; fields of its bases come first."""
        self.spans: dict[str, tuple[int, int]] = {}
        self.end = 0
        for name, holds in get_type_hints(fields, include_extras=True).items():
            self._name(name, holds)

    def words(self, name: str, count: int, multiple: int = 1) -> int:
        """The first of `count` words that belong to nothing else; its number is a multiple of `multiple`."""
        at = -(-self.end // multiple) * multiple
        self.spans[name] = at, at + count - 1
        self.end = at + count
        return at

    def _name(self, name: str, holds: Any) -> None:
        register = Register(self.words(name, 1), holds)
        if registers.setdefault(name, register) != register:
            raise AssertionError(f"{name} names word {registers[name].number} and word {register.number}")
        if name in PlainWords.__dict__:
            return
        assert not hasattr(PlainWords, name), f"lists have a method {name}"
        number = register.number
        setattr(PlainWords, name, property(itemgetter(number), _setter(number, write)))
        if holds is float:
            setattr(Words, name, property(lambda words: words.number(number), _setter(number, Words.set_number)))
        else:
            setattr(Words, name, property(lambda words: int(words.array[number]), _setter(number, write)))


def _setter(index: int, put: Callable[[Any, int, Any], None]) -> Any:
    def setter(words: Any, value: Any) -> None:
        put(words, index, value)

    return setter


@infer_getattr
class _Names(AttributeTemplate):  # type: ignore[misc]  # Numba ships no types
    key = WordsType

    def generic_resolve(self, typ: Any, name: str) -> Any:
        return _native(registers[name]) if name in registers else None


def _native(register: Register) -> Any:
    return types.float64 if register.holds is float else types.int64


def _place(builder: Any, address: Any, register: Register) -> Any:
    element = _double if register.holds is float else _word
    return pointer(builder, address, ir.Constant(ir.IntType(64), register.number), element)


@lower_getattr_generic(WordsType)
def _read_named(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    register = registers[name]
    if config.BOUNDSCHECK:
        _check(context, builder, value, register)
    place = _place(builder, value, register)
    return builder.load_atomic(place, "monotonic", 8) if register.holds is Shared else builder.load(place)


@lower_setattr_generic(WordsType)
def _write_named(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    register = registers[name]
    if config.BOUNDSCHECK:
        _check(context, builder, args[0], register)
    place = _place(builder, args[0], register)
    if register.holds is Shared:
        builder.store_atomic(args[1], place, "monotonic", 8)
    else:
        builder.store(args[1], place)


def _check(context: Any, builder: Any, address: Any, register: Register) -> None:
    """With NUMBA_BOUNDSCHECK=1 the word is read as any other is, which looks at the length first."""
    number = register.number
    context.compile_internal(builder, lambda words: read(words, number), types.int64(words_type), [address])
