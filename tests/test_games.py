"""Every game there is: the laws of its contract, its faces, its parameters, and its naive twin."""

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.best_result import best_result
from kibitz.core.board import Board, Board64
from kibitz.core.registry import load, spec_of
from kibitz.core.rules import Game, at_chance, is_over, legal, mover_of, payoffs_of, play_move, says, start_of
from kibitz.errors import GameError
from kibitz.games.connect_four import ConnectFour
from kibitz.games.textbook.tree import SHIPPED
from kibitz.games.tic_tac_toe import TicTacToe
from naive import WITHOUT, Naive, naive_twin
from runs import examples
from shelf import QUICK

VARIANTS = [
    "tic_tac_toe:width=4,height=3,line=3",
    "tic_tac_toe:width=1,height=5,line=2",
    "tic_tac_toe:width=8,height=8,line=5",
    "connect_four:width=8,height=7",
    "connect_four:width=4,height=4,line=3",
    "connect_four:width=5,height=2,line=5",
    "connect_four:width=2,height=31,line=3",
    "othello:size=4",
    "othello:size=6",
    "nim:heaps=1-2-3-4,misere=true",
    "kalah:pits=2,seeds=9",
    "kalah:pits=3,seeds=2,empty_capture=true",
    "checkers:quiet=5",
    "checkers:quiet=9,fen=W:WK3_22_26_27:B1_K30_18_14",
    "checkers:fen=B:W30:BK21_K22",
    "breakthrough:size=4",
    "breakthrough:size=5",
    "breakthrough:size=12",
    "morris:men=3",
    "morris:men=6",
    "amazons:size=4",
    "amazons:size=10",
    "go:size=2,komi=1",
    "go:size=3,suicide=true",
    "go:size=2,stones=B1/1W_w",
    "go:size=3,stones=1B1/WW1/3_b",
    "gomoku:size=5,exactly=true",
    "hex:size=4,swap=true",
    "hex:size=1",
    "hex:size=4,stones=1B2/2W1/B1W1/4_w",
    "hex:size=3,swap=true,stones=3/B2/3_w",
    "tree:file=three_players",
    "tree:file=chances",
    "pig:target=20",
    "einstein:first=6-5-4-3-2-1,second=3-1-2-4-6-5",
    "trio:width=3,height=5,line=4",
    "treasure:width=3,height=5,turns=6,gold=3",
    "dots_and_boxes:width=1,height=2",
    "dots_and_boxes:width=4,height=2",
    "oware:pits=2,seeds=2",
    "oware:pits=3,seeds=8",
]
SPECS = QUICK + VARIANTS
choices = st.lists(st.integers(0, 62), max_size=70)


def play_out(game: Game, wanted: list[int]) -> Iterator[tuple[Any, int]]:
    """The states of a game with the move made in each; `wanted` picks moves by number, then the first is taken."""
    state = start_of(game)
    for pick in itertools.chain(wanted, itertools.repeat(0, 1000)):
        if is_over(game, state):
            return
        moves = legal(game, state)
        yield state, moves[pick % len(moves)]
        state = play_move(game, state, moves[pick % len(moves)])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("spec", SPECS)
@given(wanted=choices)
def test_a_game_keeps_its_contract_its_faces_and_the_rules_of_its_naive_twin(spec: str, wanted: list[int]) -> None:
    """From the start to the end of one game after another."""
    game = load(spec)
    assert game.start() == game.start()
    assert load(spec_of(game)) == game
    assert hash(load(spec_of(game))) == hash(game)
    twin = naive_twin(game) if spec.partition(":")[0] not in WITHOUT else None
    state, made = start_of(game), 0
    for state, move in play_out(game, wanted):
        moves = legal(game, state)
        check_contract(game, state, move, moves)
        check_faces(game, state, moves)
        if twin is not None:
            check_twin(game, state, made, twin)
            assert [game.move_name(state, each) for each in moves] == twin.moves()
            twin.play(game.move_name(state, move))
        state, made = play_move(game, state, move), made + 1
    assert is_over(game, state)
    check_ending(game, state)
    if game.is_over(state):  # else a position has come back, which no picture says
        check_faces(game, state, ())
    if twin is not None:
        check_twin(game, state, made, twin)
        assert payoffs_of(game, state, twin.mover) == twin.paid()


