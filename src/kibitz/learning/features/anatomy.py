"""The parts of a game's states, found by looking at random games: squares, symbols, the side to move.

A board is a *plane* of squares, and all planes together give a square its symbol. So does a tuple of many cells with few
values. An int is a plane if it never shares a bit with another int, or never has one that the other lacks, and both have
several; or if it is larger than any counter. Planes about different squares, such as the marks on nine small boards and the
winners of those, lie side by side. Without squares, numbers are read as they are, rare ones together.
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.core.board import BOARDS, WORD, Board
from kibitz.core.rules import CHANCE, Game, says
from kibitz.errors import LearningError
from kibitz.learning.features.sample import RandomGame, states_of
from kibitz.patterns.reading import (
    MOVER,
    NOBODY,
    PARITY,
    ROLES,
    BoardReading,
    CellReading,
    Feature,
    JoinedFeature,
    Landing,
    NumberCell,
    StateReading,
)

COUNTER = 1 << 16  # an int that reaches this counts nothing
MOST_SQUARES = max(kind.capacity for kind in BOARDS)
BOARD_CELLS, BOARD_VALUES = 9, 6  # a tuple of at least so many cells with at most so many values is a board
MOST_CELLS = 32
MOST_SYMBOLS = 28  # of a number: rarer values are put together
FEW_GAMES = 10  # at random, which say whether states turn with the side to move
RARE, RARE_NUMBER = 0.002, 0.0005  # the share of a symbol that is not worth weights of its own


@dataclass(frozen=True)
class Anatomy:
    """How states are read; `unread`: the fields that say something which is not read."""

    reading: StateReading
    unread: tuple[str, ...]

    def describe(self) -> str:
        """Describe the fields read, in words."""
        reading = self.reading
        if isinstance(reading, BoardReading):
            reach = " (one of them where a piece may land next)" if reading.landing is not None else ""
            return f"{reading.places} squares, {reading.alphabet(0)} symbols{reach}"
        assert isinstance(reading, CellReading)
        return f"{reading.places} numbers of {max(map(reading.alphabet, range(reading.places)))} classes at most"


def check_states(game: Game, first: Any) -> None:
    """Raises LearningError for a game whose states are not made for compiling; `first`: one of them."""
    if not game.compiles or not hasattr(first, "_fields"):
        raise LearningError(
            f"{type(game).__name__} does not compile, and learning plays thousands of games a second: "
            "its states must be NamedTuples"
        )


def find_anatomy(game: Game, games: list[RandomGame]) -> Anatomy:
    """How the states of a game can be read. LearningError where there is nothing to read, or too much."""
    states = list(states_of(games))
    first = states[0]
    name = type(game).__name__
    check_states(game, first)
    values = {field: [getattr(state, field) for state in states] for field in first._fields}
    planes = _planes(values)
    boards = [field for field in values if _is_board(values[field])]
    several = not says(game, "result")
    side, mark = _side_of_several(game, games, values) if several else _side(games, values)
    if planes or boards:
        reading: StateReading = _read_board(name, games, states, planes, boards, values, side, mark, several)
        read = {*planes, *boards}
    else:
        reading = _read_cells(name, values, side, mark)
        read = {cell.field for cell in reading.cells}
    if several:
        reading = replace(reading, players=game.players)
        asks = says(game, "to_move") and not says(game, "chances") and isinstance(reading, BoardReading)
        if asks and turns_with_mover(_as_seen(reading, games)):
            reading = replace(reading, side=ROLES)
    changing = [field for field in values if len(set(map(_plain, values[field]))) > 1]
    beyond = {getattr(one, "beyond", "") for one in reading.features} if isinstance(reading, BoardReading) else set[str]()
    return Anatomy(reading, tuple(field for field in changing if field not in read | beyond and field != side))


def _plain(value: Any) -> Any:
    return getattr(value, "bits", value)


def _planes(values: dict[str, list[Any]]) -> list[str]:
    """The fields that are planes of squares."""
    numbers = {
        field: [int(_plain(value)) for value in held]
        for field, held in values.items()
        if not isinstance(held[0], (tuple, bool)) and len(set(held)) > 1
    }
    sure = [field for field in numbers if isinstance(values[field][0], Board) or max(numbers[field]) >= COUNTER]
    found = set(sure)
    counts = [field for field in numbers if not isinstance(values[field][0], Board)]
    for one, other in itertools.combinations(counts, 2):
        if max(numbers[one]) > 3 and max(numbers[other]) > 3 and _fit(numbers[one], numbers[other]):
            found |= {one, other}
    return [field for field in values if field in found]


def _fit(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two numbers never share a bit, or one of them never has a bit that the other lacks; and both have several."""
    if not all(any(value.bit_count() > 1 for value in part) for part in (one, other)):
        return False
    pairs = list(zip(one, other, strict=True))
    apart = all(a & b == 0 for a, b in pairs)
    return apart or all(a & b == a for a, b in pairs) or all(a & b == b for a, b in pairs)


