"""A traced search is the search itself: the same nodes, the same value; and what it wrote down is what a naive one does."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import floor, inf
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_game import random_graph
from kibitz.core.registry import knowledge_of, load, member, names
from kibitz.core.rules import Game, legal, says
from kibitz.errors import SearchError
from kibitz.games.textbook.tree import Tree
from kibitz.kernel import machine_of
from kibitz.position import Position
from kibitz.search.drivers.root import search_root
from kibitz.search.entry import think
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.team import Worker
from kibitz.search.parts.transposition_table import table_words
from kibitz.search.traces import tracing
from kibitz.search.traces.trace import Trace
from kibitz.search.traces.tracing import TracedWorker, trace
from nested_trees import nested_trees
from reference import same_side, walk
from runs import examples
from shelf import DUELS


def module_of(search: str) -> ModuleType:
    """The file of a search."""
    found: ModuleType = member("search", search, SearchError, "search")
    return found


TRACED = [name for name in names("search") if module_of(name).SEARCH.has_trace]
COUNTED = [name for name in TRACED if module_of(name).SEARCH.values == "score"]  # values are whole numbers for the side to move
NAIVE = pytest.mark.parametrize("search", ["minimax", "alphabeta"])


def test_all_searches_of_the_books_can_be_traced() -> None:
    assert {"minimax", "alphabeta", "deepening", "solve", "maxn", "expectiminimax"} <= set(TRACED)


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
def test_compiled_equals_plain(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Record by record."""
    for seed in range(20):
        game, depth = random_graph(seed), None if search == "solve" else 4
        asked = partial(trace, game, search=search, depth=depth, distance=search in COUNTED and seed % 2 == 0, nodes=5000)
        compiled = asked()
        with monkeypatch.context() as patch:
            patch.setattr(tracing, "machine_of", lambda game, wise, traces: machine_of(game, wise, True, traces))
            plain = asked()
        assert plain.nodes == compiled.nodes
        assert np.array_equal(plain.records, compiled.records)


# The same, node by node, by searches that share no line with the kernels.


@dataclass
class Step:
    """A node: its parent, the number of the move that led there, the window in, and how it was left, all by its mover."""

    parent: int
    number: int
    window: tuple[float, float]
    value: float = 0
    says: str = "exact"
    why: str = "searched"


class Walker:
    """Minimax and fail-soft alpha-beta (`cuts`), as in the books, for one game and depth."""

    def __init__(self, game: Game, estimate: Callable[[Any], float], cuts: bool) -> None:
        self.game, self.estimate, self.cuts = game, estimate, cuts
        self.steps: list[Step] = []

    def visit(self, state: Any, depth: int, alpha: float, beta: float, parent: int, number: int) -> float:
        """The value of a state for its mover, as far as the window asks."""
        me, step, low = len(self.steps), Step(parent, number, (alpha, beta)), alpha
        self.steps.append(step)
        if self.game.is_over(state):
            step.value, step.why = self.game.result(state), "over"
            return step.value
        if depth == 0:
            step.value, step.why = self.estimate(state), "horizon"
            return step.value
        step.value, moves = -inf, legal(self.game, state)
        for place, move in enumerate(moves):
            after = self.game.play(state, move)
            if same_side(self.game, state, after):
                value = self.visit(after, depth - 1, alpha, beta, me, place)
            else:
                value = -self.visit(after, depth - 1, -beta, -alpha, me, place)
            step.value = max(step.value, value)
            if self.cuts:
                alpha = max(alpha, step.value)
            if alpha >= beta:
                step.why = "cut" if place + 1 < len(moves) else "searched"
                break
        if self.cuts:
            step.says = "at_least" if step.value >= beta else "at_most" if step.value <= low else "exact"
        return step.value


def agrees(found: Trace, search: str, depth: int) -> None:
    """Node for node what the naive walk writes down; estimates only as exact as the units are."""
    assert found.scale is not None
    unit, knowledge = found.scale.unit, found.knowledge

    def estimate(horizon: Any) -> float:
        if knowledge is None or not says(knowledge, "evaluate"):
            return 0
        return floor(knowledge.evaluate(horizon) * unit + 0.5) / unit

    walker = Walker(found.game, estimate, search == "alphabeta")
    walker.visit(found.state, depth, -inf, inf, 0, 0)
    assert len(found) == len(walker.steps)
    for node, step in enumerate(walker.steps):
        assert (found.parent(node), found.reason(node)) == (step.parent, step.why)
        assert node == 0 or found.number(node) == step.number
        low, high = (bound / unit for bound in found.window(node))
        assert max(low, -1e6) == max(step.window[0], -1e6)
        assert min(high, 1e6) == min(step.window[1], 1e6)
        assert found.value(node) / unit == step.value
        assert found.says(node) == (step.says != "at_most", step.says != "at_least")


@NAIVE
@settings(max_examples=examples(40))
@given(tree=nested_trees(2, ("zero",), chance=False), depth=st.integers(1, 7))
def test_trees_of_any_shape(search: str, tree: dict[str, Any], depth: int) -> None:
    agrees(trace(Tree.from_nested(tree), search=search, depth=depth, nodes=1000), search, depth)


@NAIVE
def test_graphs_where_the_same_side_moves_twice(search: str) -> None:
    for seed in range(30):
        agrees(trace(random_graph(seed), search=search, depth=1 + seed % 6, nodes=5000), search, 1 + seed % 6)


@NAIVE
@pytest.mark.parametrize("spec", DUELS)
def test_every_game(spec: str, search: str) -> None:
    game, dice = load(spec), random.Random(spec)
    for knowledge in (None, knowledge_of(game)):
        state = walk(game, dice.randrange(99), dice.randrange(5))
        agrees(trace(game, state, search=search, depth=2, knowledge=knowledge, nodes=5000), search, 2)
