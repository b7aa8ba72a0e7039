"""The strong solution: all positions, each with the value and the distance that plain minimax finds."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_game import graph, random_graph
from kibitz.core.board import Board64
from kibitz.core.registry import load, names
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.errors import RulesError, SolutionError
from kibitz.games.textbook.tree import Tree
from kibitz.games.tic_tac_toe import State
from kibitz.position import Position
from kibitz.search.entry import think
from kibitz.solutions import Solution, SolutionSummary, solve_everything, walker
from kibitz.solutions.layout import Layout
from reference import late_state, order, random_tree, same_side, solver, walk
from runs import PLAIN, examples

pytestmark = pytest.mark.twice

compiled = pytest.mark.compiled
COUNTS = {
    "tic_tac_toe": 5478,
    "nim:heaps=1-2-3-4,misere=true": 2 * 3 * 4 * 5,
    "kalah:pits=3,seeds=2": 4001,
    "tree": 13,
    "connect_four:width=4,height=4": 161_029,  # OEIS A212693 and Tromp
    "othello:size=4": 62_789,
}
LARGE = ("connect_four:width=4,height=4", "othello:size=4")  # compiled only: they take long in plain Python
GAMES = [pytest.param(spec, marks=compiled) if spec in LARGE else spec for spec in COUNTS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("solutions")


@pytest.fixture(scope="module")
def solved(folder: Path) -> Any:
    """A function: the summary and the solution of a game, made once."""

    @cache
    def make(spec: str) -> tuple[SolutionSummary, Solution]:
        path = folder / f"{abs(hash(spec))}.solution"
        return solve_everything(spec, path), Solution(path)

    return make


def worth(value: Value) -> tuple[float, int]:
    return value.result, value.plies or 0


def reachable(game: Game) -> Iterator[Any]:
    """Every state that play leads to, each once."""
    seen, ahead = {game.start()}, [game.start()]
    while ahead:
        state = ahead.pop()
        yield state
        if not game.is_over(state):
            new = {game.play(state, move) for move in game.moves(state)} - seen
            seen |= new
            ahead += new


def assert_holds_all(solution: Solution, game: Game) -> None:
    """Every state that can be reached is there with the twin's value, and nothing else is."""
    twin, count = solver(game), 0
    for state in reachable(game):
        value = solution.value(state)
        assert value is not None
        assert value.kind == "exact"
        assert worth(value) == twin(state)
        assert (value.plies is None) == (value.result == 0)
        count += 1
    assert len(solution) == count


def assert_plays_best(solution: Solution, game: Game) -> None:
    """From every state each move has the twin's value, and the line keeps it to the end, in as many plies as it says."""
    twin = solver(game)

    def after(state: Any, move: int) -> tuple[float, int]:
        then = game.play(state, move)
        result, plies = twin(then)
        return (result if same_side(game, state, then) else -result), plies + 1 if result else 0

    for state in reachable(game):
        moves = solution.best(Position(game, state))
        assert sorted(one.move for one in moves) == sorted(() if game.is_over(state) else game.moves(state))
        assert all(worth(one.value) == after(state, one.move) for one in moves)
        line, here = solution.line(state), state
        for move in line:
            assert after(here, move) == twin(here)
            here = game.play(here, move)
        assert game.is_over(here)
        assert len(line) == twin(state)[1] or twin(state)[0] == 0


@pytest.mark.untraced
@pytest.mark.parametrize("spec", GAMES)
def test_as_many_positions_as_the_books_say_each_as_plain_minimax_has_it(spec: str, solved: Any) -> None:
    summary, solution = solved(spec)
    game = solution.game
    assert summary.positions == len(solution) == COUNTS[spec]
    assert summary.value == solution.start == solution.value(game.start())
    assert summary.bytes == solution.path.stat().st_size
    if spec not in LARGE:
        assert_holds_all(solution, game)
    for seed in range(6):
        assert_moves_come_best_first(solution, game, late_state(game, seed))
    state, line = game.start(), solution.line(game.start())
    for move in line:
        state = game.play(state, move)
    assert game.is_over(state)
    assert solution.start.plies in (None, len(line))
    assert solution.best(Position(game, state)) == ()


def assert_moves_come_best_first(solution: Solution, game: Game, state: Any) -> None:
    """Each with what it is worth to the one who makes it."""
    moves, twin = solution.best(Position(game, state)), solver(game)
    assert sorted(one.move for one in moves) == sorted(game.moves(state))
    ranks = [order(worth(one.value)) for one in moves]
    assert ranks == sorted(ranks, reverse=True)
    assert moves[0].value == solution.value(state)
    assert worth(moves[0].value) == twin(state)
    for one in moves:
        after = game.play(state, one.move)
        value = solution.value(after)
        assert value is not None
        assert worth(value) == twin(after)
        assert one.value == (value.later() if same_side(game, state, after) else -value.later())


@compiled
def test_what_is_known_of_small_boards(solved: Any) -> None:
    assert solved("othello:size=4")[0].value.result == -10  # 11-3, and the winner gets the empty squares
    assert solved("connect_four:width=4,height=4")[0].value == Value("exact", 0)


@settings(max_examples=examples(10 if PLAIN else 25))
@given(seed=st.integers(0, 2**32), largest=st.sampled_from([1, 3, 200, 30_000]))
def test_graphs_of_any_shape(folder: Path, seed: int, largest: int) -> None:
    """Ties, transpositions at different plies, the same side twice, results larger than assumed at first."""
    game = random_graph(seed, largest=largest)
    solve_everything(game, folder / "graph")
    assert_holds_all(Solution(folder / "graph", game), game)
    assert_plays_best(Solution(folder / "graph", game), game)


