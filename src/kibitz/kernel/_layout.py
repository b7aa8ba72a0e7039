"""Names for the words of a memory: `memory.nodes += 1` reads and writes one of them, plain and compiled.

A subclass of `Words` that only annotates says what the words hold, in their order, and is the type of the memory for whoever
checks types; `MemoryLayout` gives each the next word that is free, and the words behind them to lists and tables. All memories
have one Numba type, so a name stands for one word in all of them.
"""

from operator import itemgetter
from typing import Annotated, Any, NamedTuple, get_type_hints

from llvmlite import ir
from numba import config, types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, lower_setattr_generic

from kibitz.kernel._words import PlainWords, Words, WordsType, pointer, read, words_type

Shared = Annotated[int, "shared"]  # a word that other threads write or read: whole, and afresh each time


class Register(NamedTuple):
    """A word that has a name."""

    number: int
    holds: Any  # int, float or Shared


registers: dict[str, Register] = {}


class MemoryLayout:
    """Which word of a memory holds what. `spans`: the first and the last word of everything in it, by name."""

    def __init__(self, fields: type[Words]) -> None:
        """`fields`: a class of words that annotates each name with int, float or Shared; those of its bases come first."""
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
        if name not in PlainWords.__dict__:
            assert not hasattr(PlainWords, name), f"lists have a method {name}"
            setattr(PlainWords, name, property(itemgetter(register.number), _setter(register.number)))
            if holds is float:
                setattr(Words, name, property(lambda words: words.number(register.number), _float_setter(register.number)))
            else:
                setattr(Words, name, property(lambda words: int(words.array[register.number]), _setter(register.number)))


def _setter(index: int) -> Any:
    def put(words: Any, value: Any) -> None:
        words[index] = value

    return put


def _float_setter(index: int) -> Any:
    def put(words: Words, value: float) -> None:
        words.set_number(index, value)

    return put


@infer_getattr
class _Names(AttributeTemplate):  # type: ignore[misc]  # Numba ships no types
    key = WordsType

    def generic_resolve(self, typ: Any, name: str) -> Any:
        return _native(registers[name]) if name in registers else None


def _native(register: Register) -> Any:
    return types.float64 if register.holds is float else types.int64


def _place(builder: Any, address: Any, register: Register) -> Any:
    element = ir.DoubleType() if register.holds is float else ir.IntType(64)
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
