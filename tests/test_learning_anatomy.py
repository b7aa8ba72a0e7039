"""What learning finds out about a game by playing it at random: squares, symbols, sides, rows, symmetries, patterns."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from kibitz import Game, load
from kibitz.errors import LearningError
from kibitz.learning.choice import MOST_WEIGHTS
from kibitz.learning.features.anatomy import find_anatomy
from kibitz.learning.features.geometry import find_geometry
from kibitz.learning.features.sample import sample_games
from kibitz.learning.preparation import Preparation, prepare
from kibitz.patterns.estimate import UNIT, PatternEstimate, create_estimate, whole_weights
from kibitz.patterns.layout import FIRST, PatternLayout
from kibitz.patterns.reading import BoardReading, CellReading, reading_from

FOUND = [  # spec, places, symbols of a place at most, side, symmetries, whether where a piece may land is a symbol
    ("othello:size=4", 16, 3, "turn", 16, False),
    ("connect_four:width=5,height=4", 20, 4, "parity", 2, True),
    ("checkers", 32, 5, "turn", 2, False),
    ("breakthrough:size=5", 25, 3, "turn", 4, False),
    ("tic_tac_toe", 9, 3, "parity", 8, False),
    ("examples/hex.py", 16, 3, "turn", 4, False),
    ("examples/domineering.py:size=4", 16, 2, "upright", 8, False),
    ("nim:heaps=3-4-5", 3, 6, "", 6, False),
]


@dataclass(frozen=True)
class Cells(Game):
    """Put your mark into a free cell of a row of twelve; two of yours side by side win. The board is a tuple."""

    class State(NamedTuple):
        """The row, and whose turn it is."""

        cells: tuple[int, ...]  # 0 free, 1 the first player's, 2 the second's
        second: bool

    def start(self) -> State:
        return self.State((0,) * 12, False)

    def moves(self, state: State) -> Iterable[int]:
        return [cell for cell in range(12) if state.cells[cell] == 0]

    def play(self, state: State, move: int) -> State:
        mark = 2 if state.second else 1
        return self.State((*state.cells[:move], mark, *state.cells[move + 1 :]), not state.second)

    def is_over(self, state: State) -> bool:
        return self.has_two(state.cells) or 0 not in state.cells

    def has_two(self, cells: tuple[int, ...]) -> bool:
        return any(cells[at] == cells[at + 1] != 0 for at in range(11))

    def result(self, state: State) -> int:
        return -1 if self.has_two(state.cells) else 0


@pytest.fixture(scope="module")
def prepared() -> dict[str, Preparation]:
    return {spec: prepare(load(spec)) for spec, *_ in FOUND}


@pytest.mark.parametrize(("spec", "places", "symbols", "side", "symmetries", "landing"), FOUND)
def test_what_a_state_is_made_of(
    prepared: dict[str, Preparation], spec: str, places: int, symbols: int, side: str, symmetries: int, landing: bool
) -> None:
    layout = prepared[spec].layout
    reading = layout.reading
    assert (reading.places, max(map(reading.alphabet, range(places))), reading.side) == (places, symbols, side)
    assert len(layout.symmetries) == symmetries
    assert (isinstance(reading, BoardReading) and reading.landing is not None) == landing
    assert reading_from(reading.to_json()) == reading


@pytest.mark.parametrize("spec", [spec for spec, *_ in FOUND])
def test_symmetries_are_a_group_that_leaves_every_sum_as_it_is(prepared: dict[str, Preparation], spec: str) -> None:
    layout = prepared[spec].layout
    for one in layout.symmetries:
        for other in layout.symmetries:
            places = tuple(one.places[place] for place in other.places)
            assert any(third.places == places for third in layout.symmetries)


@pytest.mark.parametrize("spec", [spec for spec, *_ in FOUND])
def test_every_place_is_looked_at_and_no_pattern_is_too_large(prepared: dict[str, Preparation], spec: str) -> None:
    layout = prepared[spec].layout
    seen = {symmetry.places[place] for pattern in layout.patterns for place in pattern for symmetry in layout.symmetries}
    assert seen == set(range(layout.reading.places))
    assert all(layout.size(pattern) <= MOST_WEIGHTS for pattern in layout.patterns)
    assert layout.weights == FIRST + sum(map(layout.size, layout.patterns)) * layout.blocks * layout.stages


def test_the_first_player_is_side_0() -> None:
    game = load("examples/domineering.py:size=4")
    reading = find_anatomy(game, sample_games(game)).reading
    state = game.start()
    assert reading.side_to_move(state) == 0
    assert reading.side_to_move(game.play(state, next(iter(game.moves(state))))) == 1


def test_a_board_may_be_a_tuple() -> None:
    game = Cells()
    anatomy = find_anatomy(game, sample_games(game))
    assert isinstance(anatomy.reading, BoardReading)
    assert anatomy.reading.places == 12
    assert anatomy.reading.alphabet(0) == 3
    assert anatomy.reading.symbols_in(game.play(game.start(), 5))[5] != 0


def test_numbers_are_read_one_by_one_and_rare_ones_together() -> None:
    game = load("kalah")
    reading = find_anatomy(game, sample_games(game)).reading
    assert isinstance(reading, CellReading)
    assert [cell.field for cell in reading.cells].count("mine") == 7
    assert reading.cells[0].symbols == reading.cells[1].symbols != reading.cells[6].symbols  # the last is the store


def test_a_counter_is_no_board_and_said_to_be_left_out() -> None:
    game = load("checkers")
    assert find_anatomy(game, sample_games(game)).unread == ("quiet",)


def test_checkers_has_slanting_rows() -> None:
    game = load("checkers")
    games = sample_games(game)
    reading = find_anatomy(game, games).reading
    assert isinstance(reading, BoardReading)
    geometry = find_geometry(reading, games)
    assert not geometry.is_full
    assert len(geometry.spots) == 32


@pytest.mark.parametrize("spec", [*(spec for spec, *_ in FOUND), "kalah:pits=3,seeds=2", "einstein", "ultimate_tic_tac_toe"])
def test_an_estimate_is_the_sum_that_its_patterns_say(spec: str) -> None:
    """Plan, maps and picked bits against a naive sum over patterns and symmetries; and symmetric states are worth the same."""
    game = load(spec)
    layout = prepare(game).layout
    weights = np.random.default_rng(1).normal(0, 0.2, layout.weights)
    layout.average(weights)
    whole = whole_weights(weights)
    estimate = create_estimate(game, layout, whole, "", 1.0)
    assert isinstance(estimate, PatternEstimate)
    for one in sample_games(game)[:6]:
        for state in one.states:
            if game.is_over(state):
                continue
            total = _naive_total(layout, whole, state) / UNIT
            assert estimate.for_mover(state) == pytest.approx(total / (1 + total * total) ** 0.5)


def _naive_total(layout: PatternLayout, weights: Any, state: Any) -> int:
    reading = layout.reading
    symbols, side, count = reading.symbols_in(state), reading.side_to_move(state), reading.taken(state)
    block = layout.starts[-1] * (sum(count >= cut for cut in layout.cuts) * layout.blocks + (side if layout.blocks == 2 else 0))
    total, seen = 0, set()
    for symmetry in layout.symmetries:
        if symmetry.changes_side != (side == 1 and layout.turns_side):
            continue
        image = [0] * reading.places
        for place, symbol in enumerate(symbols):
            image[symmetry.places[place]] = symmetry.symbols[symbol]
        for number, pattern in enumerate(layout.patterns):
            cells = frozenset(symmetry.places.index(place) for place in pattern)
            if (number, cells, symmetry.symbols) in seen:
                continue
            seen.add((number, cells, symmetry.symbols))
            index, stride = 0, 1
            for place in pattern:
                index, stride = index + image[place] * stride, stride * reading.alphabet(place)
            total += int(weights[FIRST + block + layout.starts[number] + index])
    return total


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("openspiel:tic_tac_toe", "does not compile"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(LearningError, match=sentence):
        prepare(load(spec))
