"""The tuned numbers as a flat vector: from the numbers of a Knowledge, and back into another one, or into a file of weights."""

import dataclasses
import difflib
import json
import math
import re
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.core.data import Floats, Ints
from kibitz.core.rules import Game, Knowledge
from kibitz.errors import TuningError
from kibitz.patterns.library import HAND
from kibitz.players import admit, player
from kibitz.players.settings import wisdom_of
from kibitz.solutions.book import spec_without_folder

Vector = tuple[float, ...]
NAME = re.compile(r"(\w+)(?:\[(\d+(?:=\d+)*)\])?", re.ASCII)

WEIGHTS = re.compile("[:,]weights=[^,]*")  # of a player that begins with some


@dataclass(frozen=True)
class TunedParameter:
    """A number that is tuned: a plain field, or one or several cells of an array that always hold the same number."""

    field: str
    cells: tuple[int, ...]
    low: float
    high: float
    start: float
    whole: bool

    @property
    def name(self) -> str:
        """`reach`, `squares[3]`, or `squares[1=4]` for cells that stay alike."""
        return f"{self.field}[{'='.join(map(str, self.cells))}]" if self.cells else self.field

    @property
    def width(self) -> float:
        """The size of the range in which the number may move."""
        return self.high - self.low

    def fitted(self, number: float) -> float:
        """The number next to this one that it may be: inside its range, and whole where it is a whole number."""
        inside = min(max(number, self.low), self.high)
        return float(round(inside)) if self.whole else inside


