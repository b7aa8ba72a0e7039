"""Games and knowledge as Numba values: the type carries class and constants, the value is one address for data fields.

Each Python class gets a Numba type class of its own, so that what is a method of one game may be a field of another.
Fields are constants of the machine code, except `Ints`, `Floats` and `Numbers`, which are read at run time. A `cached_property`
is computed once, in Python, and is a constant too.
"""

import dataclasses
import functools
import inspect
import operator
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, from_dtype, njit, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, models, register_model

from kibitz.core.board import BOARDS
from kibitz.core.data import Floats, Ints, Numbers, changed
from kibitz.core.rules import Game, Knowledge
from kibitz.kernel.compiled.board_operators import kind_constant
from kibitz.kernel.compiled.numba_private import tuple_setitem
from kibitz.kernel.compiled.overloads import INLINE, overload, overload_attribute, overload_method
from kibitz.kernel.compiled.states import constructor, declared_type
from kibitz.kernel.compiled.words import pointer
from kibitz.kernel.functions import copied, globals_of, is_state
from kibitz.kernel.identity import DATA, data_fields, identity_of, kind_of_numbers, members

# Functions of these modules are known to Numba (or to our own overloads): they are called, not compiled.
CORE_MODULES = ("kibitz.core.board", "kibitz.core.data", "kibitz.core.rows")
KNOWN_MODULES = ("numpy", "numba", "math", "builtins", "kibitz.kernel", *CORE_MODULES)
SLOT = 16  # bytes a data field takes in the handle's table: address and count


class ObjectType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """The type of one game or one knowledge, its constants included."""

    example: Game | Knowledge
    slots: dict[str, int]
    state: Any

    @functools.cached_property
    def compiled(self) -> dict[FunctionType, Any]:
        """The functions compiled for this object, by what they were written as."""
        return {}

    def function(self, function: FunctionType) -> Any:
        """A method or helper as compiled code; helpers it mentions are compiled along, state classes cast their fields."""
        if function not in self.compiled:
            twin = copied(function, {})
            self.compiled[function] = njit(**INLINE)(twin)
            for name, value in globals_of(function).items():
                twin.__globals__[name] = self._replaced(value)
        return self.compiled[function]

    def _replaced(self, value: Any) -> Any:
        if isinstance(value, FunctionType) and not value.__module__.startswith(KNOWN_MODULES):
            return self.function(value)
        if is_state(value) and value is self.state.instance_class:
            return constructor(self.state)
        return value


_known: dict[str, ObjectType] = {}


def object_type(rules: Game | Knowledge) -> ObjectType:
    """The Numba type of a game or a knowledge. Raises TypeError with the reason if its states cannot be compiled."""
    game: Game = rules if isinstance(rules, Game) else rules.game
    first = 0 if rules is game else len(data_fields(game))
    name = identity_of(rules)
    if name not in _known:
        cls: Any = type(rules)
        kind = _type_class(cls)(name)
        kind.example, kind.state = rules, declared_type(game.start())
        kind.slots = {field: first + i for i, field in enumerate(data_fields(rules))}
        _known[name] = kind
    return _known[name]


@functools.cache
def _type_class(cls: type) -> type[ObjectType]:
    """The Numba type class of a Python class: its methods, properties, fields and constants under their own names."""
    kind = type(f"{cls.__name__}Type", (ObjectType,), {})
    register_model(kind)(_ObjectModel)
    fields = {field.name for field in dataclasses.fields(cls)}
    for name, member in members(cls):
        if name in fields:
            continue
        if isinstance(member, (FunctionType, staticmethod)):
            _method(kind, name, member)
        elif isinstance(member, property):
            _property(kind, name, member)
        elif not isinstance(member, classmethod):
            _constant(kind, name)
    for name in fields:
        _field(kind, name)
    return kind


class _ObjectModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, ir.IntType(64))


def _method(kind: type[ObjectType], name: str, member: Any) -> None:
    """A method stands for itself: a wrapper around it would take as long to compile, for LLVM makes machine code of both."""

    def resolve(self: Any, *args: Any, **named: Any) -> Any:
        return self.function(member).py_func

    def resolve_static(self: Any, *args: Any) -> Any:
        static = self.function(member.__func__)
        return lambda self, *args: static(*args)

    if isinstance(member, staticmethod):
        overload_method(kind, name)(resolve_static)
        return
    resolve.__signature__ = inspect.signature(copied(member, {}))  # type: ignore[attr-defined]  # the names of its arguments
    overload_method(kind, name)(resolve)


