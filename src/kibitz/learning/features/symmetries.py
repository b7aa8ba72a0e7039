"""The symmetries of a game, found by trying: of all ways to turn a board, exchange pieces and change sides, those that hold.

A symmetry holds when, for every position tried, the images of the successors are the successors of the image, and games end
alike. What no position contradicts is believed; a wrong one would make states alike in the estimate that are not, never a
wrong proof, for searches do not use it.
"""

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.core.recurrence import without_past
from kibitz.core.rules import Game, Knowledge, at_chance, chances_of, is_over, moves_of, offered, play_move, reward_of, says
from kibitz.learning.features.geometry import Geometry
from kibitz.learning.features.sample import RandomGame, states_of
from kibitz.patterns.layout import Symmetry
from kibitz.patterns.reading import NOBODY, PARITY, BoardReading, CellReading, StateReading

TRIED = 40  # positions, and the ends of ...
ENDS = 20  # ... so many games
MOST_MOVES = 2_000  # in all of them: where moves are many, fewer positions tell
LARGEST_GROUP = 48


@dataclass(frozen=True)
class Candidate:
    """Where each place goes, what becomes of each field's bit (of squares), and whether the other side is to move."""

    places: tuple[int, ...]
    features: tuple[int, ...]
    changes_side: bool


def find_symmetries(
    game: Game, games: list[RandomGame], reading: StateReading, geometry: Geometry | None, knowledge: Knowledge | None
) -> tuple[Symmetry, ...]:
    """The symmetries of a game, as a group; those that its knowledge tells of among them."""
    states = list(states_of(games))
    sample = _few(game, random.Random(1).sample(states, min(TRIED, len(states)))) + [one.states[-1] for one in games[:ENDS]]
    trial = _Trial(game, reading, sample)
    if isinstance(reading, BoardReading):
        candidates: Iterable[Candidate] = _of_board(reading, geometry)
    else:
        assert isinstance(reading, CellReading)
        candidates = _of_cells(reading)
    found = [symmetry for symmetry in map(trial.symmetry, candidates) if symmetry is not None]
    for places in _known(knowledge, reading, states):
        symmetry = trial.symmetry(Candidate(places, _identity_features(reading), False))
        if symmetry is not None:
            found.append(symmetry)
    return group_of(found, Symmetry.identity(reading))


def _few(game: Game, states: list[Any]) -> list[Any]:
    """As many of the states, from the first, as there is time for: each of their moves is played, and more than once."""
    found, moves = [], 0
    for state in states:
        found.append(state)
        moves += len(offered(game, state)) if not is_over(game, state) else 0
        if moves >= MOST_MOVES:
            break
    return found


def _identity_features(reading: StateReading) -> tuple[int, ...]:
    return tuple(range(len(reading.features))) if isinstance(reading, BoardReading) else ()


def _flips(reading: StateReading) -> tuple[bool, ...]:
    """Whether the side to move may be changed: where a field tells which of two it is."""
    return (False, True) if not reading.players and reading.side not in (NOBODY, PARITY) else (False,)


def _of_board(reading: BoardReading, geometry: Geometry | None) -> Iterator[Candidate]:
    swaps = list(exchanges_of(len(reading.features)))
    for places, swap, flip in itertools.product(turns_of_board(reading, geometry), swaps, _flips(reading)):
        yield Candidate(places, swap, flip)


