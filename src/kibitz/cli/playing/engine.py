"""Be an engine for other programs, which speak UCI, UGI or another protocol."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from kibitz.cli import options as _options
from kibitz.core import registry
from kibitz.errors import KibitzError
from kibitz.players.levels import LEVELS


@click.command(epilog="Example: kibitz engine chess --protocol uci")
@click.argument("game", shell_complete=_options.game_names)
@click.option(
    "--protocol",
    default="ugi",
    metavar="NAME",
    help=f"{', '.join(registry.names('protocols'))} (ugi; uci for an interface of chess).",
)
@click.option(
    "--level", type=click.IntRange(min(LEVELS), max(LEVELS)), metavar="1..10", help="The strength (10, full strength)."
)
@click.option("--search", metavar="NAME", help=f"{' or '.join(registry.names('search'))} (what fits the game).")
@click.option("--time", type=_options.seconds, metavar="SECONDS", help="For a move without a time limit (2).")
@_options.table("64MB")
@_options.threads
@_options.knowledge
def command(
    game: str,
    protocol: str,
    level: int | None,
    search: str | None,
    time: float | None,
    table: int,
    threads: int,
    knowledge: str,
) -> None:
    """Play GAME for another program, which starts this one, writes lines to it and reads its answers.

    Errors go to standard error only. It ends with `quit`, or with the last line.
    """
    speaker = registry.member("protocols", protocol, KibitzError, "protocol")
    from kibitz.protocols.serving.conversation import Output, converse
    from kibitz.protocols.serving.settings import EngineSettings

    settings = EngineSettings(level, search, threads, table, knowledge, time)
    with _own_output() as pipe:
        output = Output(pipe)
        converse(speaker.start(_options.playable(game), settings, output.say), sys.stdin.buffer, output)


@contextmanager
def _own_output() -> Iterator[BinaryIO]:
    """The way to the other program. Meanwhile what rules and players print goes where errors go."""
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "wb") as output:
        os.dup2(2, 1)
        try:
            yield output
        finally:
            sys.stdout.flush()
            os.dup2(output.fileno(), 1)
