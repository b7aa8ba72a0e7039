"""Boards as text: every game fits a terminal, every move can be read off, and no game can break a terminal."""

import re
from dataclasses import replace

import pytest

from drawn_games import Drawn, Turn
from kibitz.drawing.grid import grid_of
from kibitz.drawing.text import draw
from kibitz.notation import read_move
from kibitz.position import Position
from kibitz.registry import load
from kibitz.scene import Action, Cell, Piece, Scene
from shelf import READY


def drawn(spec: str, moves: str, colour: bool = False) -> str:
    return Position.after(load(spec), moves).draw(colour)


def test_a_small_board_has_lines_and_its_last_move_in_brackets() -> None:
    assert drawn("tic_tac_toe", "2,2 1,1 3,1").split("\n") == [
        "    1   2   3",
        "  ┌───┬───┬───┐",
        "1 │ O │   │   │",
        "  ├───┼───┼───┤",
        "2 │   │ X │   │",
        "  ├───┼───┼───┤",
        "3 │(X)│   │   │",
        "  └───┴───┴───┘",
    ]


def test_a_larger_board_has_dots_and_its_winning_line_in_stars() -> None:
    assert drawn("connect_four", "4455667").split("\n") == [
        "    1   2   3   4   5   6   7",
        "  ┌───────────────────────────┐",
        "1 │ ·   ·   ·   ·   ·   ·   · │",
        "2 │ ·   ·   ·   ·   ·   ·   · │",
        "3 │ ·   ·   ·   ·   ·   ·   · │",
        "4 │ ·   ·   ·   ·   ·   ·   · │",
        "5 │ ·   ·   ·   O   O   O   · │",
        "6 │ ·   ·   ·  *X* *X* *X* *X*│",
        "  └───────────────────────────┘",
    ]


def test_open_squares_are_shown_where_not_all_empty_ones_are_open() -> None:
    board = drawn("othello", "f5d6c3").split("\n")
    assert board[0] == "    a   b   c   d   e   f   g   h"
    assert board[4] == "3 │ ·   ·  (X)  +   ·   +   ·   · │"
    assert "moves:" not in "".join(board)


def test_a_pass_is_listed_below_the_board() -> None:
    assert drawn("othello", "d3c3e6d2d1e1b2c1").split("\n")[-1] == "moves: pass"


def test_pits_show_their_seeds_and_what_to_type() -> None:
    assert drawn("kalah", "36").split("\n") == [
        "       (4)   (4)   (5)   (5)   (5)   (5)",
        " (0)    6     5     4     3     2     1    (2)",
        "       (4)   (4)   (0)   (5)   (5)  ((0))",
    ]


def test_heaps_show_what_is_left() -> None:
    assert drawn("nim", "2:3").split("\n") == [
        "    1   2   3   4   5",
        "  ┌───────────────────┐",
        "1 │ o   o   o         │",
        "2 │ o   ·  (·)  ·     │",
        "3 │ o   o   o   o   o │",
        "  └───────────────────┘",
    ]


def test_a_tree_is_no_grid() -> None:
    assert drawn("tree", "").split("\n") == [
        "                         (▲)",
        "",
        "       (▼)               (▼)               (▼)",
        "        a1                a2                a3",
        " (3)   (12)  (8)   (2)   (4)   (6)   (14)  (5)   (2)",
    ]


@pytest.mark.parametrize("name", READY)
def test_every_game_fits_a_terminal_at_every_turn_and_says_what_to_type(name: str) -> None:
    """Every legal move can be typed from what the picture shows: its own name, or the labels at the edges."""
    position = Position.after(load(name))
    turn = 0
    while not position.is_over and turn < 60:
        board = position.draw()
        assert max(map(len, board.split("\n"))) <= 79
        assert "\x1b" not in board
        scene = position.game.scene(position.state)
        grid = grid_of(scene) if scene else None
        shown = set(re.findall(r"[^\s()\[\]*│]+", board))
        for move in position.legal():
            label = position.name(move)
            parts = [label] if grid is None or label in shown else re.findall(r"[a-z]+|[0-9]+", label)
            assert shown.issuperset(parts), f"{label} cannot be read off\n{board}"
        position = position.play(position.legal()[turn * 5 % len(position.legal())])
        turn += 1
    assert position.draw()


