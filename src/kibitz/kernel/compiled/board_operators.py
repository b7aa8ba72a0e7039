"""The operations on boards in compiled rules: everything in board.py, by the instructions of _board.py."""

import operator
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from kibitz.core.board import BOARDS, Board, Board64, square
from kibitz.kernel.compiled.board import (
    BOARD_MAKERS,
    SQUARE_MAKERS,
    BoardType,
    and_boards,
    board_types,
    count_squares,
    drop_lowest,
    equal_boards,
    has_square,
    invert_board,
    is_empty,
    lowest_of,
    or_boards,
    shift_down,
    shift_up,
    subtract_boards,
    xor_boards,
)
from kibitz.kernel.compiled.overloads import overload, overload_attribute, overload_method


def _is_board(typ: Any) -> bool:
    return isinstance(typ, BoardType)


def _pair(operation: Any, on_boards: Any) -> None:
    def resolve(a: Any, b: Any) -> Any:
        return (lambda a, b: on_boards(a, b)) if _is_board(a) and a == b else None

    overload(operation)(resolve)


@njit
def _differs(a: Any, b: Any) -> Any:
    return not equal_boards(a, b)


for _instructions, _operators in (
    (and_boards, (operator.and_, operator.iand)),
    (or_boards, (operator.or_, operator.ior)),
    (xor_boards, (operator.xor, operator.ixor)),
    (subtract_boards, (operator.sub, operator.isub)),
    (equal_boards, (operator.eq,)),
    (_differs, (operator.ne,)),
):
    for _operator in _operators:
        _pair(_operator, _instructions)


@overload(operator.invert)
def _invert(a: Any) -> Any:
    return (lambda a: invert_board(a)) if _is_board(a) else None


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
    overload(_operator)(_shift(shift_up))
for _operator in (operator.rshift, operator.irshift):
    overload(_operator)(_shift(shift_down))


@overload(operator.not_)
def _empty(a: Any) -> Any:
    return (lambda a: is_empty(a)) if _is_board(a) else None


@infer_global(bool)
class _Truth(AbstractTemplate):  # type: ignore[misc]  # Numba ships no types
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, args[0]) if len(args) == 1 and _is_board(args[0]) else None


@lower_builtin(bool, BoardType)
def _truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_unsigned("!=", args[0], ir.Constant(sig.args[0].integer, 0))


@overload(len)
def _len(a: Any) -> Any:
    return (lambda a: count_squares(a)) if _is_board(a) else None


@overload(operator.contains)
def _contains(a: Any, number: Any) -> Any:
    if not _is_board(a):
        return None
    capacity = a.kind.capacity
    return lambda a, number: 0 <= number < capacity and has_square(a, number)


@overload_attribute(BoardType, "capacity")
def _capacity(a: Any) -> Any:
    capacity = a.kind.capacity
    return lambda a: capacity


@overload_method(BoardType, "lowest")
def _lowest_square(a: Any) -> Any:
    return lambda a: lowest_of(a)


@njit
def _each(board: Any) -> Any:
    left = board
    while not is_empty(left):
        yield lowest_of(left)
        left = drop_lowest(left)


@overload_method(BoardType, "squares")
def _numbers(a: Any) -> Any:
    return lambda a: _each(a)


@overload(square)
def _square(number: Any, kind: Any = Board64) -> Any:
    wanted = board_types[getattr(kind, "typing_key", Board64)]
    capacity, make, make_empty = wanted.kind.capacity, SQUARE_MAKERS[wanted], BOARD_MAKERS[wanted]
    return lambda number, kind=Board64: make(number) if 0 <= number < capacity else make_empty(0)


def _register_constructor(kind: type[Board]) -> None:
    make = BOARD_MAKERS[board_types[kind]]

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
    """Resolve a call of a value by its type: only the types know that it is a kind of board."""
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