def exchanges_of(count: int) -> Iterator[tuple[int, ...]]:
    """Fields as they are, two of them exchanged, and all of them: each with the next one, or with one of the other half."""
    yield tuple(range(count))
    for one, other in itertools.combinations(range(count), 2):
        yield tuple(other if at == one else one if at == other else at for at in range(count))
    if count % 2 == 0 and count > 2:
        yield tuple(at ^ 1 for at in range(count))
        yield tuple((at + count // 2) % count for at in range(count))


def turns_of_board(reading: BoardReading, geometry: Geometry | None) -> list[tuple[int, ...]]:
    """The board turned and mirrored: as a grid, and as a row of bits from end to end."""
    places = reading.places
    found = {tuple(range(places)): None, tuple(reversed(range(places))): None}
    if geometry is not None and geometry.spots:
        at = {spot: place for place, spot in geometry.spots.items()}
        for down, right, across in itertools.product((False, True), repeat=3):
            turned = []
            for place in range(places):
                row, column = geometry.spots[place]
                row = geometry.rows - 1 - row if down else row
                column = geometry.columns - 1 - column if right else column
                turned.append(at.get((column, row) if across else (row, column), -1))
            if len(set(turned) - {-1}) == places:
                found[tuple(turned)] = None
    return list(found)


def _of_cells(reading: CellReading) -> Iterator[Candidate]:
    """Cells exchanged two by two or in reverse, and whole fields exchanged."""
    fields: dict[str, list[int]] = {}
    for place, cell in enumerate(reading.cells):
        fields.setdefault(cell.field, []).append(place)
    images = {tuple(range(reading.places)): None}
    for places in fields.values():
        images[_moved(reading.places, dict(zip(places, reversed(places), strict=True)))] = None
        for one, other in itertools.combinations(places, 2):
            images[_moved(reading.places, {one: other, other: one})] = None
    for one_field, other_field in itertools.combinations(fields.values(), 2):
        if len(one_field) == len(other_field):
            there = dict(zip(one_field, other_field, strict=True)) | dict(zip(other_field, one_field, strict=True))
            images[_moved(reading.places, there)] = None
    for image, flip in itertools.product(images, _flips(reading)):
        yield Candidate(image, (), flip)


def _moved(count: int, there: dict[int, int]) -> tuple[int, ...]:
    return tuple(there.get(place, place) for place in range(count))


def _known(knowledge: Knowledge | None, reading: StateReading, states: list[Any]) -> Iterator[tuple[int, ...]]:
    """Where each place goes in the states that a knowledge calls symmetric, if it always goes to the same."""
    if knowledge is None or not says(knowledge, "symmetries"):
        return
    chosen = random.Random(2).sample(states, min(400, len(states)))
    images = [list(knowledge.symmetries(state)) for state in chosen]
    for number in range(min(map(len, images), default=0)):
        goals = [set(range(reading.places)) for _ in range(reading.places)]
        for state, others in zip(chosen, images, strict=True):
            here, there = reading.symbols_in(state), reading.symbols_in(others[number])
            for place, goal in enumerate(goals):
                goal &= {other for other in goal if there[other] == here[place]}
        if all(len(goal) == 1 for goal in goals):
            places = tuple(next(iter(goal)) for goal in goals)
            if len(set(places)) == len(places):
                yield places


class _Trial:
    """Tries candidates on positions."""

    def __init__(self, game: Game, reading: StateReading, sample: list[Any]) -> None:
        # Without what was before: a state's image has no such past, and moves may be forbidden by it.
        self._game, self._reading, self._sample = game, reading, [without_past(state) for state in sample]
        self._after: dict[int, dict[Any, float]] = {}

    def symmetry(self, candidate: Candidate) -> Symmetry | None:
        """The candidate as a symmetry, if no position contradicts it."""
        symmetry = Symmetry(candidate.places, self._symbols(candidate), candidate.changes_side)
        if -1 in symmetry.symbols:
            return None
        return symmetry if all(self._holds(candidate, symmetry, number) for number in range(len(self._sample))) else None

    def _symbols(self, candidate: Candidate) -> tuple[int, ...]:
        """The image of each symbol; -1 for one that is not a symbol."""
        reading = self._reading
        if not isinstance(reading, BoardReading):
            return Symmetry.identity(reading).symbols
        found = [0]
        for bits in reading.symbols:
            image = tuple(bits[candidate.features[feature]] for feature in range(len(bits)))
            found.append(1 + reading.symbols.index(image) if image in reading.symbols else -1)
        return (*found, len(found)) if reading.landing is not None else tuple(found)

    def _holds(self, candidate: Candidate, symmetry: Symmetry, number: int) -> bool:
        game, state = self._game, self._sample[number]
        try:
            image = self._image(candidate, state)
            if not self._reads(symmetry, state, image):
                return False
            if is_over(game, state) or is_over(game, image):
                return is_over(game, state) and is_over(game, image) and _end(game, state) == _end(game, image)
            if at_chance(game, state) != at_chance(game, image):
                return False
            if number not in self._after:
                self._after[number] = _successors(game, state)
            there = {self._image(candidate, after): what for after, what in self._after[number].items()}
            return there == _successors(game, image)
        except Exception:  # the image is not a state of the game
            return False

    def _reads(self, symmetry: Symmetry, state: Any, image: Any) -> bool:
        here, there = self._reading.symbols_in(state), self._reading.symbols_in(image)
        return all(there[symmetry.places[place]] == symmetry.symbols[symbol] for place, symbol in enumerate(here))

    def _image(self, candidate: Candidate, state: Any) -> Any:
        reading = self._reading
        parts = _image_of_squares(reading, candidate, state) if isinstance(reading, BoardReading) else {}
        if isinstance(reading, CellReading):
            parts = _image_of_cells(reading, candidate, state)
        if candidate.changes_side:
            held = getattr(state, reading.side)
            parts[reading.side] = type(held)(1 - held)
        return state._replace(**parts)


def _image_of_squares(reading: BoardReading, candidate: Candidate, state: Any) -> dict[str, Any]:
    words = [feature.word(state) for feature in reading.features]
    moved = [0] * len(words)
    for place, square in enumerate(reading.squares):
        goal = 1 << reading.squares[candidate.places[place]]
        for number in range(len(words)):
            if words[candidate.features[number]] >> square & 1:
                moved[number] |= goal
    parts: dict[str, Any] = {}
    for feature, word in zip(reading.features, moved, strict=True):
        held = parts.get(feature.field, getattr(state, feature.field))
        if feature.value is None:
            parts |= feature.fields_of(state, word)
            continue
        values = {one.value for one in reading.features if one.field == feature.field}
        empty = next(cell for cell in itertools.count(-1) if cell not in values) if feature.field not in parts else None
        cells = [empty if empty is not None and cell in values else cell for cell in held] if empty is not None else list(held)
        parts[feature.field] = tuple(feature.value if word >> at & 1 else cell for at, cell in enumerate(cells))
    return parts


def _image_of_cells(reading: CellReading, candidate: Candidate, state: Any) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    for place, cell in enumerate(reading.cells):
        source = getattr(state, cell.field)
        value = source if cell.index is None else source[cell.index]
        goal = reading.cells[candidate.places[place]]
        if goal.index is None:
            parts[goal.field] = type(getattr(state, goal.field))(value)
            continue
        held = list(parts.get(goal.field, getattr(state, goal.field)))
        held[goal.index] = value
        parts[goal.field] = tuple(held)
    return parts


def _successors(game: Game, state: Any) -> dict[Any, float]:
    """The successors, with their chances where dice decide, else with the rewards of the moves."""
    found: dict[Any, float] = {}
    if at_chance(game, state):
        for outcome, weight in chances_of(game, state):
            after = play_move(game, state, outcome)
            found[after] = found.get(after, 0.0) + weight
        return found
    return {play_move(game, state, move): float(reward_of(game, state, move)) for move in moves_of(game, state)}


def _end(game: Game, state: Any) -> Any:
    return game.result(state) if says(game, "result") else tuple(game.payoffs(state))


def group_of(found: list[Symmetry], identity: Symmetry) -> tuple[Symmetry, ...]:
    """The group that the symmetries make together; of too many, the first that make one small enough."""
    group = {identity}
    for one in found:
        larger = _closure(group | {one})
        if len(larger) <= LARGEST_GROUP:
            group = larger
    return tuple(sorted(group, key=lambda one: (one != identity, one.changes_side, one.places, one.symbols)))


def _closure(members: set[Symmetry]) -> set[Symmetry]:
    while True:
        more = {_after(one, other) for one in members for other in members}
        if more <= members:
            return members
        members = members | more
        if len(members) > LARGEST_GROUP:
            return members


def _after(one: Symmetry, other: Symmetry) -> Symmetry:
    """First the other, then the one."""
    return Symmetry(
        tuple(one.places[place] for place in other.places),
        tuple(one.symbols[symbol] for symbol in other.symbols),
        one.changes_side != other.changes_side,
    )
