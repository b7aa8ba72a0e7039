"""The functions of rows for Numba: on boards of up to 8x8 squares by a vector of all eight directions."""

import inspect
from typing import Any

from llvmlite import ir
from numba import njit
from numba.core import cgutils
from numba.extending import intrinsic

from kibitz.core import rows as plain
from kibitz.kernel.compiled.board import BoardType
from kibitz.kernel.compiled.overloads import overload
from kibitz.kernel.compiled.wide_rows import WIDEST, wide_behind, wide_enclosed
from kibitz.kernel.functions import copied

# A vector of eight boards, one for each direction.

WAYS = SIDE = 8
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

    return discs(discs, discs, width, discs, discs), code


@intrinsic
def _enclosed(context: Any, disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = _Rows(builder, args[0], args[1], *args[3:])
        met = builder.and_(found.after(), found._packed([args[2]] * WAYS))
        nothing = ir.Constant(_vector, [0] * WAYS)
        return found.united(builder.select(builder.icmp_unsigned("!=", met, nothing), found.row, nothing))

    return disc(disc, disc, disc, width, disc, disc), code


# Of boards with longer rows each is followed to its end, one after the other.


@njit
def _moved(squares: Any, step: Any) -> Any:
    return squares << step if step > 0 else squares >> -step


@njit
def _row(discs: Any, through: Any, step: Any) -> Any:
    found = new = through & _moved(discs, step)
    while new:
        new = through & _moved(new, step)
        found |= new
    return found


@njit
def _both_ends(discs: Any, through: Any, step: Any) -> Any:
    return _moved(_row(discs, through, step), step) | _moved(_row(discs, through, -step), -step)


@njit
def _between(disc: Any, through: Any, ends: Any, step: Any) -> Any:
    found = _row(disc, through, step)
    return found if _moved(found, step) & ends else found - found


@njit
def long_behind(discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> Any:
    inner = through & columns & rows
    found = _both_ends(discs, through & columns, 1) | _both_ends(discs, through & rows, width)
    return found | _both_ends(discs, inner, width - 1) | _both_ends(discs, inner, width + 1)


@njit
def long_enclosed(disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
    across, down, inner = through & columns, through & rows, through & columns & rows
    found = _between(disc, across, ends, 1) | _between(disc, across, ends, -1)
    found |= _between(disc, down, ends, width) | _between(disc, down, ends, -width)
    found |= _between(disc, inner, ends, width - 1) | _between(disc, inner, ends, 1 - width)
    return found | _between(disc, inner, ends, width + 1) | _between(disc, inner, ends, -1 - width)


@njit
def _is_long(width: Any, columns: Any, rows: Any) -> Any:
    """Whether rows may be longer than the six squares that a vector follows."""
    return width > SIDE or bool((columns | rows) >> SIDE * width)


@overload(plain.behind)
def _behind_all(discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> Any:
    if not isinstance(discs, BoardType):
        return None
    if discs.words > 1:

        def wide(discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> Any:
            if width > WIDEST:
                return long_behind(discs, through, width, columns, rows)
            return wide_behind(discs, through, width, columns, rows)

        return wide

    def narrow(discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> Any:
        if _is_long(width, columns, rows):
            return long_behind(discs, through, width, columns, rows)
        return _behind(discs, through, width, columns, rows)

    return narrow


@overload(plain.enclosed)
def _enclosed_all(disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
    if not isinstance(disc, BoardType):
        return None
    if disc.words > 1:

        def wide(disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
            if width > WIDEST:
                return long_enclosed(disc, through, ends, width, columns, rows)
            return wide_enclosed(disc, through, ends, width, columns, rows)

        return wide

    def narrow(disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
        if _is_long(width, columns, rows):
            return long_enclosed(disc, through, ends, width, columns, rows)
        return _enclosed(disc, through, ends, width, columns, rows)

    return narrow


def _as_written(function: Any) -> None:
    def resolve(*args: Any) -> Any:
        return copied(function, {})

    twin = copied(function, {})
    twin.__annotations__ = {}
    resolve.__signature__ = inspect.signature(twin)  # type: ignore[attr-defined]  # the names of its arguments
    overload(function)(resolve)


for _function in (plain.rays, plain.around, plain.connected, plain._first_column, plain._seen_up, plain._seen_down):
    _as_written(_function)
