"""The chooser through a real pseudo-terminal: `kibitz` alone asks for the game, the seat and the strength."""

import pytest

from screen import PROMPT, ends, says, terminal

pytestmark = pytest.mark.usefixtures("screens_closed")


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
