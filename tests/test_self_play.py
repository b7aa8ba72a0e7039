"""The kernel that learns: plain and compiled alike, the same again with a seed, and stronger by what it learned."""

from typing import Any

import numpy as np
import pytest

from kibitz import Limit, Position, load, think
from kibitz.core.rules import start_of
from kibitz.kernel import machine_of
from kibitz.learning import self_play
from kibitz.learning.learner import PATH, Goal, Learner, LearningProgress
from kibitz.learning.preparation import Preparation, prepare
from kibitz.learning.siblings import prepare_siblings, sibling_words
from kibitz.patterns.estimate import create_estimate
from kibitz.search.monte_carlo.game_path import PATH_WORDS
from reference import solver

pytestmark = pytest.mark.compiled


def learn_some(preparation: Preparation, games: int, plain: bool) -> tuple[list[float], int]:
    """The weights after so many games, and the positions learned from."""
    layout, game = preparation.layout, preparation.game
    estimate = create_estimate(game, layout, np.zeros(2, np.int16), "", preparation.most)
    machine = machine_of(game, estimate, plain=plain)
    shared = [machine.words(words) for words in (1 + (layout.weights + 1) // 2, layout.weights)]
    records = self_play.learner_words(preparation.longest, layout.instances)
    memory = machine.words(records + sibling_words(layout))
    prepare_siblings(layout, memory, records)
    memory.instances, memory.backup, memory.opening = layout.instances, 1, 3
    memory.longest, memory.largest = preparation.longest, preparation.most
    memory.chance, memory.trace, memory.rate = 0.2, 0.7, 1.0
    memory.dice, memory.enough = 11, 10**9
    path = machine.words(PATH + PATH_WORDS)
    path.path_at = PATH
    machine.ready(self_play.learn)(machine.arguments(start_of(game)), games, memory, *shared, path)
    if plain:
        pairs = [word or (0.0, 0.0) for word in shared[0][1:]]
        weights = [half for pair in pairs for half in pair]
    else:
        weights = shared[0].array.view(np.float32)[2:].tolist()
    return weights[: layout.weights - 2], int(memory.plies)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "kalah:pits=2,seeds=2", "pig", "go:size=3", "morris:men=3"])
def test_compiled_it_learns_what_it_learns_plain(spec: str) -> None:
    """Floats of 32 bits against those of Python, so not to the last digit; a few games, so that no move is another one."""
    preparation = prepare(load(spec))
    here, positions = learn_some(preparation, 2, plain=True)
    there, also = learn_some(preparation, 2, plain=False)
    assert positions == also > 0
    assert any(here)
    assert there == pytest.approx(here, abs=1e-4)


def learner_of(spec: str, games: int, seed: int = 1) -> Learner:
    """What one thread has learned after so many games."""
    learner = Learner(prepare(load(spec)), 1, seed)
    learner.run(Goal(games=games), _nothing)
    return learner


def _nothing(progress: LearningProgress) -> None:
    """Hears how far it is."""


def test_with_one_thread_and_a_seed_all_repeats() -> None:
    first, again, other = (learner_of("tic_tac_toe", 500, seed).whole_weights() for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_what_it_learned_beats_what_it_knew_before() -> None:
    spec = "connect_four:width=5,height=4"
    learner = learner_of(spec, 200)
    before = learner.arrays[0].copy()
    learner.run(Goal(games=20_000), _nothing)
    assert learner.compare(before, 100, seed=3) > 0.55


def test_tic_tac_toe_is_learned_so_well_that_one_ply_holds_the_draw() -> None:
    """Against every reply of a perfect player from the start, whoever begins: nothing is lost."""
    learner = learner_of("tic_tac_toe", 60_000)
    preparation = learner.preparation
    estimate = create_estimate(preparation.game, preparation.layout, learner.whole_weights(), "", preparation.most)
    for side in (0, 1):
        position = Position.after(preparation.game, [])
        while not position.is_over:
            position = position.play(_choice(position, estimate if position.to_move == side else None))
        assert position.payoffs == (0, 0)


def test_points_on_the_way_are_learned_too() -> None:
    """Of all positions of a small board the estimate says what is still to come."""
    learner = learner_of("dots_and_boxes:width=2,height=1", 20_000)
    preparation = learner.preparation
    game, value = preparation.game, solver(preparation.game)
    estimate: Any = create_estimate(game, preparation.layout, learner.whole_weights(), "", preparation.most)
    layer, errors = {game.start()}, list[float]()
    while layer:
        layer = {state for state in layer if not game.is_over(state)}
        errors += [abs(estimate.evaluate(state) - value(state)[0]) for state in layer]
        layer = {game.play(state, move) for state in layer for move in game.moves(state)}
    assert sum(errors) / len(errors) < 0.15


def _choice(position: Position, estimate: Any) -> int:
    """The move of the learned estimate one ply deep; without one, a perfect move."""
    search, limit = ("solve", Limit()) if estimate is None else ("minimax", Limit(depth=1))
    best = think(position, search=search, limit=limit, knowledge=estimate).best
    assert best is not None
    return best


def test_how_many_plies_are_at_random_changes_what_is_learned() -> None:
    """At most a quarter of a long game."""
    preparation = prepare(load("tic_tac_toe"))
    found = {}
    for opening in (0, 3, 100):
        learner = Learner(preparation, 1, 1, opening)
        learner.run(Goal(games=50), _nothing)
        found[learner.opening] = learner.arrays[0].copy()
    assert sorted(found) == [0, 3, preparation.longest // 4]
    one, other, last = found.values()
    assert not np.array_equal(one, other)
    assert not np.array_equal(other, last)
