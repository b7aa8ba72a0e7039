"""The terminal game through a real pseudo-terminal, as a person plays it, with wrong input of every kind."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz import load
from kibitz.position import Position
from screen import ends, says, terminal

PROMPT = r"Your move \((\w+)\): "
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
pytestmark = pytest.mark.usefixtures("screens_closed")


def two_people(*arguments: str, **settings: str) -> Any:
    """Tic-tac-toe between two people, at the first move."""
    screen = terminal("play", "tic_tac_toe", "human", "human", *arguments, **settings)
    screen.expect(PROMPT)
    return screen


# The chooser


def test_the_chooser_takes_defaults_by_enter_and_leads_into_play() -> None:
    screen = terminal()
    says(screen, "Which game?")
    screen.expect(r"Game \[(\w+)\]: ")
    offered = screen.match[1]
    screen.sendline("")
    says(screen, "Who has the first move?")
    screen.expect_exact("Who [1, you]: ")
    screen.sendline("")
    screen.expect_exact("Strength [10]: ")
    screen.sendline("")
    says(screen, "Type a move")
    screen.expect(PROMPT)
    assert offered == "checkers"
    screen.sendline("quit")
    assert ends(screen) == 0


def test_the_chooser_says_what_is_wrong_and_asks_again() -> None:
    screen = terminal()
    for wrong, answer in (
        ("99", "the numbers go from 1 to"),
        ("chess", "There is no game called 'chess'"),
        ("./x.py", "no file"),
    ):
        screen.expect(r"Game \[\w+\]: ")
        screen.sendline(wrong)
        says(screen, answer)
    screen.expect(r"Game \[\w+\]: ")
    screen.sendline("tic_tac_toe:width=4,height=4")
    screen.expect_exact("Who [1, you]: ")
    screen.sendline("me first")
    says(screen, "write a number from 1 to 4")
    screen.expect_exact("Who [1, you]: ")
    screen.sendline("computer")
    for wrong in ("0", "11", "ten", "-1"):
        screen.expect_exact("Strength [10]: ")
        screen.sendline(wrong)
        says(screen, "write a number from 1 to 10")
    screen.expect_exact("Strength [10]: ")
    screen.sendline("quit")
    says(screen, "Goodbye.")
    assert ends(screen) == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_the_chooser_is_left_cleanly(key: str) -> None:
    screen = terminal()
    screen.expect(r"Game \[\w+\]: ")
    screen.send(key)
    says(screen, "Goodbye.")
    assert ends(screen) == 0


# Two people


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


# Against the computer


def game_against_level_10(screen: Any, mine: str, policy: Callable[[Position], int]) -> Position:
    """Plays a whole game, my side by `policy` and typed as row,column; the position at its end."""
    position = Position.after(load("tic_tac_toe"))
    while not position.is_over:
        if "XO"[position.to_move] == mine:
            screen.expect(PROMPT)
            assert screen.match[1] == mine
            move = position.name(policy(position))
            screen.sendline(move)
            says(screen, f"{mine} (you) plays {move}.")
        else:
            screen.expect(r"\w \(computer, level 10\) plays (\d,\d)\.")
            move = screen.match[1]
        position = position.play(move)
    return position


@pytest.mark.parametrize("start", ["me", "computer"])
@pytest.mark.parametrize("policy", [min, max], ids=["first", "last"])
def test_level_10_never_loses_tic_tac_toe(start: str, policy: Callable[[Any], int]) -> None:
    screen = terminal("play", "tic_tac_toe", "--start", start, "--level", "10")
    mine = "X" if start == "me" else "O"
    end = game_against_level_10(screen, mine, lambda position: policy(position.legal()))
    assert end.payoffs is not None
    assert end.payoffs["XO".index(mine)] <= 0
    if any(end.payoffs):
        says(screen, f"The game is over: {'XO'[end.payoffs.index(1)]} (computer, level 10) wins.")
    else:
        says(screen, "The game is over: it is a draw.")
    assert ends(screen) == 0


def test_perfect_play_draws_level_10() -> None:
    """`hint` plays as well as the computer: the whole game is a draw."""
    screen = terminal("play", "tic_tac_toe", "--start", "computer", "--level", "10")
    for _ in range(4):
        screen.expect(PROMPT)
        screen.sendline("hint")
        screen.expect(r"(\d,\d) \([^)]*draw")
        screen.sendline(screen.match[1])
    says(screen, "The game is over: it is a draw.")
    assert ends(screen) == 0


def test_values_are_of_every_legal_move_best_first() -> None:
    screen = terminal("play", "tic_tac_toe", "--start", "me", "--level", "10", "--moves", "2,2 1,2")
    screen.expect(PROMPT)
    screen.sendline("values")
    screen.expect(PROMPT)
    told = COLOUR.sub("", screen.before).splitlines()
    rows = dict(line.split(None, 1) for line in told if re.match(r" +\d,\d  ", line))
    assert len(rows) == 7
    assert rows["1,1"].strip() == "X wins in 5"
    assert rows["3,2"].strip() == "draw"
    worth = ["wins" in row for row in rows.values()]
    assert worth == sorted(worth, reverse=True)


def test_undo_against_the_computer_goes_back_to_my_own_last_turn() -> None:
    screen = terminal("play", "tic_tac_toe", "--start", "me", "--level", "10")
    screen.expect(PROMPT)
    screen.sendline("1,2")
    screen.expect(r"O \(computer, level 10\) plays")
    screen.expect(PROMPT)
    screen.sendline("undo")
    says(screen, "Taken back.")
    screen.expect(PROMPT)
    assert not re.search("[XO]", COLOUR.sub("", screen.before))
    screen.sendline("1,2")
    says(screen, "X (you) plays 1,2.")


def test_resigning_to_the_computer() -> None:
    screen = terminal("play", "tic_tac_toe", "--start", "computer", "--level", "1")
    screen.expect(PROMPT)
    screen.sendline("Resign")
    says(screen, "O (you) resigns: X (computer, level 1) wins.")
    assert ends(screen) == 0


def test_the_computer_plays_itself() -> None:
    screen = terminal("play", "tic_tac_toe", "random", "deepening:level=10", "--seed", "5")
    screen.expect(r"The game is over: (it is a draw|O \(deepening:level=10\) wins)\.")
    assert ends(screen) == 0


def test_ctrl_c_while_the_computer_thinks_ends_the_game_with_a_word() -> None:
    screen = terminal("play", "connect_four", "human", "deepening:time=60")
    screen.expect(PROMPT)
    screen.sendline("4")
    screen.expect(r"O \(deepening:time=60\) thinks, [1-9]\d* s")
    time.sleep(0.5)  # past loading, well into the search
    pressed = time.monotonic()
    screen.sendintr()
    says(screen, "The game stops here: goodbye.")
    assert time.monotonic() - pressed < 20  # of 60: a busy machine takes its time
    assert ends(screen) == 0


# analyze


def test_analyze_shows_what_it_knows_while_it_thinks_and_ctrl_c_ends_it_with_the_best_so_far() -> None:
    screen = terminal("analyze", "connect_four", "--time", "60")
    screen.expect(r"depth [1-9]\d*, [\d,]+ nodes")  # in the live table
    pressed = time.monotonic()
    screen.sendintr()
    says(screen, "Interrupted: the best so far.")
    assert time.monotonic() - pressed < 20  # of 60: a busy machine takes its time
    assert ends(screen) == 0


@pytest.mark.compiled
def test_compiling_is_announced_with_its_time(tmp_path: Path) -> None:
    screen = terminal("perft", "tic_tac_toe", "--depth", "2", KIBITZ_CACHE_DIR=str(tmp_path))
    screen.expect(r"compiling TicTacToe, \d+ s")
    says(screen, "72 sequences of 2 moves")
    assert ends(screen) == 0
    again = terminal("perft", "tic_tac_toe", "--depth", "2", KIBITZ_CACHE_DIR=str(tmp_path))
    says(again, "72 sequences of 2 moves")
    assert "compiling" not in again.before
