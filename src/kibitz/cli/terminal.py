"""The terminal: what standard output can do, the one object of `--json`, and questions to the person there, or to a pipe."""

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

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


def aligned(cells: Sequence[tuple[str, ...]], left: int = 0) -> list[str]:
    """Rows of text in columns; the first `left` of them begin at the left, the others end at the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            f"{cell:<{width}}" if place < left else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


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


# `--json`: one object on standard output and nothing else, whatever rules and players print meanwhile.

KEPT = "kibitz.json"  # where click keeps the stream that the object goes to
OUT, ERR = 1, 2  # as the system counts them


def listen_for_json(context: click.Context, parameter: click.Parameter, wanted: bool) -> bool:
    """From here to the end of the command all that is printed goes to standard error, but what `write_json` writes."""
    if wanted and not context.resilient_parsing:
        context.meta[KEPT] = context.with_resource(_apart())
    return wanted


def write_json(what: Any) -> None:
    """Writes the object in a line; where no command was asked for `--json`, to standard output as it is."""
    context = click.get_current_context(silent=True)
    click.echo(json.dumps(what, allow_nan=False), file=None if context is None else context.meta.get(KEPT))


@contextlib.contextmanager
def _apart() -> Iterator[TextIO]:
    """Standard output, kept for ourselves meanwhile: no print, machine code or child process can write to it."""
    stream = sys.stdout
    with contextlib.ExitStack() as stack:
        if _is_system_s(stream):
            stream.flush()
            copy = os.dup(OUT)
            stack.callback(os.close, copy)
            stack.callback(os.dup2, copy, OUT)
            os.dup2(ERR, OUT)
            answer: TextIO = stack.enter_context(open(copy, "w", encoding=stream.encoding, errors=stream.errors, closefd=False))
        else:
            answer = stream
        stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        yield answer


def _is_system_s(stream: TextIO | None) -> bool:
    """Whether prints go straight to the process's own standard output."""
    try:
        return stream is not None and stream.fileno() == OUT
    except (OSError, ValueError):
        return False
