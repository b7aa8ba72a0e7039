"""Boards for Numba: each kind is an LLVM integer of as many bits as it has room for squares, and mixes with nothing else."""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import NativeValue, box, intrinsic, lower_builtin, models, register_model, typeof_impl, unbox

from kibitz.board import BOARDS, WORD, Board, Board64, square
from kibitz.kernel._functions import overload, overload_attribute, overload_method


class BoardType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """The Numba type of one kind of board."""

    def __init__(self, kind: type[Board]) -> None:
        self.kind = kind
        self.integer = ir.IntType(kind.capacity)
        super().__init__(kind.__name__)

    @property
    def words(self) -> int:
        """How many words of 64 bits it fills."""
        return self.kind.capacity // WORD


board_types = {kind: BoardType(kind) for kind in BOARDS}


@register_model(BoardType)
class _BoardModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, fe_type.integer)


@typeof_impl.register(Board)
def _typeof(value: Board, context: Any) -> BoardType:
    return board_types[type(value)]


@lower_constant(BoardType)
def _constant(context: Any, builder: Any, typ: Any, board: Board) -> Any:
    return ir.Constant(typ.integer, board.bits)


@unbox(BoardType)
def _unbox(typ: Any, obj: Any, c: Any) -> Any:
    """Word by word, the lowest first; nothing is asked of a board behind a field that has failed."""
    found = cgutils.alloca_once_value(c.builder, ir.Constant(typ.integer, 0))
    with c.builder.if_then(cgutils.is_null(c.builder, c.pyapi.err_occurred())):
        low_word = cgutils.get_or_insert_function(
            c.builder.module, ir.FunctionType(_word, [c.pyapi.pyobj]), "PyLong_AsUnsignedLongLongMask"
        )
        steps = c.pyapi.long_from_ulonglong(ir.Constant(_word, WORD))
        bits, board = c.pyapi.object_getattr_string(obj, "bits"), ir.Constant(typ.integer, 0)
        for place in range(typ.words):
            if place > 0:
                rest = c.pyapi.number_rshift(bits, steps)
                c.pyapi.decref(bits)
                bits = rest
            word = c.builder.call(low_word, [bits])
            word = word if typ.words == 1 else c.builder.zext(word, typ.integer)
            board = c.builder.or_(board, c.builder.shl(word, ir.Constant(typ.integer, WORD * place)))
        c.pyapi.decref(bits)
        c.pyapi.decref(steps)
        c.builder.store(board, found)
    failed = cgutils.is_not_null(c.builder, c.pyapi.err_occurred())
    return NativeValue(c.builder.load(found), is_error=failed)


@box(BoardType)
def _box(typ: Any, board: Any, c: Any) -> Any:
    """Word by word, the highest first."""
    steps, bits = c.pyapi.long_from_ulonglong(ir.Constant(_word, WORD)), c.pyapi.long_from_ulonglong(ir.Constant(_word, 0))
    for place in reversed(range(typ.words)):
        word = c.pyapi.long_from_ulonglong(word_in(c.builder, board, place))
        moved = c.pyapi.number_lshift(bits, steps)
        c.pyapi.decref(bits)
        bits = c.pyapi.number_or(moved, word)
        c.pyapi.decref(moved)
        c.pyapi.decref(word)
    cls = c.pyapi.unserialize(c.pyapi.serialize_object(typ.kind))
    boxed = c.pyapi.call_function_objargs(cls, (bits,))
    for held in (bits, steps, cls):
        c.pyapi.decref(held)
    return boxed


# The instructions behind the operators.

_word = ir.IntType(WORD)


def word_in(builder: Any, board: Any, place: int) -> Any:
    """One of a board's words, the lowest being 0."""
    if board.type.width == WORD:
        return board
    return builder.trunc(builder.lshr(board, ir.Constant(board.type, WORD * place)), _word)


def join_words(builder: Any, kind: BoardType, words: list[Any]) -> Any:
    """The board that these words fill, the lowest first."""
    board = ir.Constant(kind.integer, 0)
    for place, word in enumerate(words):
        wide = word if kind.words == 1 else builder.zext(word, kind.integer)
        board = builder.or_(board, builder.shl(wide, ir.Constant(kind.integer, WORD * place)))
    return board


def _instruction(result: Callable[[Any], Any], *others: Any) -> Callable[[Any], Any]:
    """Makes an intrinsic of a board, and of `others`, from what writes its instructions."""

    def decorate(write: Any) -> Any:
        names = ", ".join(["board", *(f"other{number}" for number in range(len(others)))])
        scope: dict[str, Any] = {}

        def resolve(board: Any) -> Any:
            given = [board if other is Board else other for other in others]
            return result(board)(board, *given), lambda ctx, builder, sig, args: write(builder, sig.args[0], *args)

        exec(f"def typed(context, {names}):\n    return resolve(board)\n", {"resolve": resolve}, scope)
        return intrinsic(scope["typed"])

    return decorate


