"""Game records of Othello in GGF: read as other programs write them, and as ours are written."""

import pytest

from gtp_programs import NTEST, START, random_positions
from kibitz.errors import KibitzError
from kibitz.games.othello import Othello
from kibitz.players.external.ggf import read_ggf, write_ggf
from kibitz.position import Position

OTHELLO = Othello()


def test_a_record_is_read_with_values_times_and_passes() -> None:
    position = read_ggf(OTHELLO, f"{NTEST}B[F5]W[F6//1.23]B[D3/-0.50/2]W[c5];)")
    assert position.names() == ("f5", "f6", "d3", "c5")
    assert position == Position.after("othello", "f5f6d3c5")


def test_a_record_may_begin_anywhere() -> None:
    middle = "-*O-----" + "-" * 24 + "-" * 24 + "--------"
    position = read_ggf(OTHELLO, f"(;GM[Othello]BO[8 {middle} *]B[D1];)")
    assert (position.to_move, position.is_over, position.payoffs) == (1, True, (64.0, -64.0))
    assert read_ggf(OTHELLO, f"(;GM[Othello]BO[8 {middle} O];)").to_move == 1


def test_records_are_read_as_they_are_written_and_forced_passes_may_be_left_out() -> None:
    passes = 0
    for spec in ("othello:size=4", "othello:size=6"):
        for position in random_positions(spec, 6):
            game = position.game
            assert isinstance(game, Othello)
            text = write_ggf(position, ("me", "y]o\\u"))
            assert read_ggf(game, text) == position
            shorter = text.replace("B[PA]", "").replace("W[PA]", "")
            if position.names()[-1] != "pass":
                assert read_ggf(game, shorter) == position
                passes += shorter != text
    assert passes > 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a game in GGF"),
        ("(;GM[Othello];)", "not a game in GGF"),
        (f"(;BO[{START}]BO[{START}];)", "not a game in GGF"),
        ("(;BO[8 --- *];)", "a board in GGF is 64 of the signs"),
        (f"(;BO[{START[:-1]}];)", "a board in GGF is 64 of the signs"),
        (f"(;BO[{START[:-1]}-];)", "a board in GGF is 64 of the signs"),
        (f"(;BO[{START.replace('O*', 'OX')}];)", "a board in GGF is 64 of the signs"),
        (f"(;BO[10 {START[2:]}];)", "has the size '10', and 8 is played"),
        (f"{NTEST}B[A1];)", "move 1: 'A1' is not a legal move here"),
        (f"{NTEST}B[PA];)", "move 1: 'PA' is not a legal move here"),
        (f"{NTEST}B[F5]B[F6];)", "move 2 is made by the side that is not to move"),
        (f"{NTEST}W[F5];)", "move 1 is made by the side that is not to move"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(KibitzError, match=sentence):
        read_ggf(OTHELLO, text)
