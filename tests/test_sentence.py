"""Messages become sentences of a face."""

import pytest

from kibitz.errors import GameError
from kibitz.present.sentences import as_sentence


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("there is nothing here", "There is nothing here."),
        ("mine.py, line 3, play, failed: KeyError: 4", "mine.py, line 3, play, failed: KeyError: 4."),
        ("`moves` yielded -1; a move is an int", "`moves` yielded -1; a move is an int."),
        ("tic_tac_toe takes width, height, line", "tic_tac_toe takes width, height, line."),
        ("games/four.py is gone", "games/four.py is gone."),
        ("is that meant?", "Is that meant?"),
        (GameError("4: no such column. Take 1 to 3."), "4: no such column. Take 1 to 3."),
        ("", ""),
    ],
)
def test_a_name_keeps_its_letters_and_all_else_begins_with_a_capital(message: object, sentence: str) -> None:
    assert as_sentence(message) == sentence
