"""Finds the commands by looking into the folders beside it, imports the one that is called, no other, and says how it ended."""

import ast
import errno
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click

from kibitz.core import registry
from kibitz.errors import KibitzError, PreparationWarning, RulesWarning, Unanswered, blamed, users_line
from kibitz.runtime.deadlines import left_behind
from kibitz.runtime.rule_watch import watched_rules

FOLDER = Path(__file__).parent


class _Commands(click.Group):
    """The commands: the files of the folders here, and what the entry points "kibitz.cli" name. Each has a `command`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["play"])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return registry.names("cli")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        try:
            found = registry.member("cli", cmd_name, KibitzError, "command")
        except KibitzError:
            if ctx.resilient_parsing:  # a shell that completes asks for names that are not whole yet
                return None
            raise
        command: click.Command = found.command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        answer = super().invoke(ctx)
        if sys.stdout is not None:
            sys.stdout.flush()  # here and not at exit, so that click sees when the reader has gone
        return answer

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rest = self.list_commands(ctx)
        for folder in registry.FOLDERS["cli"]:
            named = registry.names_in(folder)
            title = _docstring(FOLDER / folder.removeprefix("cli.") / "__init__.py").rstrip(".")
            self.write_section(ctx, formatter, title, named)
            rest = [name for name in rest if name not in named]
        self.write_section(ctx, formatter, "Commands of other packages", rest)

    def write_section(self, ctx: click.Context, formatter: click.HelpFormatter, title: str, named: list[str]) -> None:
        """Write some of the commands, each with its summary; nothing where there are none."""
        if named:
            with formatter.section(title):
                formatter.write_dl([(name, self.summary(ctx, name)) for name in named], col_max=10)

    def summary(self, ctx: click.Context, name: str) -> str:
        """A command's summary: the first line of its file, read without importing it, which may take a second."""
        for folder in registry.FOLDERS["cli"]:
            file = FOLDER / folder.removeprefix("cli.") / f"{name}.py"
            if file.exists():
                return _docstring(file)
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=100) if command else ""


def _docstring(file: Path) -> str:
    """The first line of a file's docstring, read without importing it."""
    return (ast.get_docstring(ast.parse(file.read_bytes())) or "").partition("\n")[0]


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  kibitz                                     choose a game and play
  kibitz play tic_tac_toe --start me         play at once
  kibitz analyze connect_four --moves 4,4    what is each move worth?
  kibitz new my_game                         begin a game of your own

GAME is a name from `kibitz games`, with parameters if you like (connect_four:width=8,height=7), or a file
(./my_game.py). Every command shows an example with --help.""",
)
@click.version_option(package_name="kibitz", message="%(prog)s %(version)s")
def commands() -> None:
    """Write a board game's rules once; kibitz plays it and says what every move is worth.

    Without a command it asks for a game and plays it.
    """


# The end: a mistake is one sentence on standard error that says what to do; then the exit code.

DONE, NO, WRONG = 0, 1, 2
INTERRUPTED = 130  # what a shell expects of a program that Ctrl-C has ended


def run_and_report(run: Callable[[], Any]) -> int:
    """Runs a command; a user's mistake becomes one sentence on standard error. Returns the exit code."""
    try:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a byte or a letter that the terminal cannot show is no reason to fail
        warnings.showwarning = _warn
        with watched_rules():
            answer = run()
    except (click.Abort, KeyboardInterrupt):
        return _say("stopped", INTERRUPTED)
    except click.ClickException as mistake:
        return _say(_usage(mistake), WRONG)
    except (KibitzError, Unanswered) as mistake:
        return _say(str(blamed(mistake)), WRONG)
    except MemoryError:
        return _say("there is not enough memory for this; a smaller --table or a smaller game needs less", WRONG)
    except OSError as problem:
        return _say(f"{problem.filename or 'the output'} does not work: {problem.strerror or problem}", WRONG)
    except Exception as problem:
        if isinstance(problem.__cause__, KeyboardInterrupt):  # so CPython 3.11 raises what comes while a class is made
            return _say("stopped", INTERRUPTED)
        if users_line(problem) is None:
            raise  # our own mistake: the traceback is for its developers
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
    if issubclass(category, (RulesWarning, PreparationWarning)):
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
    """Exits with this code. After Ctrl-C Python would wait for the compiler; leaving through the system does not.

    Nor does it take the machine code away in which a rule may never come back.
    """
    files = sys.modules.get("kibitz.files.whole_file")
    if files is not None:
        files.drop_unfinished()  # of a thread that was left behind
    kernel = sys.modules.get("kibitz.kernel.apart")  # there even where Ctrl-C has ended the import of the kernel
    if (kernel is not None and kernel.compiling()) or left_behind():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, AttributeError):  # the reader has gone, or there never was one
                stream.flush()
        os._exit(code)
    sys.exit(code)
