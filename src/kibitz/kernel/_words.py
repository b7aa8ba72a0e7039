"""Memory that kernels share, with one meaning plain and compiled.

`Words` is a run of 64-bit integers. Compiled, it travels through a recursion as one register (a Numba array takes seven).
Word 0 holds the length, so that a run with NUMBA_BOUNDSCHECK=1 can check every access. Plain, it is a list.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, models, register_model, typeof_impl, unbox

from kibitz.kernel._overload import overload


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
    """Make the last `count` words of one memory the same as those of another."""
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
_word = ir.IntType(64)


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
    """LLVM: where the element `index` behind `address` lies."""
    return builder.gep(builder.inttoptr(address, element.as_pointer()), [index])


@intrinsic
def _fetch(context: Any, words: Any, index: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(pointer(builder, args[0], args[1]))

    return types.int64(words_type, types.int64), code


@intrinsic
def _put(context: Any, words: Any, index: Any, value: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(args[2], pointer(builder, args[0], args[1]))
        return ctx.get_dummy_value()

    return types.none(words_type, types.int64, types.int64), code


@intrinsic
def _fetch_shared(context: Any, words: Any, index: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load_atomic(pointer(builder, args[0], args[1]), "monotonic", 8)

    return types.int64(words_type, types.int64), code


@intrinsic
def _put_shared(context: Any, words: Any, index: Any, value: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store_atomic(args[2], pointer(builder, args[0], args[1]), "monotonic", 8)
        return ctx.get_dummy_value()

    return types.none(words_type, types.int64, types.int64), code


@intrinsic
def _fetch_number(context: Any, words: Any, index: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(pointer(builder, args[0], args[1], ir.DoubleType()))

    return types.float64(words_type, types.int64), code


@intrinsic
def _put_number(context: Any, words: Any, index: Any, value: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(args[2], pointer(builder, args[0], args[1], ir.DoubleType()))
        return ctx.get_dummy_value()

    return types.none(words_type, types.int64, types.float64), code


@intrinsic
def _put_half(context: Any, words: Any, index: Any, value: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        short = builder.fptrunc(args[2], ir.FloatType())
        builder.store(short, pointer(builder, args[0], args[1], ir.FloatType()))
        return ctx.get_dummy_value()

    return types.none(words_type, types.int64, types.float64), code


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


def _checked(access: Any) -> Any:
    """The access itself, or with NUMBA_BOUNDSCHECK=1 one that looks at the length first."""

    def reads(words: Any, index: Any) -> Any:
        if not config.BOUNDSCHECK:
            return lambda words, index: access(words, index)

        def checked(words: Any, index: Any) -> Any:
            if index < 0 or index >= _fetch(words, 0):
                raise IndexError("a kernel read outside its memory")
            return access(words, index)

        return checked

    return reads


def _checked_write(access: Any) -> Any:
    def writes(words: Any, index: Any, value: Any) -> Any:
        if not config.BOUNDSCHECK:
            return lambda words, index, value: access(words, index, value)

        def checked(words: Any, index: Any, value: Any) -> Any:
            if index < 0 or index >= _fetch(words, 0):
                raise IndexError("a kernel wrote outside its memory")
            access(words, index, value)

        return checked

    return writes


overload(read)(_checked(_fetch))
overload(read_number)(_checked(_fetch_number))
overload(read_shared)(_checked(_fetch_shared))
overload(write)(_checked_write(_put))
overload(write_number)(_checked_write(_put_number))


@overload(write_half)
def _write_half(words: Any, index: Any, value: Any) -> Any:
    if not config.BOUNDSCHECK:
        return lambda words, index, value: _put_half(words, index, value)

    def checked(words: Any, index: Any, value: Any) -> Any:
        if index < 0 or index >> 1 >= _fetch(words, 0):
            raise IndexError("a kernel wrote outside its memory")
        _put_half(words, index, value)

    return checked


overload(write_shared)(_checked_write(_put_shared))