def _property(kind: type[ObjectType], name: str, member: property) -> None:
    def resolve(self: Any) -> Any:
        method = self.function(member.fget)
        return lambda self: method(self)

    overload_attribute(kind, name)(resolve)


def _constant(kind: type[ObjectType], name: str) -> None:
    def resolve(self: Any) -> Any:
        constant = _constant_of(self.example, name)
        if constant in BOARDS:
            kind = kind_constant(constant)
            return lambda self: kind(self)
        return lambda self: constant

    overload_attribute(kind, name)(resolve)


def _constant_of(rules: Game | Knowledge, name: str) -> Any:
    """A class constant, or what a `cached_property` gives. Data may change under the machine code: it may not be looked at."""
    member = inspect.getattr_static(type(rules), name)
    if not isinstance(member, functools.cached_property):
        return getattr(rules, name)
    try:
        return member.func(_without_data(rules))
    except _DataWasRead:
        raise TypingError(f"{name} is a cached_property that reads data fields, which may change") from None


class _DataWasRead(Exception):
    """Raised where a constant would depend on data."""


class _NoData:
    """Stands where data stood."""

    def __getattr__(self, name: str) -> Any:
        raise _DataWasRead

    def __getitem__(self, index: Any) -> Any:
        raise _DataWasRead

    def __iter__(self) -> Any:
        raise _DataWasRead

    def __len__(self) -> int:
        raise _DataWasRead


def _without_data(rules: Any) -> Any:
    """A copy of a game or knowledge that can be asked for anything but its data."""
    twin = object.__new__(type(rules))
    for field in dataclasses.fields(rules):
        value = getattr(rules, field.name)
        if isinstance(value, DATA):
            value = _NoData()
        object.__setattr__(twin, field.name, _without_data(value) if isinstance(value, Game) else value)
    return twin


def _field(kind: type[ObjectType], name: str) -> None:
    def resolve(self: Any) -> Any:
        value = getattr(self.example, name)
        if isinstance(value, Game):
            game = _moved(object_type(value), 0)
            return lambda self: game(self)
        if isinstance(value, DATA):
            data = _moved(data_type(value), self.slots[name] * SLOT)
            return lambda self: data(self)
        if isinstance(value, str):
            raise TypingError(f"{name} is a field that holds text, which compiled rules cannot read: make it a number")
        return lambda self: value

    overload_attribute(kind, name)(resolve)


@functools.cache
def _moved(wanted: Any, offset: int) -> Any:
    """An intrinsic: the address an object holds, `offset` bytes on, as a value of the type `wanted`."""

    @intrinsic
    def address(context: Any, self: Any) -> Any:
        def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.add(args[0], ir.Constant(ir.IntType(64), offset))

        return wanted(self), code

    return address


# `Ints`, `Floats` and `Numbers` in compiled rules: data at an address, so that other numbers need no other code. A data
# field is two words in the handle's table: where its numbers lie, and how many they are.


class DataType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """Numbers at an address, each as wide as `dtype`."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"Data({dtype})")


_LAID_OUT = {
    types.int64: ir.IntType(64),
    types.int32: ir.IntType(32),
    types.int16: ir.IntType(16),
    types.int8: ir.IntType(8),
    types.float32: ir.FloatType(),
    types.float64: ir.DoubleType(),
}
_data_types = {kind: DataType(kind) for kind in _LAID_OUT}


def data_type(numbers: Ints | Floats | Numbers) -> DataType:
    """The Numba type of a data field."""
    return _data_types[from_dtype(np.dtype(kind_of_numbers(numbers)))]


@register_model(DataType)
class _DataModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, ir.IntType(64))


@intrinsic
def _number(context: Any, data: Any, index: Any) -> Any:
    result = types.float64 if data.dtype in types.real_domain else types.int64

    def code(ctx: Any, builder: Any, sig: Any, args: Any) -> Any:
        numbers = builder.load(pointer(builder, args[0], ir.Constant(ir.IntType(64), 0)))
        number = builder.load(pointer(builder, numbers, args[1], _LAID_OUT[data.dtype]))
        return ctx.cast(builder, number, data.dtype, result)

    return result(data, types.int64), code


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
            raise IndexError("a data field was read outside its numbers")
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
