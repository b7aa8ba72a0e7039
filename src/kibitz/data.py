"""Tuples in rules: numbers that are data rather than code, and a tuple with one cell changed."""

from typing import TypeVar

Cell = TypeVar("Cell")


class Ints(tuple[int, ...]):
    """Whole numbers that compiled rules read as data, by `self.name[i]` and `len(self.name)`.

    A field of a game or of its knowledge that is declared `Ints` may hold other numbers without compiling again
    (any other field is a constant of the machine code). Negative indices are not for compiled code.
    """

    __slots__ = ()


class Floats(tuple[float, ...]):
    """Real numbers that compiled rules read as data, like `Ints`: the weights of an estimate, which tuning changes."""

    __slots__ = ()


def changed(cells: tuple[Cell, ...], index: int, value: Cell) -> tuple[Cell, ...]:
    """The tuple `cells` with `value` at `index` (0 <= index < len(cells)); the one given stays as it is."""
    return (*cells[:index], value, *cells[index + 1 :])
