"""Boards for Numba: each kind is an LLVM integer of as many bits as it has room for squares; the instructions on them."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.extending import NativeValue, box, intrinsic, models, register_model, typeof_impl, unbox

from kibitz.core.board import BOARDS, WORD, Board


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
    """Unbox a board word by word, the lowest first; after a field that failed, no board is read."""
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
def and_boards(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.and_(a, b)


@_instruction(_same, Board)
def or_boards(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.or_(a, b)


@_instruction(_same, Board)
def xor_boards(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.xor(a, b)


@_instruction(_same, Board)
def subtract_boards(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.and_(a, builder.not_(b))


@_instruction(_same)
def invert_board(builder: Any, kind: Any, a: Any) -> Any:
    return builder.not_(a)


@_instruction(_truth_value, Board)
def equal_boards(builder: Any, kind: Any, a: Any, b: Any) -> Any:
    return builder.icmp_unsigned("==", a, b)


@_instruction(_truth_value)
def is_empty(builder: Any, kind: Any, a: Any) -> Any:
    return builder.icmp_unsigned("==", a, ir.Constant(kind.integer, 0))


@_instruction(_number)
def count_squares(builder: Any, kind: Any, a: Any) -> Any:
    return _narrow(builder, builder.ctpop(a))


@_instruction(_number)
def lowest_of(builder: Any, kind: Any, a: Any) -> Any:
    return _narrow(builder, builder.cttz(a, ir.Constant(ir.IntType(1), 0)))  # of an empty board: its capacity


@_instruction(_same)
def drop_lowest(builder: Any, kind: Any, a: Any) -> Any:
    return builder.and_(a, builder.sub(a, ir.Constant(kind.integer, 1)))


# A machine's shift takes the number of steps modulo its width, Python's does not; LLVM drops the tests where steps is constant.
def _shifted(builder: Any, kind: Any, a: Any, steps: Any, shift: str) -> Any:
    fits = builder.icmp_unsigned("<", steps, ir.Constant(_word, kind.kind.capacity))
    wide = steps if kind.words == 1 else builder.zext(steps, kind.integer)
    return builder.select(fits, getattr(builder, shift)(a, wide), ir.Constant(kind.integer, 0))


@_instruction(_same, types.int64)
def shift_up(builder: Any, kind: Any, a: Any, steps: Any) -> Any:
    return _shifted(builder, kind, a, steps, "shl")


@_instruction(_same, types.int64)
def shift_down(builder: Any, kind: Any, a: Any, steps: Any) -> Any:
    return _shifted(builder, kind, a, steps, "lshr")


@_instruction(_truth_value, types.int64)
def has_square(builder: Any, kind: Any, a: Any, number: Any) -> Any:
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


SQUARE_MAKERS = {
    kind: _maker(kind, lambda builder, number, kind=kind: _one(builder, kind, number))  # type: ignore[misc]  # bound here
    for kind in board_types.values()
}
BOARD_MAKERS = {
    kind: _maker(
        kind,
        lambda builder, number, kind=kind: number if kind.words == 1 else builder.zext(number, kind.integer),  # type: ignore[misc]
    )
    for kind in board_types.values()
}
