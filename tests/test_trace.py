"""A traced search is the search itself: the same nodes, the same value; and what it wrote down is what a naive one does."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import floor, inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_game import random_graph
from kibitz.games.tree import Tree
from kibitz.kernel import machine_of
from kibitz.position import Position
from kibitz.registry import knowledge_of, load
from kibitz.rules import Game, says
from kibitz.search import tracing
from kibitz.search.entry import think
from kibitz.search.root import search_root
from kibitz.search.scale import Scale
from kibitz.search.team import Worker
from kibitz.search.trace import Trace
from kibitz.search.tracing import TracedWorker, trace
from kibitz.search.transposition_table import table_words
from nested_trees import nested_trees
from reference import walk
from reference_trace import Step, Walker
from shelf import DUELS
from traced import COUNTED, TRACED, module_of

pytestmark = pytest.mark.twice

NAIVE = ["minimax", "alphabeta"]


@pytest.mark.compiled
def test_the_figures_of_the_textbook() -> None:
    """A record for each node that the search counts."""
    for search, nodes in (("minimax", 549_946), ("alphabeta", 18_297)):
        found = trace("tic_tac_toe", search=search)
        assert (len(found), found.nodes, found.stopped) == (nodes, nodes, "solved")


@pytest.mark.parametrize("spec", DUELS)
def test_a_trace_changes_nothing(spec: str) -> None:
    """The packed value, the line and the count, with and without knowledge and distances; so says the plain kernel of each."""
    game = load(spec)
    for seed in range(3):
        for search in ("minimax", "alphabeta", "deepening"):
            answers = [looked(game, search, seed, 2, True, traces) for traces in (False, True)]
            assert answers[0] == answers[1]


@pytest.mark.compiled
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening"])
def test_a_trace_changes_nothing_compiled(search: str) -> None:
    for seed in range(20):
        game = load("tic_tac_toe") if search == "alphabeta" and seed % 3 else random_graph(seed)
        assert looked(game, search, seed, 4, False, False) == looked(game, search, seed, 4, False, True)


@pytest.mark.compiled
def test_deepening_visits_the_nodes_that_it_visits_untraced() -> None:
    """With the same table, which grows as it goes."""
    for moves in ("", "2,2", "2,2 1,3"):
        position = Position.after(load("tic_tac_toe"), moves)
        untraced = think(position, search="deepening", distance=False)
        assert trace(position, search="deepening").nodes == untraced.nodes


def looked(game: Game, search: str, seed: int, depth: int, plain: bool, traces: bool) -> tuple[Any, ...]:
    """What an iteration at a random state found, and in how many nodes."""
    module, state = module_of(search), walk(game, seed, seed * 2)
    machine = machine_of(game, knowledge_of(game) if seed % 3 else None, plain, traces)
    machine.ready(module.enter)
    table = machine.words(table_words(8))
    table.log = 8
    kind, room = (TracedWorker, 1 << 13) if traces else (Worker, 0)
    worker = kind(machine, module.enter, Scale.of(game, seed % 2 == 0), 4096, table, 1, room)
    found: Any = None
    for reached in range(1, depth + 1) if module.SEARCH.deepens else ():
        found = search_root(worker, state, reached, found)
    if not module.SEARCH.deepens:
        found = worker.search(state, depth, ply=0)
        assert not traces or worker.memory.trace_count == worker.nodes
    return found, worker.line(0), worker.nodes, worker.memory.hits


@pytest.mark.compiled
@pytest.mark.parametrize("search", [name for name in TRACED if name != "paranoid"])  # its kernel is that of expectiminimax
def test_compiled_equals_plain(search: str) -> None:
    """Record by record."""
    for seed in range(20):
        game, depth = random_graph(seed), None if search == "solve" else 4
        asked = partial(trace, game, search=search, depth=depth, distance=search in COUNTED and seed % 2 == 0, nodes=5000)
        with plainly():
            plain = asked()
        compiled = asked()
        assert plain.nodes == compiled.nodes
        assert np.array_equal(plain.records, compiled.records)


@contextmanager
def plainly() -> Iterator[None]:
    """What is traced within is traced in plain Python: most games would take longer to compile than to search a little."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tracing, "machine_of", lambda game, wise, traces: machine_of(game, wise, True, traces))
        yield


def agrees(found: Trace, steps: list[Step]) -> None:
    """Node for node what the naive walk has written down; estimates only as exact as the units are."""
    assert found.scale is not None
    assert len(found) == len(steps)
    unit = found.scale.unit
    for node, step in enumerate(steps):
        assert (found.parent(node), found.reason(node)) == (step.parent, step.why)
        assert node == 0 or found.number(node) == step.number
        low, high = (bound / unit for bound in found.window(node))
        assert max(low, -1e6) == max(step.window[0], -1e6)
        assert min(high, 1e6) == min(step.window[1], 1e6)
        assert found.value(node) / unit == step.value
        assert found.says(node) == (step.says != "at_most", step.says != "at_least")


def naive(game: Game, state: Any, search: str, depth: int, wise: bool) -> list[Step]:
    """The walk that a trace of this search is compared with; it guesses in the units of a search."""
    knowledge, unit = knowledge_of(game) if wise else None, Scale.of(game, False).unit

    def estimate(horizon: Any) -> float:
        if knowledge is None or not says(knowledge, "evaluate"):
            return 0
        return floor(knowledge.evaluate(horizon) * unit + 0.5) / unit

    steps = Walker(game, estimate, search == "alphabeta").search(state, depth)
    for step in steps if search == "minimax" else ():
        step.window, step.says = (-inf, inf), "exact"
    return steps


@pytest.mark.parametrize("search", NAIVE)
@given(tree=nested_trees(2, ("zero",), chance=False), depth=st.integers(1, 7))
def test_trees_of_any_shape(search: str, tree: dict[str, Any], depth: int) -> None:
    game = Tree.from_nested(tree)
    with plainly():
        agrees(trace(game, search=search, depth=depth, nodes=1000), naive(game, game.start(), search, depth, False))


@pytest.mark.parametrize("search", NAIVE)
@given(seed=st.integers(0, 2**32), depth=st.integers(1, 6))
def test_graphs_where_the_same_side_moves_twice(search: str, seed: int, depth: int) -> None:
    game = random_graph(seed)
    agrees(trace(game, search=search, depth=depth, nodes=5000), naive(game, game.start(), search, depth, False))


@pytest.mark.parametrize("search", NAIVE)
@pytest.mark.parametrize("spec", DUELS)
def test_every_game(spec: str, search: str) -> None:
    game, dice = load(spec), random.Random(spec)
    for wise in (False, True):
        state, depth = walk(game, dice.randrange(99), dice.randrange(5)), 2
        with plainly():
            found = trace(game, state, search=search, depth=depth, knowledge="auto" if wise else None, nodes=5000)
        agrees(found, naive(game, state, search, depth, wise))