def _same(board: Any) -> Any:
    return board


def _truth_value(board: Any) -> Any:
    return types.boolean


def _number(board: Any) -> Any:
    return types.int64


@_instruction(_same, Board)
def _and(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.and_(a, b)


@_instruction(_same, Board)
def _or(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.or_(a, b)


@_instruction(_same, Board)
def _xor(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.xor(a, b)


@_instruction(_same, Board)
def _without(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.and_(a, builder.not_(b))


@_instruction(_same)
def _not(builder: Any, kind: Any, a: Any) -> Any:
    return builder.not_(a)


@_instruction(_truth_value, Board)
def _equals(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.icmp_unsigned("==", a, b)


@_instruction(_truth_value)
def _is_empty(builder: Any, kind: Any, a: Any) -> Any:
    return builder.icmp_unsigned("==", a, ir.Constant(kind.integer, 0))


@_instruction(_number)
def _count(builder: Any, kind: Any, a: Any) -> Any:
    return _narrow(builder, builder.ctpop(a))


@_instruction(_number)
def _lowest(builder: Any, kind: Any, a: Any) -> Any:
    return _narrow(builder, builder.cttz(a, ir.Constant(ir.IntType(1), 0)))  # of an empty board: its capacity


@_instruction(_same)
def _without_lowest(builder: Any, kind: Any, a: Any) -> Any:
    return builder.and_(a, builder.sub(a, ir.Constant(kind.integer, 1)))


# A machine's shift takes the number of steps modulo its width, Python's does not; LLVM drops the tests where steps is constant.
def _shifted(builder: Any, kind: Any, a: Any, steps: Any, shift: str) -> Any:
    fits = builder.icmp_unsigned("<", steps, ir.Constant(_word, kind.kind.capacity))
    wide = steps if kind.words == 1 else builder.zext(steps, kind.integer)
    return builder.select(fits, getattr(builder, shift)(a, wide), ir.Constant(kind.integer, 0))


@_instruction(_same, types.int64)
def _up(builder: Any, kind: Any, a: Any, steps: Any) -> Any:
    return _shifted(builder, kind, a, steps, "shl")


@_instruction(_same, types.int64)
def _down(builder: Any, kind: Any, a: Any, steps: Any) -> Any:
    return _shifted(builder, kind, a, steps, "lshr")


@_instruction(_truth_value, types.int64)
def _has(builder: Any, kind: Any, a: Any, number: Any) -> Any:
    met = builder.and_(a, _one(builder, kind, number))
    return builder.icmp_unsigned("!=", met, ir.Constant(kind.integer, 0))


def _one(builder: Any, kind: Any, number: Any) -> Any:
    """The board of one square, word by word: a wide shift by a number that is not known takes long."""
    one, zero = ir.Constant(_word, 1), ir.Constant(_word, 0)
    bit = builder.shl(one, builder.and_(number, ir.Constant(_word, WORD - 1)))
    at = builder.lshr(number, ir.Constant(_word, WORD.bit_length() - 1))
    places = [builder.icmp_unsigned("==", at, ir.Constant(_word, place)) for place in range(kind.words)]
    return join_words(builder, kind, [builder.select(place, bit, zero) for place in places])


def _narrow(builder: Any, number: Any) -> Any:
    return number if number.type.width == WORD else builder.trunc(number, _word)


def word_of(place: int) -> Any:
    """An intrinsic: one of a board's words, the lowest being 0."""

    @_instruction(lambda board: types.uint64)
    def word(builder: Any, kind: Any, a: Any) -> Any:
        return word_in(builder, a, place)

    return word


raw = word_of(0)


def _maker(kind: BoardType, write: Callable[[Any, Any], Any]) -> Any:
    """An intrinsic: a board made of a number of 64 bits."""

    @intrinsic
    def make(context: Any, number: Any) -> Any:
        return kind(types.int64), lambda ctx, builder, sig, args: write(builder, args[0])

    return make


_squares = {
    kind: _maker(kind, lambda builder, number, kind=kind: _one(builder, kind, number))  # type: ignore[misc]  # bound here
    for kind in board_types.values()
}
_boards = {
    kind: _maker(
        kind,
        lambda builder, number, kind=kind: number if kind.words == 1 else builder.zext(number, kind.integer),  # type: ignore[misc]
    )
    for kind in board_types.values()
}


# Boards mean what board.py says.


def _is_board(typ: Any) -> bool:
    return isinstance(typ, BoardType)


def _pair(operation: Any, on_boards: Any) -> None:
    def resolve(a: Any, b: Any) -> Any:
        return (lambda a, b: on_boards(a, b)) if _is_board(a) and a == b else None

    overload(operation)(resolve)


@njit
def _differs(a: Any, b: Any) -> Any:
    return not _equals(a, b)


for _instructions, _operators in (
    (_and, (operator.and_, operator.iand)),
    (_or, (operator.or_, operator.ior)),
    (_xor, (operator.xor, operator.ixor)),
    (_without, (operator.sub, operator.isub)),
    (_equals, (operator.eq,)),
    (_differs, (operator.ne,)),
):
    for _operator in _operators:
        _pair(_operator, _instructions)


@overload(operator.invert)
def _invert(a: Any) -> Any:
    return (lambda a: _not(a)) if _is_board(a) else None


def _shift(move: Any) -> Any:
    def resolve(a: Any, steps: Any) -> Any:
        if not (_is_board(a) and isinstance(steps, types.Integer)):
            return None

        def shifted(a: Any, steps: Any) -> Any:
            if steps < 0:
                raise ValueError("negative shift count")
            return move(a, steps)

        return shifted

    return resolve


for _operator in (operator.lshift, operator.ilshift):
    overload(_operator)(_shift(_up))
for _operator in (operator.rshift, operator.irshift):
    overload(_operator)(_shift(_down))


@overload(operator.not_)
def _empty(a: Any) -> Any:
    return (lambda a: _is_empty(a)) if _is_board(a) else None


@infer_global(bool)
class _Truth(AbstractTemplate):  # type: ignore[misc]  # Numba ships no types
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, args[0]) if len(args) == 1 and _is_board(args[0]) else None


@lower_builtin(bool, BoardType)
def _truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_unsigned("!=", args[0], ir.Constant(sig.args[0].integer, 0))


@overload(len)
def _len(a: Any) -> Any:
    return (lambda a: _count(a)) if _is_board(a) else None


@overload(operator.contains)
def _contains(a: Any, number: Any) -> Any:
    if not _is_board(a):
        return None
    capacity = a.kind.capacity
    return lambda a, number: 0 <= number < capacity and _has(a, number)


@overload_attribute(BoardType, "capacity")
def _capacity(a: Any) -> Any:
    capacity = a.kind.capacity
    return lambda a: capacity


@overload_method(BoardType, "lowest")
def _lowest_square(a: Any) -> Any:
    return lambda a: _lowest(a)


@njit
def _each(board: Any) -> Any:
    left = board
    while not _is_empty(left):
        yield _lowest(left)
        left = _without_lowest(left)


@overload_method(BoardType, "squares")
def _numbers(a: Any) -> Any:
    return lambda a: _each(a)


@overload(square)
def _square(number: Any, kind: Any = Board64) -> Any:
    wanted = board_types[getattr(kind, "typing_key", Board64)]
    capacity, make, make_empty = wanted.kind.capacity, _squares[wanted], _boards[wanted]
    return lambda number, kind=Board64: make(number) if 0 <= number < capacity else make_empty(0)


def _register_constructor(kind: type[Board]) -> None:
    make = _boards[board_types[kind]]

    def resolve(bits: Any = 0) -> Any:
        if isinstance(bits, types.Integer):
            return lambda bits=0: make(bits)
        if bits == 0 or isinstance(bits, types.Omitted):  # left out
            return lambda bits=0: make(0)
        return None

    overload(kind)(resolve)


for _kind in BOARDS:
    _register_constructor(_kind)


class KindType(types.Opaque):  # type: ignore[misc]  # Numba ships no types
    """The type of a kind of board that a game holds: `self.kind(5)`, `square(3, self.kind)`."""

    def __init__(self, kind: type[Board]) -> None:
        self.typing_key = kind
        super().__init__(f"type[{kind.__name__}]")


register_model(KindType)(models.OpaqueModel)
_kind_types = {kind: KindType(kind) for kind in BOARDS}


def kind_constant(kind: type[Board]) -> Any:
    """An intrinsic that turns any value into this kind of board."""

    @intrinsic
    def constant(context: Any, value: Any) -> Any:
        return _kind_types[kind](value), lambda ctx, builder, sig, args: ctx.get_dummy_value()

    return constant


@overload_method(KindType, "__call__")
def _call_kind(kind: Any, bits: Any = 0) -> Any:
    make = kind.typing_key
    return lambda kind, bits=0: make(bits)


def _call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """What Numba asks for where a value is called: only the types know that it is a kind of board."""
    wanted = sig.return_type
    if isinstance(sig.args[-1], types.Omitted):
        return ir.Constant(wanted.integer, 0)
    bits = context.cast(builder, args[-1], sig.args[-1], types.int64)
    return bits if wanted.words == 1 else builder.zext(bits, wanted.integer)


for _kind_type in _kind_types.values():
    lower_builtin(_kind_type, KindType, types.Integer)(_call)
    lower_builtin(_kind_type, KindType, types.Omitted)(_call)


@overload_attribute(KindType, "capacity")
def _capacity_of_kind(kind: Any) -> Any:
    capacity = kind.typing_key.capacity
    return lambda kind: capacity
