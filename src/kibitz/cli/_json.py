"""`--json`: one object on standard output and nothing else, whatever rules and players print meanwhile."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

import click

KEPT = "kibitz.json"  # where click keeps the stream that the object goes to
OUT, ERR = 1, 2  # as the system counts them


def listen(context: click.Context, parameter: click.Parameter, wanted: bool) -> bool:
    """From here to the end of the command all that is printed goes to standard error, but what `write` writes."""
    if wanted and not context.resilient_parsing:
        context.meta[KEPT] = context.with_resource(_apart())
    return wanted


def write(text: str) -> None:
    """Writes the object; where no command was asked for `--json`, to standard output as it is."""
    context = click.get_current_context(silent=True)
    click.echo(text, file=None if context is None else context.meta.get(KEPT))


@contextlib.contextmanager
def _apart() -> Iterator[TextIO]:
    """Standard output, which nobody else writes to meanwhile: no print, no machine code, no process that is started."""
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
    """Whether what is printed there goes straight to the process's own standard output."""
    try:
        return stream is not None and stream.fileno() == OUT
    except (OSError, ValueError):
        return False
