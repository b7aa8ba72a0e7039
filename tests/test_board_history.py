"""What a page's board shows of the moves before: cells that a move emptied, the way through a tree, and the last throw."""

import random
import re
from itertools import groupby
from typing import Any

import pytest

from kibitz import Board64, Game
from kibitz.core.registry import load
from kibitz.drawing.board import UNIT
from kibitz.drawing.plate import Plate
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.position import Position
from kibitz.web.board.html import board_of, scene_of
from kibitz.web.board.scenes import last_change, way_of_turn


def change(spec: str, moves: str) -> tuple[str | None, set[str]]:
    position = Position.after(load(spec), moves)
    scene = scene_of(position, [])
    assert scene is not None
    cell, gone = last_change(position, scene, position.last_action)
    return cell, set(gone)


@pytest.mark.parametrize(
    ("spec", "moves", "cell", "gone"),
    [
        ("nim", "", None, set()),
        ("nim", "2:1", None, {"2:4"}),  # the first coin of the heap is still there
        ("nim", "2:3", None, {"2:2", "2:3", "2:4"}),
        ("checkers", "11-15 22-18", "18", set()),
        ("checkers", "11-15 22-18 15x22", "22", {"18"}),  # jumped over
        ("chess", "e4 d5 exd5", "d5", set()),  # taken where the move ended
        ("chess", "e4 a6 e5 d5 exd6", "d6", {"d5"}),  # in passing
        ("morris", "a1 b2 a4 b4 a7 xb2", None, {"b2"}),
        ("go:size=5", "A1 A2 E5 B1", "B1", {"A1"}),
        ("chess", "e4 e5 Nf3 Nf6 Be2 Be7 O-O", "g1", set()),  # the rook moved, too
        ("othello", "f5", "f5", {"e5"}),  # turned over
        ("othello", "f5 f6 e6 f4 e3", "e3", {"e4"}),
        ("kalah", "3", "first:3", {"first:4", "first:5", "first:6", "first:store"}),  # where seeds were sown
    ],
)
def test_cells_that_the_last_move_emptied(spec: str, moves: str, cell: str | None, gone: set[str]) -> None:
    assert change(spec, moves) == (cell, gone)
    picture = str(board_of(Position.after(load(spec), moves), True).picture)
    assert picture.count("kb-gone") == len(gone)


@pytest.mark.parametrize(
    ("spec", "moves", "tinted"),
    [
        ("amazons", "", set()),
        ("amazons", "b1-b4", {"b1", "b4"}),
        ("amazons", "b1-b4 /d4", {"b1", "b4", "d4"}),
        ("amazons:size=4", "b1-b3 /b2 b4-a4", {"b4", "a4"}),  # the turn of the other side is past
        ("amazons:size=4", "b1-b3 /b2 b4-a4 /b4", {"b4", "a4"}),  # it shot back
        ("chess", "e4 e5", {"e7", "e5"}),
        ("einstein", "2 2b2 5", {"b1", "b2"}),  # the die is no turn
        ("breakthrough:size=5", "b2-b3 c4-c3 b3-c4", {"b3", "c4"}),
        ("othello", "f5 f6", {"f6"}),
    ],
)
def test_all_squares_of_a_turn_are_tinted(spec: str, moves: str, tinted: set[str]) -> None:
    position = Position.after(load(spec), moves)
    scene = scene_of(position, [])
    assert scene is not None
    plate = Plate(scene)
    places = {tuple(f"{at:.1f}" for at in plate.board.middle(cell, plate.left, plate.top)): cell.name for cell in scene.cells}
    tints = re.findall(r'class="kb-tint" x="([\d.]+)" y="([\d.]+)"', str(board_of(position, True).picture))
    found = {places[f"{float(x) + UNIT / 2:.1f}", f"{float(y) + UNIT / 2:.1f}"] for x, y in tints}
    assert found == tinted


def test_the_man_that_closed_a_mill_is_known_when_another_has_been_taken() -> None:
    position, dice, seen = Position.after("morris"), random.Random(4), 0
    while not position.is_over and len(position.moves) < 300:
        before, position = position, position.play(dice.choice(position.legal()))
        name = before.name(position.moves[-1])
        if name.startswith("x"):
            begin, _, end = Position.after("morris", before.moves[:-1]).name(before.moves[-1]).rpartition("-")
            assert way_of_turn(position) == (frozenset({begin, end}) if begin else frozenset())
            seen += bool(begin)
    assert seen


