"""The `kibitz` command: each file of these folders is a command; names with an underscore are helpers."""

from kibitz.cli import _abrupt  # first: it says what Ctrl-C does while the others are imported

# isort: split
import gc
from collections.abc import Sequence
from typing import NoReturn

from kibitz.cli.app import commands, leave, run_and_report

_abrupt.listen()  # a program that imports this keeps its own Ctrl-C


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs one command and exits: 0 when done, 1 when the answer is no, 2 when it was asked wrongly."""
    code = run_and_report(lambda: commands.main(arguments, prog_name="kibitz", standalone_mode=False))
    gc.freeze()  # or Python searches all that is there for garbage before it goes: 0.13 s of the 0.15 to its end
    leave(code)
