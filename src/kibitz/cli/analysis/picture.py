"""Write a position as a picture, or a game as one that moves: SVG, PNG, GIF."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kibitz.cli import options as _options
from kibitz.cli.analysis._record import recorded, words
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import write_json


@click.command(
    epilog="""\b
Examples:
  kibitz picture othello --moves f5d6c3 --to othello.png
  kibitz picture games.pgn --number 2 --to game.gif
  kibitz picture match:12/3/1 --animated --to game.svg"""
)
@click.argument("what", nargs=-1, metavar="[GAME] [FILE | match:12/3/1 | play:KEY]")
@_options.moves
@click.option("--number", type=click.IntRange(1), metavar="N", help="Which game of a file, such as PGN.")
@_options.store
@click.option("--animated", is_flag=True, help="All of the game in an SVG that moves; a GIF always does.")
@click.option(
    "--to",
    required=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="The picture: the board at the end (.svg, .png), or the game (.gif).",
)
@_options.as_json
def command(
    what: tuple[str, ...], moves: str, number: int | None, store: str | None, animated: bool, to: str, as_json: bool
) -> None:
    """Write the board after the last move, or the whole game move by move, as a picture.

    The game comes from --moves, from a FILE that `kibitz convert` reads, or from the store, as for `kibitz review`; GAME may be
    left out where that names it. Without moves it is the board at the start. The last move is marked. In a picture that moves
    each move stays for 0.8 seconds and the end for 3; of a game of more than 300 moves it shows the last ones.

    PNG and GIF need two packages: pip install 'kibitz[pictures]'.
    """
    from kibitz.arena.store.replay import play_names
    from kibitz.core.registry import load
    from kibitz.files.whole_file import WholeFile
    from kibitz.present.film import kind_of, picture

    file = Path(to)
    kind = kind_of(file)
    if animated and kind == ".png":
        raise click.UsageError("a PNG does not move: name a file that ends in .svg or .gif")
    if not (file.absolute().parent.is_dir() and os.access(file.absolute().parent, os.W_OK)):
        raise click.UsageError(f"{file} cannot be written: name a file in a folder that is there and may be written to")
    record = recorded(*words(what), moves, number, store)
    with Progress().display() as progress, progress.busy("drawing"):
        end = play_names(load(record.game), record.moves)
        content = picture(end, kind=kind[1:], animated=animated)
        with WholeFile(file) as out:
            out.write(content)
    if as_json:
        write_json({"game": record.game, "moves": len(record.moves), "to": to, "bytes": len(content)})
    else:
        click.echo(f"{to} holds the picture.")
