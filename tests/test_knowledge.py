"""What the package's knowledge claims of its games, found by being there, and tested against the plainest minimax."""

import itertools
import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.best_result import best_result
from kibitz.core.registry import knowledge_of, load, names
from kibitz.core.rules import Game, Knowledge, at_chance, says
from kibitz.games.connect_four import ConnectFour
from kibitz.games.kalah import Kalah
from kibitz.games.othello import Othello
from kibitz.games.tic_tac_toe import TicTacToe
from reference import late_state, solve, walk
from runs import examples

VARIANTS = [
    "tic_tac_toe:width=4,height=3,line=3",
    "tic_tac_toe:width=5,height=5,line=4",
    "tic_tac_toe:width=1,height=4,line=2",
    "connect_four:width=4,height=4,line=3",
    "connect_four:width=8,height=7",
    "connect_four:width=2,height=31,line=3",
    "connect_four:width=5,height=3,line=5",
    "othello:size=4",
    "othello:size=6",
    "kalah:pits=2,seeds=9",
    "breakthrough:size=4",
    "breakthrough:size=5",
]
SPECS = [*names("knowledge"), *VARIANTS]
seeds, plies = st.integers(0, 2**32), st.integers(0, 60)


def wise(game: Game) -> Knowledge:
    knowledge = knowledge_of(game)
    assert knowledge is not None
    return knowledge


def that_say(method: str) -> list[str]:
    return [spec for spec in SPECS if says(wise(load(spec)), method)]


def test_every_knowledge_belongs_to_a_game_and_says_something() -> None:
    methods = ("evaluate", "estimates", "priority", "bounds", "candidates", "key", "symmetries")
    for name in names("knowledge"):
        assert any(says(wise(load(name)), method) for method in methods), name
    for name in ("nim", "tree"):  # which would be given away
        assert knowledge_of(load(name)) is None


@pytest.mark.parametrize("spec", SPECS)
@given(seeds, plies)
def test_an_estimate_never_looks_like_a_sure_win_and_every_legal_move_has_a_priority(spec: str, seed: int, depth: int) -> None:
    game = load(spec)
    knowledge, state = wise(game), walk(game, seed, depth)
    if says(knowledge, "evaluate"):
        estimate = knowledge.evaluate(state)
        assert isinstance(estimate, float)
        assert math.isfinite(estimate)
        assert best_result(game) != 1 or -1 < estimate < 1
    for move in game.moves(state) if says(knowledge, "priority") and not at_chance(game, state) else ():
        priority = knowledge.priority(state, move)
        assert isinstance(priority, int)
        assert abs(priority) < 1 << 20  # more would run over the room that a search has for it


@pytest.mark.untraced
@pytest.mark.parametrize("spec", that_say("key"))
def test_a_key_tells_all_states_apart(spec: str) -> None:
    """Among all states of the first plies, and of a few thousand games to their ends."""
    game = load(spec)
    knowledge, layer = wise(game), {game.start()}
    states: set[Any] = set()
    while layer and len(states) + len(layer) < 40_000:
        states |= layer
        layer = {game.play(state, move) for state in layer if not game.is_over(state) for move in game.moves(state)}
    chance = random.Random(1)
    for _ in range(500):
        state = game.start()
        while not game.is_over(state):
            state = game.play(state, chance.choice(list(game.moves(state))))
            states.add(state)
    keys = {knowledge.key(state) for state in states}
    assert len(keys) == len(states)
    assert min(keys) >= 0
    assert max(keys) < 2**63


def orbit(knowledge: Knowledge, state: Any) -> frozenset[Any]:
    return frozenset([state, *knowledge.symmetries(state)])


@pytest.mark.untraced
@pytest.mark.parametrize("spec", that_say("symmetries"))
@given(seeds, plies)
def test_symmetric_states_are_the_same_game(spec: str, seed: int, depth: int) -> None:
    """They mirror each other, end alike, are estimated alike, and lead to states that mirror each other again."""
    game = load(spec)
    knowledge, state = wise(game), walk(game, seed, depth)
    after = {orbit(knowledge, game.play(state, move)) for move in game.moves(state)}
    for image in knowledge.symmetries(state):
        assert orbit(knowledge, image) == orbit(knowledge, state)
        assert not game.is_over(image)
        assert {orbit(knowledge, game.play(image, move)) for move in game.moves(image)} == after
        assert knowledge.evaluate(image) == pytest.approx(knowledge.evaluate(state))
    for child in itertools.chain.from_iterable(after):
        twins = orbit(knowledge, child)
        assert len({game.is_over(twin) for twin in twins}) == 1
        assert not game.is_over(child) or len({game.result(twin) for twin in twins}) == 1


