"""`Ints` and `Floats` fields in compiled rules: data behind an address, so that other numbers need no other code.

A data field is two words in the handle's table: where its numbers lie, and how many they are.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import config, types
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, models, register_model

from kibitz.data import changed
from kibitz.kernel._overload import overload
from kibitz.kernel._words import pointer


class DataType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """Numbers behind an address; `dtype` is int64 or float64."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"Data({dtype})")


ints_type, floats_type = DataType(types.int64), DataType(types.float64)


@register_model(DataType)
class _DataModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, ir.IntType(64))


@intrinsic
def _number(context: Any, data: Any, index: Any) -> Any:
    element = ir.DoubleType() if data.dtype == types.float64 else ir.IntType(64)

    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        numbers = builder.load(pointer(builder, args[0], ir.Constant(ir.IntType(64), 0)))
        return builder.load(pointer(builder, numbers, args[1], element))

    return data.dtype(data, types.int64), code


@intrinsic
def _count(context: Any, data: Any) -> Any:
    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(pointer(builder, args[0], ir.Constant(ir.IntType(64), 1)))

    return types.int64(data), code


@overload(len)
def _len(data: Any) -> Any:
    return (lambda data: _count(data)) if isinstance(data, DataType) else None


@overload(operator.getitem)
def _getitem(data: Any, index: Any) -> Any:
    if not (isinstance(data, DataType) and isinstance(index, types.Integer)):
        return None
    if not config.BOUNDSCHECK:
        return lambda data, index: _number(data, index)

    def checked(data: Any, index: Any) -> Any:
        if index < 0 or index >= _count(data):
            raise IndexError("an Ints or Floats field was read outside its numbers")
        return _number(data, index)

    return checked


@overload(changed)
def _changed(cells: Any, index: Any, value: Any) -> Any:
    if not isinstance(cells, types.UniTuple):
        return None
    if not config.BOUNDSCHECK:
        return lambda cells, index, value: tuple_setitem(cells, index, value)

    def checked(cells: Any, index: Any, value: Any) -> Any:
        if index < 0 or index >= len(cells):
            raise IndexError("changed() was given an index outside its tuple")
        return tuple_setitem(cells, index, value)

    return checked
