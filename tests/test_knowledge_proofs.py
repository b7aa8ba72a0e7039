"""What the package's knowledge proves (bounds, plies, candidates, finish) against the strong solution of small boards."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from kibitz.core.best_result import best_result
from kibitz.core.registry import knowledge_of, load, names
from kibitz.core.rules import Game, Knowledge, says
from kibitz.core.thought import Value
from kibitz.solutions import Solution, solve_everything
from reference import same_side

PROOFS = ("bounds", "plies", "candidates", "finish")
# Small boards of each game; those behind the first, and Othello's, are solved in machine code only.
BOARDS = {
    "connect_four": [
        "connect_four:width=3,height=4,line=3",
        "connect_four:width=4,height=4",
        "connect_four:width=3,height=5",
    ],
    "dots_and_boxes": ["dots_and_boxes:width=2,height=1"],
    "kalah": ["kalah:pits=2,seeds=2", "kalah:pits=3,seeds=2"],
    "othello": ["othello:size=4"],
    "tic_tac_toe": ["tic_tac_toe"],
}
GAMES = 400  # random games, of each board


def proving(*methods: str) -> list[Any]:
    """The small boards of all games whose knowledge says one of these."""
    found: list[Any] = []
    for name in names("knowledge"):
        boards = BOARDS.get(name, [name])  # a new game must be small, or be given a small board above
        if any(says(knowledge_of(load(boards[0])), method) for method in methods):
            found += [boards[0] if name != "othello" else pytest.param(boards[0], marks=pytest.mark.compiled)]
            found += [pytest.param(board, marks=pytest.mark.compiled) for board in boards[1:]]
    return found


Solved = Callable[[str], tuple[Any, Any, Solution]]


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Solved:
    """A function: a game, its knowledge and its strong solution, made once."""
    folder = tmp_path_factory.mktemp("solutions")

    @cache
    def make(spec: str) -> tuple[Game, Knowledge, Solution]:
        game, path = load(spec), folder / f"{spec.replace(':', '_')}.solution"
        solve_everything(game, path)
        knowledge = knowledge_of(game)
        assert knowledge is not None
        return game, knowledge, Solution(path)

    return make


def played(game: Any, last: bool = False) -> Iterator[Any]:
    """States of random games that are not over, each once; with the last ones, if they are wanted too."""
    chance, seen = random.Random(1), set()
    for _ in range(GAMES):
        state = game.start()
        while not game.is_over(state):
            if state not in seen:
                seen.add(state)
                yield state
            state = game.play(state, chance.choice(list(game.moves(state))))
        if last:
            yield state


def value_of(solution: Solution, state: Any) -> Value:
    value = solution.value(state)
    assert value is not None
    return value


def tried(game: Any, knowledge: Any, state: Any) -> list[int]:
    """The candidates, where the knowledge names any."""
    return list(knowledge.candidates(state) if says(knowledge, "candidates") else game.moves(state))


@pytest.mark.parametrize("spec", proving("bounds"))
def test_the_result_is_within_its_bounds(spec: str, solved: Solved) -> None:
    game, knowledge, solution = solved(spec)
    narrow, most = 0, best_result(game) or 0
    for state in played(game):
        low, high = knowledge.bounds(state)
        assert low <= value_of(solution, state).result <= high, state
        narrow += low > -most or high < most
    assert narrow > 0


@pytest.mark.parametrize("spec", proving("candidates"))
def test_a_best_move_is_among_the_candidates(spec: str, solved: Solved) -> None:
    """One that keeps the value and the distance; all of them legal, each once."""
    game, knowledge, solution = solved(spec)
    for state in played(game):
        moves, worths = tried(game, knowledge, state), []
        assert moves
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(game.moves(state))
        for move in moves:
            after = game.play(state, move)
            worth = value_of(solution, after).later()
            worths.append(worth if same_side(game, state, after) else -worth)
        assert max(worths, key=lambda worth: worth.order) == value_of(solution, state), state


@pytest.mark.parametrize("spec", proving("plies"))
def test_games_last_as_long_as_is_said(spec: str, solved: Solved) -> None:
    """Best play ends a win or a loss within the limits, and with the candidates alone no game ends sooner."""
    game, knowledge, solution = solved(spec)

    def ends_within(state: Any, plies: int) -> bool:
        if game.is_over(state):
            return True
        return plies > 0 and any(ends_within(game.play(state, move), plies - 1) for move in tried(game, knowledge, state))

    for state in played(game):
        fewest, most = knowledge.plies(state)
        value = value_of(solution, state)
        assert 1 <= fewest <= most
        assert value.plies is None or fewest <= value.plies <= most, state
        assert not ends_within(state, min(fewest - 1, 6)), state


@pytest.mark.parametrize("spec", proving("finish"))
def test_what_is_finished_has_its_true_result(spec: str, solved: Solved) -> None:
    """Where it finishes: exact within the window, a limit from the right side beyond it."""
    game, knowledge, solution = solved(spec)
    finished = 0
    for state in played(game, last=True):
        result = int(value_of(solution, state).result)
        for low, high in ((-64, 64), (result - 1, result), (result, result + 1), (result - 3, result + 3)):
            nodes, found = knowledge.finish(state, low, high)
            if nodes == 0:
                assert found == 0
                break
            finished += 1
            assert nodes > 0
            assert result >= found if found >= high else result <= found if found <= low else result == found, state
    assert finished > 0
