"""The terminal game of two people through a real pseudo-terminal, with wrong input of every kind."""

import os
from typing import Any

import pytest

from screen import PROMPT, ends, says, terminal

pytestmark = [pytest.mark.untraced, pytest.mark.usefixtures("screens_closed")]


def two_people(*arguments: str, **settings: str) -> Any:
    """Tic-tac-toe between two people, at the first move."""
    screen = terminal("play", "tic_tac_toe", "human", "human", *arguments, **settings)
    screen.expect(PROMPT)
    return screen


def test_a_game_between_two_people_is_announced_drawn_and_won() -> None:
    screen = two_people()
    for mover, move in (("X", "2,2"), ("O", "1,1"), ("X", "1,3"), ("O", "1,2")):
        screen.sendline(move)
        says(screen, f"{mover} plays {move}.")
        screen.expect(r"\(" + mover + r"\)")  # the last move is marked
        screen.expect(PROMPT)
    screen.sendline("3, 1")
    says(screen, "The game is over: X wins.")
    assert ends(screen) == 0


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "Nothing was typed"),
        ("   ", "Nothing was typed"),
        ("garbage", "'garbage' is no move of this game; the legal moves are 1,1 1,2 1,3 2,1 2,3 3,1 3,2 3,3."),
        ("2,2", "'2,2' is not allowed here"),
        ("0,0", "'0,0' is no move of this game"),
        ("4,4", "'4,4' is no move of this game"),
        ("-1,1", "'-1,1' is no move of this game"),
        ("1,1,1", "'1,1,1' is no move of this game"),
        ("1;1", "'1;1' is no move of this game"),
        ("1e0,1", "is no move of this game"),
        ("9" * 3000, "is no move of this game"),
        ("\uff11,\uff11", "is no move of this game"),
        ("♞f3 日本 \u202e", "is no move of this game"),
        ("\x02\x06\x07", "Nothing was typed"),
        ("__import__('os')", "is no move of this game"),
    ],
)
def test_wrong_input_says_why_and_asks_again(typed: str, answer: str) -> None:
    screen = two_people()
    screen.sendline("2,2")
    screen.expect(PROMPT)
    screen.sendline(typed)
    says(screen, answer)
    screen.expect(PROMPT)
    assert screen.match[1] == "O"
    screen.sendline("1,1")
    says(screen, "O plays 1,1.")
    screen.sendline("quit")
    assert ends(screen) == 0


def test_bytes_that_are_no_letters_do_no_harm() -> None:
    screen = two_people()
    os.write(screen.child_fd, b"\xff\xfe2\n")
    says(screen, "is no move of this game")
    screen.expect(PROMPT)
    screen.sendline("quit")
    assert ends(screen) == 0


def test_help_names_every_word() -> None:
    screen = two_people()
    screen.sendline("HELP")
    for word in ("row,column", "hint", "values", "undo", "resign", "quit"):
        says(screen, word)
    screen.sendline("?")
    says(screen, "resign")
    screen.sendline("quit")
    assert ends(screen) == 0


def test_undo_among_people_takes_one_move_back() -> None:
    screen = two_people()
    screen.sendline("undo")
    says(screen, "There is nothing to take back")
    screen.sendline("1,1")
    says(screen, "X plays 1,1.")
    screen.expect(PROMPT)
    screen.sendline("undo")
    screen.expect(PROMPT)
    assert screen.match[1] == "X"
    screen.sendline("1,1")
    says(screen, "X plays 1,1.")


def test_resigning_names_the_winner() -> None:
    screen = two_people()
    screen.sendline("1,1")
    says(screen, "X plays 1,1.")
    screen.sendline("resign")
    says(screen, "O resigns: X wins.")
    assert ends(screen) == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_a_game_is_left_cleanly(key: str) -> None:
    screen = two_people()
    screen.send(key)
    says(screen, "Goodbye.")
    assert ends(screen) == 0


def test_a_draw_is_said() -> None:
    screen = two_people()
    for move in ("1,1", "1,2", "1,3", "2,2", "2,1", "2,3", "3,2", "3,1", "3,3"):
        screen.sendline(move)
        says(screen, f"plays {move}.")
    says(screen, "The game is over: it is a draw.")
    assert ends(screen) == 0


def test_colour_is_for_terminals_that_want_it() -> None:
    screen = two_people()
    screen.sendline("1,1")
    screen.expect(PROMPT)
    assert "\x1b[1;36" in screen.before  # the first player's pieces
    quiet = two_people(NO_COLOR="1")
    quiet.sendline("1,1")
    quiet.expect(PROMPT)
    assert "\x1b[1;36" not in quiet.before
