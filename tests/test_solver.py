"""The exact solver against the plainest minimax, on positions one after the other with the proofs of those before."""

import random
from typing import Any

import pytest

from kibitz.core.registry import knowledge_of, load
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Thought
from kibitz.kernel import machine_of
from kibitz.search.drivers.proof_search import ProofSearch
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.drivers.solver import Solver
from kibitz.search.parts import proof_table
from kibitz.search.parts.scale import Scale
from reference import late_state, solver, walk
from runs import PLAIN
from shelf import BOARDS
from trouble import Failure, Judge

TABLES = [256, 2**26]  # bytes: 16 entries, and more than are ever needed
WAYS: dict[str, dict[str, Any]] = {"plies": {"distance": True}, "bare": {"distance": False}, "weak": {"weak": True}}
few = 2 if PLAIN else 12


def settle(game: Game, state: Any, old: Solver | None = None, **how: Any) -> tuple[Thought, Solver]:
    """What the solver makes of a state, and the solver with its proofs."""
    solving = ProofSearch(game, state, SearchRequest(solver=old, **how))
    return solving.result(), solving.solver


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


def assert_solved(game: Game, states: list[Any], old: Solver | None = None, **how: Any) -> None:
    """The value of each state, and of every move of some, is the twin's; all are asked of one solver."""
    judge = Judge(game, solver(game), how.get("weak", False), how.get("distance", True))
    for number, state in enumerate(states):
        thought, old = settle(game, state, old, all_moves=number % 3 == 0, **how)
        judge.thought(state, thought, is_whole=True)
        assert thought.stopped == "solved"
        assert thought.bounds == (thought.value, thought.value)
        assert {value.kind for value in (thought.value, *(one.value for one in thought.moves))} == {"exact"}


@pytest.mark.twice
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("spec", BOARDS)
def test_one_solver_for_many_positions(spec: str, way: str) -> None:
    game = load(spec)
    states = late_states(game, few)
    for table in TABLES:
        for threads in (1,) if PLAIN else (1, 4):
            some = states if threads == 1 and way == "plies" else states[: len(states) // 4 + 1]
            assert_solved(game, some, **WAYS[way], threads=threads, limit=Limit(table=table))


@pytest.mark.twice
@pytest.mark.untraced
@pytest.mark.parametrize("spec", BOARDS)
def test_interrupted_and_resumed(spec: str) -> None:
    """Whenever it is stopped the bounds hold; in the end the value is exact."""
    game, dice = load(spec), random.Random(spec)
    judge = Judge(game, solver(game))
    for seed in range(few // 2):
        state, nodes, old = late_state(game, seed + 100), dice.randint(1, 300), None
        limits, threads = {"table": dice.choice(TABLES)}, 1 if PLAIN else dice.choice([1, 4])
        while True:
            thought, old = settle(game, state, old, distance=True, threads=threads, limit=Limit(nodes=nodes, **limits))
            judge.thought(state, thought, is_whole=thought.stopped == "solved")
            if thought.stopped == "solved":
                break
            nodes *= 2


def in_plain_python(game: Game, table: int = 256, knowledge: Any = None) -> Solver:
    """A solver whose every line Python itself runs, so that a test may change one."""
    return Solver(machine_of(game, knowledge, plain=True), Scale.of(game, True, exact=True), table)


def test_a_weakened_signature_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic_tac_toe")
    states = late_states(game, 8)
    assert_solved(game, states, in_plain_python(game), distance=True, knowledge=None)
    monkeypatch.setattr(proof_table, "signature_of", lambda mark, memory: mark & 3)
    with pytest.raises(Failure):
        assert_solved(game, states, in_plain_python(game), distance=True, knowledge=None)


def test_crowded_places_near_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small table as small as it gets: entries are replaced all the time."""
    monkeypatch.setattr(proof_table, "NEAR_LOG", 1)
    game = load("connect_four:width=4,height=4")
    assert_solved(game, late_states(game, 4), in_plain_python(game, knowledge=knowledge_of(game)), distance=True)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", BOARDS)
def test_compiled_equals_plain(spec: str) -> None:
    """The same limits after the same nodes, the same move, the same look-ups."""
    game = load(spec)
    for seed in range(2):
        state, found = (late_state(game, seed), walk(game, seed, seed * 5))[seed % 2], []
        for plain in (False, True):
            machine = machine_of(game, knowledge_of(game), plain)
            one = Solver(machine, Scale.of(game, seed < 1, exact=True), (256, 2**21)[seed % 2])
            settled = one.settle(state, one.widest, nodes=400)
            found.append((settled, one.nodes, one.workers[0].memory.probes, one.workers[0].memory.hits))
        assert found[0] == found[1]
