"""Learning on large boards, with many symbols and slow rules: it prepares in seconds, and has no more weights than it may."""

import random
from collections.abc import Iterable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from kibitz import Game, load
from kibitz.core.board import Board64, Board128
from kibitz.errors import LearningError
from kibitz.learning import choice, deviations, siblings
from kibitz.learning.choice import MOST_IN_ALL, MOST_WEIGHTS, choose_layout
from kibitz.learning.features import sample
from kibitz.learning.features.anatomy import _planes, find_anatomy
from kibitz.learning.features.geometry import Geometry
from kibitz.learning.features.sample import LONGEST, _play, sample_games
from kibitz.learning.features.symmetries import MOST_MOVES, _few
from kibitz.learning.learner import BATCH, Goal, Learner, LearningProgress
from kibitz.learning.preparation import Preparation, prepare
from kibitz.patterns.estimate import DEEPEST_PAIR, create_estimate
from kibitz.patterns.layout import Symmetry
from kibitz.patterns.reading import BoardReading, Feature, JoinedFeature, reading_from
from test_self_play import learn_some, learner_of

PREPARED = ["ultimate_tic_tac_toe", "hex:size=11", "go:size=5"]


@pytest.fixture(scope="module")
def prepared() -> dict[str, Preparation]:
    return {spec: prepare(load(spec)) for spec in PREPARED}


# Which patterns.


@pytest.mark.parametrize("spec", PREPARED)
def test_there_are_no_more_weights_than_can_be_learned(prepared: dict[str, Preparation], spec: str) -> None:
    layout = prepared[spec].layout
    seen = {symmetry.places[place] for pattern in layout.patterns for place in pattern for symmetry in layout.symmetries}
    assert seen == set(range(layout.reading.places))
    assert layout.weights <= MOST_IN_ALL
    assert all(layout.size(pattern) <= MOST_WEIGHTS for pattern in layout.patterns)


@pytest.mark.parametrize(("side", "symbols"), [(19, 2), (19, 5), (8, 17), (19, 17), (16, 60)])
@pytest.mark.parametrize("rows", [True, False])
def test_whatever_the_board_and_its_symbols_each_square_is_looked_at(side: int, symbols: int, rows: bool) -> None:
    reading, geometry = board(side, symbols, rows)
    layout = choose_layout(reading, geometry, (Symmetry.identity(reading),), (40, 80))
    assert layout.weights <= MOST_IN_ALL
    assert all(layout.size(pattern) <= MOST_WEIGHTS for pattern in layout.patterns)
    assert {place for pattern in layout.patterns for place in pattern} == set(range(reading.places))


def test_what_has_too_many_weights_square_by_square_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "MOST_IN_ALL", 100)
    reading, geometry = board(8, 2, True)
    sentence = "a board of 64 squares with 3 symbols has more weights, even square by square, than the 100 that can be learned"
    with pytest.raises(LearningError, match=sentence):
        choose_layout(reading, geometry, (Symmetry.identity(reading),), ())


def board(side: int, symbols: int, rows: bool) -> tuple[BoardReading, Geometry]:
    """A square board with so many symbols besides the empty one; without rows, each square lies beside the next."""
    squares = tuple(range(side * side))
    features = tuple(Feature(f"plane{number}", words=6) for number in range(symbols))
    bits = tuple(tuple(int(one == number) for one in range(symbols)) for number in range(symbols))
    near = {square: tuple(other for other in (square - 1, square + 1) if other in squares) for square in squares}
    spots = {square: divmod(square, side) for square in squares} if rows else {}
    return BoardReading("turn", 0, features, squares, bits), Geometry(spots, near)


# Planes that speak of other squares.