def check_contract(game: Game, state: Any, move: int, moves: tuple[int, ...]) -> None:
    """What is legal, and what a move leads to: the same whenever it is asked."""
    before = hash(state)
    assert moves, "a move exists until the game is over"
    assert len(set(moves)) == len(moves)
    assert all(each >= 0 for each in moves)
    after = game.play(state, move)
    assert game.play(state, move) == after, "the same move twice leads to the same state"
    assert hash(state) == before
    assert legal(game, state) == moves
    if at_chance(game, state):
        assert all(0 < weight < math.inf for _, weight in game.chances(state))
    for field in [part for value in after for part in (value if isinstance(value, tuple) else (value,))]:
        assert isinstance(field, Board) or 0 <= field < 2**63
    if says(game, "to_move"):
        assert 0 <= game.to_move(after) < game.players or at_chance(game, after)


def check_twin(game: Game, state: Any, made: int, twin: Naive) -> None:
    """Whose turn it is and whether it is over, as in rules written the plainest way; so are moves, their order and names."""
    assert twin.over() == is_over(game, state)
    assert mover_of(game, state, made) == twin.mover


def check_ending(game: Game, state: Any) -> None:
    """Who is to move at the end is a player, and nobody gets more than the rules say one can."""
    assert not says(game, "to_move") or 0 <= game.to_move(state) < game.players
    if says(game, "payoffs"):
        least, most_of_all = game.payoff_limits()
        payoffs = tuple(game.payoffs(state))
        assert len(payoffs) == game.players
        assert min(payoffs) >= least
        assert sum(payoffs) <= most_of_all
    else:
        most = best_result(game)
        assert most is not None
        assert abs(game.result(state)) <= most


def check_faces(game: Game, state: Any, moves: tuple[int, ...]) -> None:
    """Names are unique and can be typed, text has lines of one width, a scene offers the legal moves and no others."""
    named = [game.move_name(state, move) for move in moves]
    assert len(set(named)) == len(named)
    assert not [name for name in named if not name or ";" in name or any(map(str.isspace, name))]
    assert len({len(line) for line in game.show(state).split("\n")}) == 1
    scene = game.scene(state)
    assert scene is not None
    assert [(action.move, action.label) for action in scene.actions] == list(zip(moves, named, strict=True))
    cells = [cell.name for cell in scene.cells]
    assert len(set(cells)) == len(cells)
    assert len({(cell.x, cell.y) for cell in scene.cells}) == len(cells)
    assert {action.cell for action in scene.actions} - {None} <= set(cells)
    assert set(scene.pieces) <= set(cells)
    assert set(scene.marked) <= set(cells)
    assert all(1 <= len(piece.text) <= 11 and piece.owner in (*range(game.players), None) for piece in scene.pieces.values())
    places = [cell for cell in scene.cells if cell.shape != "side"]
    rows = {round(cell.y, 3) for cell in places}
    hexagons = any(cell.shape == "hex" for cell in places)  # each row of which begins further right, by half a cell
    assert len(scene.columns) in (0, len(places) / len(rows) if hexagons else 1 + max(cell.x for cell in places))
    assert len(scene.rows) in (0, len(rows) if hexagons else 1 + max(cell.y for cell in places))


def test_a_game_without_a_twin_says_what_to_write() -> None:
    with pytest.raises(AssertionError, match=r"^write tests/support/naive/\w+\.py with a class NaiveTree: "):
        naive_twin(load("tree"))


@settings(max_examples=examples(300))
@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**64 - 1))
def test_lines_on_boards_of_all_shapes(width: int, height: int, line: int, bits: int) -> None:
    """Both games with lines find them exactly where a look at every square finds them, edges included."""
    line = min(line, max(width, height))
    squares = [(row, column) for row in range(height) for column in range(width)]
    taken = {square for i, square in enumerate(squares) if bits >> i % 64 & 1}
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    rows = [[(row + i * down, column + i * right) for i in range(line)] for row, column in squares for down, right in steps]
    expected = any(set(row) <= taken for row in rows)
    if width * height <= 64:
        marks = Board64(sum(1 << row * width + column for row, column in taken))
        assert TicTacToe(width, height, line).has_line(marks) == expected
    if width * (height + 1) <= 64:
        discs = sum(1 << column * (height + 1) + row for row, column in taken)
        assert ConnectFour(width, height, line).has_line(discs) == expected


