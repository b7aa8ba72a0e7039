"""The terminal: what standard output can do, and questions to the person there, or to the lines of a pipe."""

import contextlib
import os
import shutil
import sys

import click


def in_colour() -> bool:
    """Whether to write in colours: on a terminal, unless NO_COLOR is set or the terminal has none."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def width() -> int:
    """The columns of the terminal."""
    return shutil.get_terminal_size().columns


# Questions to the person at the terminal.


class Gone(Exception):
    """The person has left: by `quit`, Ctrl-C or Ctrl-D, or because the input is at its end."""


def read_line(prompt: str) -> str:
    """The line that is typed after `prompt`, without spaces around it. Raises Gone at the end of the input."""
    if sys.stdin is None:
        raise Gone("There is no input: goodbye.")
    typed_here = sys.stdin.isatty()
    if typed_here:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # importing it is all it takes for arrow keys to work in input()
    try:
        text = input(prompt)
    except EOFError:
        click.echo()
        raise Gone("Goodbye." if typed_here else "The input ends here: goodbye.") from None
    except KeyboardInterrupt:
        click.echo()
        raise Gone("Goodbye.") from None
    if not typed_here:
        click.echo(text)  # a transcript reads as if it had been typed
    return text.strip()
