"""Finds the commands by looking into this folder, and imports the one that is called, no other."""

import ast
import sys
from pathlib import Path
from typing import Any

import click

from kibitz import registry
from kibitz.errors import KibitzError

FOLDER = Path(__file__).parent


class Commands(click.Group):
    """The commands: the files of this folder, and what the entry points "kibitz.cli" name. Each has a `command`."""

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
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.summary(ctx, name)) for name in self.list_commands(ctx)])

    def summary(self, ctx: click.Context, name: str) -> str:
        """What a command does: the first line of its file, read without importing it, for that may take a second."""
        file = FOLDER / f"{name}.py"
        if file.exists():
            return (ast.get_docstring(ast.parse(file.read_bytes())) or "").partition("\n")[0]
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=100) if command else ""


@click.group(
    cls=Commands,
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
