"""Where the weights of patterns lie: each pattern as each symmetry sees it, a row of numbers in the *plan*.

A pattern is a row of places. What stands on them is a number, the symbols its digits; each number has a weight, for each stage
of the game, and for each side to move where no symmetry leads from one side to the other. An *instance* is a pattern as one
symmetry of the game sees it: it looks at other places, and at other symbols, but shares the pattern's weights. So symmetric
states have the same weights, to the last bit.
Each of several players has all of these weights once, one player after the other.

All of it is data: other patterns run on the same machine code, unless the number of symbols or the longest pattern of cells
changes.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from kibitz.patterns.reading import BYTE, MASK, WORD, BoardReading, CellReading, StateReading

# The plan begins with the number of instances of each side, and the first weight of the stage for each count of taken places.
INSTANCES, STAGES = range(2)
FIRST = 2  # the first weights are left out: shared memory begins with its length

Pattern = tuple[int, ...]


@dataclass(frozen=True)
class Symmetry:
    """A way to another state of the same worth: where each place goes, what each symbol becomes, and the side to move."""

    places: tuple[int, ...]
    symbols: tuple[int, ...]
    changes_side: bool = False

    @classmethod
    def identity(cls, reading: StateReading) -> "Symmetry":
        """The state as it is."""
        most = max(map(reading.alphabet, range(reading.places)), default=1)
        return cls(tuple(range(reading.places)), tuple(range(most)))

    def sources(self, pattern: Pattern) -> Pattern:
        """The places whose content comes to lie on a pattern."""
        return tuple(self.places.index(place) for place in pattern)


@dataclass(frozen=True)
class PatternLayout:
    """Patterns for a reading of states. `symmetries`: a group; `cuts`: counts of taken places where the next stage begins."""

    reading: StateReading
    patterns: tuple[Pattern, ...]
    symmetries: tuple[Symmetry, ...]
    cuts: tuple[int, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether it looks at no place, and finds no weight, that is not there."""
        places = range(self.reading.places)
        symbols = range(max(map(self.reading.alphabet, places), default=1))
        return all(place in places for pattern in self.patterns for place in pattern) and all(
            sorted(one.places) == list(places) and sorted(one.symbols) == list(symbols) for one in self.symmetries
        )

    @property
    def stages(self) -> int:
        """How many stages a game has."""
        return len(self.cuts) + 1

    def size(self, pattern: Pattern) -> int:
        """How many weights a pattern has in each stage."""
        size = 1
        for place in pattern:
            size *= self.reading.alphabet(place)
        return size

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where the weights of each pattern begin within a block; at last the block's length."""
        return tuple(accumulate(map(self.size, self.patterns), initial=0))

    @property
    def turns_side(self) -> bool:
        """Whether a symmetry leads from one side to the other, so that both share their weights."""
        return any(symmetry.changes_side for symmetry in self.symmetries)

    @property
    def blocks(self) -> int:
        """How many blocks of weights a stage has: one, or one for each side."""
        return 1 if self.turns_side else self.reading.sides

    @property
    def weights(self) -> int:
        """How many weights there are, those left out included."""
        return FIRST + self.apart * max(1, self.reading.players)

    @property
    def apart(self) -> int:
        """How many weights each player has."""
        return self.starts[-1] * self.blocks * self.stages

    @property
    def row(self) -> int:
        """How many numbers of the plan an instance takes."""
        if isinstance(self.reading, BoardReading):
            return self.reading.words + self.reading.alphabet(0)
        return 1 + 2 * self.longest

    @property
    def head(self) -> int:
        """Where the rows of the plan begin."""
        return STAGES + self.reading.places + 1

    @property
    def longest(self) -> int:
        """The places of the longest pattern."""
        return max(map(len, self.patterns))

    @property
    def instances(self) -> int:
        """How many weights are added up for a state."""
        return len(self._written[0]) // self.row // self.reading.sides

    @property
    def plan(self) -> "array[int]":
        """The plan, 64 bits a number."""
        stage = self.starts[-1] * self.blocks
        stages = [stage * sum(count >= cut for cut in self.cuts) for count in range(self.reading.places + 1)]
        return array("q", [self.instances, *stages, *self._written[0]])

    @property
    def maps(self) -> "array[int]":
        """The maps of the plan: for a reading by squares, the number of the bits under a mask; else symbols of values."""
        return array("i", self._written[1] or [0])

    @cached_property
    def _written(self) -> tuple[list[int], list[int]]:
        """The rows of the plan, and the maps that they point to."""
        maps: list[int] = self.reading.tables() if isinstance(self.reading, CellReading) else []
        known: dict[Any, int] = {}
        plan: list[int] = []
        for side in range(self.reading.sides):
            for _, first, cells, symbols in self.instances_of(side):
                if isinstance(self.reading, BoardReading):
                    plan += self._square_row(first, cells, symbols, maps, known)
                else:
                    plan += self._cell_row(first, cells)
        return plan, maps

    def instances_of(self, side: int) -> Iterator[tuple[int, int, Pattern, tuple[int, ...]]]:
        """The terms of a side's sum: a pattern's number, its first weight in stage one, its places, the weights of symbols."""
        block = FIRST + (self.starts[-1] * side if self.blocks > 1 else 0)
        for number in range(len(self.patterns)):
            for cells, symbols in self._seen(number, side):
                yield number, block + self.starts[number], cells, symbols

    def _seen(self, number: int, side: int) -> Iterator[tuple[Pattern, tuple[int, ...]]]:
        """A pattern as each symmetry sees it: the places in its order, and what each symbol counts."""
        known = set()
        for symmetry in self._of_side(side):
            cells = symmetry.sources(self.patterns[number])
            key = tuple(sorted(cells)), symmetry.symbols
            if key not in known:
                known.add(key)
                yield cells, symmetry.symbols

    def _of_side(self, side: int) -> list[Symmetry]:
        turned = side == 1 and self.turns_side
        return [symmetry for symmetry in self.symmetries if symmetry.changes_side == turned]

    def _square_row(
        self, first: int, cells: Pattern, symbols: Sequence[int], maps: list[int], known: dict[Any, int]
    ) -> list[int]:
        assert isinstance(self.reading, BoardReading)
        squares = [self.reading.squares[cell] for cell in cells]
        mask = sum(1 << square for square in squares)
        ranks = tuple(sorted(squares).index(square) for square in squares)
        base = self.reading.alphabet(0)
        masks = [mask >> WORD * place & MASK for place in range(self.reading.words)]
        row = [first, *(word - (word >> WORD - 1 << WORD) for word in masks)]
        for digit in symbols[1:]:
            if (ranks, digit) not in known:
                known[ranks, digit] = len(maps)
                worth = [digit * base ** ranks.index(rank) for rank in range(len(ranks))]
                maps += [sum(one for place, one in enumerate(worth) if word >> place & 1) for word in range(1 << len(ranks))]
            row.append(known[ranks, digit])
        return row

    def _cell_row(self, first: int, cells: Pattern) -> list[int]:
        row, stride = [first], 1
        for cell in cells:
            row += [cell, stride]
            stride *= self.reading.alphabet(cell)
        return row + [0, 0] * (self.longest - len(cells))

    def average(self, weights: Any) -> None:
        """Make weights alike that a symmetry exchanges within a pattern: else symmetric states would not have the same."""
        for number, orders in enumerate(self._exchanges):
            size = self.size(self.patterns[number])
            for block in range(FIRST, self.weights, self.starts[-1]):
                part = weights[block + self.starts[number] :][:size]
                if orders:
                    part[:] = sum((part[order] for order in orders), part.copy()) / (1 + len(orders))

    @cached_property
    def _exchanges(self) -> list[list[Any]]:
        """For each pattern, the permutations of its weights by the symmetries that leave its squares where they are."""
        return [list(self._exchanges_of(pattern)) for pattern in self.patterns]

    def _exchanges_of(self, pattern: Pattern) -> Iterator[Any]:
        import numpy as np  # only where weights are learned: reading an estimate does without

        known: dict[Any, list[Pattern]] = {}
        for symmetry in self._of_side(0):
            cells = symmetry.sources(pattern)
            known.setdefault((tuple(sorted(cells)), symmetry.symbols), []).append(cells)
        orders = {tuple(first.index(cell) for cell in other) for first, *others in known.values() for other in others}
        index = np.arange(self.size(pattern))
        digits, strides, stride = [], [], 1
        for place in pattern:
            digits.append(index // stride % self.reading.alphabet(place))
            strides.append(stride)
            stride *= self.reading.alphabet(place)
        for order in sorted(orders - {tuple(range(len(pattern)))}):
            yield sum(digits[order[rank]] * strides[rank] for rank in range(len(pattern)))


def code_of(layout: PatternLayout) -> str:
    """The methods that read a state and find its weights, as Python that compiles: they depend on the kind of state alone."""
    row, reading = layout.row, layout.reading
    lines = [
        "def reading(self, state):",
        *(f"    {line}" for line in reading.lines()),
        f"    first = {layout.head} + side * self.pattern_plan[{INSTANCES}] * {row}",
        f"    return words, first, self.pattern_plan[{STAGES} + count]",
        "def side_to_move(self, state):",
        *(f"    {line}" for line in reading.lines()),
        f"    return {reading.view}",
        "def differing(self, reading, other, place):",
        *(f"    {line}" for line in reading.differing_lines()),
        "def weight_at(self, reading, number):",
        "    words, first, stage = reading",
        f"    at = first + number * {row}",
        "    weight = self.pattern_plan[at] + stage",
    ]
    if isinstance(reading, BoardReading):
        count = reading.words
        masks = ["mask", *(f"mask_{place}" for place in range(1, count))]
        lines += [f"    {mask} = self.pattern_plan[at + {1 + place}]" for place, mask in enumerate(masks)]
        bits = [f"bits_{place}" for place in range(1, count)]  # of a pattern that lie in the words below
        lines += [
            f"    {name} = {' + '.join(f'count_ones({mask})' for mask in masks[: place + 1])}"
            for place, name in enumerate(bits)
        ]
        for symbol in range(reading.alphabet(0) - 1):
            parts = [f"extract(words[{symbol * count + place}], {mask})" for place, mask in enumerate(masks)]
            content = " | ".join([parts[0], *(f"{part} << {name}" for part, name in zip(parts[1:], bits, strict=True))])
            lines.append(f"    weight += self.pattern_maps[self.pattern_plan[at + {1 + count + symbol}] + ({content})]")
    else:
        for rank in range(layout.longest):
            lines.append(f"    cell = self.pattern_plan[at + {1 + 2 * rank}]")
            word = f"words[{(reading.places - 1) // BYTE}]"
            for number in reversed(range((reading.places - 1) // BYTE)):
                word = f"(words[{number}] if cell < {BYTE * (number + 1)} else {word})"
            byte = f"({word} >> {BYTE} * (cell % {BYTE}) & 255)"
            lines.append(f"    weight += {byte} * self.pattern_plan[at + {2 + 2 * rank}]")
    return "\n".join([*lines, "    return weight", ""])
