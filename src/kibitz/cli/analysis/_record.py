"""A game that was played, from wherever it is kept: moves, a file, what `kibitz match --export` wrote, or the store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from kibitz.cli import options as _options
from kibitz.cli.options import STORED
from kibitz.core import registry
from kibitz.core.notation import read_moves
from kibitz.core.rules import Game
from kibitz.core.thought import GameRecord
from kibitz.errors import FormatError, MoveError
from kibitz.position import Position


def words(what: tuple[str, ...]) -> tuple[str | None, str]:
    """The arguments of a command: the game, if it is named, and the file or the stored game, if one is."""
    games = [word for word in what if not _is_source(word)]
    sources = [word for word in what if _is_source(word)]
    if len(games) > 1 and (missing := [word for word in games if Path(word).suffix not in ("", ".py")]):
        raise click.UsageError(f"there is no file {missing[0]}")
    if len(games) > 1 or len(sources) > 1:
        many = games if len(games) > 1 else sources
        raise click.UsageError(f"one game at a time: {' and '.join(many)} are several; a file has to be there")
    return (games[0] if games else None), (sources[0] if sources else "")


def _is_source(word: str) -> bool:
    """Whether a word names a stored game or a file of moves; a file of rules is a game."""
    is_game = word.endswith(".py") or word in registry.names("games")
    return word.startswith(STORED) or (not is_game and Path(word).is_file())


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
            "say which game: by name and its --moves, a file, or a stored game such as match:12/3/1 or play:3f9a0c"
        )
    return _record(Position.after(_options.playable(spec), moves))


def _stored(spec: str | None, source: str, store: str | None) -> GameRecord:
    from kibitz.arena.store.replay import play_names, resolve
    from kibitz.workers.files import materialize

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
            raise click.UsageError(f"{file} does not say which game it is: name that, too, as GAME before {file.name}")
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