@settings(max_examples=examples(5 if PLAIN else 10))
@given(seed=st.integers(0, 2**32))
def test_trees_of_any_shape(folder: Path, seed: int) -> None:
    game: Tree = random_tree(seed)
    solve_everything(game, folder / "tree")
    assert_holds_all(Solution(folder / "tree", game), game)
    assert_plays_best(Solution(folder / "tree", game), game)


def test_a_cell_larger_than_any_sample_has_shown(folder: Path) -> None:
    """One path of many leads to a node whose label takes all bits: the rows are laid out anew."""
    deep = 40
    edges = [[node + 1, deep + 1] for node in range(deep)] + [[], []]
    game = graph(edges, {deep: 1, deep + 1: 1}, [node % 2 for node in range(deep + 2)], {deep: 2**62, deep - 1: 2**40})
    summary = solve_everything(game, folder / "rare")
    assert summary.positions == deep + 2
    assert_holds_all(Solution(folder / "rare", game), game)


@compiled
@pytest.mark.parametrize("search", sorted({"deepening", "solve"} & set(names("search"))))
def test_the_strong_searches_agree_with_it_from_early_positions_on(search: str, solved: Any) -> None:
    """Positions that the plain twin would take too long for."""
    spec = "connect_four:width=4,height=4"
    solution, game = solved(spec)[1], load(spec)
    for seed in range(40):
        state = walk(game, seed, seed % 16)
        thought = think(game, state, search=search, all_moves=seed % 2 == 0)
        assert thought.value == solution.value(state)
        assert {one.value for one in thought.moves} <= {one.value for one in solution.best(Position(game, state))}


def test_a_state_that_play_does_not_lead_to_has_no_value(solved: Any) -> None:
    solution = solved("tic_tac_toe")[1]
    nine, more = Board64(0b111), Board64(1 << 60)
    assert solution.value(State(nine, Board64())) is None
    assert solution.value(State(more, Board64())) is None
    with pytest.raises(SolutionError, match="does not hold this position of tic_tac_toe"):
        solution.best(Position(solution.game, State(nine, Board64())))


@given(seed=st.integers(0, 2**32), words=st.integers(1, 3), most=st.sampled_from([1, 7, 2**64 - 1]))
def test_rows_sorted_in_parts_are_rows_sorted_at_once(seed: int, words: int, most: int) -> None:
    """However few rows a part may hold, and however many begin with the same word."""
    rows = np.random.default_rng(seed).integers(0, most, (3000, words), np.uint64, endpoint=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walker, "CHUNK", 100)
        assert np.array_equal(np.concatenate(list(walker._in_order(rows))), rows[np.lexsort(rows.T[::-1])])


@given(st.lists(st.integers(0, 64), min_size=1, max_size=12), st.integers(14, 41), st.data())
def test_a_key_belongs_to_one_state(widths: list[int], spare: int, data: st.DataObject) -> None:
    """No cell overlaps another or the value, or lies across two words; what is too large for its cell has no key."""
    layout = Layout(spare, tuple(widths))
    state = tuple(data.draw(st.integers(0, (1 << width) - 1)) for width in widths)
    key = layout.key(state)
    assert key is not None
    assert key.bit_length() <= layout.bits <= layout.words * 64 - spare
    for cell, width, at in zip(state, widths, layout.places, strict=True):
        assert key >> (at - spare) & (1 << width) - 1 == cell
        assert width == 0 or at // 64 == (at + width - 1) // 64
    too_large = tuple(1 << width for width in widths)
    assert 64 in widths or layout.key(too_large) is None


def test_the_progress_begins_with_the_memory(folder: Path) -> None:
    said: list[tuple[int, str]] = []
    summary = solve_everything("tic_tac_toe", folder / "told", progress=lambda count, note: said.append((count, note)))
    assert said[0][0] == 0
    assert "positions" in said[0][1]
    assert "2 GB are allowed" in said[0][1]
    assert said[-1] == (summary.positions, "sorting and writing")
    counts = [count for count, _ in said]
    assert counts == sorted(counts)


@pytest.mark.parametrize(
    ("spec", "memory", "sentence"),
    [
        pytest.param(LARGE[0], 2**20, r"at least about 1\d\d,\d{3} .* take .* MB .* 1 MB", marks=compiled),
        (
            "tic_tac_toe",
            50_000,
            r"tic_tac_toe has at least about \d,.* which take .* are allowed: allow more, or",
        ),
    ],
)
def test_too_much_is_refused_with_the_estimate(spec: str, memory: int, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match=sentence):
        solve_everything(spec, tmp_path / "file", memory)
    assert list(tmp_path.iterdir()) == []


def test_a_walk_that_grows_beyond_its_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.solutions.walker.RandomGames.at_least", lambda games: 1)
    memory = 250_000 if PLAIN else 60_000
    with pytest.raises(SolutionError, match=r"tic_tac_toe has more than [2-5],... positions, for which .* do not suffice"):
        solve_everything("tic_tac_toe", tmp_path / "file", memory)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("game", "error", "sentence"),
    [
        (graph([[1], [2, 3], [0], []], {3: 1}), SolutionError, "can come back to a position, and its rules do not say"),
        (graph([[n + 1] for n in range(300)] + [[]], {300: 1}), SolutionError, "has lines of more than 250 plies"),
        (graph([[1], []]), RulesError, "no move in a state that is not over"),
        (graph([[1], []], {1: 2**50}), RulesError, "count in larger units"),
    ],
    ids=["circle", "long", "stuck", "huge"],
)
def test_games_without_a_solution(game: Game, error: type[Exception], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=sentence):
        solve_everything(game, tmp_path / "file")
    assert list(tmp_path.iterdir()) == []
