"""Say of each move of a game how good it was, what was better, and what refutes it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz import registry
from kibitz.cli import _options, _terminal
from kibitz.cli._options import STORED
from kibitz.cli._progress import Progress
from kibitz.cli._terminal import write_json
from kibitz.errors import FormatError, MoveError
from kibitz.notation import read_moves
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import GameRecord

if TYPE_CHECKING:
    from kibitz.explain.review.reviewing import Review, Reviewing

KINDS = (".html", ".json", ".svg")


@click.command(
    epilog="""\b
Examples:
  kibitz review connect_four --moves 44444222162
  kibitz review match:12/3/1 --time 0.2 --to game.html
  kibitz review play:3f9a0c
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
@_options.as_json
def command(
    what: tuple[str, ...],
    moves: str,
    number: int | None,
    store: str | None,
    request: _options.SearchOptions,
    knowledge: str,
    to: str | None,
    as_json: bool,
) -> None:
    """Say of each move of a game what it was worth, what was better, and what refutes it.

    The game comes from --moves, from a FILE (moves in lines, or a game of a file that `kibitz convert` reads, such as PGN, or
    that `kibitz match --export` wrote), or from the store: a game of a match, or one that was played on the page (KEY: 6 digits
    or more of the one in its address). GAME may be left out where that names it. Values are proved where they can be, near the
    end and from an opening book, else estimated, and each verdict says which. The limits are for each move: a second if nothing
    else is said.

    Losses that make a move an inaccuracy ?!, a mistake ? or a blunder ?? are shares of what lies between the worst result
    and the best: 0.1, 0.25 and 0.6 where games are won, lost or drawn; 1/64, 3/64 and 6/64 of a margin (2, 6 and 12 of
    the 64 discs of Othello); 0.01, 0.02 and 0.04 where dice or cards decide.
    """
    from kibitz.explain.tree.writing import write_whole

    spec, source = _words(what)
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
        review = _looked(reviewing, progress)
    if to is not None:
        write_whole(Path(to), _written(review)[Path(to).suffix.lower()]())
        click.echo(f"{to} holds the review.", err=as_json)
    if as_json:
        write_json(_as_json(review))
    elif to is None:
        width = _terminal.width() if _terminal.is_terminal() else 100
        colour = _terminal.in_colour()
        click.echo("\n".join(table(review, colour, min(width, 120))), color=colour)


def _words(what: tuple[str, ...]) -> tuple[str | None, str]:
    """The game, if it is named, and the file or the stored game, if one is."""
    games = [word for word in what if not _is_source(word)]
    sources = [word for word in what if _is_source(word)]
    if len(games) > 1 and (missing := [word for word in games if Path(word).suffix not in ("", ".py")]):
        raise click.UsageError(f"there is no file {missing[0]}")
    if len(games) > 1 or len(sources) > 1:
        many = games if len(games) > 1 else sources
        raise click.UsageError(f"one game at a time: {' and '.join(many)} cannot all be reviewed; a file has to be there")
    return (games[0] if games else None), (sources[0] if sources else "")


def _is_source(word: str) -> bool:
    """Whether a word names a stored game or a file of moves; a file of rules is a game."""
    is_game = word.endswith(".py") or word in registry.names("games")
    return word.startswith(STORED) or (not is_game and Path(word).is_file())


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


def _as_json(review: Review) -> dict[str, Any]:
    from kibitz.explain.review.page import as_json

    return as_json(review)


# A game that was played, from wherever it is kept: moves, a file, what `kibitz match --export` wrote, or the store.


def recorded(spec: str | None, source: str, moves: str, number: int | None, store: str | None) -> GameRecord:
    """The record of a game.

    `spec`: the game, None where the source names it. `source`: a file, `match:12/3/1` or `play:3f9a0c`; `moves` may be such a
    reference too.
    `number`: which game of an exported file, from 1.
    """
    if moves.strip().startswith(STORED) and not source:
        source, moves = moves.strip(), ""
    if source and moves:
        raise click.UsageError(f"give --moves or {source}, not both")
    if number is not None and (not source or source.startswith(STORED)):
        raise click.UsageError("--number is for a file of games, such as PGN")
    if source.startswith(STORED):
        return _stored(spec, source, store)
    if source:
        return _read(spec, Path(source), number)
    if spec is None:
        raise click.UsageError(
            "say what to review: a game and its --moves, a file, or a stored game such as match:12/3/1 or play:3f9a0c"
        )
    return _record(Position.after(_options.playable(spec), moves))


def _stored(spec: str | None, source: str, store: str | None) -> GameRecord:
    from kibitz.arena.crew.batch import materialize
    from kibitz.arena.store.replay import play_names, resolve

    found = resolve(source, store)
    whole = found.record
    if spec is None:
        game = registry.load(materialize([whole.game], found.files)[0])
        end = play_names(game, found.moves)
    else:
        end = found.position(_options.playable(spec))  # raises when it is another game
    cut = len(found.moves) < len(whole.moves)
    kept = replace(whole, payoffs=None, forfeit=None, reason="") if cut else whole
    return replace(kept, game=registry.spec_of(end.game), moves=end.names())


def _read(spec: str | None, file: Path, number: int | None) -> GameRecord:
    """The record of the game in a file, or of game `number` (from 1) where the file holds several."""
    from kibitz.formats.annotated import AnnotatedGame, Flaw
    from kibitz.formats.files import holds_games, read_games

    given = None if spec is None else _options.playable(spec)
    if not holds_games(str(file)):
        if number is not None:
            raise click.UsageError(f"{file} holds the moves of one game: leave --number out")
        if given is None:
            raise click.UsageError(f"{file} does not say which game it is: kibitz review GAME {file}")
        return _record(_from_moves(given, file.read_text(encoding="utf-8-sig", errors="replace").splitlines(), file))
    games, flaws = list[tuple[GameRecord, str]](), ""
    for found in read_games(str(file), game=given):
        if isinstance(found, Flaw):
            flaws = flaws or ("" if found.is_note else f"line {found.line} of {file}: {found.reason}")
        elif isinstance(found, AnnotatedGame):
            games.append((found.record, flaws))
            flaws = ""
    if not games:
        raise FormatError(flaws or f"{file} holds no game")
    if number is None and len(games) > 1:
        raise click.UsageError(f"{file} holds {len(games)} games: say which with --number 1 to {len(games)}")
    if (number or 1) > len(games):
        raise click.UsageError(f"{file} holds {len(games)} games, and no number {number}")
    record, wrong = games[(number or 1) - 1]
    if wrong:
        raise FormatError(wrong)
    return record


def _from_moves(game: Game, lines: list[str], file: Path) -> Position:
    """The end of a game whose moves stand in lines; blank ones, and those that begin with #, hold none."""
    position = Position.after(game)
    for at, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                for move in read_moves(game, text, position.state):
                    position = position.play(move)
            except MoveError as problem:
                raise type(problem)(f"line {at} of {file}: {problem}") from None
    return position


def _record(end: Position) -> GameRecord:
    return GameRecord(registry.spec_of(end.game), end.names(), (), end.payoffs)
