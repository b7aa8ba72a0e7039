"""How a policy sees a game: neighbours of places, and how the board of the next player differs from that of this one."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kibitz.core.rules import Game, is_over, mover_of, offered, payoffs_of, play_move, start_of
from kibitz.errors import LearningError
from kibitz.learning.features.geometry import Geometry
from kibitz.learning.features.sample import RandomGame
from kibitz.learning.features.symmetries import exchanges_of, group_of, turns_of_board
from kibitz.patterns.layout import Symmetry
from kibitz.patterns.likelihood import MOST_PLACES, MOST_SYMBOLS, REACH, WAYS
from kibitz.patterns.policy import PolicyLayout
from kibitz.patterns.reading import BoardReading, CellReading, StateReading

REPLAYED = 4  # games
GAMES, PLIES = 12, 600  # that tell how the views of players differ
STRIDE, MOST_MOVES = 5, 4 * MOST_PLACES  # of the plies of these games, of which all moves are looked at; numbers of moves
View = tuple[tuple[int, ...], tuple[int, ...]]  # what each symbol is, and where each place lies, for the next player


def find_policy_layout(
    game: Game, reading: StateReading, geometry: Geometry | None, symmetries: tuple[Symmetry, ...], games: list[RandomGame]
) -> PolicyLayout:
    """The layout for a game. LearningError for a board with too many places or symbols."""
    if isinstance(reading, BoardReading):
        plain = _without_derived(reading, games)
        if plain is not reading:
            found = [*_projected(symmetries, reading, plain), *_replayed(game, plain, geometry, games)]
            reading, symmetries = plain, group_of(found, Symmetry.identity(plain))
    alphabet = reading.alphabet(0) if isinstance(reading, BoardReading) else MOST_SYMBOLS
    if alphabet > MOST_SYMBOLS or reading.places > MOST_PLACES:
        raise LearningError(
            f"a board of {reading.places} squares with {alphabet} symbols is too large for a policy: it takes {MOST_PLACES} "
            f"squares and {MOST_SYMBOLS} symbols"
        )
    near: tuple[tuple[int, ...], ...] = ()
    if isinstance(reading, BoardReading) and geometry is not None:
        near = tuple(_around(place, geometry) for place in range(reading.places))
    symbols, places = _next_view(reading, geometry, alphabet, games)
    relative = (symbols, places) != _same(alphabet, reading.places)
    kept = tuple(one for one in symmetries if not near or ways_of(one, near) is not None)
    layout = PolicyLayout(reading, near, symbols, places, relative, kept)
    return replace(layout, drops=_drops_of(game, layout, games))


def _drops_of(game: Game, layout: PolicyLayout, games: list[RandomGame]) -> tuple[int, ...]:
    """The place that each move fills, by its number, -1 for a move that fills none; empty unless each place has one move."""
    reading = layout.reading
    if not isinstance(reading, BoardReading) or reading.landing is not None or game.players != 2 or not layout.has_codes:
        return ()
    found: dict[int, int] = {}
    for one in games[:GAMES]:
        for state, mover in itertools.islice(zip(one.states, one.movers, strict=True), 0, None, STRIDE):
            if mover < 0 or is_over(game, state):
                continue
            before = symbols_of(reading, state)
            for move in offered(game, state):
                after = play_move(game, state, move)
                filled = [place for place, symbol in enumerate(symbols_of(reading, after)) if symbol and not before[place]]
                place = filled[0] if len(filled) == 1 else -1
                if len(filled) > 1 or found.setdefault(move, place) != place:
                    return ()
    places = [place for place in found.values() if place >= 0]
    if not places or len(set(places)) < len(places) or max(found) >= MOST_MOVES:
        return ()
    return tuple(found.get(move, -1) for move in range(max(found) + 1))


def _without_derived(reading: BoardReading, games: list[RandomGame]) -> BoardReading:
    """The reading without planes that follow from others: they lie within one, and change where no other plane does.

    Such are the chains that are joined to an edge: one move changes many of them.
    """
    every = range(len(reading.features))
    words = [[[feature.word(state) for feature in reading.features] for state in one.states] for one in games[:GAMES]]
    inner = {
        number
        for number in every
        for other in every
        if other != number and all(row[number] & ~row[other] == 0 for rows in words for row in rows)
    }
    outer = [number for number in every if number not in inner]
    strays = Counter[int]()
    for rows in words:
        for before, after in itertools.pairwise(rows):
            moved = 0
            for number in outer:
                moved |= before[number] ^ after[number]
            strays.update(number for number in inner if (before[number] ^ after[number]) & ~moved)
    kept = tuple(number for number in every if number not in strays)
    if not strays:
        return reading
    features = tuple(reading.features[number] for number in kept)
    symbols = dict.fromkeys(tuple(bits[number] for number in kept) for bits in reading.symbols)
    return replace(reading, features=features, symbols=tuple(one for one in symbols if any(one)))


def _projected(symmetries: Iterable[Symmetry], whole: BoardReading, plain: BoardReading) -> Iterator[Symmetry]:
    """The symmetries of a reading for one with fewer of its planes."""
    kept = [whole.features.index(feature) for feature in plain.features]

    def symbol(number: int) -> int:
        bits = tuple(whole.symbols[number - 1][at] for at in kept) if number else (0,) * len(kept)
        return 1 + plain.symbols.index(bits) if bits in plain.symbols else 0

    for one in symmetries:
        images: dict[int, set[int]] = {}
        for number in range(1 + len(whole.symbols)):
            images.setdefault(symbol(number), set()).add(symbol(one.symbols[number]))
        if all(len(there) == 1 for there in images.values()):
            symbols = [min(images[number]) for number in sorted(images)]
            landing = [len(symbols)] if plain.landing is not None else []
            yield Symmetry(one.places, (*symbols, *landing), one.changes_side)


def _replayed(game: Game, reading: BoardReading, geometry: Geometry | None, games: list[RandomGame]) -> Iterator[Symmetry]:
    """The turns of the board by which whole games stay games, with the same ends: where a move is the number of its square."""
    played = [found for found in (_moves_of(game, one) for one in games[:REPLAYED] if one.ended) if found]
    place_of = {square: place for place, square in enumerate(reading.squares)}
    if not played or any(move not in place_of for moves in played for move in moves):
        return
    for places in turns_of_board(reading, geometry):
        images = ([reading.squares[places[place_of[move]]] for move in moves] for moves in played)
        if all(_is_game(game, moves, one.states[-1]) for moves, one in zip(images, games, strict=False)):
            yield Symmetry(places, tuple(range(reading.alphabet(0))))


def _moves_of(game: Game, one: RandomGame) -> list[int]:
    """The moves of a game; none if one of them is not found."""
    found = []
    for state, after in itertools.pairwise(one.states):
        move = next((move for move in offered(game, state) if play_move(game, state, move) == after), None)
        if move is None:
            return []
        found.append(move)
    return found


def _is_game(game: Game, moves: Sequence[int], end: Any) -> bool:
    """Whether these moves are a game that ends as another one ended."""
    state = start_of(game)
    for move in moves:
        if is_over(game, state) or move not in game.moves(state):
            return False
        state = play_move(game, state, move)
    if not is_over(game, state):
        return False
    last = mover_of(game, state, len(moves))
    return payoffs_of(game, state, last) == payoffs_of(game, end, last)


def _same(alphabet: int, places: int) -> View:
    return tuple(range(alphabet)), tuple(range(places))


def _around(place: int, geometry: Geometry) -> tuple[int, ...]:
    """The places in each of the eight ways; without rows only the neighbours, in any order."""
    if not geometry.spots:
        others = (*geometry.near[place], *[-1] * len(WAYS))[: len(WAYS)]
        return tuple(one for other in others for one in (other, *[-1] * (REACH - 1)))
    at = {spot: other for other, spot in geometry.spots.items()}
    row, column = geometry.spots[place]
    return tuple(at.get((row + step * down, column + step * right), -1) for down, right in WAYS for step in range(1, REACH + 1))


def ways_of(symmetry: Symmetry, near: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
    """The image of each way; None where that differs from place to place."""
    found = [-1] * len(WAYS)
    for place, row in enumerate(near):
        there = near[symmetry.places[place]]
        for way in range(len(WAYS)):
            other = row[way * REACH]
            if other < 0:
                continue
            goal = symmetry.places[other]
            image = next((one for one in range(len(WAYS)) if there[one * REACH] == goal), -1)
            if image < 0 or found[way] not in (-1, image):
                return None
            found[way] = image
    rest = iter(sorted(set(range(len(WAYS))) - set(found)))
    filled = tuple(one if one >= 0 else next(rest) for one in found)
    return filled if sorted(filled) == list(range(len(WAYS))) else None


def _next_view(reading: StateReading, geometry: Geometry | None, alphabet: int, games: list[RandomGame]) -> View:
    """The view in which the boards before and after a move are most alike, where the player changes."""
    pairs = list(itertools.islice(_changes(reading, games), PLIES))
    if not pairs:
        return _same(alphabet, reading.places)
    best, fewest = _same(alphabet, reading.places), float("inf")
    for symbols, places in _views(reading, geometry, alphabet):
        differing = sum(symbols[after[places[place]]] != one for before, after in pairs for place, one in enumerate(before))
        if differing < fewest:
            best, fewest = (symbols, places), differing
    return best


def _changes(reading: StateReading, games: list[RandomGame]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The symbols before and after moves of a player after which another one moves."""
    for one in games[:GAMES]:
        for (state, mover), (after, later) in itertools.pairwise(zip(one.states, one.movers, strict=True)):
            if mover >= 0 and later != mover:
                yield symbols_of(reading, state), symbols_of(reading, after)


