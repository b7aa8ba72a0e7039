"""64-bit words: the arithmetic that hashes need, and `Board64` for Numba, which never mixes with other integers."""

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import NativeValue, box, intrinsic, lower_builtin, models, register_model, typeof_impl, unbox

from kibitz.board import Board64, behind, enclosed, square
from kibitz.kernel._functions import overload, overload_method

MASK = (1 << 64) - 1
SPREAD = 0x9E3779B97F4A7C15  # 2**64 / golden ratio: neighbouring keys land far apart (Knuth, TAOCP 3, 6.4)
FOLD = 0xD6E8FEB86659FD93  # an odd multiplier with good avalanche (Stafford's and Wellons's searches)


def mixed(seed: int, word: int) -> int:
    """A hash of `seed` and `word` in which every bit of either stirs all 64 (as an int, 0 <= hash < 2**64)."""
    stirred = ((seed ^ word) & MASK) * SPREAD & MASK
    stirred = (stirred ^ stirred >> 32) * FOLD & MASK
    return stirred ^ stirred >> 29


@overload(mixed)
def _mixed(seed: Any, word: Any) -> Any:
    spread, fold, half, rest = np.uint64(SPREAD), np.uint64(FOLD), np.uint64(32), np.uint64(29)

    def compiled(seed: Any, word: Any) -> Any:
        stirred = (np.uint64(seed) ^ np.uint64(word)) * spread
        stirred = (stirred ^ stirred >> half) * fold
        return stirred ^ stirred >> rest

    return compiled


def spread(key: int) -> int:
    """A key's bits spread over 64, so that the highest depend on all of them: the key times an odd number."""
    return key * SPREAD & MASK


@overload(spread)
def _spread(key: Any) -> Any:
    factor = np.uint64(SPREAD)
    return lambda key: np.uint64(key) * factor


def high_bits(word: int, count: int) -> int:
    """The `count` highest of 64 bits, as an int from 0 (0 <= count < 64)."""
    return word >> 64 - count if count else 0


@overload(high_bits)
def _high_bits(word: Any, count: Any) -> Any:
    return lambda word, count: np.int64(np.uint64(word) >> np.uint64(64 - count)) if count else np.int64(0)


def low_bits(word: int, count: int) -> int:
    """The `count` lowest of 64 bits, as an int from 0 (0 <= count < 64)."""
    return word & (1 << count) - 1


@overload(low_bits)
def _low_bits(word: Any, count: Any) -> Any:
    return lambda word, count: np.int64(np.uint64(word) & (np.uint64(1) << np.uint64(count)) - np.uint64(1))


LEAP, STEP = 6364136223846793005, 1442695040888963407  # Knuth's, for MMIX


def next_dice(dice: int) -> int:
    """The number of 64 bits that follows in a linear congruential sequence; its higher bits are the random ones."""
    return (dice * LEAP + STEP) & MASK


@overload(next_dice)
def _next_dice(dice: Any) -> Any:
    leap, step = np.uint64(LEAP), np.uint64(STEP)
    return lambda dice: np.uint64(dice) * leap + step


# Boards mean what board.py says.

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


# Rows of squares in all eight directions at once: a vector of eight boards, one for each direction.

WAYS = 8
_word = ir.IntType(64)
_vector = ir.VectorType(_word, WAYS)


class _Rows:
    """Writes the instructions that follow the rows of `through` from `discs` on."""

    def __init__(self, builder: Any, discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> None:
        self.builder = builder
        one = ir.Constant(_word, 1)
        inner = builder.and_(columns, rows)
        steps = [one, builder.sub(width, one), width, builder.add(width, one)]
        lanes = [(step, squares) for step, squares in zip(steps, [columns, inner, rows, inner], strict=True)]
        both = [*lanes, *((builder.neg(step), squares) for step, squares in lanes)]
        self.steps = self._packed([step for step, _ in both])
        open_ = builder.and_(self._packed([through] * WAYS), self._packed([squares for _, squares in both]))
        twice = builder.add(self.steps, self.steps)
        first = builder.and_(open_, self._turned(self._packed([discs] * WAYS), self.steps))
        row = builder.or_(first, builder.and_(open_, self._turned(first, self.steps)))
        pairs = builder.and_(open_, self._turned(open_, self.steps))
        for _ in range(2):  # rows of at most six squares: two, four, six
            row = builder.or_(row, builder.and_(pairs, self._turned(row, twice)))
        self.row = row

    def after(self) -> Any:
        """The squares one step on."""
        return self._turned(self.row, self.steps)

    def united(self, vector: Any) -> Any:
        """All eight boards in one."""
        kind = ir.FunctionType(_word, [_vector])
        return self.builder.call(self._intrinsic("llvm.vector.reduce.or.v8i64", kind), [vector])

    def _packed(self, words: list[Any]) -> Any:
        vector = ir.Constant(_vector, ir.Undefined)
        for i, word in enumerate(words):
            vector = self.builder.insert_element(vector, word, ir.Constant(ir.IntType(32), i))
        return vector

    def _turned(self, vector: Any, steps: Any) -> Any:
        """Each board moved by its step; what leaves at one end comes in at the other, where inner squares never are."""
        kind = ir.FunctionType(_vector, [_vector, _vector, _vector])
        return self.builder.call(self._intrinsic("llvm.fshl.v8i64", kind), [vector, vector, steps])

    def _intrinsic(self, name: str, kind: Any) -> Any:
        return cgutils.get_or_insert_function(self.builder.module, kind, name)


@intrinsic
def _behind(context: Any, discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = _Rows(builder, *args)
        return found.united(found.after())

    return board64(board64, board64, width, board64, board64), code


@intrinsic
def _enclosed(context: Any, disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = _Rows(builder, args[0], args[1], *args[3:])
        met = builder.and_(found.after(), found._packed([args[2]] * WAYS))
        nothing = ir.Constant(_vector, [0] * WAYS)
        return found.united(builder.select(builder.icmp_unsigned("!=", met, nothing), found.row, nothing))

    return board64(board64, board64, board64, width, board64, board64), code


@overload(behind)
def _behind_all(discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> Any:
    return lambda discs, through, width, columns, rows: _behind(discs, through, width, columns, rows)


@overload(enclosed)
def _enclosed_all(disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
    return lambda disc, through, ends, width, columns, rows: _enclosed(disc, through, ends, width, columns, rows)