@pytest.mark.parametrize("name", READY)
def test_colour_changes_nothing_but_colour(name: str) -> None:
    position = Position.after(load(name))
    for _ in range(4):
        position = position if position.is_over else position.play(position.legal()[0])
    painted = position.draw(colour=True)
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == position.draw()


def test_a_game_without_a_scene_shows_its_text_and_its_moves() -> None:
    game = Drawn(text="X.\n.O", labels=("take-1", "take-2"))
    assert draw(game, game.start()) == "X.\n.O\nmoves: take-1 take-2"
    assert draw(game, Turn(1)) == "X.\n.O"


def test_many_moves_are_wrapped() -> None:
    game = Drawn(labels=tuple(f"move-{number}" for number in range(40)))
    lines = draw(game, game.start()).split("\n")[1:]
    assert len(lines) > 3
    assert all(len(line) <= 78 for line in lines)
    assert " ".join(lines).split() == ["moves:", *game.labels]


def hexes(side: int) -> Scene:
    cells = tuple(
        Cell(f"{'abc'[row]}{col + 1}", col + row / 2, row * 0.87, "hex") for row in range(side) for col in range(side)
    )
    actions = tuple(Action(number, cell.name, cell.name) for number, cell in enumerate(cells) if cell.name != "b2")
    return Scene(cells, {"b2": Piece("X", 0)}, actions)


def test_hexagons_show_the_name_of_each_open_cell() -> None:
    assert draw(Drawn(hexes(3)), Turn(0), last="b2").split("\n") == [
        " <a1>  <a2>  <a3>",
        "    <b1> <<X>>  <b3>",
        "       <c1>  <c2>  <c3>",
    ]


def test_cells_too_close_for_letters_leave_it_to_the_games_own_text() -> None:
    crowded = Scene(tuple(Cell(str(number), number / 50, 0.0, "round") for number in range(9)), {}, (Action(0, "a", "0"),))
    assert draw(Drawn(crowded, "my own"), Turn(0)) == "my own\nmoves: a"
    wide = Scene(tuple(Cell(str(number), number * 1.5, 0.0) for number in range(30)), {})
    assert draw(Drawn(wide, "my own"), Turn(0)) == "my own"


def test_several_moves_of_one_cell_are_listed() -> None:
    square = Scene((Cell("p", 0, 0), Cell("q", 1, 0)), {"p": Piece("5")}, (Action(0, "1", "p"), Action(1, "2", "p")))
    assert draw(Drawn(square), Turn(0)).endswith("moves: 1 2")


def test_rows_and_columns_as_labelled_and_as_numbered() -> None:
    cells = tuple(Cell(f"{x}{y}", x, y) for y in range(2) for x in range(3))
    plain = grid_of(Scene(cells, {}))
    assert plain is not None
    assert plain.place("2", "3") == cells[5]
    assert plain.place("0", "1") is None
    assert plain.place("3", "1") is None
    chess = grid_of(Scene(cells, {}, columns=("a", "b", "c"), rows=("2", "1")))
    assert chess is not None
    assert chess.place("1", "c") == chess.place("1", "3") == cells[5]  # the row is called 1, wherever it lies
    assert grid_of(Scene(cells[:4], {})) is None  # holes, and nothing at the edges
    assert grid_of(Scene(cells[:4], {}, columns=("a", "b", "c"))) is not None
    assert grid_of(Scene((*cells, cells[0]), {})) is None
    assert grid_of(Scene(tuple(replace(cell, shape="hex") for cell in cells), {})) is None
    assert grid_of(Scene(tuple(replace(cell, x=cell.x * 1.5) for cell in cells), {})) is None


def test_control_characters_of_a_game_do_not_reach_the_terminal() -> None:
    evil = "\x1b]0;owned\x07\r\x9b2J"
    scene = Scene((Cell(evil, 0, 0), Cell("b", 1, 0)), {evil: Piece(evil, 0)}, (Action(0, evil), Action(1, evil, "b")))
    for game in (Drawn(scene, evil), Drawn(None, evil, (evil,))):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", draw(game, game.start()))


def test_what_the_edges_show_is_what_one_types() -> None:
    """Row 6 of column 4, as drawn, is where the first disc falls."""
    game = load("connect_four")
    lines = draw(game, game.play(game.start(), 3), last="6,4").split("\n")
    row = next(line for line in lines if "(X)" in line)
    column = lines[0][row.index("X")]
    assert read_move(game, game.start(), f"{row[0]},{column}") == 3