def _is_board(held: list[Any]) -> bool:
    """Whether a field is a tuple that holds a board: many cells with few values."""
    if not isinstance(held[0], tuple) or len(held[0]) < BOARD_CELLS:
        return False
    cells = set(itertools.chain.from_iterable(held))
    return 1 < len(cells) <= BOARD_VALUES and not any(isinstance(cell, Board) for cell in cells)


def _side(games: list[RandomGame], values: dict[str, list[Any]]) -> tuple[str, int]:
    """The field of 0 and 1 that always tells the side to move; and its value for the first player."""
    movers = [mover for one in games for mover in one.movers]
    for field, held in values.items():
        if isinstance(held[0], (tuple, Board)) or set(held) != {0, 1}:
            continue
        pairs = {(mover, int(value)) for mover, value in zip(movers, held, strict=True) if mover >= 0}
        if len(pairs) == 2 and len({mover for mover, _ in pairs}) == 2:
            return field, next(value for mover, value in pairs if mover == 0)
    return NOBODY, 0


def _side_of_several(game: Game, games: list[RandomGame], values: dict[str, list[Any]]) -> tuple[str, int]:
    """The field that names the player to move, counted from 0; without one, the rules are called."""
    movers = [mover for one in games for mover in one.movers]
    for field, held in values.items():
        if isinstance(held[0], (tuple, Board)) or set(held) != set(range(game.players)):
            continue
        if all(mover in (CHANCE, value) for mover, value in zip(movers, held, strict=True)):
            return field, 0
    return (MOVER if says(game, "to_move") else NOBODY), 0


def _as_seen(reading: StateReading, games: list[RandomGame]) -> list[list[tuple[int, tuple[int, ...]]]]:
    """Of each state of each game: who is to move, and the symbols."""
    return [
        [(mover, reading.symbols_in(state)) for mover, state in zip(one.movers, one.states, strict=True)]
        for one in games[:FEW_GAMES]
    ]


def turns_with_mover(games: list[list[tuple[int, tuple[int, ...]]]]) -> bool:
    """Whether states are seen by the side to move: then most pieces that stay in place change their symbol.

    `games`: the player to move and the symbols of each state.
    """
    stay = turn = 0
    for seen in games:
        for (side, before), (other, after) in itertools.pairwise(seen):
            if side != other and CHANCE not in (side, other):
                pairs = [(a, b) for a, b in zip(before, after, strict=True) if a and b]
                stay += sum(a == b for a, b in pairs)
                turn += sum(a != b for a, b in pairs)
    return turn > stay


