"""Make the machine code of games beforehand, for this machine or another."""

import warnings
from pathlib import Path
from typing import Any

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.terminal import write_json
from kibitz.core import catalogue, registry
from kibitz.core.rules import Game
from kibitz.errors import PreparationWarning
from kibitz.kernel.targets import TARGETS, aim


@click.command(epilog="Example: kibitz build othello my_game.py --for linux-x86-64-v3 --to code/")
@click.argument("games", nargs=-1, metavar="[GAME]...", type=_options.playable)
@click.option("--shipped", is_flag=True, help="All games that come with kibitz.")
@click.option(
    "--for",
    "target",
    type=click.Choice(list(TARGETS)),
    metavar="TARGET",
    help=f"Other processors than this one: {', '.join(TARGETS)}.",
)
@click.option(
    "--to", "folder", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Where to keep it (the cache)."
)
@_options.as_json
def command(games: tuple[Game, ...], shipped: bool, target: str | None, folder: Path | None, as_json: bool) -> None:
    """Compile the searches of each GAME, so that nobody has to wait for the compiler.

    It makes the code that players, levels, hints and analyses need. What is there already stays. The cache takes code for
    this processor; code for others goes to a folder.
    """
    chosen = (*games, *(catalogue.games().values() if shipped else ()))
    if not chosen:
        raise click.UsageError("name a game, or take all of them with --shipped")
    if target is not None:
        if folder is None:
            raise click.UsageError(f"--for {target} needs --to FOLDER: the cache is for this machine")
        aim(TARGETS[target])
    rows: list[dict[str, Any]] = []
    warnings.simplefilter("ignore", PreparationWarning)  # the rows say it
    with Progress(lambda: f"{len(rows)} kernels are there" if rows else "").display():
        for game in chosen:
            rows += _built(game, folder, as_json)
    if as_json:
        write_json({"kernels": rows})
        return
    new, size = sum(row["seconds"] is not None for row in rows), sum(row["bytes"] for row in rows)
    click.echo(f"{len(rows)} kernels, {size / 1024:,.0f} kB; {new} of them made now")


def _built(game: Game, folder: Path | None, quiet: bool) -> list[dict[str, Any]]:
    """The kernels of a game, each with its size and the seconds it took now."""
    from kibitz.kernel.functions import DoesNotCompile
    from kibitz.players.code import needed_code

    spec, rows = registry.spec_of(game), list[dict[str, Any]]()
    needed = needed_code(game)
    if not needed:
        click.echo(f"{spec} runs as plain Python: its rules say so, or do not compile", err=True)
    for one in needed:
        try:
            artefact, is_new = interruptible(lambda one=one: one.machine.build(one.kernel, folder))  # type: ignore[misc]  # as in bench
        except DoesNotCompile as problem:
            click.echo(f"{spec} runs as plain Python, right but slow: {problem}", err=True)
            break
        seconds = artefact.seconds if is_new else None
        rows.append(
            {"game": spec, "kernel": one.name, "target": artefact.target, "bytes": len(artefact.code), "seconds": seconds}
        )
        if not quiet:
            how = "there" if seconds is None else f"{seconds:.1f} s"
            click.echo(f"{spec}  {one.name:<24}{len(artefact.code) / 1024:>8,.1f} kB  {how:>7}")
    return rows
