"""Moves as people write them: read as DESIGN says, wrong ones named in one sentence, and no text breaks it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.notation import line_names, read_move, read_moves
from kibitz.core.registry import load
from kibitz.core.rules import Game, legal, start_of
from kibitz.errors import AmbiguousMove, IllegalMove, MoveError, NotAMove
from kibitz.position import Position
from shelf import READY

TIC_TAC_TOE = load("tic_tac_toe")
CONNECT_FOUR = load("connect_four")
OTHELLO = load("othello")
PASSES, PASSES_APART = "d3c3e6d2d1e1b2c1", "d3 c3 e6 d2 d1 e1 b2 c1"  # after it Black can only pass


class Count(NamedTuple):
    made: int


@dataclass(frozen=True)
class Named(Game):
    """A game of moves with the names given, all legal until `length` are made."""

    called: tuple[str, ...] = ("a",)
    length: int = 9

    def start(self) -> Count:
        return Count(0)

    def moves(self, state: Count) -> Iterable[int]:
        return range(len(self.called))

    def play(self, state: Count, move: int) -> Count:
        return Count(state.made + 1)

    def is_over(self, state: Count) -> bool:
        return state.made >= self.length

    def result(self, state: Count) -> int:
        return 0

    def move_name(self, state: Count, move: int) -> str:
        return self.called[move]


WIDE = "connect_four:width=12,height=4"
SPELLINGS = [
    ("connect_four", "4 4 5", ["4 4 5", "4;4;5", "4,4,5", "445", " 4, 4 ,5 ", "4 45", ",4,,4;;5,", "4\n4\t5"]),
    ("othello", "f5 d6 c3", ["f5d6c3", "F5D6C3", "f5 d6 c3", "f5,d6,c3", "f5;d6 c3"]),
    ("tic_tac_toe", "2,3 1,1", ["2,3 1,1", "2,3;1,1", "2, 3  1 ,1", "2,31,1", "2,3,1,1"]),  # names that hold commas
    ("tic_tac_toe", "2,3", ["2,3"]),
    ("connect_four", "", [" , ; "]),
    (WIDE, "12 11", ["12 11"]),  # columns of two digits are never run together
    (WIDE, "1 2", ["1 2"]),
    (
        "othello",
        f"{PASSES_APART} pass a3",
        [f"{PASSES}{line}a3" for line in ("pass ", "pass", "")],
    ),
    ("connect_four", "6 4", ["6,4"]),  # in a line a comma separates, and names no cell
    ("othello", "f5 d6", ["5,6 6,4"]),
]


@pytest.mark.parametrize(("spec", "names", "texts"), SPELLINGS)
def test_a_line_in_every_spelling(spec: str, names: str, texts: list[str]) -> None:
    game = load(spec)
    for text in texts:
        assert " ".join(line_names(game, game.start(), read_moves(game, text))) == names, text


def test_names_of_four_letters_run_together() -> None:
    assert read_moves(Named(("e2e4", "d2d4")), "e2e4D2D4e2e4") == [0, 1, 0]


def test_row_and_column_name_the_cell_where_the_move_is_made() -> None:
    assert read_move(CONNECT_FOUR, CONNECT_FOUR.start(), "6,4") == 3
    for text in ("5,6", "5,f"):
        assert OTHELLO.move_name(OTHELLO.start(), read_move(OTHELLO, OTHELLO.start(), text)) == "f5"


def test_upper_and_lower_case_are_one_unless_the_game_tells_them_apart() -> None:
    game = Named(("ab", "Ab", "c"))
    assert [read_move(game, Count(0), text) for text in ("Ab", "ab", "C")] == [1, 0, 2]


MISTAKES: list[tuple[Game, str, type[MoveError], str]] = [
    (CONNECT_FOUR, "  ", NotAMove, "no move was given; the legal moves are 1 2 3 4 5 6 7"),
    (CONNECT_FOUR, "1,4", IllegalMove, "'1,4' is not allowed here"),  # a disc would fall through
    (CONNECT_FOUR, "7,4", NotAMove, "'7,4' is not a move of this game"),  # no such row
    (TIC_TAC_TOE, "4,1", NotAMove, "'4,1' is not a move of this game; the legal moves are 1,1"),
    (Named(("ab", "Ab")), "AB", AmbiguousMove, "'AB' may mean 2 moves; write one of ab Ab"),
    (Named(("a",)), "b", NotAMove, "'b' is not a move of this game; the only legal move is a$"),
    (load("tic_tac_toe:width=8,height=8,line=5"), "x" * 10**5, NotAMove, "^.{,130}1,8 2,1 2,2 and 54 more$"),
]
LINES: list[tuple[Game, str, type[MoveError], str]] = [
    (load(WIDE), "1212", NotAMove, "'1212'"),
    (OTHELLO, "f5 pass", IllegalMove, "move 2: 'pass' is not allowed here"),
    (TIC_TAC_TOE, "2,2 2,2", IllegalMove, "'2,2' is not allowed here; the legal moves are 1,1 1,2 1,3 2,1 2,3 3,1 3,2 3,3$"),
    # With column 1 full, `1,2` in a line of moves is the column 1 that is full, not row 1 of column 2.
    (CONNECT_FOUR, "111111 22222 1,2", IllegalMove, "move 12: '1' is not allowed here; the legal moves are 2 3 4 5 6 7"),
    (CONNECT_FOUR, "449", NotAMove, "move 3: '9' is not a move of this game"),
    (CONNECT_FOUR, "4455667 1", IllegalMove, "move 8: the game is over: '1' cannot be played any more"),
    (OTHELLO, f"{PASSES}zz", NotAMove, "move 9: 'zz'"),  # a forced pass left out does not count as written
    (Named(("pass",), length=10**9), "x", NotAMove, "move 1: 'x'"),  # it ends
]


def test_each_mistake_has_its_sentence() -> None:
    for game, text, kind, sentence in MISTAKES:
        with pytest.raises(kind, match=sentence):
            read_move(game, game.start(), text)
    for game, text, kind, sentence in LINES:
        with pytest.raises(kind, match=sentence):
            read_moves(game, text)


@pytest.mark.parametrize("name", READY)
def test_every_name_of_every_game_reads_back(name: str) -> None:
    """Along a game that takes the first, the last and the middle moves by turns: a legal name means its move, twelve a turn."""
    position = Position.after(load(name))
    turn = 0
    while not position.is_over and turn < 80:
        legal = position.legal()
        for move in legal[turn % 3 :: max(1, len(legal) // 12)]:
            assert read_move(position.game, position.state, position.name(move)) == move
            assert read_move(position.game, position.state, position.name(move).upper()) == move
        position = position.play(legal[turn * 7 % len(legal)])
        turn += 1
    assert read_moves(position.game, " ".join(position.names())) == list(position.moves)


TEXTS = st.text(max_size=30) | st.text("0123456789,; pasabcdefghf\x00", max_size=12)


def answer(read: Callable[[], Any]) -> Any:
    """What comes back, be it a mistake."""
    try:
        return read()
    except MoveError as mistake:
        return mistake


@given(st.sampled_from(READY), TEXTS)
def test_any_text_is_a_legal_move_or_a_mistake(name: str, text: str) -> None:
    game = load(name)
    got = answer(lambda: read_move(game, game.start(), text))
    assert "\n" not in str(got) if isinstance(got, MoveError) else got in legal(game, game.start())


@given(st.sampled_from(READY), TEXTS)
def test_any_line_is_playable_or_a_mistake(name: str, text: str) -> None:
    game = load(name)
    got = answer(lambda: read_moves(game, text))
    if isinstance(got, MoveError):
        assert str(got).startswith("move ")
    else:
        assert Position.after(game, got).moves == tuple(got)


def test_both_cells_name_a_move_in_two_steps_and_annotations_do_not_matter() -> None:
    chess = load("chess")
    mate = read_moves(chess, "f3 e5 g4 Qh4#")
    assert read_moves(chess, "f2f3 e7-e5 G2G4 d8h4") == read_moves(chess, "f3! e5?! g4?? Qh4") == mate
    promoting = load("chess:fen=4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    with pytest.raises(AmbiguousMove, match="may mean 4 moves; write one of a8=Q\\+ a8=R\\+ a8=B a8=N"):
        read_move(promoting, start_of(promoting), "a7a8")
    assert read_move(promoting, start_of(promoting), "a8=Q") == read_move(promoting, start_of(promoting), "a8=Q+!")
    with pytest.raises(NotAMove):
        read_move(chess, start_of(chess), "#")
