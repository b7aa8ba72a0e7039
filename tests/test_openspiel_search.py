"""Searches on games of OpenSpiel: they find what they find in our own games, and what is published."""

import random
from pathlib import Path

import pytest

from commandline import here
from kibitz.checking import check
from kibitz.errors import BookError, SolutionError
from kibitz.games.connect_four import ConnectFour
from kibitz.games.openspiel import OpenSpiel
from kibitz.games.othello import Othello
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game
from kibitz.search.entry import think
from kibitz.search.perft import perft
from kibitz.tables import solve_everything
from kibitz.tables.make_book import make_book
from kibitz.thought import Limit, Value
from plain_values import values

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'kibitz[openspiel]'")


def opened(game: str) -> OpenSpiel:
    found = load(f"openspiel:{game}")
    assert isinstance(found, OpenSpiel)
    return found


class PlainTicTacToe(TicTacToe):
    """Compiling it would take longer than the search."""

    compiles = False


class PlainConnectFour(ConnectFour):
    compiles = False


class PlainOthello(Othello):
    compiles = False


TWINS: dict[str, tuple[Game, int, int]] = {
    "tic_tac_toe": (PlainTicTacToe(), 2, 9),
    "connect_four": (PlainConnectFour(), 28, 4),
    "othello": (PlainOthello(), 54, 6),
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


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening", "solve"])
def test_tic_tac_toe_is_a_draw(search: str) -> None:
    position = Position.after(opened("tic_tac_toe"), [4] if search == "minimax" else [])
    thought = think(position, search=search, limit=Limit(depth=6) if search == "minimax" else Limit())
    assert thought.value.result == 0
    assert thought.value.kind == ("estimate" if search == "minimax" else "exact")


@pytest.mark.parametrize("name", ["breakthrough(rows=4,columns=3)", "checkers", "connect_four(rows=4,columns=4)", "oware"])
def test_the_strong_search_equals_minimax(name: str) -> None:
    """Positions of other histories do not meet in its table, and nothing else changes a value either."""
    position = Position.after(opened(name))
    found = [
        think(position, search=search, limit=Limit(depth=4), all_moves=True) for search in ("minimax", "alphabeta", "deepening")
    ]
    values = [{one.move: one.value for one in thought.moves} for thought in found]
    assert values[0] == values[1] == values[2]
    assert found[2].depth == 4


CHANCY = {
    "pig(winscore=6,diceoutcomes=3)": 6,
    "pig(players=3,winscore=6,diceoutcomes=3)": 6,
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)": 7,
    "start_at(history=0;4;1,game=misere(game=tic_tac_toe()))": 6,
    "chinese_checkers(players=3)": 2,
    "2048": 3,
}


@pytest.mark.parametrize("name", CHANCY)
@pytest.mark.parametrize("moves", [0, 3])
def test_maxn_gives_everybody_what_the_plain_twin_gives(name: str, moves: int) -> None:
    """From the start, and after a few moves and throws."""
    game, dice = opened(name), random.Random(1)
    position = Position.after(game)
    while len(position.moves) < moves or position.is_chance:
        position = position.play(dice.choice(position.legal()))
    thought = think(position, search="maxn", limit=Limit(depth=CHANCY[name]))
    assert (thought.value.payoffs or (thought.value.result,)) == pytest.approx(values(game, position.state, CHANCY[name]))


@pytest.mark.parametrize(
    ("name", "moves", "depth"),
    [
        ("pig(winscore=6,diceoutcomes=3)", "", 7),
        ("pig(winscore=8,diceoutcomes=2)", "roll Roll_2 stop", 7),
        ("einstein_wurfelt_nicht", [100, 600, 1], 3),
        ("tic_tac_toe", [4, 0], 5),
    ],
)
def test_expectiminimax_is_the_average_of_the_plain_twin(name: str, moves: str | list[int], depth: int) -> None:
    position = Position.after(opened(name), moves)
    thought = think(position, search="expectiminimax", limit=Limit(depth=depth), all_moves=True)
    result = values(position.game, position.state, depth)[position.to_move]
    assert thought.value.result == pytest.approx(result)
    assert max(one.value.order for one in thought.moves) == thought.value.order


def test_dice_decide_at_once_in_backgammon() -> None:
    """The search that fits is found; the roll is the first thing to happen."""
    position = Position.after(opened("backgammon"))
    assert position.is_chance
    position = position.play(position.legal()[0])
    thought = think(position, limit=Limit(depth=1), all_moves=True)
    assert {one.move for one in thought.moves} == set(position.legal())
    assert thought.value.result == 0


PERFT = {"chess": (3, 8902), "othello": (4, 244), "checkers": (5, 7361), "connect_four": (4, 2401)}


@pytest.mark.parametrize("name", PERFT)
def test_perft_is_the_published_count(name: str) -> None:
    depth, count = PERFT[name]
    assert perft(opened(name), depth=depth) == count


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["tic_tac_toe", "chess", "amazons"])
def test_the_games_keep_the_laws_of_the_checker(name: str) -> None:
    report = check(opened(name), seconds=1.0 if name == "tic_tac_toe" else 4.0)
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
