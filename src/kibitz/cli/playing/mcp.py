"""Serve language models: positions, values and proofs by the Model Context Protocol."""

import os
import signal

import click

from kibitz.cli import options as _options
from kibitz.errors import KibitzError


@click.command(
    epilog="""\b
Example, for a program that starts servers:
  kibitz mcp
  kibitz mcp ./my_game.py --time 30"""
)
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=_options.game_names)
@click.option("--time", type=_options.seconds, default=60.0, metavar="SECONDS", help="The most that one search may take (60).")
@click.option(
    "--memory", type=click.IntRange(256, 2**20), default=2048, metavar="MB", help="The most memory for one search (2048)."
)
def command(games: tuple[str, ...], time: float, memory: int) -> None:
    """Answer a language model over standard input and output, by the Model Context Protocol.

    Its tools: games, position, legal_moves, play, analyze, prove, review, explain, compare. They know the games of kibitz and
    the GAMEs named here (rules files too), and reach nothing else on this machine. Every answer says whether it is proved or an
    estimate. Needs kibitz[mcp].
    """
    try:
        from kibitz.mcp.server import GameTools, make_server
    except ImportError as problem:
        raise KibitzError("a server for language models needs the package mcp: pip install 'kibitz[mcp]'") from problem
    tools = GameTools(games, time, memory << 20)

    def leave(number: int, frame: object) -> None:
        """End at once: the thread that reads the input waits for a line that may never come."""
        tools.searches.end()
        click.echo("kibitz: stopped", err=True)
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)
    make_server(tools).run("stdio")
