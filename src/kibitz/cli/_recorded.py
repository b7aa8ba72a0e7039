"""A game that was played, from wherever it is kept: moves, a file, what `kibitz match --export` wrote, or the store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from kibitz import registry
from kibitz.cli import _options
from kibitz.cli._moves import STORED
from kibitz.errors import GameError, MoveError, StoreError
from kibitz.notation import read_moves
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import GameRecord


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
        raise click.UsageError("--number is for a file that `kibitz match --export` wrote")
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
    from kibitz.arena.crew.luggage import unpacked
    from kibitz.arena.store.reference import resolve  # brings SQLAlchemy
    from kibitz.arena.store.replay import play_names

    found = resolve(source, store)
    whole = found.record
    if spec is None:
        game = registry.load(unpacked([whole.game], found.files)[0])
        end = play_names(game, found.moves)
    else:
        end = found.position(_options.playable(spec))  # raises when it is another game
    cut = len(found.moves) < len(whole.moves)
    kept = replace(whole, payoffs=None, forfeit=None, reason="") if cut else whole
    return replace(kept, game=registry.spec_of(end.game), moves=end.names())


def _read(spec: str | None, file: Path, number: int | None) -> GameRecord:
    """The game in a file, or the one of that number, from 1, where it holds several."""
    from kibitz.arena.store.exported import exported

    lines = file.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    games = exported(lines)
    if not games:
        if number is not None:
            raise click.UsageError(f"{file} holds the moves of one game: leave --number out")
        if spec is None:
            raise click.UsageError(f"{file} does not say which game it is: kibitz review GAME {file}")
        return _record(_from_moves(_options.playable(spec), lines, file))
    if number is None and len(games) > 1:
        raise click.UsageError(f"{file} holds {len(games)} games: say which with --number 1 to {len(games)}")
    if (number or 1) > len(games):
        raise click.UsageError(f"{file} holds {len(games)} games, and no number {number}")
    one = games[(number or 1) - 1]
    try:
        record = one.record()
    except StoreError as problem:
        raise StoreError(f"{file}: {problem}") from None
    game = _options.playable(record.game)
    if spec is not None and _options.playable(spec) != game:
        raise GameError(f"{file} holds a game of {record.game}, not of {spec}")
    position = Position.after(game)
    for made, name in enumerate(record.moves, 1):
        try:
            position = position.play(name)
        except MoveError as problem:
            raise type(problem)(f"line {one.line} of {file}: move {made}: {problem}") from None
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