def _read_board(
    name: str,
    games: list[RandomGame],
    states: list[Any],
    planes: list[str],
    boards: list[str],
    values: dict[str, list[Any]],
    side: str,
    mark: int,
    several: bool,
) -> BoardReading:
    features = _features(planes, values, bool(boards))
    for field in boards:
        cells = Counter(itertools.chain.from_iterable(values[field]))
        if len(values[field][0]) > MOST_SQUARES:
            raise LearningError(f"{name} has a board of {len(values[field][0])} squares, and {MOST_SQUARES} can be read")
        empty = cells.most_common(1)[0][0]
        size = -(-len(values[field][0]) // WORD)
        features += [Feature(field, value, size) for value in sorted(cells) if value != empty]
    words = [[feature.word(state) for feature in features] for state in states]
    used = 0
    for row in words:
        for word in row:
            used |= word
    squares = tuple(square for square in range(MOST_SQUARES) if used >> square & 1)
    if not squares:
        raise LearningError(f"the states of {name} are all alike: there is nothing to learn")
    symbols = Counter(tuple(word >> square & 1 for word in row) for row in words for square in squares)
    total = sum(count for bits, count in symbols.items() if any(bits))
    often = [bits for bits, count in symbols.most_common() if any(bits) and count >= RARE * total]
    taken = [_united(row) for row in words]
    parity = _parity(games, taken) if side == NOBODY and not several else None
    if parity is not None:
        side, mark = PARITY, parity
    return BoardReading(side, mark, tuple(features), squares, tuple(often), _landing(games, taken, squares))


def _features(planes: list[str], values: dict[str, list[Any]], has_boards: bool) -> list[Feature]:
    """A bit for each plane; planes about other squares continue the first plane beyond its squares."""
    features = [Feature(field, words=getattr(type(values[field][0]), "capacity", WORD) // WORD) for field in planes]
    groups = _groups({field: [int(_plain(value)) for value in values[field]] for field in planes})
    if len(groups) != 2 or has_boards or len(groups[1]) > len(groups[0]):
        return features
    size = max(max(int(_plain(value)) for value in values[field]).bit_length() for field in groups[0])
    more = max(max(int(_plain(value)) for value in values[field]).bit_length() for field in groups[1])
    if size + more > MOST_SQUARES or any(feature.words * WORD < more for feature in features if feature.field in groups[1]):
        return features
    beyond = dict(zip((field for field in planes if field in groups[0]), groups[1], strict=False))
    return [
        JoinedFeature(one.field, words=-(-(size + more) // WORD), beyond=beyond[one.field], shift=size)
        if one.field in beyond
        else one
        for one in features
        if one.field in groups[0]
    ]


def _groups(numbers: dict[str, list[int]]) -> list[list[str]]:
    """Planes grouped by squares: each shares none with the planes before it in its group, or lies within them.

    The fullest come first, for the kind of a piece (a king, a joined chain) adds to its owner.
    """
    groups: list[tuple[list[str], list[int]]] = []
    for field in sorted(numbers, key=lambda field: -sum(map(int.bit_count, numbers[field]))):
        for members, united in groups:
            pairs = list(zip(numbers[field], united, strict=True))
            if all(a & b == 0 for a, b in pairs) or all(a & b == a for a, b in pairs):
                members.append(field)
                united[:] = [a | b for a, b in pairs]
                break
        else:
            groups.append(([field], list(numbers[field])))
    return [[field for field in numbers if field in members] for members, _ in groups]


def _united(row: Sequence[int]) -> int:
    word = 0
    for one in row:
        word |= one
    return word


def _parity(games: list[RandomGame], taken: list[int]) -> int | None:
    """0 or 1, the taken squares being even or odd whenever the first player is to move; None where that says nothing."""
    at, seen = 0, set()
    for one in games:
        for mover in one.movers:
            seen.add((mover, taken[at].bit_count() & 1))
            at += 1
    if len(seen) != 2 or len({mover for mover, _ in seen}) != 2:
        return None
    return next(odd for mover, odd in seen if mover == 0)


def _landing(games: list[RandomGame], taken: list[int], squares: tuple[int, ...]) -> Landing | None:
    """Where each move fills a square that lies next to a taken one, or to an edge, always in one direction: what that says."""
    board = sum(1 << square for square in squares)
    filled, at = [], 0
    for one in games:
        for before, after in itertools.pairwise(taken[at : at + len(one.states)]):
            if after & ~before == 0 or (after & ~before).bit_count() > 1:
                return None
            filled.append((before, after & ~before))
        at += len(one.states)
    for step in (1, -1, *(way for width in range(2, 17) for way in (width, -width))):
        moved = board << step if step > 0 else board >> -step
        edge = board & ~moved
        if edge == 0 or edge == board:
            continue
        landing = Landing(step, edge, board)
        if all(landing.word(before) & square for before, square in filled):
            # An empty square with something empty before it must be met as well, or the direction says nothing.
            closed = sum((board & ~before & ~landing.word(before)).bit_count() for before, _ in filled)
            if closed > len(filled):
                return landing
    return None


def _read_cells(name: str, values: dict[str, list[Any]], side: str, mark: int) -> CellReading:
    cells = []
    for field, held in values.items():
        if field == side or isinstance(held[0], Board):
            continue
        columns = list(zip(*held, strict=True)) if isinstance(held[0], tuple) else [tuple(held)]
        most = [max(map(int, column)) for column in columns]
        for index, largest in enumerate(most):
            # Cells of one kind have the same symbols, so that a symmetry may exchange them.
            alike = [
                column for column, other in zip(columns, most, strict=True) if other <= 2 * largest and largest <= 2 * other
            ]
            counts = Counter(int(value) for column in alike for value in column)
            if len(counts) > 1:
                cells.append(NumberCell(field, index if isinstance(held[0], tuple) else None, _classes(counts)))
    if not cells:
        raise LearningError(f"the states of {name} are all alike: there is nothing to learn")
    if len(cells) > MOST_CELLS:
        raise LearningError(f"the states of {name} hold {len(cells)} numbers, and {MOST_CELLS} can be read")
    return CellReading(side, mark, tuple(cells))


def _classes(counts: Counter[int]) -> tuple[int, ...]:
    """The symbol of each value from 0: its own if it is common enough, else the symbol of the value below."""
    highest, total = max(counts), sum(counts.values())
    least = RARE_NUMBER * total
    while True:
        found, symbol = [0], 0
        for value in range(1, highest + 1):
            symbol += counts[value] >= least
            found.append(symbol)
        if symbol < MOST_SYMBOLS:
            return tuple(found[: found.index(symbol) + 1])
        least *= 1.5
