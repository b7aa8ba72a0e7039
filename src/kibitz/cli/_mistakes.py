"""How a command ends: a mistake is one sentence on standard error that says what to do; then the exit code."""

import errno
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn, TextIO

import click

from kibitz.errors import KibitzError, RulesWarning, blamed, users_line

DONE, NO, WRONG = 0, 1, 2
INTERRUPTED = 130  # what a shell expects of a program that Ctrl-C has ended


def run_and_report(run: Callable[[], Any]) -> int:
    """Runs a command; whatever the one who asked did wrong becomes a sentence on standard error. Returns the exit code."""
    try:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a byte or a letter that the terminal cannot show is no reason to fail
        warnings.showwarning = _warn
        answer = run()
    except (click.Abort, KeyboardInterrupt):
        return _say("stopped", INTERRUPTED)
    except click.ClickException as mistake:
        return _say(_usage(mistake), WRONG)
    except KibitzError as mistake:
        return _say(str(mistake), WRONG)
    except MemoryError:
        return _say("there is not enough memory for this; a smaller --table or a smaller game needs less", WRONG)
    except OSError as problem:
        return _say(f"{problem.filename or 'the output'} does not work: {problem.strerror or problem}", WRONG)
    except Exception as problem:
        if isinstance(problem.__cause__, KeyboardInterrupt):  # so CPython 3.11 raises what comes while a class is made
            return _say("stopped", INTERRUPTED)
        if users_line(problem) is None:
            raise  # our own mistake: the traceback belongs to whoever mends it
        return _say(str(blamed(problem)), WRONG)
    return answer if isinstance(answer, int) else DONE


def _say(sentence: str, code: int) -> int:
    try:
        click.echo(f"kibitz: {' '.join(sentence.split())}", err=True)
    except OSError as problem:
        if problem.errno != errno.EPIPE:
            raise
    return code


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, RulesWarning):
        _say(str(message), DONE)
    else:
        (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


def _usage(mistake: click.ClickException) -> str:
    """Click's own sentence, with the remedy: where the right way is shown."""
    sentence = mistake.format_message().strip().rstrip(".")
    sentence = sentence[:1].lower() + sentence[1:]
    context = mistake.ctx if isinstance(mistake, click.UsageError) else None
    return f"{sentence}; see `{context.command_path} --help`" if context else sentence


def leave(code: int) -> NoReturn:
    """Exits with this code. Python would wait for what is still being compiled, after Ctrl-C; the system does not."""
    kernel = sys.modules.get("kibitz.kernel._apart")  # there even where Ctrl-C has ended the import of the kernel
    if kernel is not None and kernel.compiling():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, AttributeError):  # whoever reads has gone, or there never was one
                stream.flush()
        os._exit(code)
    sys.exit(code)
