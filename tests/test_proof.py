"""Proof-number search: what it proves is true, in games that go in circles too, and it finds wins that lie deep."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games_in_circles import Drawn
from graph_game import random_graph
from kibitz.core.registry import load
from kibitz.core.thought import Limit, Thought
from kibitz.errors import RulesError
from kibitz.jobs.kinds.tree import searches
from kibitz.position import Position
from kibitz.search.descriptor import may_fit
from kibitz.search.entry import think
from reference import late_state, same_side, solver
from runs import PLAIN, examples
from shelf import BOARDS
from test_recurrence_search import Exhaustive, after_some, drawn, is_true

FEW = 3 if PLAIN else 12


def proved(game: Any, state: Any = None, nodes: int | None = None, table: int = 2**20, **how: Any) -> Thought:
    return think(game, state, search="proof", limit=Limit(nodes=nodes, table=table), **how)


def assert_true_of(thought: Thought, result: float, best: float) -> None:
    """`result` is what the position is worth, and `best` the named move, to the side to move."""
    value = thought.value
    if value.kind == "exact":
        assert value.result == result == best
    elif value.kind == "at_least":
        assert value.result <= min(result, best)
    elif value.kind == "at_most":
        assert value.result >= result


FITTING = [spec for spec in BOARDS if may_fit(load(spec), "proof")]
COMPILED = ("connect_four", "kalah")  # with bounds, and with extra turns


@pytest.mark.untraced
@pytest.mark.parametrize("spec", [pytest.param(spec, marks=pytest.mark.twice if spec in COMPILED else ()) for spec in FITTING])
def test_positions_of_every_game_have_their_true_value(spec: str) -> None:
    """With tables of all sizes; stopped early, what is said is true."""
    game = load(spec)
    twin = solver(game)
    for seed in range(FEW):
        state, dice = late_state(game, seed), random.Random(seed)
        for nodes in (None, dice.randrange(1, 40)):
            knowledge = None if PLAIN and seed % 2 else "auto"
            thought = proved(game, state, nodes, dice.choice([256, 4096, 2**20]), knowledge=knowledge)
            assert thought.best in list(game.moves(state))
            after = game.play(state, thought.best)
            best = twin(after)[0] if same_side(game, state, after) else -twin(after)[0]
            assert_true_of(thought, twin(state)[0], best)
            assert nodes is not None or thought.stopped == "solved"


@pytest.mark.twice
@settings(max_examples=examples(15 if PLAIN else 60), deadline=None)
@given(seed=st.integers(0, 2**32), largest=st.sampled_from([1, 3, 200]))
def test_graphs_of_any_shape(seed: int, largest: int) -> None:
    """The same side twice, many ways to a position, and results of any size that the rules do not tell."""
    game = random_graph(seed, largest=largest)
    twin = solver(game)
    thought = proved(game)
    after = game.play(game.start(), thought.best or 0)
    best = twin(after)[0] if same_side(game, game.start(), after) else -twin(after)[0]
    assert thought.stopped == "solved"
    assert_true_of(thought, twin(game.start())[0], best)


@settings(max_examples=examples(200), deadline=None)
@given(drawn(), st.lists(st.integers(0, 2), max_size=8), st.integers(1, 400))
def test_what_it_proves_in_circles_is_true(game: Drawn, choices: list[int], nodes: int) -> None:
    position = after_some(game, choices)
    if position.is_over:
        return
    twin = Exhaustive(game)
    thought = proved(position, nodes=nodes, knowledge=None)
    wanted = twin.of(position)
    assert is_true(thought.value, wanted), thought
    if thought.value.kind in ("exact", "at_least") and thought.best is not None:
        assert twin.after(position, thought.best)[0] >= thought.value.result


def test_it_ends_where_rules_break_their_contract() -> None:
    with pytest.raises(RulesError):
        proved(random_graph(1, largest=2**23))


def test_it_finds_a_win_hidden_deep_that_solve_does_not() -> None:
    """Breakthrough on 5x5, after eight plies: with a tenth of the positions."""
    position = Position.after("breakthrough:size=5", (36, 44, 42, 39, 33, 37, 39, 49))
    thought = proved(position)
    assert (thought.value.result, thought.stopped) == (1, "solved")
    assert thought.nodes < 2_000
    assert think(position, search="solve", limit=Limit(nodes=10 * thought.nodes)).stopped == "nodes"


def test_no_tree_is_offered_of_what_draws_none() -> None:
    offered = searches(load("tic_tac_toe"))
    assert {"deepening", "mcts"} <= set(offered)
    assert "proof" not in offered