WRONG = {
    "tic_tac_toe:width=9,height=8": "a 9x8 board does not fit: width times height is 1 to 64",
    "tic_tac_toe:width=0": "a 0x3 board does not fit: width times height is 1 to 64",
    "tic_tac_toe:line=4": "a line of 4 does not fit: line is 1 to 3 on this board",
    "tic_tac_toe:line=0": "a line of 0 does not fit: line is 1 to 3 on this board",
    "connect_four:width=9,height=7": "a 9x7 board does not fit: both are 1 or more, and width times (height + 1) is at most 64",
    "connect_four:height=-1": "a 7x-1 board does not fit: both are 1 or more, and width times (height + 1) is at most 64",
    "connect_four:line=8": "a line of 8 does not fit: line is 1 to 7 on this board",
    "othello:size=10": "an Othello board of size 10 does not fit: size is 4, 6 or 8",
    "nim:heaps=3-0": "a heap of 0 is not playable: every heap holds 1 to 60 objects at the start",
    "nim:heaps=1-1-1-1-1-1-1-1-1-1-1-1-1": "13 heaps are not playable: nim takes 1 to 12, such as heaps=3-5-7",
    "kalah:seeds=9": "6 pits with 9 seeds each do not fit: both are 1 or more, and the board holds at most 99 seeds",
    "kalah:pits=0": "0 pits with 4 seeds each do not fit: both are 1 or more, and the board holds at most 99 seeds",
    "pig:target=1": "a target of 1 points is not playable: target is 2 to 10000",
    "einstein:first=1-2-3": "the cubes 1-2-3 do not fit: write the numbers 1 to 6 in any order, such as 1-2-3-4-5-6",
    "trio:line=5": "a line of 5 does not fit: line is 1 to 4 on this board",
    "treasure:width=4": "a 4x3 board does not fit: both are odd and at least 3, and width times height is at most 64",
    "treasure:turns=0": "0 turns for 10 gold do not fit: turns is 1 to 1000, and gold 0 to 1000",
    "tree:file=none": "there is no game tree 'none': give a path that ends in .json, or one of "
    + ", ".join(sorted(file.stem for file in SHIPPED.glob("*.json"))),
    "checkers:quiet=0": "a draw after 0 quiet plies does not fit: quiet is 1 to 200",
    "dots_and_boxes:width=14,height=14": "14x14 boxes do not fit: both are 1 or more, and a board has at most 384 lines",
    "oware:seeds=9": "6 pits with 9 seeds each do not fit: both are 1 or more, and the board holds at most 99 seeds",
    "dots_and_boxes:height=0": "3x0 boxes do not fit: both are 1 or more, and a board has at most 384 lines",
    "chess:size=7": "a chess board of size 7 does not fit: size is 6 or 8",
    "go:size=20": "a Go board of size 20 does not fit: size is 2 to 19",
    "go:komi=-1": "a komi of -1 does not fit: komi is 0 to 361",
    "gomoku:size=4": "a Gomoku board of size 4 does not fit: size is 5 to 19",
    "hex:size=20": "a Hex board of size 20 does not fit: size is 1 to 19",
    "breakthrough:size=17": "a Breakthrough board of size 17 does not fit: size is 4 to 16",
    "amazons:size=3": "an Amazons board of size 3 does not fit: size is 4 to 16",
    "morris:men=12": "morris with 12 men does not fit: men is 9, 6 or 3",
}


def test_wrong_parameters_are_told_in_a_sentence() -> None:
    for spec, sentence in WRONG.items():
        with pytest.raises(GameError) as told:
            load(spec)
        assert str(told.value) == sentence


@pytest.mark.parametrize(
    ("name", "rest", "what"),
    [("player_names", ' = ("Ann", "Bob")', "('Ann', 'Bob')"), ("best_result", ": int = 3", "3")],
)
def test_a_method_that_is_none_is_told_in_a_sentence(name: str, rest: str, what: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    imports = "from dataclasses import dataclass\nfrom kibitz.games.textbook.nim import Nim\n"
    head = f"{imports}@dataclass(frozen=True)\nclass Mine(Nim):\n"
    file.write_text(f"{head}    {name}{rest}\n", encoding="utf-8")
    with pytest.raises(GameError) as told:
        load(str(file))
    assert str(told.value) == f"Mine.{name} is {what}, but must be a method: write def {name}(self)"
