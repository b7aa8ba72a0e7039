"""Say what this machine is, and which games have machine code here."""

import importlib.metadata
import platform
from typing import Any

import click

from kibitz.cli import options as _options
from kibitz.cli.terminal import write_json
from kibitz.core import catalogue, registry
from kibitz.core.rules import Game


@click.command(epilog="Example: kibitz doctor othello my_game.py")
@click.argument("games", nargs=-1, metavar="[GAME]...", type=_options.playable)
@_options.as_json
def command(games: tuple[Game, ...], as_json: bool) -> None:
    """Say what machine code there is for the games given, or for all that come with kibitz.

    What is missing is compiled when it is first needed, while the search begins as plain Python; `kibitz build` makes it now.
    """
    from kibitz.kernel import cache_root
    from kibitz.kernel.targets import runnable
    from kibitz.players.code import needed_code

    facts: dict[str, Any] = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "targets": list(runnable()),
        "numba": _version("numba"),
        "llvmlite": _version("llvmlite"),
        "cache": str(cache_root()),
    }
    rows = []
    for game in games or catalogue.games().values():
        needed = needed_code(game)
        there = [one.name for one in needed if one.is_there]
        rows.append(
            {
                "game": registry.spec_of(game),
                "there": there,
                "missing": [one.name for one in needed if one.name not in there],
            }
        )
    if as_json:
        write_json(facts | {"games": rows})
        return
    compiler = f"Numba {facts['numba']}" if facts["numba"] else "none: Numba is not installed"
    click.echo(f"Python {facts['python']}, {facts['system']}")
    click.echo(f"Runs code for {', '.join(facts['targets'])}")
    click.echo(f"Compiler: {compiler}")
    click.echo(f"Cache: {facts['cache']}")
    width = max(len(row["game"]) for row in rows)
    for row in rows:
        click.echo(f"{row['game']:<{width}}  {_state(row)}")


def _state(row: dict[str, Any]) -> str:
    """How much of a game's code is there, in words."""
    if not row["there"] and not row["missing"]:
        return "runs as plain Python"
    if not row["missing"]:
        return "all there"
    return f"{', '.join(row['there']) or 'nothing'} there; to compile: {', '.join(row['missing'])}"


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
