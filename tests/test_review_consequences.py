"""The men that a line costs, counted again by another program; and games in which nothing can be said of them."""

import random
import re
from collections import Counter

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.explain.review.consequences import WORTH, men_lost
from kibitz.explain.review.judge import Ply
from kibitz.position import Position
from kibitz.present.values import ValueWords

SENTENCE = re.compile(r"(White|Black) loses (.+?)(?:, (White|Black) (.+))?\.")
NUMBERS = {"a": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def bad(position: Position, line: tuple[int, ...]) -> Ply:
    """A mistake, and what follows it."""
    return Ply(len(position.moves) + 1, position, line[0], verdict="mistake", refutation=line[1:])


def read(text: str | None) -> Counter[str]:
    """ "a rook and two pawns"."""
    parts = re.findall(r"(\w+) (pawn|knight|bishop|rook|queen|king|man|men)s?\b", text or "")
    return Counter({kind: NUMBERS[number] for number, kind in parts})


def counted(board: chess.Board, white: bool) -> Counter[str]:
    return Counter(chess.piece_name(one.piece_type) for one in board.piece_map().values() if one.color == white)


@given(st.integers(0, 10**9), st.integers(0, 40), st.integers(1, 6))
def test_the_men_of_a_line_in_chess(seed: int, plies: int, length: int) -> None:
    dice, position = random.Random(seed), Position.after("chess")
    for _ in range(plies):
        if position.is_over:
            return
        position = position.play(dice.choice(position.legal()))
    line, after = list[int](), position
    while len(line) < length and not after.is_over:
        captures = [move for move in after.legal() if "x" in after.name(move)]
        line.append(dice.choice(captures or after.legal()))
        after = after.play(line[-1])
    if len(line) < 2:
        return
    sentence = men_lost(ValueWords(position.game), bad(position, tuple(line)))
    board = chess.Board()
    for name in position.names():
        board.push_san(name)
    before, mover = {side: counted(board, side) for side in (True, False)}, board.turn
    for name in after.names()[len(position.moves) :]:
        board.push_san(name)
    gone = {side: before[side] - counted(board, side) for side in (True, False)}
    promoted = any(counted(board, side) - before[side] for side in (True, False))
    worth = {side: sum(WORTH.get(kind, 1) * count for kind, count in gone[side].items()) for side in (True, False)}
    if promoted or worth[mover] <= worth[not mover]:
        assert sentence == ""
        return
    found = SENTENCE.fullmatch(sentence)
    assert found, sentence
    assert found[1] == ("White" if mover else "Black")
    assert (read(found[2]), read(found[4])) == (gone[mover], gone[not mover])


@pytest.mark.parametrize(
    ("spec", "moves", "line", "sentence"),
    [
        ("chess", "e4 e5 Qh5 Nf6", "Qxh7 Rxh7", "White loses a queen, Black a pawn."),
        ("checkers", "11-15 22-18 15x22 25x18", "9-14 18x9 5x14", ""),
        ("checkers", "11-15 22-18 15x22 25x18", "9-14 18x9", "Black loses a man."),
        ("othello", "f5 d6", "c3 d3", ""),
        ("kalah", "", "1 2", ""),
        ("tic_tac_toe", "", "1,1 2,2", ""),
        ("go:size=5", "A1 A2", "C3 B1", ""),  # stones are put down, too
    ],
)
def test_only_where_men_are_nothing_but_taken(spec: str, moves: str, line: str, sentence: str) -> None:
    position = Position.after(spec, moves)
    after = Position.after(spec, f"{moves} {line}")
    assert men_lost(ValueWords(position.game), bad(position, after.moves[len(position.moves) :])) == sentence
