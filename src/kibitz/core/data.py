"""Numbers in rules that are data rather than code, and a tuple with one cell changed."""

from array import array
from typing import Any, TypeVar

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


class Numbers:
    """Many numbers that compiled rules read as data, by `self.name[i]`: an array, shared and never copied.

    `array`: anything with a buffer of int64, int32, int16, int8, float32 or float64 in one row, such as a NumPy array. It
    equals itself only, so a knowledge that has such a field is a dataclass with eq=False.
    """

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        self.array = memoryview(array)

    def __getitem__(self, index: int) -> Any:
        return self.array[index]

    def __len__(self) -> int:
        return len(self.array)

    def __reduce__(self) -> Any:
        return Numbers, (array(self.array.format, self.array.tobytes()),)


def changed(cells: tuple[Cell, ...], index: int, value: Cell) -> tuple[Cell, ...]:
    """The tuple `cells` with `value` at `index` (0 <= index < len(cells)); the one given stays as it is."""
    if not 0 <= index < len(cells):
        raise IndexError(f"changed(cells, {index}, {value}) is beyond the tuple, whose {len(cells)} cells count from 0")
    return (*cells[:index], value, *cells[index + 1 :])