def test_won_boards_are_squares_beyond_the_marks(prepared: dict[str, Preparation]) -> None:
    reading = prepared["ultimate_tic_tac_toe"].layout.reading
    assert isinstance(reading, BoardReading)
    assert (reading.places, reading.alphabet(0)) == (90, 3)
    assert {(one.field, one.beyond, one.shift) for one in reading.features if isinstance(one, JoinedFeature)} == {
        ("mine", "my_boards", 81),
        ("theirs", "their_boards", 81),
    }
    start: Any = load("ultimate_tic_tac_toe").start()
    state = start._replace(mine=Board128(1 << 70), my_boards=Board128(1 << 8), their_boards=Board128(1))
    assert {place: symbol for place, symbol in enumerate(reading.symbols_in(state)) if symbol} == {
        70: reading.symbols.index((1, 0)) + 1,
        81: reading.symbols.index((0, 1)) + 1,
        89: reading.symbols.index((1, 0)) + 1,
    }
    mine = reading.features[0]
    assert state._replace(**mine.fields_of(state, mine.word(state))) == state
    assert reading_from(reading.to_json()) == reading
    assert prepared["ultimate_tic_tac_toe"].unread == ("target",)


def test_the_small_boards_are_rows_and_the_won_ones_are_the_last(prepared: dict[str, Preparation]) -> None:
    geometry = prepared["ultimate_tic_tac_toe"].geometry
    assert geometry is not None
    assert (geometry.rows, geometry.columns) == (10, 9)
    patterns = prepared["ultimate_tic_tac_toe"].layout.patterns
    assert {tuple(range(9 * row, 9 * row + 9)) for row in range(10)} <= set(patterns)


@pytest.mark.parametrize("spec", ["checkers", "go:size=5", "hex:size=4", "othello:size=4"])
def test_what_a_piece_is_is_said_where_it_stands(spec: str) -> None:
    game = load(spec)
    reading = find_anatomy(game, sample_games(game)).reading
    assert isinstance(reading, BoardReading)
    assert not any(isinstance(one, JoinedFeature) for one in reading.features)


def test_a_small_number_beside_boards_is_no_board() -> None:
    """Quiet moves of chess, which share no bit with the square that a pawn has passed."""
    boards = [Board64(0), Board64(3 << 40), Board64(1 << 41)]
    assert _planes({"passed": boards, "quiet": [0, 1, 7]}) == ["passed"]


# Games at random, and symmetries.


def test_where_positions_must_not_come_back_a_game_at_random_plays_each_move_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = load("go:size=4")
    play, count = type(game).play, [0]

    def counted(self: Any, state: Any, move: int) -> Any:
        count[0] += 1
        return play(self, state, move)

    monkeypatch.setattr(type(game), "play", counted)
    plies = 0
    for seed in range(10):
        one = _play(game, random.Random(seed))
        plies += len(one.states)
        stones = [(state.mine, state.theirs)[:: 1 - 2 * state.turn] for state in one.states]
        placed = [after for before, after in pairwise(stones) if before != after]
        assert len(placed) == len(set(placed))
    assert count[0] < 2 * plies  # all moves of each position: six times as many


def test_games_on_large_boards_may_last_longer() -> None:
    one = _play(load("go:size=19"), random.Random(0))
    assert one.ended
    assert len(one.states) > LONGEST


class Long(Game):
    """Two moves at the start, then a thousand, of which one ends the game in a draw."""

    class State(NamedTuple):
        """Moves made, and whether it is over."""

        made: int
        ended: bool

    def start(self) -> State:
        return self.State(0, False)

    def moves(self, state: State) -> Iterable[int]:
        return range(1000 if state.made else 2)

    def play(self, state: State, move: int) -> State:
        return self.State(state.made + 1, move == 999)

    def is_over(self, state: State) -> bool:
        return state.ended

    def result(self, state: State) -> int:
        return 0


def test_games_that_come_to_no_end_are_not_counted_among_those_that_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "GAMES", 10)
    games = sample_games(Long())
    ended = sum(one.ended for one in games)
    assert 0 < ended < len(games)
    sentence = f"of {len(games)} random games of Long only {ended} came to an end, and all of these ended in a draw"
    with pytest.raises(LearningError, match=sentence):
        prepare(Long())


