"""The games that the benchmark of learning was never tuned to: counts of their games, and rules that keep the laws."""

import itertools
from pathlib import Path

import pytest

import kibitz
from kibitz.checking import check
from kibitz.core.board import Board64
from kibitz.position import Position
from test_golden import count

FOLDER = Path(__file__).parents[1] / "examples" / "learning"
# Ataxx: as its engines publish (perft 1 to 4: 16, 256, 6460, 155888). Dots and Boxes: 40 * 39. Amazons: counted here.
COUNTS = {"ataxx": (3, 6460), "dots_and_boxes": (2, 1560), "amazons": (1, 360)}


def test_each_of_them_is_counted_here() -> None:
    assert {file.stem for file in FOLDER.glob("*.py")} == set(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
def test_they_allow_as_many_games_as_known(name: str) -> None:
    game, (depth, games) = kibitz.load(str(FOLDER / f"{name}.py")), COUNTS[name]
    assert count(game, game.start(), depth) == games


@pytest.mark.parametrize("name", COUNTS)
def test_they_keep_the_laws_of_good_rules(name: str) -> None:
    report = check(kibitz.load(str(FOLDER / f"{name}.py")), seconds=2.0, allow_plain=True)
    assert report.problems == ()


@pytest.mark.parametrize("lines", list(itertools.permutations(("1,1-", "2,1-", "1,1|", "1,2|"))))
def test_who_draws_the_fourth_line_around_a_box_must_move_again(lines: tuple[str, ...]) -> None:
    game = kibitz.load(str(FOLDER / "dots_and_boxes.py"))
    assert [Position.after(game, lines[:count]).to_move for count in range(5)] == [0, 1, 0, 1, 1]
    assert [len(Position.after(game, lines[:count]).state.mine) for count in (3, 4)] == [0, 1]


def test_stones_beside_a_new_one_change_sides_and_who_cannot_move_passes() -> None:
    game = kibitz.load(str(FOLDER / "ataxx.py"))
    kind = type(game.start())
    taken = game.play(kind(Board64(0b1), Board64(0b100), 0, 0), 1)
    assert (taken.mine, taken.theirs, game.is_over(taken)) == (Board64(), Board64(0b111), True)
    shut = kind(Board64(0b1), Board64(0b110 | 0b111 << 7 | 0b111 << 14), 0, 0)
    assert [game.move_name(shut, move) for move in game.moves(shut)] == ["pass"]
    assert game.play(shut, *game.moves(shut)).turn == 1
