"""What the terminal at standard output can do."""

import os
import shutil
import sys


def in_colour() -> bool:
    """Whether to write in colours: on a terminal, unless NO_COLOR is set or the terminal has none."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def width() -> int:
    """The columns of the terminal."""
    return shutil.get_terminal_size().columns
