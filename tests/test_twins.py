"""Every search against the plainest minimax, on every game: what a search says is true. Random games: `test_trouble.py`."""

import random
from typing import Any, Literal

import pytest

from kibitz.core.registry import knowledge_of, load, member
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.errors import SearchError
from kibitz.kernel import machine_of
from kibitz.search.entry import begin, think
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.team import Worker, empty_score_table
from reference import late_state, solver, walk
from runs import PLAIN
from shelf import BOARDS, COUNTING, SEARCHES
from trouble import Judge
from twin_several import plainly

WITH_HORIZON = [name for name in COUNTING if name != "solve"]
few = 3 if PLAIN else 15


def some_limit(seed: int) -> Limit:
    """Tables of all sizes, 16 entries too."""
    return Limit(table=random.Random(seed).choice([256, 4096, 2**20, 2**26]))


def assert_solved(game: Game, seed: int, search: str, knowledge: Literal["auto"] | None = "auto") -> None:
    """Value, distance, best move, every move and every state of the lines are the twin's; the best line goes to the end."""
    state, all_moves = late_state(game, seed), seed % 2 == 0
    thought = think(game, state, search=search, limit=some_limit(seed), knowledge=knowledge, all_moves=all_moves, distance=True)
    assert thought.stopped == "solved"
    assert {value.kind for value in (thought.value, *(one.value for one in thought.moves))} == {"exact"}
    assert not all_moves or len(thought.moves) == len(list(game.moves(state)))
    Judge(game, solver(game)).thought(state, thought, is_whole=True)
    for move in thought.line:
        state = game.play(state, move)
    # Where much was left out, only the first move of a line is known to keep a proved value.
    assert search == "selective" or game.is_over(state) or thought.value.result == 0


@pytest.mark.twice
@pytest.mark.untraced
@pytest.mark.parametrize("search", COUNTING)
@pytest.mark.parametrize("spec", BOARDS)
def test_solved_positions_have_their_true_value(spec: str, search: str) -> None:
    for seed in range(few):
        assert_solved(load(spec), seed, search)


@pytest.mark.untraced
@pytest.mark.parametrize("search", ["deepening", "selective", "solve"])
@pytest.mark.parametrize("spec", BOARDS)
def test_without_knowledge_too(spec: str, search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As plain Python: machine code has this on games without knowledge, and would be made for it alone of the others."""
    plainly(monkeypatch)
    assert_solved(load(spec), 0, search, None)


@pytest.mark.twice
@pytest.mark.untraced
@pytest.mark.parametrize("spec", BOARDS)
def test_at_a_horizon_all_searches_agree(spec: str) -> None:
    """The depth-limited value is the same for all, with one thread and two, estimates included."""
    game = load(spec)
    for seed in range(few):
        state = walk(game, seed, seed % 20)
        for depth in (1, 2, 3) if PLAIN else (1, 2, 3, 4, 5):
            how: dict[str, Any] = {"limit": Limit(depth=depth, table=some_limit(seed).table), "all_moves": seed % 2 == 0}
            thoughts = [think(game, state, search=name, **how) for name in WITH_HORIZON if not SEARCHES[name].is_selective]
            thoughts.append(think(game, state, search="deepening", threads=2, **how))
            values = {(one.value.result, one.value.plies) for one in thoughts if one.stopped == "depth"}
            assert len(values) <= 1, f"{values} at depth {depth}"


@pytest.mark.compiled
@pytest.mark.parametrize("search", WITH_HORIZON)
@pytest.mark.parametrize("spec", BOARDS)
def test_compiled_equals_plain(spec: str, search: str) -> None:
    """The same kernel as machine code and as plain Python: the same packed values, lines and node counts."""
    game, module = load(spec), member("search", search, SearchError, "search")
    for seed in range(4):
        state, answers = walk(game, seed, seed * 3), []
        for plain in (False, True):
            machine = machine_of(game, knowledge_of(game), plain)
            machine.ready(module.enter)
            assert machine.compiled is not plain
            worker = Worker(machine, module.enter, Scale.of(game, True), 4096, empty_score_table(machine, True, 8), 1)
            packed = worker.search(state, 3, ply=0)
            answers.append((packed, worker.line(0), worker.nodes, worker.memory.hits))
        assert answers[0] == answers[1]


@pytest.mark.twice
@pytest.mark.parametrize("search", COUNTING)
def test_a_stop_leaves_a_legal_move(search: str) -> None:
    game = load("connect_four")
    thinking = begin(game, search=search)
    thinking.stop()
    thought = thinking.result()
    assert thought.best in list(game.moves(game.start()))
    assert thought.stopped == "interrupted"