class Overtaken(TicTacToe):
    """A mark changes the sides of all others in its row."""

    def play(self, state: Any, place: int) -> Any:
        row = [place // 3 * 3 + column for column in range(3)]
        mine, theirs = ({one for one in marks.squares() if one not in row} for marks in (state.mine, state.theirs))
        mine |= {place, *(one for one in row if one in state.theirs)}
        theirs |= {one for one in row if one in state.mine}
        return type(state)(*(Board64(sum(1 << one for one in marks)) for marks in (theirs, mine)))

    def is_over(self, state: Any) -> bool:
        return len(state.mine | state.theirs) == 9


@pytest.mark.parametrize("game", [load("othello:size=4"), load("othello:size=6"), Overtaken()], ids=str)
def test_men_that_change_sides_have_a_thin_ring(game: Game) -> None:
    position, rng, seen = Position.after(game), random.Random(2), 0
    while not position.is_over:
        before, position = scene_of(position, []), position.play(rng.choice(position.legal()))
        now = scene_of(position, [])
        assert before is not None
        assert now is not None
        turned = {cell for cell, piece in before.pieces.items() if now.pieces[cell] != piece}
        picture = str(board_of(position, True).picture)
        rings = re.findall(r'class="kb-gone kb-turned" cx="([\d.]+)" cy="([\d.]+)"', picture)
        men = {cell: (x, y) for cell, x, y in re.findall(r'data-at="([^"]+)"[^>]*data-x="(\d+)" data-y="(\d+)"', picture)}
        assert sorted(men[cell] for cell in turned) == sorted((f"{float(x):.0f}", f"{float(y):.0f}") for x, y in rings)
        seen += len(turned)
    assert seen > 3


@pytest.mark.parametrize("tree", ["tree", "tree:file=three_players", "tree:file=chances"])
def test_the_whole_tree_stays_with_the_way_marked(tree: str) -> None:
    game = load(tree)
    position = Position.after(game)
    whole = game.scene(position.state)
    assert whole is not None
    while not position.is_over:
        position = position.play(position.legal()[-1])
        scene = scene_of(position, [])
        assert scene is not None
        assert scene.cells == whole.cells
        assert scene.pieces == whole.pieces
        assert len(scene.marked) == len(position.moves) + 1
        above = {low: high for high, low in whole.lines}
        assert all(above[low] == high for high, low in zip(scene.marked, scene.marked[1:], strict=False))
        assert {above[action.cell] for action in scene.actions if action.cell} <= {str(position.state.node)}
        assert str(position.state.node) == scene.marked[-1]
        picture = str(board_of(position, True).picture)
        assert picture.count("kb-trail") == 1


@pytest.mark.parametrize(
    ("spec", "moves", "pips"), [("pig", "roll 6", 6), ("pig", "roll 1", 1), ("pig", "roll", 0), ("einstein", "2", 2)]
)
def test_the_last_throw_is_a_die_with_its_pips(spec: str, moves: str, pips: int) -> None:
    board = board_of(Position.after(load(spec), moves), True)
    assert len(re.findall("<circle", board.thrown)) == pips


def test_boards_that_win_the_game_are_marked_whole() -> None:
    """In ultimate tic-tac-toe: the line of each won board first, and then the others of those that win."""
    rng, game = random.Random(5), load("ultimate_tic_tac_toe")
    seen = set[int]()
    while len(seen) < 2:
        position = Position.after(game)
        while not position.is_over:
            position = position.play(rng.choice(position.legal()))
        scene = scene_of(position, [])
        assert scene is not None
        whole = sum(len(list(block)) == 9 for _, block in groupby(map(block_of, scene.marked)))
        is_won = position.payoffs != (0, 0)
        assert whole == 3 * is_won
        assert str(board_of(position, True).picture).count('rect class="kb-marked"') >= whole
        seen.add(is_won)


def block_of(cell: str) -> tuple[int, int]:
    row, column = map(int, cell.split(","))
    return (row - 1) // 3, (column - 1) // 3


def test_seeds_are_swept_into_the_stores_at_the_end() -> None:
    rng, game = random.Random(1), load("kalah")
    position = Position.after(game)
    while not position.is_over:
        position = position.play(rng.choice(position.legal()))
    scene = game.scene(position.state)
    assert scene is not None
    first, second = (int(scene.pieces[name].text) for name in ("first:store", "second:store"))
    assert position.payoffs is not None
    assert (first - second, first + second) == (position.payoffs[0], 48)
    assert {piece.text for name, piece in scene.pieces.items() if "store" not in name} == {"0"}


def test_the_ring_of_a_winner_at_pig_counts_the_last_turn() -> None:
    position = Position.after(load("pig:target=10"), "roll 6 roll 5")
    scene = position.game.scene(position.state)
    assert position.is_over
    assert scene is not None
    assert [scene.pieces[name].text for name in ("first", "turn", "second")] == ["11/10", "11", "0/10"]
