"""The terminal game against the computer, through a real pseudo-terminal."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from kibitz import load
from kibitz.position import Position
from screen import PROMPT, ends, says, terminal

PATIENT = """
import sys
from kibitz.cli import main
from kibitz.cli import play as command
from kibitz.players import levels
from kibitz.thought import Limit
command.ADVICE, levels.TIME = Limit(time=60.0), 60.0
main(sys.argv[1:])
"""
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
pytestmark = [pytest.mark.untraced, pytest.mark.usefixtures("screens_closed")]


def patient(*arguments: str) -> Any:
    """The command in a terminal; the computer has time to think it out on a machine that stands still for seconds, too."""
    return terminal(*arguments, program=["-c", PATIENT])


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


@pytest.mark.compiled
@pytest.mark.parametrize("start", ["me", "computer"])
@pytest.mark.parametrize("policy", [min, max], ids=["first", "last"])
def test_level_10_never_loses_tic_tac_toe(start: str, policy: Callable[[Any], int]) -> None:
    screen = patient("play", "tic_tac_toe", "--start", start, "--level", "10")
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
    screen = patient("play", "tic_tac_toe", "--start", "computer", "--level", "10")
    for _ in range(4):
        screen.expect(PROMPT)
        screen.sendline("hint")
        screen.expect(r"(\d,\d) \([^)]*draw")
        screen.sendline(screen.match[1])
    says(screen, "The game is over: it is a draw.")
    assert ends(screen) == 0


def test_values_are_of_every_legal_move_best_first() -> None:
    screen = patient("play", "tic_tac_toe", "--start", "me", "--level", "10", "--moves", "2,2 1,2")
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
    screen = patient("play", "tic_tac_toe", "--start", "me", "--level", "10")
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
    screen = patient("play", "tic_tac_toe", "--start", "computer", "--level", "1")
    screen.expect(PROMPT)
    screen.sendline("Resign")
    says(screen, "O (you) resigns: X (computer, level 1) wins.")
    assert ends(screen) == 0


def test_the_computer_plays_itself() -> None:
    screen = patient("play", "tic_tac_toe", "random", "deepening:level=10", "--seed", "5")
    screen.expect(r"The game is over: (it is a draw|O \(deepening:level=10\) wins)\.")
    assert ends(screen) == 0
