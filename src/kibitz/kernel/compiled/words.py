"""Words for Numba: an address that travels through a recursion as one register."""

from typing import Any

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
)

from kibitz.kernel.compiled.overloads import overload
from kibitz.kernel.targets import BROWSER, aimed
from kibitz.kernel.words import (
    Register,
    Shared,
    prefetch,
    read,
    read_half,
    read_number,
    read_shared,
    registers,
    write,
    write_half,
    write_number,
    write_shared,
)


class WordsType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """The Numba type of `Words`: an address."""

    def __init__(self) -> None:
        super().__init__("Words")


words_type = WordsType()
LISTENING = "kibitz.read_shared"  # what reads a word in a browser: see emit.py
_word, _double, _half = ir.IntType(64), ir.DoubleType(), ir.FloatType()


@register_model(WordsType)
class _WordsModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, _word)


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
    if register.holds is not Shared:
        return builder.load(place)
    if aimed().name == BROWSER:
        kind = ir.FunctionType(_word, [_word.as_pointer()])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, LISTENING), [place])
    return builder.load_atomic(place, "monotonic", 8)


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
