"""What the books say of the games: how many positions and games there are, and who wins."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.core.board import Board64
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.games.connect_four import ConnectFour
from kibitz.games.othello import Othello
from kibitz.games.othello import State as OthelloState
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.position import Position
from kibitz.search.entry import think


def explored(game: Game) -> Iterator[set[Any]]:
    """The different states after 0, 1, 2 ... plies."""
    layer = {game.start()}
    while layer:
        yield layer
        layer = {game.play(state, move) for state in layer if not game.is_over(state) for move in game.moves(state)}


@pytest.mark.untraced
def test_tic_tac_toe_has_5478_positions_and_255168_games() -> None:
    game = TicTacToe()
    layers = list(explored(game))
    assert sum(map(len, layers)) == 5478
    ways = {game.start(): 1}
    nodes, ended = 1, {-1: 0, 0: 0, 1: 0}  # how often the first player loses, draws, wins
    for plies in range(1, 10):
        reached: dict[Any, int] = {}
        for state, number in ways.items():
            for move in game.moves(state):
                after = game.play(state, move)
                nodes += number
                if game.is_over(after):
                    ended[game.result(after) if plies % 2 == 0 else -game.result(after)] += number
                else:
                    reached[after] = reached.get(after, 0) + number
        ways = reached
    assert nodes == 549_946
    assert ended == {1: 131_184, -1: 77_904, 0: 46_080}


@pytest.mark.untraced
def test_connect_four_positions_after_n_plies() -> None:
    """John Tromp's counts."""
    sizes = map(len, itertools.islice(explored(ConnectFour()), 8))
    assert list(sizes) == [1, 7, 49, 238, 1120, 4263, 16422, 54859]


@pytest.mark.compiled
def test_connect_four_on_4x4_has_161029_positions_and_is_drawn() -> None:
    """Tromp's, too."""
    game = ConnectFour(4, 4)
    assert sum(map(len, explored(game))) == 161_029
    assert (think(game).value.kind, think(game).value.result) == ("exact", 0)


@pytest.mark.untraced
def test_the_order_of_moves_gives_the_known_alphabeta_counts() -> None:
    """The known node counts of plain fail-hard alpha-beta hang on the order of the moves, and on a window wider than 1."""
    nodes = 0

    def alphabeta(game: Game, state: Any, depth: int, alpha: int, beta: int) -> int:
        nonlocal nodes
        nodes += 1
        if game.is_over(state):
            return game.result(state)
        if depth == 0:
            return 0
        for move in game.moves(state):
            alpha = max(alpha, -alphabeta(game, game.play(state, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha

    for game, depth, expected in ((ConnectFour(), 6, 1249), (ConnectFour(), 7, 7153), (TicTacToe(), 9, 18_297)):
        nodes = 0
        alphabeta(game, game.start(), depth, -2, 2)
        assert nodes == expected


def test_othello_opening_pass_and_empty_squares() -> None:
    game = Othello()
    assert [game.move_name(game.start(), move) for move in game.moves(game.start())] == ["d3", "c4", "f5", "e6"]
    wiped_out = OthelloState(Board64(), Board64(0b111), 0)  # who is wiped out loses all 64 squares
    assert game.is_over(wiped_out)
    assert game.result(wiped_out) == -64
    stuck = OthelloState(Board64(0b001), Board64(0b010), 1)
    assert list(game.moves(OthelloState(stuck.theirs, stuck.mine, 0))) == [64]
    assert game.move_name(stuck, 64) == "pass"


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("spec", "result", "plies"),
    [
        ("tic_tac_toe", 0, None),
        ("connect_four:width=6,height=4", -1, 24),  # Tromp
        ("othello:size=4", -10, None),  # 11-3 for the second player, and the two empty squares are the winner's
        ("nim", 1, None),  # 3, 4 and 5 do not cancel out
        ("tree", 3, 2),
    ],
)
def test_what_the_literature_says_of_the_start(spec: str, result: int, plies: int | None) -> None:
    value = think(load(spec)).value
    assert (value.kind, value.result) == ("exact", result)
    assert plies is None or value.plies == plies


@pytest.mark.compiled
def test_three_mens_morris_is_won_by_the_middle_alone() -> None:
    """Whoever begins in the middle of the board with diagonals has won; a side loses, and a corner proves nothing so soon.

    Counted by retrograde analysis of all 5,678 states: 10 moves, the mill and the man that it takes among them.
    """
    thought = think("morris:men=3", limit=Limit(depth=10), all_moves=True)
    position = Position.after("morris:men=3")
    values = {position.name(one.move): (one.value.kind, one.value.result, one.value.plies) for one in thought.moves}
    assert values["b2"] == ("exact", 1, 10)
    assert {values[side] for side in ("b1", "a2", "c2", "b3")} == {("exact", -1, 9)}
    assert {values[corner][0] for corner in ("a1", "c1", "a3", "c3")} == {"estimate"}
