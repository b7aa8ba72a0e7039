"""The exact solver against the plainest minimax, on positions one after the other with the proofs of those before."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import PLAIN
from kibitz.kernel import machine_of
from kibitz.registry import knowledge_of, load
from kibitz.rules import Game
from kibitz.search import proof_table
from kibitz.search.proof_search import ProofSearch
from kibitz.search.request import SearchRequest
from kibitz.search.scale import Scale
from kibitz.search.solver import Solver
from kibitz.thought import Limit, Thought, Value
from reference import Worth, late_state, order, random_tree, same_side, solver, walk
from shelf import BOARDS

pytestmark = pytest.mark.twice

# Every game there is; small boards with passes, extra turns, margins and full boards.
GAMES = BOARDS
THREADS = [1] if PLAIN else [1, 4]
TABLES = [256, 2**26]  # bytes: 16 entries, and more than are ever needed
seeds = st.integers(0, 2**32)
few = 2 if PLAIN else 12
sampled = settings(max_examples=5 if PLAIN else 40)


def settle(game: Game, state: Any, old: Solver | None = None, **how: Any) -> tuple[Thought, Solver]:
    """What the solver makes of a state, and the solver with its proofs."""
    solving = ProofSearch(game, state, SearchRequest(solver=old, **how))
    return solving.result(), solving.solver


def worth(value: Value) -> Worth:
    return value.result, value.plies or 0


def late_states(game: Game, count: int) -> list[Any]:
    """States near the end, all different, in random order: one, and what some of its moves lead to."""
    found: dict[Any, None] = {}
    for seed in range(count):
        state = late_state(game, seed)
        found[state] = None
        for move in game.moves(state):
            after = game.play(state, move)
            if seed % 3 == 0 and not game.is_over(after):
                found[after] = None
    states = list(found)
    random.Random(count).shuffle(states)
    return states


def wrongly_solved(game: Game, states: list[Any], old: Solver | None = None, **how: Any) -> list[Any]:
    """The states whose value is not the twin's, all asked of one solver. How the twins below compare."""
    twin, wrong = solver(game), []
    for state in states:
        thought, old = settle(game, state, old, **how)
        assert thought.stopped == "solved"
        assert thought.bounds == (thought.value, thought.value)
        if worth(thought.value) != twin(state) or thought.value.kind != "exact":
            wrong.append(state)
    return wrong


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("spec", GAMES)
def test_one_solver_for_many_positions(spec: str, table: int, threads: int) -> None:
    game = load(spec)
    states = late_states(game, few if threads == 1 else few // 4)
    assert wrongly_solved(game, states, distance=True, threads=threads, limit=Limit(table=table)) == []


@sampled
@given(seeds, st.sampled_from(TABLES), st.sampled_from(THREADS))
def test_one_solver_for_all_of_a_random_tree(seed: int, table: int, threads: int) -> None:
    tree, ahead, states = random_tree(seed), [random_tree(seed).start()], []
    while ahead:
        state = ahead.pop()
        if not tree.is_over(state):
            states.append(state)
            ahead += [tree.play(state, move) for move in tree.moves(state)]
    random.Random(seed).shuffle(states)
    assert wrongly_solved(tree, states[:4], distance=True, threads=threads, limit=Limit(table=table)) == []


@pytest.mark.parametrize("spec", GAMES)
def test_every_move_is_valued_with_the_proofs_of_before(spec: str) -> None:
    game, old = load(spec), None
    twin = solver(game)
    for number, state in enumerate(late_states(game, few // 2)):
        thought, old = settle(game, state, old, all_moves=number % 3 < 2, distance=True, limit=Limit(table=256))
        for one in thought.moves:
            after = game.play(state, one.move)
            result, plies = twin(after)
            result = result if same_side(game, state, after) else -result
            assert worth(one.value) == (result, plies + 1 if result else 0)
        assert worth(thought.value) == twin(state)


def assert_holds(thought: Thought, truth: Worth) -> None:
    """What was proved until a stop is true."""
    assert thought.bounds is not None
    low, high = thought.bounds
    # A bound without plies says nothing of the distance.
    least, greatest = (
        truth if bound is None or (bound.plies is None and bound.result == truth[0]) else worth(bound) for bound in (low, high)
    )
    assert order(least) <= order(truth) <= order(greatest)
    assert low is None or low.kind in ("at_least", "exact")
    assert high is None or high.kind in ("at_most", "exact")
    assert thought.value in (low, high) or thought.value.kind == "estimate"


@pytest.mark.untraced
@pytest.mark.parametrize("spec", GAMES)
@settings(max_examples=2 if PLAIN else 6)
@given(seed=seeds, nodes=st.integers(1, 300), threads=st.sampled_from(THREADS), table=st.sampled_from(TABLES))
def test_interrupted_and_resumed(spec: str, seed: int, nodes: int, threads: int, table: int) -> None:
    """Whenever it is stopped the bounds hold; in the end the value is exact."""
    game, old = load(spec), None
    state = late_state(game, seed % 1000)
    truth = solver(game)(state)
    while True:
        thought, old = settle(game, state, old, distance=True, threads=threads, limit=Limit(nodes=nodes, table=table))
        assert_holds(thought, truth)
        if thought.stopped == "solved":
            break
        nodes *= 2
    assert worth(thought.value) == truth


@sampled
@given(seeds, st.integers(1, 400), st.booleans(), st.booleans())
def test_the_bounds_of_a_stopped_search_hold(seed: int, nodes: int, weak: bool, distance: bool) -> None:
    tree = random_tree(seed, depth=7, branching=3)
    result, plies = solver(tree)(tree.start())
    thought, _ = settle(tree, tree.start(), limit=Limit(nodes=nodes, table=256), weak=weak, distance=distance)
    assert_holds(thought, ((result > 0) - (result < 0), 0) if weak else (result, plies if distance else 0))


@pytest.mark.parametrize("spec", GAMES)
def test_weakly_solved_is_who_wins(spec: str) -> None:
    game, old, bare = load(spec), None, None
    twin = solver(game)
    for state in late_states(game, few // 2):
        thought, old = settle(game, state, old, weak=True, limit=Limit(table=256))
        result = twin(state)[0]
        assert thought.value == Value("exact", (result > 0) - (result < 0))
        thought, bare = settle(game, state, bare, distance=False, limit=Limit(table=256))
        assert thought.value == Value("exact", result)


def test_mirrored_boards_have_equal_values() -> None:
    """Each solved by itself, too far from the start for the mirror to be used within."""
    game: Any = load("connect_four")
    knowledge: Any = knowledge_of(game)
    for seed in range(few):
        state = walk(game, seed, game.width * game.height - (8 if PLAIN else 12))
        (mirrored,) = knowledge.symmetries(state)
        one, other = settle(game, state, all_moves=True)[0], settle(game, mirrored, all_moves=True)[0]
        assert one.value == other.value
        assert sorted(one.value.order for one in one.moves) == sorted(one.value.order for one in other.moves)


def in_plain_python(game: Game, table: int = 256) -> Solver:
    """A solver whose every line Python itself runs, so that a test may change one."""
    return Solver(machine_of(game, None, plain=True), Scale.of(game, True, exact=True), table)


def test_a_weakened_signature_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic_tac_toe")
    states = late_states(game, 8)
    how: dict[str, Any] = {"distance": True, "knowledge": None}
    assert wrongly_solved(game, states, in_plain_python(game), **how) == []
    monkeypatch.setattr(proof_table, "signature_of", lambda mark, memory: mark & 3)
    assert len(wrongly_solved(game, states, in_plain_python(game), **how)) > 0


def test_crowded_places_near_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small table as small as it gets: entries are replaced all the time."""
    monkeypatch.setattr(proof_table, "NEAR_LOG", 1)
    game = load("connect_four:width=4,height=4")
    machine = machine_of(game, knowledge_of(game), plain=True)
    crowded = Solver(machine, Scale.of(game, True, exact=True), 256)
    assert wrongly_solved(game, late_states(game, 4), crowded, distance=True) == []


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "wise"), [*((spec, True) for spec in GAMES), ("tic_tac_toe", False)])
def test_compiled_equals_plain(spec: str, wise: bool) -> None:
    """The same limits after the same nodes, the same move, the same look-ups."""
    game = load(spec)
    for seed in range(2):
        state, found = (late_state(game, seed), walk(game, seed, seed * 5))[seed % 2], []
        for plain in (False, True):
            machine = machine_of(game, knowledge_of(game) if wise else None, plain)
            one = Solver(machine, Scale.of(game, seed < 1, exact=True), (256, 2**21)[seed % 2])
            settled = one.settle(state, one.widest, nodes=400)
            found.append((settled, one.nodes, one.workers[0].memory.probes, one.workers[0].memory.hits))
        assert found[0] == found[1]