@pytest.mark.compiled
@pytest.mark.parametrize("spec", that_say("symmetries"))
def test_symmetries_keep_the_value(spec: str) -> None:
    game = load(spec)
    for seed in range(6):
        state = late_state(game, seed)
        assert {solve(game, image) for image in wise(game).symmetries(state)} == {solve(game, state)}


def test_tic_tac_toe_has_765_positions_up_to_symmetry() -> None:
    game, layer, seen, different = TicTacToe(), {TicTacToe().start()}, set[Any](), 0
    while layer:
        for state in layer - seen:
            if state not in seen:
                different += 1
                seen |= orbit(wise(game), state)
        layer = {game.play(state, move) for state in layer if not game.is_over(state) for move in game.moves(state)}
    assert (different, len(seen)) == (765, 5478)


def test_a_full_word_of_squares_turns_and_mirrors_without_loss() -> None:
    game = TicTacToe(8, 8, 5)
    for seed in range(5):
        state = walk(game, seed, 20)
        assert len(orbit(wise(game), state)) == 8
        for image in wise(game).symmetries(state):
            assert (len(image.mine), len(image.theirs)) == (len(state.mine), len(state.theirs))
            assert orbit(wise(game), image) == orbit(wise(game), state)


@given(seeds, plies)
def test_what_is_good_for_one_side_is_bad_for_the_other(seed: int, depth: int) -> None:
    for game in (TicTacToe(5, 5, 4), Othello(), Kalah()):
        state = walk(game, seed, depth)
        swapped = state._replace(mine=state.theirs, theirs=state.mine)
        assert wise(game).evaluate(swapped) == pytest.approx(-wise(game).evaluate(state))


def position(game: Game, *names_of_moves: str) -> Any:
    """The state after these moves."""
    state = game.start()
    for wanted in names_of_moves:
        state = game.play(state, next(move for move in game.moves(state) if game.move_name(state, move) == wanted))
    return state


def first_tried(game: Game, state: Any) -> str:
    return game.move_name(state, max(game.moves(state), key=lambda move: wise(game).priority(state, move)))


def test_what_is_tried_first() -> None:
    for game, moves, expected in (
        (ConnectFour(), "", "4"),
        (ConnectFour(), "17171", "1"),  # stop the other side's column
        (ConnectFour(), "171717", "1"),  # complete one's own
        (Kalah(), "", "3"),  # for an extra turn: four seeds from the third pit end in the store
    ):
        assert first_tried(game, position(game, *moves)) == expected, (game, moves)


def test_connect_four_sees_threats_in_every_direction() -> None:
    game = ConnectFour()
    knowledge: Any = wise(game)
    row = position(game, "2", "2", "3", "3", "4")  # X on the ground in columns 2 to 4: 1 and 5 complete the line
    theirs = row.discs ^ row.mine
    assert knowledge.completing(theirs) == game.bottom(0) | game.bottom(4)
    rising = sum(game.bottom(column) << column for column in (0, 1, 3))
    assert knowledge.completing(rising) == game.bottom(2) << 2
    falling = sum(game.bottom(column) << 3 - column for column in (0, 2, 3))
    assert knowledge.completing(falling) == game.bottom(1) << 2
    assert knowledge.completing(0b111) == 0b1000


@settings(max_examples=examples(200))
@given(st.sampled_from([(7, 6, 4), (8, 7, 4), (4, 15, 5), (5, 5, 3), (6, 3, 4), (3, 6, 2)]), st.integers(0, 2**63 - 1))
def test_connect_four_threats_are_what_one_more_disc_completes(shape: tuple[int, int, int], bits: int) -> None:
    game = ConnectFour(*shape)
    knowledge: Any = wise(game)
    discs = bits & bits >> 1 & game.full()
    if not game.has_line(discs):
        empty = [1 << square for square in range(64) if game.full() & ~discs & 1 << square]
        assert knowledge.completing(discs) == sum(place for place in empty if game.has_line(discs | place))


def test_connect_four_mirrors_columns() -> None:
    game = ConnectFour()
    assert list(wise(game).symmetries(position(game, "1", "1", "3"))) == [position(game, "7", "7", "5")]


def test_othello_takes_the_corner_first() -> None:
    game = Othello()
    seen = 0
    for seed in range(40):
        state = walk(game, seed, 30)
        moves = {game.move_name(state, move) for move in game.moves(state)}
        if moves & {"a1", "a8", "h1", "h8"}:
            seen += 1
            assert first_tried(game, state) in {"a1", "a8", "h1", "h8"}
    assert seen > 5
