"""A game that was played, from wherever it is kept: moves, a file, what `kibitz match --export` wrote, or the store."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from kibitz import registry
from kibitz.cli import _options
from kibitz.cli._moves import STORED
from kibitz.errors import GameError, KibitzError, MoveError
from kibitz.notation import read_moves
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import GameRecord

HEADER = re.compile(r'\[(\w+) "(.*)"\]')
SEATS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")


def recorded(spec: str | None, source: str, moves: str, number: int | None, store: str | None) -> tuple[GameRecord, str]:
    """The record of a game, its spec such that `load` takes it; and what to call the place it comes from.

    `spec`: the game, None where the source names it. `source`: a file or `match:12/3/1`; `moves` may be such a reference too.
    """
    if moves.strip().startswith(STORED):
        source, moves = moves.strip(), ""
    if source and moves:
        raise click.UsageError(f"give --moves or {source}, not both")
    if source.startswith(STORED):
        return _stored(spec, source, store), source
    if source:
        return _read(spec, Path(source), number), source
    if spec is None:
        raise click.UsageError("say what to review: a game and its --moves, a file, or a stored game such as match:12/3/1")
    game = _options.playable(spec)
    return _record(game, Position.after(game, moves)), "--moves"


def _stored(spec: str | None, source: str, store: str | None) -> GameRecord:
    from kibitz.arena.crew.luggage import unpacked
    from kibitz.arena.store.reference import resolve  # brings SQLAlchemy
    from kibitz.arena.store.replay import play_names, record

    found = resolve(source, store)
    whole = record(found.plan, found.fixture, found.played)
    (there,) = unpacked([found.plan.game], found.plan.files)
    game = registry.load(there)
    if spec is not None:
        given = _options.playable(spec)
        found.position(given)  # raises when it is another game
        game = given
    end = play_names(game, found.moves)
    cut = len(found.moves) < len(found.played.moves)
    kept = replace(whole, payoffs=None, forfeit=None, reason="") if cut else whole
    return replace(kept, game=registry.spec_of(game), moves=end.names())


def _read(spec: str | None, file: Path, number: int | None) -> GameRecord:
    """The game in a file, or the one of that number, from 1, where it holds several."""
    text = file.read_text(encoding="utf-8-sig", errors="replace")
    lines = text.splitlines()
    first = next((line.strip() for line in lines if line.strip() and not line.strip().startswith("#")), "")
    if first.startswith("{"):
        return _chosen([(at, line) for at, line in enumerate(lines, 1) if line.strip()], _from_json, spec, file, number)
    if HEADER.fullmatch(first):
        return _chosen(list(_games(lines)), _from_text, spec, file, number)
    if number not in (None, 1):
        raise click.UsageError(f"{file} holds one game: leave --number out")
    if spec is None:
        raise click.UsageError(f"{file} does not say which game it is: kibitz review GAME {file}")
    game = _options.playable(spec)
    return _record(game, _from_moves(game, lines, file))


def _chosen(found: list[tuple[int, Any]], read: Any, spec: str | None, file: Path, number: int | None) -> GameRecord:
    if number is None and len(found) > 1:
        raise click.UsageError(f"{file} holds {len(found)} games: say which with --number 1 to {len(found)}")
    if not 1 <= (number or 1) <= len(found):
        raise click.UsageError(f"{file} holds {len(found)} games, and no number {number}")
    at, content = found[(number or 1) - 1]
    try:
        record: GameRecord = read(content)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise click.UsageError(f"line {at} of {file} is no game as `kibitz match --export` writes it") from None
    game = registry.load(record.game) if spec is None else _options.playable(spec)
    if spec is not None and record.game != registry.spec_of(game) and not _same(record.game, game):
        raise GameError(f"{file} holds a game of {record.game}, not of {spec}")
    position = Position.after(game)
    for made, name in enumerate(record.moves, 1):
        try:
            position = position.play(name)
        except MoveError as problem:
            raise type(problem)(f"line {at} of {file}: move {made}: {problem}") from None
    return replace(record, game=registry.spec_of(game))


def _from_json(line: str) -> GameRecord:
    facts = json.loads(line)
    payoffs = None if facts.get("payoffs") is None else tuple(facts["payoffs"])
    moves, players = tuple(map(str, facts["moves"])), tuple(map(str, facts.get("players") or ()))
    return GameRecord(str(facts["game"]), moves, players, payoffs, facts.get("forfeit"), str(facts.get("reason") or ""))


def _games(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each game of a text with headers, and the number of its first line."""
    began, block = 1, list[str]()
    for at, line in enumerate(lines, 1):
        opens = HEADER.fullmatch(line.strip()) and not any(HEADER.fullmatch(one.strip()) for one in block[-1:])
        if opens and any(HEADER.fullmatch(one.strip()) for one in block):
            yield began, block
            block = []
        if not block:
            began = at
        block.append(line)
    yield began, block


def _from_text(lines: list[str]) -> GameRecord:
    found = [HEADER.fullmatch(line.strip()) for line in lines]
    told = {head[1]: re.sub(r"\\(.)", r"\1", head[2]) for head in found if head}
    seats = [*SEATS, *(f"Player{seat}" for seat in range(7, 100))]
    players = tuple(told[seat] for seat in seats if seat in told)
    words = " ".join(line for line, head in zip(lines, found, strict=True) if not head).split()
    if words and words[-1] == told.get("Result"):
        words.pop()
    moves: list[str] = []
    for word in words:
        if len(moves) % len(players) or word != f"{len(moves) // len(players) + 1}.":
            moves.append(word)
    payoffs = tuple(float(one) for one in told["Payoffs"].split()) if "Payoffs" in told else None
    ended = re.fullmatch(r"(\w+) lost by a fault: (.*)", told.get("Termination", ""))
    forfeit = seats.index(ended[1]) if ended else None
    return GameRecord(told["Game"], tuple(moves), players, payoffs, forfeit, ended[2] if ended else told.get("Termination", ""))


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


def _record(game: Game, end: Position) -> GameRecord:
    return GameRecord(registry.spec_of(game), end.names(), (), end.payoffs)


def _same(spec: str, game: Game) -> bool:
    """Whether a spec names this game, written otherwise."""
    try:
        return registry.load(spec) == game
    except KibitzError:
        return False
