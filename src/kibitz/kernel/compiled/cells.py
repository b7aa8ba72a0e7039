"""Long tuples of ints in compiled code: they travel whole, are gone through in a loop, and very long ones are read in place.

Numba makes an argument of each int, and reads an int by a branch for each. Five in a row on 15x15 took 11.8 s to compile for
`deepening`, and takes 9.1 s; on 20x20 it took 24.6 s, and takes 9.3 s. To read in place takes longer than a branch, for the
tuple is copied to where it can be: 0.7 against 1.7 million nodes a second on 20x20.
"""

import functools
import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model

from kibitz.kernel.compiled.words import words_type

LONG = 32  # ints: to go through fewer, a statement for each compiles as quickly
VERY_LONG = 256  # ints: to read more of them by branches takes too long to compile
_word = ir.IntType(64)


def is_long(kind: Any) -> bool:
    """Whether a type is a long tuple of ints."""
    return isinstance(kind, types.UniTuple) and kind.dtype == types.int64 and len(kind) > LONG


@functools.cache
def cells_type(count: int) -> Any:
    """The type of a tuple of `count` ints; very long ones are read in place."""
    kind = types.UniTuple(types.int64, count)
    if count > VERY_LONG:
        lower_builtin(operator.getitem, kind, types.intp)(_read_cell)
    return kind


def _read_cell(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    place, index, count = _place_of(builder, args[0]), args[1], _word(len(sig.args[0]))
    index = builder.select(builder.icmp_signed("<", index, _word(0)), builder.add(index, count), index)
    with builder.if_then(builder.icmp_unsigned(">=", index, count), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("tuple index out of range",))
    return builder.load(builder.gep(place, [_word(0), index]))


def _place_of(builder: Any, value: Any) -> Any:
    """Where a value lies: in the variable that it was just loaded from, or in a new one."""
    found = _variable_of(builder, value)
    if found is None:
        found = cgutils.alloca_once(builder, value.type)
        builder.store(value, found)
    return found


def _variable_of(builder: Any, value: Any) -> Any:
    """The address of a value that is, or is part of, what a variable still holds; None where that is not certain.

    All later writes are in the block of the value, or in one begun after it.
    """
    if isinstance(value, ir.instructions.ExtractValue):
        whole = _variable_of(builder, value.operands[0])
        return None if whole is None else builder.gep(whole, [_word(0), *(ir.IntType(32)(at) for at in value.indices)])
    if not (isinstance(value, ir.instructions.LoadInstr) and isinstance(value.operands[0], ir.instructions.AllocaInstr)):
        return None
    variable, home, blocks = value.operands[0], value.parent, builder.function.blocks
    later = [home.instructions[home.instructions.index(value) :]]
    later += [block.instructions for block in blocks[blocks.index(home) + 1 :]]
    since = (one for instructions in later for one in instructions if isinstance(one, ir.instructions.StoreInstr))
    is_changed = any(one.operands[1] is variable for one in since)
    return None if is_changed else variable


@functools.cache
def laid_out(kind: Any) -> Any:
    """An intrinsic that lays a tuple's ints out as words that last as long as the function it is called in, from word 1 on."""

    @intrinsic
    def lay_out(context: Any, cells: Any) -> Any:
        def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            length = ir.Constant(_word, len(kind) + 1)
            words = cgutils.alloca_once(builder, _word, size=length)
            builder.store(length, words)
            first = builder.gep(words, [_word(1)])
            builder.store(args[0], builder.bitcast(first, args[0].type.as_pointer()))
            return builder.ptrtoint(words, _word)

        return words_type(kind), code

    return lay_out


class _LongTupleModel(models.UniTupleModel):  # type: ignore[misc]  # Numba ships no types
    """A long tuple travels into a function as one argument: Numba makes an argument of each part."""

    def get_argument_type(self) -> Any:
        return self.get_value_type()

    def as_argument(self, builder: Any, value: Any) -> Any:
        return value

    def from_argument(self, builder: Any, value: Any) -> Any:
        return value


@register_model(types.UniTuple)
def _model(manager: Any, kind: Any) -> Any:
    return (_LongTupleModel if is_long(kind) else models.UniTupleModel)(manager, kind)
