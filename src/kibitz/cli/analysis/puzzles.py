"""Make puzzles of a game: positions with exactly one good move, each proved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import write_json
from kibitz.core.rules import Game
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.explain.puzzles.good_move import GoodMove

MOST = 10_000


@click.command(
    epilog="""\b
Examples:
  kibitz puzzles connect_four
  kibitz puzzles ./my_game.py --count 50 --to my_game.json"""
)
@_options.game
@click.option("--count", type=click.IntRange(1, MOST), default=20, metavar="N", help="How many puzzles (20).")
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, metavar="N", help="Other games than with another one (1).")
@click.option(
    "--nodes",
    type=click.IntRange(1, 10**9),
    default=100_000,
    metavar="N",
    help="How long to look for the proofs of a position (100,000).",
)
@click.option("--to", type=click.Path(dir_okay=False), metavar="FILE", help="Write them as JSON, one a line.")
@_options.as_json
def command(game: Game, count: int, seed: int, nodes: int, to: str | None, as_json: bool) -> None:
    """Make puzzles of GAME: positions in which one move alone wins, or wins fastest, or saves the draw.

    kibitz plays games, and proves near their ends what every move comes to. Each puzzle is proved, has at least three moves to
    choose from, and no win with the very next move. They come easiest first. Ctrl-C ends with the puzzles found so far. Puzzles
    from games of your own: `kibitz review --puzzles`.
    """
    found: list[GoodMove] = []
    with Progress(lambda: f"{len(found)} of {count} puzzles").display() as display:
        with display.busy("getting ready"):
            from kibitz.explain.puzzles.making import BARREN, hardness, make_puzzles
            from kibitz.explain.puzzles.shipped import puzzles_as_json, write_puzzles

            making = make_puzzles(game, seed, nodes)
        try:
            with display.busy(f"looking for {count} puzzles"):
                for one in making:
                    found += [] if one is None else [one]
                    if len(found) == count:
                        break
        except KeyboardInterrupt:
            if not found:
                raise click.Abort from None
    if not found:
        raise KibitzError(f"no puzzle was found in {BARREN} games: --nodes {10 * nodes} looks longer for proofs")
    found.sort(key=hardness)
    if to is not None:
        try:
            write_puzzles(Path(to), game, found)
        except OSError as problem:
            raise click.UsageError(f"{to} cannot be written: {problem.strerror or problem}") from problem
        click.echo(f"{to} holds {len(found)} puzzle{'' if len(found) == 1 else 's'}.", err=as_json)
    if as_json:
        write_json(puzzles_as_json(game, found))
    elif to is None:
        click.echo("\n".join(map(str, found)))
