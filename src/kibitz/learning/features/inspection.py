"""A view of an estimate: the worth of pieces on squares at each stage, and the strongest patterns.

Measured on positions of games that the estimate plays against itself, a ply deep, with every third move at random.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.rules import Game, at_chance, is_over, mover_of, offered, payoffs_of, play_move, says, start_of
from kibitz.learning.features.anatomy import turns_with_mover
from kibitz.learning.features.geometry import Geometry, find_geometry
from kibitz.learning.features.sample import sample_games
from kibitz.patterns.estimate import UNIT
from kibitz.patterns.file import EstimateFile
from kibitz.patterns.layout import FIRST, Pattern, PatternLayout
from kibitz.patterns.reading import ROLES, BoardReading, CellReading, StateReading

GAMES, LONGEST = 40, 300
RANDOM_MOVES = 1 / 3
OPENING = 4  # plies at random
FEW_GAMES = 10  # at random, which say whether states turn with the side to move
FEWEST = 20  # positions: of less no mean is shown
MET = 0.75  # times a game that a pattern must have been met ...
STRONGEST = 6  # ... to be among so many of a stage


@dataclass(frozen=True)
class Worth:
    """The worth of a symbol on a place, in units of the result: the mean over a number of positions."""

    place: int
    symbol: int
    worth: float
    positions: int


@dataclass(frozen=True)
class StrongPattern:
    """Symbols on the places of a pattern, what they say by themselves in units of the result, and how often they were met.

    `side`: whose turn it is, where each side has weights of its own; of several players, one more where dice decide.
    """

    places: Pattern
    symbols: tuple[int, ...]
    worth: float
    met: int
    side: int | None


@dataclass(frozen=True)
class Stage:
    """The positions with `first` to `last` places that are not empty."""

    first: int
    last: int
    positions: int
    squares: tuple[Worth, ...]
    patterns: tuple[StrongPattern, ...]


@dataclass(frozen=True)
class Inspection:
    """The view; `symbols`: their names, the empty one first. `view`: the side for which more is better.

    `least`, `most`: the range of results.
    """

    reading: StateReading
    geometry: Geometry | None
    symbols: tuple[str, ...]
    view: str
    least: float
    most: float
    stages: tuple[Stage, ...]


def inspect_estimate(game: Game, file: EstimateFile, seed: int = 1, games: int = GAMES) -> Inspection:
    """Inspect the estimate in a file."""
    layout, reading = file.layout, file.layout.reading
    least = -file.most if file.least is None else file.least
    values = Values(layout, np.asarray(file.weights), file.most, least)
    rows = Rows.of(layout, _play_games(game, values, random.Random(seed), games))
    samples = sample_games(game)
    seen = [[(reading.side_to_move(state), reading.symbols_in(state)) for state in one.states] for one in samples[:FEW_GAMES]]
    turns = reading.side == ROLES if reading.players else turns_with_mover(seen)
    of_first = reading.sides > 1 and not turns
    stages = tuple(
        _stage(values, rows.where(rows.stages == number), number, of_first, int(MET * games)) for number in range(layout.stages)
    )
    geometry = find_geometry(reading, samples) if isinstance(reading, BoardReading) else None
    view = "the first player" if of_first else "who is to move"
    return Inspection(reading, geometry, name_symbols(reading), view, least, file.most, stages)


@dataclass(frozen=True)
class Rows:
    """Positions as arrays, one in each row: the symbols on the places, the side to move, the stage, the places not empty.

    `numbers`: the player each row is about, where each player has a number; 0 is the player whose weights come first.
    """

    symbols: Any
    sides: Any
    stages: Any
    taken: Any
    numbers: Any

    @classmethod
    def of(cls, layout: PatternLayout, seen: Sequence[tuple[Any, int]], players: Sequence[int] = ()) -> "Rows":
        """The rows of states, each with its player to move; `players`: the players to look at, if not the first."""
        reading = layout.reading
        symbols = np.array([reading.symbols_in(state) for state, _ in seen], np.int64).reshape(len(seen), reading.places)
        taken = np.array([reading.taken(state) for state, _ in seen], np.int64)
        stages = sum((taken >= cut for cut in layout.cuts), np.zeros(len(seen), np.int64))
        numbers = np.zeros(len(seen), np.int64)
        if players and reading.players:
            first = np.array([mover if reading.side == ROLES else 0 for _, mover in seen], np.int64)
            numbers = (np.array(players, np.int64) - first) % reading.players
        sides = np.array([reading.side_to_move(state, mover) for state, mover in seen], np.int64)
        return cls(symbols, sides, stages, taken, numbers)

    def where(self, wanted: Any) -> "Rows":
        """Some of them."""
        return Rows(self.symbols[wanted], self.sides[wanted], self.stages[wanted], self.taken[wanted], self.numbers[wanted])


@dataclass(frozen=True)
class Values:
    """The estimate for many positions at a time; what it gives is, to the last bit of a weight, what compiled play takes."""

    layout: PatternLayout
    weights: Any
    most: float
    least: float

    @cached_property
    def _instances(self) -> list[list[tuple[int, int, list[int], Any, Any]]]:
        """For each side: the pattern, its first weight, its places, what symbols count on it, and the stride of each place."""
        found = []
        for side in range(self.layout.reading.sides):
            rows = []
            for number, first, cells, symbols in self.layout.instances_of(side):
                strides, stride = [], 1
                for cell in self.layout.patterns[number]:
                    strides.append(stride)
                    stride *= self.layout.reading.alphabet(cell)
                rows.append((number, first, list(cells), np.array(symbols), np.array(strides)))
            found.append(rows)
        return found

    def sums(self, rows: Rows, place: int | None = None) -> Any:
        """The sums of the weights; with a `place` only of patterns that include it."""
        total = np.zeros(len(rows.sides))
        for side, instances in enumerate(self._instances):
            mine = rows.sides == side
            part = rows.where(mine)
            found = np.zeros(len(part.sides))
            for _, first, cells, symbols, strides in instances:
                if place is None or place in cells:
                    found += self.weights[self._indices(part, first, cells, symbols, strides)]
            total[mine] = found
        return total

    def met(self, rows: Rows) -> Any:
        """How often each weight occurs in the positions."""
        counts = np.zeros(len(self.weights), np.int64)
        for side, instances in enumerate(self._instances):
            part = rows.where(rows.sides == side)
            for _, *instance in instances:
                counts += np.bincount(self._indices(part, *instance), minlength=len(counts))
        return counts

    def of(self, sums: Any) -> Any:
        """The estimates that sums of weights are."""
        share = sums / UNIT
        return (self.most + self.least) / 2 + (self.most - self.least) / 2 * share / np.sqrt(1 + share * share)

    def _indices(self, rows: Rows, first: int, cells: list[int], symbols: Any, strides: Any) -> Any:
        stage = self.layout.starts[-1] * self.layout.blocks
        return first + rows.stages * stage + rows.numbers * self.layout.apart + symbols[rows.symbols[:, cells]] @ strides


def _play_games(game: Game, values: Values, dice: random.Random, games: int) -> list[tuple[Any, int]]:
    """The states of games of the estimate against itself, all a ply further at a time; each with its player to move."""
    going, found = [start_of(game) for _ in range(games)], list[tuple[Any, int]]()
    for ply in range(LONGEST):
        movers = [mover_of(game, state, ply) for state in going]
        found += zip(going, movers, strict=True)
        offers = [offered(game, state) for state in going]
        blind = [ply < OPENING or at_chance(game, state) or dice.random() < RANDOM_MOVES for state in going]
        tries = [(number, move) for number, moves in enumerate(offers) if not blind[number] for move in moves]
        after = [play_move(game, going[number], move) for number, move in tries]
        then = [(state, mover_of(game, state, ply + 1)) for state in after]
        rows = Rows.of(values.layout, then, [movers[number] for number, _ in tries])
        best: dict[int, tuple[float, int]] = {}
        for (number, move), (state, mover), estimate in zip(tries, then, values.of(values.sums(rows)), strict=True):
            if is_over(game, state):
                worth = float(payoffs_of(game, state, mover)[movers[number]])
            elif values.layout.reading.players or _is_same_side(game, values.layout.reading, going[number], state, ply):
                worth = float(estimate)
            else:
                worth = -float(estimate)
            if number not in best or worth > best[number][0]:
                best[number] = worth, move
        moved = [
            play_move(game, state, best[number][1] if number in best else dice.choice(offers[number]))
            for number, state in enumerate(going)
        ]
        going = [state for state in moved if not is_over(game, state)]
        if not going:
            break
    return found


def _is_same_side(game: Game, reading: StateReading, state: Any, after: Any, ply: int) -> bool:
    """Whether the same side sees both states: the one to move, or, where dice or cards decide, the one before."""
    if says(game, "chances"):
        return reading.side_to_move(state) == reading.side_to_move(after)
    return mover_of(game, state, ply) == mover_of(game, after, ply + 1)


def _stage(values: Values, rows: Rows, number: int, of_first: bool, least: int) -> Stage:
    layout = values.layout
    cuts = (0, *layout.cuts, layout.reading.places + 1)
    sums: dict[tuple[int, int], Any] = {}
    for place in range(layout.reading.places):
        sums |= _place(values, rows, place, of_first)
    squares = []
    for place, symbol in sorted(sums):
        # What is symmetric is worth the same to the estimate: the mean is over all of it.
        alike = {(one.places[place], one.symbols[symbol]) for one in layout.symmetries if not one.changes_side}
        worth, count = sum((sums[pair] for pair in alike if pair in sums), np.zeros(2))
        if count >= FEWEST:
            squares.append(Worth(place, symbol, float(worth / count), int(count)))
    return Stage(cuts[number], cuts[number + 1] - 1, len(rows.sides), tuple(squares), _strongest(values, rows, least))


def _place(values: Values, rows: Rows, place: int, of_first: bool) -> dict[tuple[int, int], Any]:
    """The worth of each symbol on a place, summed over the positions where it stands there, and their number.

    It is the estimate minus the estimate with that place empty, at the same stage.
    """
    rows = rows.where(rows.symbols[:, place] > 0)
    emptied = rows.symbols.copy()
    emptied[:, place] = 0
    whole = values.sums(rows)
    rest = whole - values.sums(rows, place) + values.sums(replace(rows, symbols=emptied), place)
    worth = values.of(whole) - values.of(rest)
    if of_first and not values.layout.reading.players:
        worth = np.where(rows.sides == 0, worth, -worth)
    found = {}
    for symbol in range(1, values.layout.reading.alphabet(place)):
        here = rows.symbols[:, place] == symbol
        if here.any() and not _is_landing(values.layout.reading, symbol):
            found[place, symbol] = np.array([worth[here].sum(), here.sum()])
    return found


def _is_landing(reading: StateReading, symbol: int) -> bool:
    return isinstance(reading, BoardReading) and symbol > len(reading.symbols)


def _strongest(values: Values, rows: Rows, least: int) -> tuple[StrongPattern, ...]:
    """The patterns of the largest weights among those that are met often; each of them once, whichever way it is seen."""
    layout = values.layout
    met = values.met(rows)
    often = np.flatnonzero(met >= least)
    order = often[np.argsort(-np.abs(values.weights[often].astype(np.int64)), kind="stable")]
    found: list[StrongPattern] = []
    seen = set()
    for index in map(int, order):
        block, rest = divmod(index - FIRST, layout.starts[-1])
        pattern = int(np.searchsorted(layout.starts, rest, "right")) - 1
        symbols, digits = [], rest - layout.starts[pattern]
        for cell in layout.patterns[pattern]:
            digits, symbol = divmod(digits, layout.reading.alphabet(cell))
            symbols.append(symbol)
        key = pattern, tuple(sorted(symbols)), int(values.weights[index])
        if any(symbols) and key not in seen:
            seen.add(key)
            side = block % layout.blocks if layout.blocks > 1 else None
            worth = float(values.of(values.weights[index]) - values.of(0))
            found.append(StrongPattern(layout.patterns[pattern], tuple(symbols), worth, int(met[index]), side))
        if len(found) == STRONGEST:
            break
    return tuple(found)


def name_symbols(reading: StateReading) -> tuple[str, ...]:
    """The symbols in words: the fields of the state that are set there."""
    if isinstance(reading, CellReading):
        return tuple(f"class {number}" for number in range(max(map(reading.alphabet, range(reading.places)))))
    assert isinstance(reading, BoardReading)
    fields = [one.field if one.value is None else f"{one.field}={one.value}" for one in reading.features]
    names = [
        "empty",
        *(" and ".join(field for field, bit in zip(fields, bits, strict=True) if bit) for bits in reading.symbols),
    ]
    return (*names, "empty, a piece may land") if reading.landing is not None else tuple(names)
