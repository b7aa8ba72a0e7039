"""What a terminal shows to one who waits, and that Ctrl-C ends the waiting."""

import time
from pathlib import Path

import pytest

from screen import PROMPT, ends, says, terminal

pytestmark = pytest.mark.usefixtures("screens_closed")


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
