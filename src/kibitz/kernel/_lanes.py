"""Rows of words that are stirred side by side: the two passes in which MT19937 is seeded, for `LANES` streams at once.

Each word of a stream waits for the word before it. Side by side in vector registers, all streams wait together; LLVM does not
find that out by itself.
"""

from typing import Any

from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from kibitz.kernel._functions import overload
from kibitz.kernel._words import pointer, read, words_type

LANES = 16
FIRST, AGAIN = 1664525, 1566083941  # factors of the two passes
MASK = 0xFFFFFFFF
_word = ir.IntType(64)
_row = ir.VectorType(_word, LANES)


def stir_first(words: Any, to: int, before: int, fresh: int, key: int) -> None:
    """The row `to` becomes what the number `fresh`, the row `before` it and the row `key` make together, in the first pass."""
    for lane in range(LANES):
        last = words[before + lane]
        words[to + lane] = (fresh ^ (last ^ last >> 30) * FIRST) + words[key + lane] & MASK


def stir_again(words: Any, to: int, before: int, number: int) -> None:
    """The row `to` becomes what itself, the row `before` it and its number make together, in the second pass."""
    for lane in range(LANES):
        last = words[before + lane]
        words[to + lane] = (words[to + lane] ^ (last ^ last >> 30) * AGAIN) - number & MASK


def _all(number: int) -> Any:
    return ir.Constant(_row, [number] * LANES)


def _spread(builder: Any, number: Any) -> Any:
    """A row of one number."""
    one = builder.insert_element(ir.Constant(_row, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, one, places)


def _place(builder: Any, words: Any, index: Any) -> Any:
    return builder.bitcast(pointer(builder, words, index), _row.as_pointer())


def _load(builder: Any, words: Any, index: Any) -> Any:
    return builder.load(_place(builder, words, index), align=8)


def _mixed(builder: Any, last: Any, factor: int) -> Any:
    """Products of 32 bits by 32: what is masked again tells LLVM so."""
    folded = builder.and_(builder.xor(last, builder.lshr(last, _all(30))), _all(MASK))
    return builder.mul(folded, _all(factor))


@intrinsic
def _first(context: Any, words: Any, to: Any, before: Any, fresh: Any, key: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        memory, to, before, fresh, key = args
        mixed = _mixed(builder, builder.and_(_load(builder, memory, before), _all(MASK)), FIRST)
        row = builder.add(builder.xor(_spread(builder, fresh), mixed), _load(builder, memory, key))
        builder.store(builder.and_(row, _all(MASK)), _place(builder, memory, to), align=8)
        return ctx.get_dummy_value()

    return types.none(words_type, *[types.int64] * 4), code


@intrinsic
def _again(context: Any, words: Any, to: Any, before: Any, number: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        memory, to, before, number = args
        mixed = _mixed(builder, builder.and_(_load(builder, memory, before), _all(MASK)), AGAIN)
        row = builder.sub(builder.xor(_load(builder, memory, to), mixed), _spread(builder, number))
        builder.store(builder.and_(row, _all(MASK)), _place(builder, memory, to), align=8)
        return ctx.get_dummy_value()

    return types.none(words_type, *[types.int64] * 3), code


@overload(stir_first)
def _stir_first(words: Any, to: Any, before: Any, fresh: Any, key: Any) -> Any:
    if not config.BOUNDSCHECK:
        return lambda words, to, before, fresh, key: _first(words, to, before, fresh, key)

    def checked(words: Any, to: Any, before: Any, fresh: Any, key: Any) -> Any:
        for begin in (to, before, key):
            read(words, begin)
            read(words, begin + LANES - 1)
        _first(words, to, before, fresh, key)

    return checked


@overload(stir_again)
def _stir_again(words: Any, to: Any, before: Any, number: Any) -> Any:
    if not config.BOUNDSCHECK:
        return lambda words, to, before, number: _again(words, to, before, number)

    def checked(words: Any, to: Any, before: Any, number: Any) -> Any:
        for begin in (to, before):
            read(words, begin)
            read(words, begin + LANES - 1)
        _again(words, to, before, number)

    return checked
