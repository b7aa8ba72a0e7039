"""Makes docs/terminal.svg from the real thing: `python docs/picture.py` plays a game and analyses one, in a pseudo-terminal."""

import io
import sys
from pathlib import Path

import pexpect
from rich.console import Console
from rich.text import Text

WIDTH = 92


def session(arguments: list[str], answers: list[tuple[str, str]]) -> str:
    """What a person sees who starts kibitz with these arguments and, at each prompt, types the answer."""
    screen = pexpect.spawn(sys.executable, ["-m", "kibitz", *arguments], encoding="utf-8", dimensions=(60, WIDTH), timeout=120)
    seen = ""
    for prompt, answer in answers:
        screen.expect_exact(prompt)
        seen += screen.before + screen.after
        screen.sendline(answer)
    screen.expect(pexpect.EOF)
    # What a live table drew and erased again is not on the screen any more.
    return str(seen + screen.before).rpartition("\x1b[2K")[2]


def main() -> None:
    """Play, analyse, and draw what was on the screen."""
    play = ["play", "tic_tac_toe", "--start", "me", "--level", "10"]
    analyze = ["analyze", "connect_four:width=6,height=5", "--moves", "3,3,3,3,3,1", "--depth", "24"]
    for arguments in (play, analyze):  # once for the compiler: its spinner is not what the picture is about
        session(arguments, [("Your move", "quit")] if arguments is play else [])
    typed = [("Your move (X): ", answer) for answer in ("2,3", "values", "quit")]
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    for arguments, answers in ((play, typed), (analyze, [])):
        console.print(f"[bold green]$[/] [bold]kibitz {' '.join(arguments)}[/]", highlight=False)
        console.print(Text.from_ansi(session(arguments, answers).replace("\r\n", "\n").strip("\r\n")))
        console.print()
    console.save_svg(str(Path(__file__).parent / "terminal.svg"), title="kibitz")


if __name__ == "__main__":
    main()
