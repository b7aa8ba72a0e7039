"""Bits of a word for Numba: one instruction where the processor has it."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kibitz.core.board import WORD
from kibitz.kernel.bits import WIDE, bits_of, count_ones, extract, nth_one, nth_square, squares_with, window_of
from kibitz.kernel.compiled.board import BoardType, raw, word_of
from kibitz.kernel.compiled.numba_private import has_feature
from kibitz.kernel.compiled.overloads import overload


@intrinsic
def _pext(context: Any, word: Any, mask: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = ir.IntType(64)
        kind = ir.FunctionType(number, [number, number])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pext.64"), args)

    return types.int64(types.uint64, types.uint64), code


@overload(extract)
def _extract(word: Any, mask: Any) -> Any:
    if has_feature("bmi2"):
        return lambda word, mask: _pext(np.uint64(word), np.uint64(mask))

    def by_loop(word: Any, mask: Any) -> Any:
        one, found, place, left = np.uint64(1), np.uint64(0), np.uint64(0), np.uint64(mask)
        while left != np.uint64(0):
            low = left & (~left + one)
            if np.uint64(word) & low != np.uint64(0):
                found |= one << place
            place += one
            left ^= low
        return np.int64(found)

    return by_loop


@overload(window_of)
def _window_of(word: Any, start: Any) -> Any:
    return lambda word, start: np.int64(np.uint64(word) >> np.uint64(start) & np.uint64((1 << WIDE) - 1))


@overload(bits_of)
def _bits_of(field: Any) -> Any:
    return (lambda field: raw(field)) if isinstance(field, BoardType) else (lambda field: np.uint64(field))


@intrinsic
def _ctpop(context: Any, word: Any) -> Any:
    return types.int64(types.uint64), lambda ctx, builder, sig, args: builder.ctpop(args[0])


@overload(count_ones)
def _count_ones(word: Any) -> Any:
    return lambda word: _ctpop(np.uint64(word))


@intrinsic
def _pdep(context: Any, word: Any, mask: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = ir.IntType(64)
        kind = ir.FunctionType(number, [number, number])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args)

    return types.uint64(types.uint64, types.uint64), code


@intrinsic
def _cttz(context: Any, word: Any) -> Any:
    none = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.uint64), lambda ctx, builder, sig, args: builder.cttz(args[0], none)


@overload(nth_one)
def _nth_one(word: Any, number: Any) -> Any:
    if has_feature("bmi2"):
        return lambda word, number: _cttz(_pdep(np.uint64(1) << np.uint64(number), np.uint64(word)))
    return nth_by_halves


def nth_by_halves(word: Any, number: Any) -> Any:
    """The same without such an instruction: it looks which half has the bit, six times. For compiled code."""
    left, wanted, place = np.uint64(word), np.int64(number), np.uint64(0)
    for step in range(6):
        half = np.uint64(32 >> step)
        below = _ctpop(left & (np.uint64(1) << half) - np.uint64(1))
        if wanted >= below:
            wanted, left, place = wanted - below, left >> half, place + half
    return np.int64(place) + (np.int64(0) if left & np.uint64(1) else np.int64(1))


@overload(nth_square)
def _nth_square(board: Any, number: Any) -> Any:
    if not isinstance(board, BoardType):
        return None
    words = [word_of(place) for place in range(board.words)]
    if len(words) == 1:
        first = words[0]
        return lambda board, number: nth_one(first(board), number)
    scope: dict[str, Any] = {f"word_{at}": word for at, word in enumerate(words)}
    scope |= {"nth_one": nth_one, "ctpop": _ctpop, "np": np}
    lines = ["def find(board, number):", "    word, place, wanted = word_0(board), 0, np.int64(number)"]
    for at in range(1, len(words)):
        lines += ["    here = ctpop(word)", f"    if wanted >= here and place == {WORD * (at - 1)}:"]
        lines += [f"        word, place, wanted = word_{at}(board), {WORD * at}, wanted - here"]
    exec("\n".join([*lines, "    return place + nth_one(word, wanted)"]), scope)
    return scope["find"]


@overload(squares_with)
def _squares_with(cells: Any, value: Any) -> Any:
    def found(cells: Any, value: Any) -> Any:
        word = np.uint64(0)
        for place in range(len(cells)):
            word |= np.uint64(cells[place] == value) << np.uint64(place)
        return word

    return found
