"""The terminal game through a real pseudo-terminal: the chooser, two people, the computer, waiting, and every way to leave."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commandline import done, refused_here
from kibitz import load
from kibitz.position import Position
from screen import PROMPT, ends, says, terminal

PATIENT = """
import sys
from kibitz.cli import main
from kibitz.cli.playing import play as command
from kibitz.players import levels
from kibitz.core.thought import Limit
command.ADVICE, levels.TIME = Limit(time=60.0), 60.0
main(sys.argv[1:])
"""
HASTY = """
import sys
from kibitz.cli import main
from kibitz.cli.strength import levels
levels.QUICK_MINUTES = float(sys.argv.pop(1))
main(sys.argv[1:])
"""
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PEOPLE = ("play", "tic_tac_toe", "human", "human")
CYAN = "\x1b[1;36"  # the first player's pieces
pytestmark = [pytest.mark.untraced, pytest.mark.usefixtures("screens_closed")]


def patient(*arguments: str) -> Any:
    """The command in a terminal; the computer has time to think it out on a machine that stands still for seconds, too."""
    return terminal(*arguments, program=["-c", PATIENT])


def test_the_chooser_leads_into_a_game_by_enter_and_says_what_is_wrong() -> None:
    screen = terminal()
    says(screen, "Which game?")
    for wrong, answer in (
        ("99", "the numbers go from 1 to"),
        ("draughts", "There is no game called 'draughts'"),
        ("./x.py", "no file"),
    ):
        screen.expect(r"Game \[amazons\]: ")
        screen.sendline(wrong)
        says(screen, answer)
    screen.expect(r"Game \[amazons\]: ")
    screen.sendline("")
    says(screen, "Who has the first move?")
    screen.expect_exact("Who [1, you]: ")
    screen.sendline("me first")
    says(screen, "write a number from 1 to 4")
    screen.expect_exact("Who [1, you]: ")
    screen.sendline("")
    for wrong in ("0", "11", "ten", "-1"):
        screen.expect_exact("Strength [10]: ")
        screen.sendline(wrong)
        says(screen, "write a number from 1 to 10")
    screen.sendline("")
    says(screen, "Type a move")
    screen.expect(PROMPT)
    screen.sendline("quit")
    says(screen, "Goodbye.")
    assert ends(screen) == 0


def test_a_game_between_two_people_is_announced_drawn_in_colour_and_won() -> None:
    screen = terminal(*PEOPLE)
    screen.expect(PROMPT)
    os.write(screen.child_fd, b"\xff\xfe2\n")  # bytes that are no letters
    says(screen, "is not a move of this game")
    for wrong, answer in (
        ("9" * 3000, "is not a move of this game"),
        ("♞f3 日本 \u202e", "is not a move"),
        ("\x02\x06\x07", "Nothing"),
    ):
        screen.expect(PROMPT)
        screen.sendline(wrong)
        says(screen, answer)
    for mover, move in (("X", "2,2"), ("O", "1,1"), ("X", "1,3"), ("O", "1,2")):
        screen.expect(PROMPT)
        assert screen.match[1] == mover
        screen.sendline(move)
        says(screen, f"{mover} plays {move}.")
        screen.expect(r"\(" + mover + r"\)")  # the last move is marked
        assert mover == "O" or CYAN in screen.before
    screen.expect(PROMPT)
    screen.sendline("3, 1")
    says(screen, "The game is over: X wins.")
    assert ends(screen) == 0


@pytest.mark.parametrize(
    ("begun", "prompt"), [((), r"Game \[\w+\]: "), (PEOPLE, PROMPT)], ids=["the chooser", "a game of two people"]
)
@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_it_is_left_cleanly_and_colour_is_for_terminals_that_want_it(begun: tuple[str, ...], prompt: str, key: str) -> None:
    screen = terminal(*begun, NO_COLOR="1")
    screen.expect(prompt)
    assert CYAN not in screen.before
    screen.send(key)
    says(screen, "Goodbye.")
    assert ends(screen) == 0


def test_a_new_game_gets_its_levels_at_once_and_keeps_them_unless_a_person_will_not_wait(tmp_path: Path) -> None:
    def play(minutes: str) -> Any:
        words = ("play", "tic_tac_toe:width=4", "--start", "me", "--level", "3")
        return terminal(*words, program=["-c", HASTY, minutes], KIBITZ_LEVELS=str(tmp_path), NUMBA_DISABLE_JIT="1")

    screen = play("10")
    says(screen, "No levels are fitted to tic_tac_toe:width=4")
    says(screen, "fitting levels")
    screen.sendintr()
    says(screen, "Without: levels are the same as in all games.")
    screen.expect(PROMPT)
    screen.sendline("quit")
    assert ends(screen) == 0
    assert not list(tmp_path.iterdir())
    for begins in (True, False):
        screen = play("0.001")
        screen.expect(PROMPT)
        assert ("No levels are fitted" in screen.before) == begins
        screen.sendline("quit")
        assert ends(screen) == 0
        assert [file.name for file in tmp_path.iterdir()] == ["tic_tac_toe-width=4.levels"]


def test_a_person_meets_chance_and_the_computer() -> None:
    screen = terminal("play", "tree:file=chances", "--seed", "2")
    screen.expect_exact("Who [1, you]: ")
    screen.sendline("")
    screen.expect_exact("Strength [10]: ")
    screen.sendline("3")
    screen.expect_exact("Your move (MAX): ")
    screen.sendline("often")
    says(screen, "'often' is not a move of this game; the legal moves are a1 a2.")
    screen.sendline("a2")
    screen.expect(r"Chance brings (often|seldom)\.")
    says(screen, "MIN (computer, level 3) plays b")
    says(screen, "The game is over: MAX (you) wins by ")
    assert ends(screen) == 0


# The computer


@pytest.mark.compiled
@pytest.mark.parametrize("start", ["me", "computer"])
@pytest.mark.parametrize("policy", [min, max], ids=["first", "last"])
def test_level_10_never_loses_tic_tac_toe(start: str, policy: Callable[[Any], int]) -> None:
    """My side plays by `policy`, typed as row,column."""
    screen = patient("play", "tic_tac_toe", "--start", start, "--level", "10")
    mine, position = "X" if start == "me" else "O", Position.after(load("tic_tac_toe"))
    while not position.is_over:
        if "XO"[position.to_move] == mine:
            screen.expect(PROMPT)
            assert screen.match[1] == mine
            move = position.name(policy(position.legal()))
            screen.sendline(move)
            says(screen, f"You play {move}.")
        else:
            screen.expect(r"\w \(computer, level 10\) plays (\d,\d)\.")
            move = screen.match[1]
        position = position.play(move)
    assert position.payoffs is not None
    assert position.payoffs["XO".index(mine)] <= 0
    if any(position.payoffs):
        says(screen, f"The game is over: {'XO'[position.payoffs.index(1)]} (computer, level 10) wins.")
    else:
        says(screen, "The game is over: it is a draw.")
    assert ends(screen) == 0


def test_perfect_play_draws_level_10_and_undo_goes_back_to_my_own_last_turn() -> None:
    """`hint` plays as well as the computer: the whole game is a draw."""
    screen = patient("play", "tic_tac_toe", "--start", "me", "--level", "10", "--moves", "1,1 2,2")
    screen.expect(PROMPT)
    screen.sendline("1,2")
    screen.expect(r"O \(computer, level 10\) plays")
    screen.expect(PROMPT)
    screen.sendline("undo")
    says(screen, "Taken back.")
    screen.expect(PROMPT)
    assert len(re.findall("[XO]", COLOUR.sub("", screen.before))) == 2
    for turn in range(4):
        if turn:
            screen.expect(PROMPT)
        screen.sendline("hint")
        screen.expect(r"(\d,\d) \([^)]*draw")
        screen.sendline(screen.match[1])
    says(screen, "The game is over: it is a draw.")
    assert ends(screen) == 0


# Waiting


def test_ctrl_c_while_the_computer_thinks_ends_the_game_with_a_word() -> None:
    screen = terminal("play", "connect_four", "human", "deepening:time=60")
    screen.expect(PROMPT)
    screen.sendline("4")
    screen.expect(r"O \(deepening, 60 s\) thinks, [1-9]\d* s")
    time.sleep(0.5)  # past loading, well into the search
    pressed = time.monotonic()
    screen.sendintr()
    says(screen, "The game stops here: goodbye.")
    assert time.monotonic() - pressed < 20  # of 60: a busy machine takes its time
    assert ends(screen) == 0


@pytest.mark.compiled
def test_the_computer_thinks_while_a_person_does_and_ends_with_them() -> None:
    screen = terminal("play", "connect_four", "human", "deepening:time=2", "--ponder")
    screen.expect(PROMPT)
    screen.sendline("4")
    screen.expect(PROMPT)
    before = time.monotonic()
    time.sleep(4)  # a person who thinks longer than the computer would
    asked = time.monotonic()
    screen.sendline("4")
    screen.expect(PROMPT)
    assert time.monotonic() - asked < 1.5 < asked - before  # of 2 seconds: it had the answer
    gone = time.monotonic()
    screen.sendintr()
    says(screen, "Goodbye.")
    assert ends(screen) == 0
    assert time.monotonic() - gone < 10


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        (("human", "greedy"), "--ponder is for the computer and other searches, and none of them plays: leave it out"),
        (("deepening", "greedy"), "--ponder is to think while a person has the move, and no person plays: leave it out"),
    ],
)
def test_nobody_thinks_ahead_where_nobody_can_or_need_wait(seats: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused_here("play", "connect_four", *seats, "--ponder")


@pytest.mark.parametrize(
    ("command", "shown", "said"),
    [
        (("analyze", "connect_four", "--time", "60"), r"depth [1-9]\d*, [\d,]+ nodes", "Interrupted: the best so far."),
        (("solve", "connect_four", "--no-book"), r"X to move: [^\r\n]+\r\n[^\r\n]*nodes/s, table hits", "Interrupted"),
    ],
    ids=["analyze", "solve"],
)
def test_what_is_known_is_shown_meanwhile_and_ctrl_c_ends_it(command: tuple[str, ...], shown: str, said: str) -> None:
    screen = terminal(*command)
    screen.expect(shown)  # in the live table
    pressed = time.monotonic()
    screen.sendintr()
    says(screen, said)
    assert time.monotonic() - pressed < 20  # of a minute, or many: a busy machine takes its time
    assert ends(screen) == 0


@pytest.mark.compiled
def test_a_wait_for_the_compiler_is_announced_with_its_time_and_a_bar(tmp_path: Path) -> None:
    screen = terminal("perft", "tic_tac_toe", "--depth", "2", KIBITZ_CACHE_DIR=str(tmp_path))
    screen.expect(r"preparing Tic Tac Toe: about \d+ s, once █*░")
    says(screen, "72 sequences of 2 moves")
    assert ends(screen) == 0
    again = terminal("perft", "tic_tac_toe", "--depth", "2", KIBITZ_CACHE_DIR=str(tmp_path))
    says(again, "72 sequences of 2 moves")
    assert "preparing" not in again.before


def test_a_person_takes_a_move_back_and_moves_again() -> None:
    text = done("play", "tic_tac_toe", "human", "human", typed="2,2\nundo\n1,1\n3,3\nundo\nundo\nundo\nquit\n")
    said = [line for line in text.splitlines() if re.search(r" plays |Taken back|nothing to take back", line)]
    back = "Taken back."
    assert [line.split("): ")[-1] for line in said] == [
        "X plays 2,2.",
        back,
        "X plays 1,1.",
        "O plays 3,3.",
        back,
        back,
        "There is nothing to take back: it is your first turn.",
    ]
    boards = [line for line in text.splitlines() if "X" in line and "│" in line]
    assert len(boards) == 4  # after 2,2, after 1,1, after 3,3, and when that was taken back


@pytest.mark.parametrize(("moves", "loser"), [("", "X resigns: O wins."), ("2,2\n", "O resigns: X wins.")])
def test_the_side_to_move_resigns_also_after_a_move_was_taken_back(moves: str, loser: str) -> None:
    assert done("play", "tic_tac_toe", "human", "human", typed=f"{moves}3,3\nundo\nresign\n").endswith(f"{loser}\n")


ONE_NAME = """from typing import NamedTuple
from dataclasses import dataclass
import kibitz

class State(NamedTuple):
    n: int

@dataclass(frozen=True)
class Same(kibitz.Game):
    def start(self): return State(0)
    def moves(self, state): return (0, 1)
    def play(self, state, move): return State(state.n + 1 + move)
    def is_over(self, state): return state.n >= 4
    def result(self, state): return -1
    def move_name(self, state, move): return "go"
"""


def test_moves_of_one_name_can_be_played_by_programs(tmp_path: Path) -> None:
    (tmp_path / "same.py").write_text(ONE_NAME, encoding="utf-8")
    text = done("play", "./same.py", "random", "random", "--seed", "1", folder=tmp_path)
    assert text.splitlines()[-1].startswith("The game is over: ")
