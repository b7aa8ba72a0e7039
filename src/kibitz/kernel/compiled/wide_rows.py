"""Rows of squares on boards of more than one word: for each word of the board two vectors, of the four ways up and those down.

A row is followed step by step, in all eight directions at once, until the longest one has ended.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from kibitz.kernel.compiled.board import join_words, word_in

WAYS = 4
WIDEST = 62  # columns: no step may be as long as a word
_word = ir.IntType(64)
_vector = ir.VectorType(_word, WAYS)
_nothing = ir.Constant(_vector, [0] * WAYS)
Wide = list[Any]  # a vector for each word of the board, the lowest first


class _WideRows:
    """Writes the instructions that follow the rows of `through` from `discs` on, upwards and downwards."""

    def __init__(self, builder: Any, kind: Any, discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> None:
        self.builder, self.kind = builder, kind
        one, inner = ir.Constant(_word, 1), builder.and_(columns, rows)
        self.steps = self._packed([one, builder.sub(width, one), width, builder.add(width, one)])
        lanes = [builder.and_(through, squares) for squares in (columns, inner, rows, inner)]
        words = range(kind.words)
        open_ = [self._packed([word_in(builder, lane, place) for lane in lanes]) for place in words]
        start = self.spread(discs)
        first = [self.both(open_, self.up(start)), self.both(open_, self.down(start))]
        self.rows = self._grown(open_, first)

    def _grown(self, open_: Wide, first: list[Wide]) -> list[Wide]:
        """All rows from their first squares on: upwards, and downwards."""
        builder = self.builder
        found = [[cgutils.alloca_once_value(builder, vector) for vector in wide] for wide in first]
        new = [[cgutils.alloca_once_value(builder, vector) for vector in wide] for wide in first]
        again, step, done = (builder.append_basic_block(name) for name in ("again", "step", "done"))
        builder.branch(again)
        builder.position_at_end(again)
        heads = [[builder.load(place) for place in places] for places in new]
        builder.cbranch(self.any([vector for wide in heads for vector in wide]), step, done)
        builder.position_at_end(step)
        for way, head, places, rows in zip((self.up, self.down), heads, new, found, strict=True):
            for vector, place, row in zip(self.both(open_, way(head)), places, rows, strict=True):
                builder.store(vector, place)
                builder.store(builder.or_(builder.load(row), vector), row)
        builder.branch(again)
        builder.position_at_end(done)
        return [[builder.load(row) for row in rows] for rows in found]

    def up(self, wide: Wide) -> Wide:
        """Each board moved up by its step."""
        return [self._funnel("fshl", high, low) for low, high in zip([_nothing, *wide], wide, strict=False)]

    def down(self, wide: Wide) -> Wide:
        """Each board moved down by its step."""
        return [self._funnel("fshr", high, low) for low, high in zip(wide, [*wide[1:], _nothing], strict=True)]

    def both(self, one: Wide, other: Wide) -> Wide:
        """The squares set in both boards."""
        return [self.builder.and_(a, b) for a, b in zip(one, other, strict=True)]

    def any(self, vectors: Wide) -> Any:
        """Whether a square is in any of these."""
        while len(vectors) > 1:
            vectors = [*vectors[2:], self.builder.or_(vectors[0], vectors[1])]
        return self.builder.icmp_unsigned("!=", self._reduced(vectors[0]), ir.Constant(_word, 0))

    def spread(self, board: Any) -> Wide:
        """A board in all ways."""
        return [self._packed([word_in(self.builder, board, place)] * WAYS) for place in range(self.kind.words)]

    def united(self, one: Wide, other: Wide) -> Any:
        """All boards in one."""
        either = [self.builder.or_(a, b) for a, b in zip(one, other, strict=True)]
        return join_words(self.builder, self.kind, [self._reduced(vector) for vector in either])

    def met(self, row: Wide, after: Wide, ends: Wide) -> Wide:
        """The rows after which one of `ends` comes."""
        builder, last = self.builder, _nothing
        for vector in self.both(after, ends):
            last = builder.or_(last, vector)
        is_met = builder.icmp_unsigned("!=", last, _nothing)
        return [builder.select(is_met, vector, _nothing) for vector in row]

    def _packed(self, words: list[Any]) -> Any:
        vector = ir.Constant(_vector, ir.Undefined)
        for place, word in enumerate(words):
            vector = self.builder.insert_element(vector, word, ir.Constant(ir.IntType(32), place))
        return vector

    def _funnel(self, name: str, high: Any, low: Any) -> Any:
        kind = ir.FunctionType(_vector, [_vector] * 3)
        return self.builder.call(self._function(f"llvm.{name}.v4i64", kind), [high, low, self.steps])

    def _reduced(self, vector: Any) -> Any:
        kind = ir.FunctionType(_word, [_vector])
        return self.builder.call(self._function("llvm.vector.reduce.or.v4i64", kind), [vector])

    def _function(self, name: str, kind: Any) -> Any:
        return cgutils.get_or_insert_function(self.builder.module, kind, name)


@intrinsic
def wide_behind(context: Any, discs: Any, through: Any, width: Any, columns: Any, rows: Any) -> Any:
    """`behind` for a board of at most WIDEST columns."""

    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = _WideRows(builder, discs, *args)
        up, down = found.rows
        return found.united(found.up(up), found.down(down))

    return discs(discs, discs, width, discs, discs), code


@intrinsic
def wide_enclosed(context: Any, disc: Any, through: Any, ends: Any, width: Any, columns: Any, rows: Any) -> Any:
    """`enclosed`, of a board of at most WIDEST columns."""

    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = _WideRows(builder, disc, args[0], args[1], *args[3:])
        ends, (up, down) = found.spread(args[2]), found.rows
        return found.united(found.met(up, found.up(up), ends), found.met(down, found.down(down), ends))

    return disc(disc, disc, disc, width, disc, disc), code
