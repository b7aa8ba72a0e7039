"""Say of each move of a game how good it was, what was better, and what refutes it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options as _options
from kibitz.cli import terminal as _terminal
from kibitz.cli.analysis._record import recorded, words
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import write_json

if TYPE_CHECKING:
    from kibitz.explain.review.reviewing import Review, Reviewing
    from kibitz.position import Position

KINDS = (".html", ".json", ".svg")


@click.command(
    epilog="""\b
Examples:
  kibitz review connect_four --moves 44444222162
  kibitz review match:12/3/1 --time 0.2 --to game.html
  kibitz review play:3f9a0c
  kibitz review match:12/3/1 --puzzles --json
  kibitz review othello game.txt"""
)
@click.argument("what", nargs=-1, metavar="[GAME] [FILE | match:12/3/1 | play:KEY]")
@_options.moves
@click.option("--number", type=click.IntRange(1), metavar="N", help="Which game of a file, such as PGN.")
@_options.store
@_options.request
@_options.knowledge
@click.option(
    "--to", type=click.Path(dir_okay=False), metavar="FILE", help="Write a page (.html), JSON (.json) or the graph (.svg)."
)
@click.option("--puzzles", is_flag=True, help="Print the positions in which exactly one move is good, not the review.")
@_options.as_json
def command(
    what: tuple[str, ...],
    moves: str,
    number: int | None,
    store: str | None,
    request: _options.SearchOptions,
    knowledge: str,
    to: str | None,
    puzzles: bool,
    as_json: bool,
) -> None:
    """Review each move of a game: its cost, better moves, and what refutes it.

    The game comes from --moves, from a FILE (moves in lines, or a game of a file that `kibitz convert` reads, such as PGN, or
    that `kibitz match --export` wrote), or from the store: a game of a match, or one played on the page (KEY: 6 digits or more
    of the one in its address). GAME may be left out where that names it. Values are proved where possible, near the end and
    from an opening book, else estimated, and each verdict says which; proofs made on the page count too. The limits are for
    each move, by default a second.

    Losses that make a move an inaccuracy ?!, a mistake ? or a blunder ?? are shares of the distance between the worst result
    and the best: 0.1, 0.25 and 0.6 where games are won, lost or drawn; 1/64, 3/64 and 6/64 of a margin (2, 6 and 12 of the 64
    discs of Othello); 0.01, 0.02 and 0.04 where dice or cards decide.
    """
    from kibitz.explain.tree.writing import write_whole

    spec, source = words(what)
    if to is not None and not _can_be_written(Path(to)):
        raise click.UsageError(
            f"a review is written as {', '.join(KINDS)}, into a folder that is there and can be written to: {to} is not"
        )
    record = recorded(spec, source, moves, number, store)
    if not record.moves:
        raise click.UsageError("there is nothing to review: no move has been made")
    with Progress().display() as progress:
        with progress.busy("getting ready"):
            from kibitz.explain.review.reviewing import Reviewing
            from kibitz.explain.review.table import table  # now, so that nothing is left to load when Ctrl-C comes

            wise = _options.named_knowledge(record.game, knowledge)
            reviewing = Reviewing(record, request=replace(request, knowledge=wise))
            reviewing.prove(_kept_proofs(source or moves, store, reviewing.end))
        review = _looked(reviewing, progress)
    if to is not None:
        write_whole(Path(to), _written(review)[Path(to).suffix.lower()]())
        click.echo(f"{to} holds the review.", err=as_json)
    if puzzles:
        _print_puzzles(review, as_json)
    elif as_json:
        write_json(_as_json(review))
    elif to is None:
        width = _terminal.width() if _terminal.is_terminal() else 100
        colour = _terminal.in_colour()
        click.echo("\n".join(table(review, colour, min(width, 120))), color=colour)


def _kept_proofs(source: str, store: str | None, end: Position) -> list[Any]:
    """The proofs made at the table during a game on the page; none for other games."""
    from kibitz.arena.store import Store
    from kibitz.arena.store.replay import REFERENCE

    named = REFERENCE.fullmatch(source.strip())
    if named is None or named[4] is None:
        return []
    with Store.open(store, make=False) as opened:
        moves, proofs = opened.sitting_named(named[4]).proofs
    return proofs if moves[: len(end.moves)] == end.moves else []


def _can_be_written(file: Path) -> bool:
    """Whether a review can be written there, known before the time for it is spent."""
    folder = file.absolute().parent
    return file.suffix.lower() in KINDS and folder.is_dir() and os.access(folder, os.W_OK)


def _looked(reviewing: Reviewing, progress: Progress) -> Review:
    """The review; Ctrl-C ends it with the moves that have been looked at."""
    plies = iter(reviewing)
    try:
        for left in range(len(reviewing), -1, -1):
            with progress.busy(f"move {left} of {len(reviewing)}" if left else "the first move"):
                if next(plies, None) is None:
                    break
    except KeyboardInterrupt:
        if not reviewing.so_far().plies:
            raise click.Abort from None
    return reviewing.so_far()


def _written(review: Review) -> dict[str, Callable[[], str]]:
    return {".html": review.html, ".svg": review.svg, ".json": lambda: json.dumps(_as_json(review), allow_nan=False)}


def _print_puzzles(review: Review, as_json: bool) -> None:
    from kibitz.core.registry import spec_of
    from kibitz.explain.review.puzzles import find_puzzles

    found = find_puzzles(review)
    if as_json:
        names = review.end.names()
        rows = [{"moves": list(names[: one.ply])} | one.as_json() for one in found]
        write_json({"game": spec_of(review.game), "puzzles": rows})
    else:
        click.echo("\n".join(map(str, found)) or "In no position of this game exactly one move is good.")


def _as_json(review: Review) -> dict[str, Any]:
    from kibitz.explain.review.page import as_json

    return as_json(review)
