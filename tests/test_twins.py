"""Every search against the plainest minimax, on every game and on random trees: what a search says is true."""

import os
import random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.kernel import machine_of
from kibitz.registry import knowledge_of, load
from kibitz.rules import Game
from kibitz.search.entry import begin, think
from kibitz.thought import Limit, Thought, Value
from reference import late_state, order, random_tree, same_side, solve, walk
from shelf import BOARDS, COUNTING
from twin_several import plainly

pytestmark = pytest.mark.twice

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SEARCHES = COUNTING
WITH_HORIZON = [name for name in SEARCHES if name != "solve"]
# Every game there is, and further parameters of some: a passing, an extra turn, a full board come early on small boards.
GAMES = BOARDS
seeds = st.integers(0, 2**32)
few = 3 if PLAIN else 15


def worth(value: Value) -> tuple[float, int]:
    return value.result, value.plies or 0


def some_limit(seed: int) -> Limit:
    """Tables of all sizes, 16 entries too."""
    return Limit(table=random.Random(seed).choice([256, 4096, 2**20, 2**26]))


@pytest.mark.untraced
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("spec", GAMES)
def test_solved_positions_have_their_true_value(spec: str, search: str) -> None:
    """Value, distance, best move and line equal the twin's, for one move or all."""
    for seed in range(few):
        assert_solved(load(spec), seed, search)


