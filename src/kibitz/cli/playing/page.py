"""Write a page that needs no server: games that it plays by itself, stored games, reviews."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import write_json
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.static_page import MOST


def _plies(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    """The depth of a tree, written as depth=3 or 3."""
    if text is None:
        return None
    number = text.removeprefix("depth=")
    if not (number.isascii() and number.isdigit() and 0 < int(number) < 100):
        raise click.BadParameter(f"{text!r} says not how deep: write depth=3")
    return int(number)


@click.command(
    epilog="""\b
Examples:
  kibitz page othello --to othello
  kibitz page connect_four hex my_game.py --to games
  kibitz page my_game.py --to my_game.html
  kibitz page tic_tac_toe --tree depth=3 --to small
  kibitz page chess --games games.pgn --review 0.5 --to games
  kibitz page othello --match 12 --report 20 --to match"""
)
@click.argument("games_to_play", nargs=-1, required=True, metavar="GAME...", type=_options.playable)
@click.option(
    "--to",
    required=True,
    type=click.Path(),
    metavar="FOLDER|FILE.html",
    help="Where the page goes: a new folder, an empty one, or a page; or one file, with the board of one game.",
)
@click.option(
    "--most",
    type=click.IntRange(1, 10**7),
    default=MOST,
    metavar="N",
    help=f"Positions of a game that is looked up, not played by its rules ({MOST:,} at most).",
)
@click.option(
    "--games",
    multiple=True,
    metavar="FILE",
    help="Show the games of a file, such as PGN, or a stored one (match:12/3/1, play:KEY); may be given several times.",
)
@click.option(
    "--match", "matches", type=click.IntRange(1), multiple=True, metavar="N", help="Show all games of a stored match."
)
@_options.store
@click.option(
    "--review", type=_options.seconds, metavar="SECONDS", help="Review each of these games, with so much time for each move."
)
@click.option("--pictures", is_flag=True, help="Write each of these games as a picture that moves, too (GIF, or else SVG).")
@click.option("--tree", callback=_plies, metavar="depth=N", help="Draw the tree of a search N plies deep.")
@click.option("--report", type=click.IntRange(1, 10**6), metavar="N", help="Say how the game plays, from N rounds of games.")
@_options.as_json
def command(
    games_to_play: tuple[Game, ...],
    to: str,
    most: int,
    games: tuple[str, ...],
    matches: tuple[int, ...],
    store: str | None,
    review: float | None,
    pictures: bool,
    tree: int | None,
    report: int | None,
    as_json: bool,
) -> None:
    """Write a page of each GAME into a folder: it opens from the disk, and can be put wherever files are served. One game can
    also be one file, to send.

    The page plays by itself: rules and searches run in the browser, against ten levels or between two people, with hints, the
    value of every move, and an analysis. Of one game it also shows what was played, with --games and --match, and reviews of
    it, a drawn tree, a report. Ctrl-C leaves nothing, or what was there before.
    """
    game, *others = games_to_play
    if others and (games or matches or tree is not None or report is not None):
        raise click.UsageError("games that were played, a tree and a report are of one game: name one")
    if (review is not None or pictures) and not (games or matches):
        what = "--pictures are" if review is None else "--review is"
        raise click.UsageError(f"{what} of games that were played: name some with --games or --match")
    is_file = Path(to).suffix in (".html", ".htm")
    if is_file and (others or games or matches or tree is not None or report is not None):
        raise click.UsageError("one file has the board of one game, and nothing else: name a folder")
    for one in games_to_play:
        _options.tried_position(one, "")
    status = [""]

    def progress(note: str) -> None:
        status[0] = note

    missing = list[str]()
    with Progress(lambda: status[0]).display() as display, display.busy("writing the page"):
        if is_file:
            from kibitz.static_page.one_file import write_file

            held = [write_file(game, Path(to), progress)]
        else:
            from kibitz.static_page.parts import SiteOrder
            from kibitz.static_page.site import write_site

            order = SiteOrder(most, games, matches, store, review, pictures, tree, report)
            held, missing = write_site(game, Path(to), order, progress, others)
    if as_json:
        write_json({"game": spec_of(game), "to": to, "holds": held, "missing": missing})
        return
    for sentence in (*missing, *held):
        click.echo(sentence)