@dataclass(frozen=True)
class Parameters:
    """The numbers of a knowledge that are tuned, in the order of their declaration."""

    knowledge: Knowledge
    each: tuple[TunedParameter, ...]

    def __len__(self) -> int:
        return len(self.each)

    def __iter__(self) -> Iterator[TunedParameter]:
        return iter(self.each)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the numbers, in their order."""
        return tuple(one.name for one in self.each)

    @property
    def start(self) -> Vector:
        """The numbers as they are now."""
        return tuple(one.start for one in self.each)

    def fitted(self, vector: Sequence[float]) -> Vector:
        """The vector next to this one that a knowledge can have."""
        return tuple(one.fitted(number) for one, number in zip(self.each, vector, strict=True))

    def tidy(self, vector: Sequence[float]) -> Vector:
        """The vector with as many digits as matter: the last is worth a thousandth of the range at the most."""
        digits = [3 - math.floor(math.log10(one.width)) for one in self.each]
        return self.fitted([round(number, places) for number, places in zip(vector, digits, strict=True)])

    def weights(self, vector: Sequence[float]) -> dict[str, Any]:
        """The fields that hold something tuned, whole, with the numbers of this vector: as JSON has them."""
        fields = self._fields(self.fitted(vector))
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}

    def with_vector(self, vector: Sequence[float]) -> Knowledge:
        """The knowledge with these numbers, in their ranges."""
        return self.with_exactly(self.fitted(vector))

    def with_exactly(self, vector: Sequence[float]) -> Knowledge:
        """The knowledge with these numbers."""
        return replace(self.knowledge, **self._fields(vector))

    def _fields(self, vector: Sequence[float]) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for one, number in zip(self.each, vector, strict=True):
            exact = int(number) if one.whole else float(number)
            value = fields.get(one.field, getattr(self.knowledge, one.field))
            if one.cells:
                numbers = [exact if cell in one.cells else old for cell, old in enumerate(value)]
                fields[one.field] = type(value)(numbers)
            else:
                fields[one.field] = exact
        return fields

    def unit(self, vector: Sequence[float]) -> Vector:
        """The vector with every range stretched to 0 ... 1."""
        return tuple((number - one.low) / one.width for one, number in zip(self.each, vector, strict=True))

    def from_unit(self, unit: Sequence[float]) -> Vector:
        """The vector that `unit` turned into this one, inside the ranges."""
        return tuple(one.low + min(max(number, 0.0), 1.0) * one.width for one, number in zip(self.each, unit, strict=True))


def read_parameters(knowledge: Knowledge | None, chosen: str = "") -> Parameters:
    """The tuned numbers of a knowledge: all that it declares in `tunes`, or what `chosen` names, `squares,scales[0]`.

    Raises TuningError when nothing is declared, a declaration does not fit its field, or a name is not declared.
    """
    if knowledge is None:
        raise TuningError("this game has no Knowledge that could be tuned: write one beside the game, with evaluate and tunes")
    every = [one for key, ranges in knowledge.tunes.items() for one in _read_declaration(knowledge, key, ranges)]
    if not every:
        name = type(knowledge).__name__
        raise TuningError(
            f"{name} says of nothing that it may be tuned: give it ranges, such as tunes = {{'weights': (0, 10)}}"
        )
    doubled = [(one.field, cell) for one in every for cell in one.cells or (None,)]
    for field, cell in doubled:
        if doubled.count((field, cell)) > 1:
            raise TuningError(f"tunes of {type(knowledge).__name__} declares {_cell_name(field, cell)} twice: leave one out")
    wanted = [name.strip() for name in chosen.split(",") if name.strip()]
    taken = [one for one in every if any(_is_meant(one, name) for name in wanted)] if wanted else every
    for name in wanted:
        if not any(_is_meant(one, name) for one in every):
            raise TuningError(f"{type(knowledge).__name__} has nothing called {name!r} to tune; {_suggest(name, every)}")
    return Parameters(knowledge, tuple(taken))


def _read_declaration(knowledge: Knowledge, key: str, ranges: Any) -> Iterator[TunedParameter]:
    """The parameters that one entry of `tunes` stands for."""
    where, match = f"tunes of {type(knowledge).__name__} has {key!r}, ", NAME.fullmatch(key)
    hints = typing.get_type_hints(type(knowledge))
    fields = {field.name for field in dataclasses.fields(knowledge)} - {"game"}
    if match is None or match[1] not in fields or hints[match[1]] not in (int, float, Ints, Floats):
        raise TuningError(
            f"{where}which must be a field declared float, int, Floats or Ints, or some numbers of one: squares[3]"
        )
    kind, value = hints[match[1]], getattr(knowledge, match[1])
    is_array = kind in (Ints, Floats)
    if match[2] and not is_array:
        raise TuningError(f"{where}but {match[1]} is one number: leave the brackets out")
    groups: list[tuple[int, ...]] = [()]
    if is_array:
        groups = [tuple(map(int, match[2].split("=")))] if match[2] else [(cell,) for cell in range(len(value))]
    one_range = len(ranges) == 2 and not isinstance(ranges[0], Sequence)
    if not one_range and len(ranges) != len(groups):
        raise TuningError(f"{where}with {len(ranges)} ranges for {len(groups)} numbers: give one for all, or one for each")
    for cells, (low, high) in zip(groups, [ranges] * len(groups) if one_range else ranges, strict=True):
        if any(cell >= len(value) for cell in cells):
            raise TuningError(f"{where}but {match[1]} has only {len(value)} numbers, counted from 0")
        numbers = {value[cell] for cell in cells} if cells else {value}
        one = TunedParameter(match[1], cells, float(low), float(high), float(min(numbers)), kind in (int, Ints))
        if len(numbers) > 1:
            raise TuningError(f"{where}but these hold different numbers now: what is to stay alike must begin alike")
        if not one.low < one.high or one.fitted(one.start) != one.start:
            raise TuningError(f"{where}but {one.name} is {one.start:g}, and the range {low:g} to {high:g} must hold it")
        yield one


def _is_meant(one: TunedParameter, name: str) -> bool:
    return name in (one.field, one.name, *(f"{one.field}[{cell}]" for cell in one.cells))


def _cell_name(field: str, cell: int | None) -> str:
    return field if cell is None else f"{field}[{cell}]"


def _suggest(name: str, every: Sequence[TunedParameter]) -> str:
    known = list(dict.fromkeys(text for one in every for text in (one.field, one.name)))
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"it declares {', '.join(dict.fromkeys(one.field for one in every))}"


# The file of weights that a tuning writes, and that a player is given: `deepening:depth=3,weights=FILE.json`.


def write_weights(parameters: Parameters, vector: Sequence[float]) -> bytes:
    """A file of weights with these numbers, as bytes; a game of a file is named without its folder, for files are moved."""
    knowledge = parameters.knowledge
    held = {
        "game": spec_without_folder(knowledge.game),
        "knowledge": type(knowledge).__name__,
        "weights": parameters.weights(vector),
    }
    return (json.dumps(held, indent=2, allow_nan=False) + "\n").encode()


def knowledge_of_player(spec: str, game: Game) -> Knowledge | None:
    """The knowledge that a player looks through, as it is written by hand; TuningError when it looks through none."""
    built = player(spec, 0)
    admit([built], game)
    wisdom = wisdom_of(built)
    if wisdom is None:
        raise TuningError(f"{spec} takes no weights: name a search with a depth, such as deepening:depth=3")
    wisdom.settle(HAND)
    return wisdom.of(game)


def with_weights(spec: str, file: str) -> str:
    """The player with the weights of a file, in the place of those it may have."""
    bare = WEIGHTS.sub("", spec)
    if ":" not in bare:
        bare = bare.replace(",", ":", 1)
    return f"{bare}{',' if ':' in bare else ':'}weights={file}"