@pytest.mark.untraced
@pytest.mark.parametrize("search", ["deepening", "solve"])
@pytest.mark.parametrize("spec", GAMES)
def test_solved_positions_have_their_true_value_without_knowledge(
    spec: str, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machine code has this on games without knowledge, and on one with: the others would be compiled for it alone."""
    if spec != "tic_tac_toe":
        plainly(monkeypatch)
    for seed in range(few if spec == "tic_tac_toe" else few // 3):
        assert_solved(load(spec), seed, search, None)


def assert_solved(game: Game, seed: int, search: str, knowledge: Literal["auto"] | None = "auto") -> None:
    state = late_state(game, seed)
    thought = think(
        game, state, search=search, limit=some_limit(seed), knowledge=knowledge, all_moves=seed % 2 == 0, distance=True
    )
    assert thought.value.kind == "exact"
    assert worth(thought.value) == solve(game, state)
    assert thought.stopped == "solved"
    assert_line_keeps_value(game, state, thought)


def assert_line_keeps_value(game: Game, state: object, thought: Thought) -> None:
    """Every move of the line keeps what was promised, to the very end."""
    result, plies = solve(game, state)
    for move in thought.line:
        assert move in list(game.moves(state))
        after = game.play(state, move)
        result = result if same_side(game, state, after) else -result
        plies = max(0, plies - 1) if result else 0
        state = after
        assert solve(game, state) == (result, plies)
    assert game.is_over(state) or thought.value.result == 0
    assert thought.line[0] == thought.best


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("spec", GAMES)
def test_every_move_has_its_exact_value(spec: str, search: str) -> None:
    game = load(spec)
    for seed in range(few):
        state = late_state(game, seed)
        thought = think(game, state, search=search, all_moves=True, limit=some_limit(seed), distance=True)
        assert sorted(one.move for one in thought.moves) == sorted(game.moves(state))
        for one in thought.moves:
            after = game.play(state, one.move)
            result, plies = solve(game, after)
            result = result if same_side(game, state, after) else -result
            assert one.value.kind == "exact"
            assert worth(one.value) == (result, plies + 1 if result else 0)
        ranks = [order(worth(one.value)) for one in thought.moves]
        assert ranks == sorted(ranks, reverse=True)


@pytest.mark.untraced
@pytest.mark.parametrize("spec", GAMES)
def test_at_a_horizon_all_searches_agree(spec: str) -> None:
    """The depth-limited value is the same for all, estimates included; what is called exact is so at every depth."""
    game = load(spec)
    for seed in range(few):
        state = walk(game, seed, seed % 20)
        for depth in (1, 2, 3) if PLAIN else (1, 2, 3, 4, 5):
            limit = Limit(depth=depth, table=some_limit(seed).table)
            thoughts = [think(game, state, search=name, limit=limit, all_moves=seed % 2 == 0) for name in WITH_HORIZON]
            values = {(one.value.result, one.value.plies) for one in thoughts if one.stopped == "depth"}
            assert len(values) <= 1, f"{values} at depth {depth}"


@given(seeds, st.sampled_from(SEARCHES), st.booleans())
def test_random_trees(seed: int, search: str, all_moves: bool) -> None:
    """Any shape, ties, the same player twice, results that are margins."""
    tree = random_tree(seed)
    thought = think(tree, search=search, all_moves=all_moves, limit=some_limit(seed), distance=True)
    assert thought.value.kind == "exact"
    assert worth(thought.value) == solve(tree, tree.start())


@given(seeds, st.sampled_from(WITH_HORIZON), st.integers(1, 5))
def test_random_trees_without_distance(seed: int, search: str, depth: int) -> None:
    tree = random_tree(seed)
    one = think(tree, search=search, limit=Limit(depth=depth), distance=False)
    twin = think(tree, search="minimax", limit=Limit(depth=depth), distance=False)
    assert one.value.result == twin.value.result
    assert one.value.plies is None


@given(seeds, st.integers(1, 4))
def test_bounds_are_true_wherever_a_search_stops(seed: int, depth: int) -> None:
    """A shallow look at a deep tree claims only what holds."""
    tree = random_tree(seed, depth=7, branching=3)
    truth = solve(tree, tree.start())
    for search in WITH_HORIZON:
        value = think(tree, search=search, limit=Limit(depth=depth)).value
        if value.kind == "exact":
            assert worth(value) == truth
        elif value.kind == "at_least":
            assert order(worth(value)) <= order(truth)
        elif value.kind == "at_most":
            assert order(worth(value)) >= order(truth)


@pytest.mark.parametrize("search", WITH_HORIZON)
@given(seed=seeds, nodes=st.integers(1, 3000))
def test_any_number_of_nodes_leaves_a_legal_move_and_a_true_bound(search: str, seed: int, nodes: int) -> None:
    tree = random_tree(seed, depth=7, branching=3)
    truth = solve(tree, tree.start())
    thought = think(tree, search=search, limit=Limit(nodes=nodes))
    assert thought.best in list(tree.moves(tree.start()))
    assert thought.nodes <= nodes + 2 * thought.depth + 4  # the root, and the node that met the limit, of each attempt
    if thought.value.kind == "at_least":
        assert order(worth(thought.value)) <= order(truth)
    elif thought.value.kind == "at_most":
        assert order(worth(thought.value)) >= order(truth)
    elif thought.value.kind == "exact":
        assert worth(thought.value) == truth


@pytest.mark.untraced
@pytest.mark.parametrize("spec", GAMES)
def test_one_thread_equals_two(spec: str) -> None:
    game = load(spec)
    for seed in range(few // 3):
        state = walk(game, seed, seed % 16)
        limit = Limit(depth=4 if PLAIN else 7)
        for all_moves in (False, True):
            one = think(game, state, limit=limit, all_moves=all_moves)
            two = think(game, state, limit=limit, all_moves=all_moves, threads=2)
            assert one.value == two.value
            assert {move.move: move.value for move in one.moves} == {move.move: move.value for move in two.moves}


@pytest.mark.compiled
@pytest.mark.parametrize("search", WITH_HORIZON)
@pytest.mark.parametrize("spec", GAMES)
def test_compiled_equals_plain(spec: str, search: str) -> None:
    """The same kernel as machine code and as plain Python: the same packed values, lines and node counts."""
    from kibitz.errors import SearchError
    from kibitz.registry import member
    from kibitz.search.scale import Scale
    from kibitz.search.transposition_table import table_words
    from kibitz.search.worker import Worker

    game = load(spec)
    module = member("search", search, SearchError, "search")
    for seed in range(4):
        state, answers = walk(game, seed, seed * 3), []
        for plain in (False, True):
            machine = machine_of(game, knowledge_of(game), plain)
            machine.ready(module.enter)
            assert machine.compiled is not plain
            table = machine.words(table_words(8))
            table.log = 8
            worker = Worker(machine, module.enter, Scale.of(game, True), 4096, table, 1)
            packed = worker.search(state, 3, ply=0)
            answers.append((packed, worker.line(0), worker.nodes, worker.memory.hits))
        assert answers[0] == answers[1]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_stop_leaves_a_legal_move(search: str) -> None:
    game = load("othello")
    thinking = begin(game, search=search)
    thinking.stop()
    thought = thinking.result()
    assert thought.best in list(game.moves(game.start()))
    assert thought.stopped == "interrupted"
