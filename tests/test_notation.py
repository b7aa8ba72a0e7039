"""Moves as people write them: read as DESIGN says, wrong ones named in one sentence, and no text breaks it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import AmbiguousMove, IllegalMove, MoveError, NotAMove
from kibitz.notation import line_names, read_move, read_moves
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game, legal
from shelf import READY

TIC_TAC_TOE = load("tic_tac_toe")
CONNECT_FOUR = load("connect_four")
OTHELLO = load("othello")
PASSES = "d3c3e6d2d1e1b2c1"  # after it Black can only pass


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


@pytest.mark.parametrize("text", ["4 4 5", "4;4;5", "4,4,5", "445", " 4, 4 ,5 ", "4 45", ",4,,4;;5,", "4\n4\t5"])
def test_connect_four_columns_in_every_spelling(text: str) -> None:
    assert read_moves(CONNECT_FOUR, text) == [3, 3, 4]


@pytest.mark.parametrize("text", ["f5d6c3", "F5D6C3", "f5 d6 c3", "f5,d6,c3", "f5;d6 c3"])
def test_othello_squares_in_every_spelling(text: str) -> None:
    assert line_names(OTHELLO, OTHELLO.start(), read_moves(OTHELLO, text)) == ("f5", "d6", "c3")


@pytest.mark.parametrize("text", ["2,3 1,1", "2,3;1,1", "2, 3  1 ,1", "2,31,1", "2,3,1,1"])
def test_tic_tac_toe_names_hold_commas(text: str) -> None:
    assert read_moves(TIC_TAC_TOE, text) == [5, 0]


def test_a_name_that_holds_a_comma_is_one_move() -> None:
    assert read_moves(TIC_TAC_TOE, "2,3") == [5]


def test_nothing_is_no_move() -> None:
    assert read_moves(CONNECT_FOUR, " , ; ") == []
    with pytest.raises(NotAMove, match="no move was given; the legal moves are 1 2 3 4 5 6 7"):
        read_move(CONNECT_FOUR, CONNECT_FOUR.start(), "  ")


def test_columns_of_two_digits_are_never_run_together() -> None:
    wide = load("connect_four:width=12,height=4")
    assert read_moves(wide, "12 11") == [11, 10]
    assert read_moves(wide, "1 2") == [0, 1]
    with pytest.raises(NotAMove, match="'1212'"):
        read_moves(wide, "1212")


def test_names_of_four_letters_run_together() -> None:
    game = Named(("e2e4", "d2d4"))
    assert read_moves(game, "e2e4D2D4e2e4") == [0, 1, 0]


@pytest.mark.parametrize("line", ["pass ", "pass", ""])
def test_a_forced_pass_may_be_said_or_left_out(line: str) -> None:
    before = Position.after(OTHELLO, PASSES)
    assert [before.name(move) for move in before.legal()] == ["pass"]
    after = read_moves(before.game, f"{PASSES}{line}a3")
    assert line_names(before.game, before.game.start(), after)[-2:] == ("pass", "a3")


def test_a_pass_that_is_not_forced_is_not_allowed() -> None:
    with pytest.raises(IllegalMove, match="move 2: 'pass' is not allowed here"):
        read_moves(OTHELLO, "f5 pass")


def test_row_and_column_name_the_cell_where_the_move_is_made() -> None:
    start = CONNECT_FOUR.start()
    assert read_move(CONNECT_FOUR, start, "6,4") == 3
    assert OTHELLO.move_name(OTHELLO.start(), read_move(OTHELLO, OTHELLO.start(), "5,6")) == "f5"
    assert OTHELLO.move_name(OTHELLO.start(), read_move(OTHELLO, OTHELLO.start(), "5,f")) == "f5"
    with pytest.raises(IllegalMove):
        read_move(CONNECT_FOUR, start, "1,4")  # a disc would fall through
    with pytest.raises(NotAMove):
        read_move(CONNECT_FOUR, start, "7,4")  # no such row


def test_a_comma_separates_rather_than_naming_a_cell() -> None:
    assert read_moves(CONNECT_FOUR, "6,4") == [5, 3]
    assert read_moves(OTHELLO, "5,6 6,4") == read_moves(OTHELLO, "f5d6")


def test_a_full_column_is_never_read_as_a_row() -> None:
    """With column 1 full, `1,2` in a line of moves is the column 1 that is full, not row 1 of column 2."""
    with pytest.raises(IllegalMove, match="move 12: '1' is not allowed here; the legal moves are 2 3 4 5 6 7"):
        read_moves(CONNECT_FOUR, "111111 22222 1,2")


def test_the_three_mistakes() -> None:
    state = TIC_TAC_TOE.play(TIC_TAC_TOE.start(), 4)
    with pytest.raises(IllegalMove, match=r"'2,2' is not allowed here; the legal moves are 1,1 1,2 1,3 2,1 2,3 3,1 3,2 3,3$"):
        read_move(TIC_TAC_TOE, state, "2,2")
    with pytest.raises(NotAMove, match=r"'4,1' is no move of this game; the legal moves are 1,1"):
        read_move(TIC_TAC_TOE, state, "4,1")
    with pytest.raises(AmbiguousMove, match=r"'AB' may mean 2 moves; write one of ab Ab"):
        read_move(Named(("ab", "Ab")), Count(0), "AB")


def test_upper_and_lower_case_are_one_unless_the_game_tells_them_apart() -> None:
    game = Named(("ab", "Ab", "c"))
    assert read_move(game, Count(0), "Ab") == 1
    assert read_move(game, Count(0), "ab") == 0
    assert read_move(game, Count(0), "C") == 2


def test_many_legal_moves_are_shortened_and_so_is_a_long_text() -> None:
    with pytest.raises(NotAMove) as caught:
        read_move(load("tic_tac_toe:width=8,height=8,line=5"), load("tic_tac_toe:width=8,height=8,line=5").start(), "x" * 10**5)
    assert str(caught.value).endswith("1,8 2,1 2,2 and 54 more")
    assert len(str(caught.value)) < 160


def test_one_legal_move_is_called_the_only_one() -> None:
    with pytest.raises(NotAMove, match=r"'b' is no move of this game; the only legal move is a$"):
        read_move(Named(("a",)), Count(0), "b")


def test_a_line_says_which_move_is_wrong() -> None:
    with pytest.raises(NotAMove, match=r"move 3: '9' is no move of this game"):
        read_moves(CONNECT_FOUR, "449")
    with pytest.raises(IllegalMove, match=r"move 8: the game is over: '1' cannot be played any more"):
        read_moves(CONNECT_FOUR, "4455667 1")


def test_a_forced_pass_left_out_does_not_count_as_written() -> None:
    with pytest.raises(NotAMove, match=r"move 9: 'zz'"):
        read_moves(OTHELLO, f"{PASSES}zz")


def test_a_game_that_only_passes_does_not_hold_the_reader() -> None:
    with pytest.raises(NotAMove):
        read_moves(Named(("pass",), length=10**9), "x")


@pytest.mark.parametrize("name", READY)
def test_every_name_of_every_game_reads_back(name: str) -> None:
    """Along a game that takes the first, the last and the middle moves by turns: each legal name means its move."""
    position = Position.after(load(name))
    turn = 0
    while not position.is_over and turn < 80:
        legal = position.legal()
        for move in legal:
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