def symbols_of(reading: StateReading, state: Any) -> tuple[int, ...]:
    """The symbol on each place, as a policy sees it."""
    if isinstance(reading, BoardReading):
        return reading.symbols_in(state)
    assert isinstance(reading, CellReading)
    held = (
        getattr(state, cell.field) if cell.index is None else getattr(state, cell.field)[cell.index] for cell in reading.cells
    )
    return tuple(min(max(int(value), 0), MOST_SYMBOLS - 1) for value in held)


def _views(reading: StateReading, geometry: Geometry | None, alphabet: int) -> Iterable[View]:
    same_symbols, same_places = _same(alphabet, reading.places)
    if isinstance(reading, CellReading):
        half = reading.places // 2
        yield same_symbols, same_places
        yield same_symbols, tuple(reversed(same_places))
        yield same_symbols, (*same_places[half:], *same_places[:half])
        fields: dict[str, list[int]] = {}
        for place, cell in enumerate(reading.cells):
            fields.setdefault(cell.field, []).append(place)
        swapped = list(same_places)
        for one, other in itertools.combinations(fields.values(), 2):
            if len(one) == len(other) and swapped[one[0]] == one[0] and swapped[other[0]] == other[0]:
                for here, there in zip(one, other, strict=True):
                    swapped[here], swapped[there] = there, here
        yield same_symbols, tuple(swapped)
        return
    assert isinstance(reading, BoardReading)
    for swap in exchanges_of(len(reading.features)):
        images = [tuple(bits[feature] for feature in swap) for bits in reading.symbols]
        if all(image in reading.symbols for image in images):
            symbols = (0, *(1 + reading.symbols.index(image) for image in images))
            symbols = (*symbols, len(symbols)) if reading.landing is not None else symbols
            for places in turns_of_board(reading, geometry):
                yield symbols, places
