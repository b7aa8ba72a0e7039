"""The games of OpenSpiel in searches: they find what they find in our own games, and what is published."""

import random
from pathlib import Path

import pytest

from commandline import here
from kibitz.books.make_book import make_book
from kibitz.checking import check
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Value
from kibitz.errors import BookError, SolutionError
from kibitz.games.connect_four import ConnectFour
from kibitz.games.othello import Othello
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.position import Position
from kibitz.search.entry import think
from kibitz.search.perft import perft
from kibitz.solutions import solve_everything
from plain_games import plain
from plain_values import values

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'kibitz[openspiel]'")


def opened(game: str) -> Game:
    return load(f"openspiel:{game}")


TWINS: dict[str, tuple[Game, int, int]] = {
    "tic_tac_toe": (plain(TicTacToe), 2, 9),
    "connect_four": (plain(ConnectFour), 28, 4),
    "othello": (plain(Othello), 54, 6),
}
"""Our own game, how many random moves, and how deep to look then."""


def along(name: str, seed: int) -> tuple[Position, Position]:
    """A position of our own game of that name and the same one of the library's; their moves have the same numbers."""
    game, moves, _ = TWINS[name]
    ours, theirs, dice = Position.after(game), Position.after(opened(name)), random.Random(seed)
    for _ in range(moves):
        assert sorted(ours.legal()) == list(theirs.legal())
        move = dice.choice(theirs.legal())
        if ours.play(move).is_over:
            break
        ours, theirs = ours.play(move), theirs.play(move)
        assert ours.to_move == theirs.to_move
    return ours, theirs


@pytest.mark.untraced
@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_we_have_too_has_the_same_values(name: str, seed: int) -> None:
    """Of every move; where ours counts discs, the library says who has won."""
    limit = Limit(depth=TWINS[name][2])
    ours, theirs = (
        {one.move: one.value for one in think(position, search="minimax", limit=limit, knowledge=None, all_moves=True).moves}
        for position in along(name, seed)
    )
    if name == "othello":
        assert {move: who_won(value) for move, value in ours.items()} == {move: who_won(theirs[move]) for move in theirs}
    else:
        assert ours == theirs


def who_won(value: Value) -> int:
    return (value.result > 0) - (value.result < 0)


@pytest.mark.parametrize("name", ["breakthrough(rows=4,columns=3)", "checkers", "connect_four(rows=4,columns=4)", "oware"])
def test_the_strong_search_equals_minimax(name: str) -> None:
    """Positions of other histories do not meet in its table, and nothing else changes a value either."""
    position = Position.after(opened(name))
    found = [
        think(position, search=search, limit=Limit(depth=4), all_moves=True) for search in ("minimax", "alphabeta", "deepening")
    ]
    worths = [{one.move: one.value for one in thought.moves} for thought in found]
    assert worths[0] == worths[1] == worths[2]
    assert found[2].depth == 4


CHANCY: list[tuple[str, str, int, int]] = [
    ("maxn", "pig(winscore=6,diceoutcomes=3)", 0, 6),
    ("maxn", "pig(players=3,winscore=6,diceoutcomes=3)", 3, 6),
    ("maxn", "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)", 0, 7),
    ("maxn", "start_at(history=0;4;1,game=misere(game=tic_tac_toe()))", 0, 6),
    ("maxn", "chinese_checkers(players=3)", 3, 2),
    ("maxn", "2048", 3, 3),
    ("expectiminimax", "pig(winscore=8,diceoutcomes=2)", 3, 7),
    ("expectiminimax", "einstein_wurfelt_nicht", 3, 3),
    ("expectiminimax", "tic_tac_toe", 2, 5),
]
"""The search, the game, how many random moves and throws before, and how deep to look then."""


@pytest.mark.parametrize(("search", "name", "moves", "depth"), CHANCY)
def test_everybody_gets_what_the_plain_twin_gives(search: str, name: str, moves: int, depth: int) -> None:
    game, dice = opened(name), random.Random(1)
    position = Position.after(game)
    while len(position.moves) < moves or position.is_chance:
        position = position.play(dice.choice(position.legal()))
    value = think(position, search=search, limit=Limit(depth=depth)).value
    numbers = values(game, position.state, depth)
    wanted = (numbers[position.to_move],) if search == "expectiminimax" else numbers
    assert (value.payoffs or (value.result,)) == pytest.approx(wanted)


def test_dice_decide_at_once_in_backgammon() -> None:
    """The search that fits is found; the roll is the first thing to happen; then moves are called as players call them."""
    position = Position.after(opened("backgammon"))
    assert position.is_chance
    thought = think(position.play(position.legal()[0]), limit=Limit(depth=1), all_moves=True)
    assert {one.move for one in thought.moves} == set(position.play(position.legal()[0]).legal())
    assert thought.value.result == 0
    rolled = position.play(position.legal()[4]).play("13/9_8/7")
    assert rolled.names()[-1] == "13/9_8/7"
    assert rolled.is_chance


PERFT = {"chess": (3, 8902), "othello": (4, 244), "checkers": (5, 7361), "connect_four": (4, 2401)}


@pytest.mark.parametrize("name", PERFT)
def test_perft_is_the_published_count(name: str) -> None:
    depth, count = PERFT[name]
    assert perft(opened(name), depth=depth) == count


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough(rows=4,columns=3)"])
def test_the_games_keep_the_laws_of_the_checker(name: str) -> None:
    report = check(opened(name), seconds=1.0)
    assert report.problems == ()
    assert report.games >= 1
    assert not report.notes


def test_no_file_is_made_of_states_that_are_no_numbers(tmp_path: Path) -> None:
    game = opened("tic_tac_toe")
    with pytest.raises(SolutionError, match="keeps its states to itself"):
        solve_everything(game, tmp_path / "a")
    with pytest.raises(BookError, match="keeps its states to itself"):
        make_book(game, 2, tmp_path / "b")
    assert list(tmp_path.iterdir()) == []


def test_the_commands_take_them() -> None:
    assert "First to move: draw" in here("analyze", "openspiel:tic_tac_toe", "--time", "60")
    assert "The game is over" in here("play", "openspiel:connect_four", "greedy", "random")
    assert '"leaves": 400' in here("perft", "openspiel:chess", "--depth", "2", "--json")
