"""Questions to the person at the terminal, or to the lines of a pipe."""

import contextlib
import sys

import click


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