def test_what_was_before_hides_no_symmetry(prepared: dict[str, Preparation]) -> None:
    """Moves that are forbidden because of it are allowed in a state's image."""
    assert len(prepared["go:size=5"].layout.symmetries) == 8


def test_where_moves_are_many_fewer_positions_are_tried() -> None:
    states = [Long.State(1, False)] * 40
    assert len(_few(Long(), states)) == MOST_MOVES // 1000
    assert _few(Long(), [Long.State(0, False)] * 40) == [Long.State(0, False)] * 40


# What successors have in common.


@pytest.mark.parametrize("spec", ["tic_tac_toe", "go:size=3", "dots_and_boxes:width=2,height=1", "breakthrough:size=4"])
@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.compiled)])
def test_sums_by_what_differs_are_sums(spec: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    preparation = prepare(load(spec))
    whole, positions = learn_some(preparation, 3, plain)
    monkeypatch.setattr(siblings, "MANY", 0)
    changed, also = learn_some(preparation, 3, plain)
    assert siblings.lists_of(preparation.layout)
    assert positions == also > 0
    assert any(whole)
    assert changed == pytest.approx(whole, abs=1e-4)


def test_few_patterns_are_added_up_one_by_one(prepared: dict[str, Preparation]) -> None:
    assert prepared["go:size=5"].layout.instances <= siblings.MANY < prepared["hex:size=11"].layout.instances
    assert not siblings.lists_of(prepared["go:size=5"].layout)
    assert siblings.lists_of(prepared["hex:size=11"].layout)
    assert not siblings.lists_of(prepare(load("nim:heaps=3-4-5")).layout)


@pytest.mark.compiled
def test_what_is_learned_so_beats_what_it_knew_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(siblings, "MANY", 0)
    learner = learner_of("connect_four:width=5,height=4", 200)
    assert all(memory.siblings for memory in learner._memories)
    before = learner.arrays[0].copy()
    learner.run(Goal(games=20_000), nothing)
    assert learner.compare(before, 100, seed=3) > 0.55


def nothing(progress: LearningProgress) -> None:
    """Hears how far it is."""


# Time.


@pytest.mark.compiled
@pytest.mark.parametrize(("slow", "most"), [(True, 1), (False, BATCH)])
def test_slow_games_are_played_one_by_one(slow: bool, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = Learner(prepare(load("tic_tac_toe")))
    asked, clock = list[int](), [0.0]

    def play(fields: Any, games: int, memory: Any, *words: Any) -> None:
        asked.append(games)
        clock[0] += 0.5 * games if slow else 0.0
        memory.games += games

    monkeypatch.setattr(learner, "_learn", play)
    monkeypatch.setattr(
        "kibitz.learning.learner.time", SimpleNamespace(perf_counter=lambda: clock[0], sleep=lambda seconds: None)
    )
    learner.run(Goal(games=60), nothing)
    assert sum(asked) == 60
    assert max(asked) == most


def test_large_estimates_are_searched_less_for_their_margins(
    prepared: dict[str, Preparation], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = []

    def search(position: Any, limit: Any, **rest: Any) -> list[Any]:
        limits.append(limit.nodes)
        return []

    monkeypatch.setattr(deviations, "begin", search)
    for spec in ("go:size=5", "hex:size=11"):
        preparation = prepared[spec]
        none = np.zeros(preparation.layout.weights, np.int16)
        estimate = create_estimate(preparation.game, preparation.layout, none, "", 1.0, deviations=[0.0] * (DEEPEST_PAIR + 1))
        deviations._values(estimate, SimpleNamespace())  # type: ignore[arg-type]  # nobody looks at the position
    assert limits == [100_000, 100_000 * 160 // 204]
