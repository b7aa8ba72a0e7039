"""Rows of squares in all eight directions at once: a vector of eight boards, one for each direction."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from kibitz.board import behind, enclosed
from kibitz.kernel._board import board64
from kibitz.kernel._overload import overload

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
