"""`Board64` for Numba: an unsigned 64-bit word that never mixes with other integers, and means what board.py says."""

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import NativeValue, box, intrinsic, lower_builtin, models, register_model, typeof_impl, unbox

from kibitz.board import Board64, square
from kibitz.kernel._overload import overload, overload_method

ZERO, ONE, WIDTH = np.uint64(0), np.uint64(1), 64


class Board64Type(types.Type):  # type: ignore[misc]  # Numba ships no types
    """The Numba type of a `Board64`."""

    def __init__(self) -> None:
        super().__init__("Board64")


board64 = Board64Type()


@register_model(Board64Type)
class _Word(models.PrimitiveModel):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, ir.IntType(WIDTH))


@typeof_impl.register(Board64)
def _typeof(value: Board64, context: Any) -> Board64Type:
    return board64


@lower_constant(Board64Type)
def _constant(context: Any, builder: Any, typ: Any, board: Board64) -> Any:
    return ir.Constant(ir.IntType(WIDTH), board.bits)


@unbox(Board64Type)
def _unbox(typ: Any, obj: Any, c: Any) -> Any:
    bits = c.pyapi.object_getattr_string(obj, "bits")
    word = c.pyapi.long_as_ulonglong(bits)
    c.pyapi.decref(bits)
    return NativeValue(word, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@box(Board64Type)
def _box(typ: Any, word: Any, c: Any) -> Any:
    cls = c.pyapi.unserialize(c.pyapi.serialize_object(Board64))
    number = c.pyapi.long_from_ulonglong(word)
    board = c.pyapi.call_function_objargs(cls, (number,))
    c.pyapi.decref(number)
    c.pyapi.decref(cls)
    return board


@intrinsic
def wrap(context: Any, word: Any) -> Any:
    """An unsigned word as a board."""
    return board64(types.uint64), lambda ctx, builder, sig, args: args[0]


@intrinsic
def raw(context: Any, board: Any) -> Any:
    """A board as an unsigned word."""
    return types.uint64(board64), lambda ctx, builder, sig, args: args[0]


@intrinsic
def _count(context: Any, word: Any) -> Any:
    return types.int64(types.uint64), lambda ctx, builder, sig, args: builder.ctpop(args[0])


@intrinsic
def _lowest(context: Any, word: Any) -> Any:
    zero_gives_width = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.uint64), lambda ctx, builder, sig, args: builder.cttz(args[0], zero_gives_width)


def _is_board(typ: Any) -> bool:
    return isinstance(typ, Board64Type)


def _pair(operation: Any, on_words: Any) -> None:
    def resolve(a: Any, b: Any) -> Any:
        if _is_board(a) and _is_board(b):
            return lambda a, b: wrap(on_words(raw(a), raw(b)))
        return None

    overload(operation)(resolve)


@njit
def _without(a: Any, b: Any) -> Any:
    return a & ~b


for _words, _operators in (
    (operator.and_, (operator.and_, operator.iand)),
    (operator.or_, (operator.or_, operator.ior)),
    (operator.xor, (operator.xor, operator.ixor)),
    (_without, (operator.sub, operator.isub)),
):
    for _operator in _operators:
        _pair(_operator, _words)


@overload(operator.invert)
def _invert(a: Any) -> Any:
    return (lambda a: wrap(~raw(a))) if _is_board(a) else None


# A machine's shift takes the number of steps modulo 64, Python's does not; LLVM drops the tests where steps is constant.
def _left(a: Any, steps: Any) -> Any:
    if not (_is_board(a) and isinstance(steps, types.Integer)):
        return None

    def shifted(a: Any, steps: Any) -> Any:
        if steps < 0:
            raise ValueError("negative shift count")
        return wrap(raw(a) << np.uint64(steps) if steps < WIDTH else ZERO)

    return shifted


def _right(a: Any, steps: Any) -> Any:
    if not (_is_board(a) and isinstance(steps, types.Integer)):
        return None

    def shifted(a: Any, steps: Any) -> Any:
        if steps < 0:
            raise ValueError("negative shift count")
        return wrap(raw(a) >> np.uint64(steps) if steps < WIDTH else ZERO)

    return shifted


for _operator in (operator.lshift, operator.ilshift):
    overload(_operator)(_left)
for _operator in (operator.rshift, operator.irshift):
    overload(_operator)(_right)


@overload(operator.eq)
def _equal(a: Any, b: Any) -> Any:
    return (lambda a, b: raw(a) == raw(b)) if _is_board(a) and _is_board(b) else None


@overload(operator.ne)
def _unequal(a: Any, b: Any) -> Any:
    return (lambda a, b: raw(a) != raw(b)) if _is_board(a) and _is_board(b) else None


@overload(operator.not_)
def _empty(a: Any) -> Any:
    return (lambda a: raw(a) == ZERO) if _is_board(a) else None


@infer_global(bool)
class _Truth(AbstractTemplate):  # type: ignore[misc]  # Numba ships no types
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, args[0]) if len(args) == 1 and _is_board(args[0]) else None


@lower_builtin(bool, Board64Type)
def _truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_unsigned("!=", args[0], ir.Constant(ir.IntType(WIDTH), 0))


@overload(len)
def _len(a: Any) -> Any:
    return (lambda a: _count(raw(a))) if _is_board(a) else None


@overload(operator.contains)
def _contains(a: Any, number: Any) -> Any:
    if not _is_board(a):
        return None
    return lambda a, number: 0 <= number < WIDTH and raw(a) >> np.uint64(number) & ONE != ZERO


@overload_method(Board64Type, "lowest")
def _lowest_square(a: Any) -> Any:
    return lambda a: _lowest(raw(a))


@njit
def _each(board: Any) -> Any:
    word = raw(board)
    while word != ZERO:
        yield _lowest(word)
        word &= word - ONE


@overload_method(Board64Type, "squares")
def _squares(a: Any) -> Any:
    return lambda a: _each(a)


@overload(square)
def _square(number: Any) -> Any:
    return lambda number: wrap(ONE << np.uint64(number) if 0 <= number < WIDTH else ZERO)


@overload(Board64)
def _board(bits: Any = 0) -> Any:
    if isinstance(bits, types.Integer):
        return lambda bits=0: wrap(np.uint64(bits))
    if bits == 0 or isinstance(bits, types.Omitted):  # left out
        return lambda bits=0: wrap(ZERO)
    return None
