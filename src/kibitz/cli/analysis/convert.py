"""Read games and positions from files of other programs, and write them elsewhere."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options as _options
from kibitz.cli.terminal import write_json
from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import FormatError

if TYPE_CHECKING:
    from kibitz.arena.store import Store
    from kibitz.core.thought import GameRecord
    from kibitz.formats.annotated import AnnotatedGame
    from kibitz.formats.files import Writing

STANDARD = "-"


@click.command(
    epilog="""\b
Examples:
  kibitz convert games.pgn                            what is in it?
  kibitz convert WTH_2001.wtb --to games.ggf
  kibitz convert *.sgf --into-store
  kibitz convert games.pgn --plies 8 --to openings.txt
  kibitz convert lines.txt --game othello --format pgn"""
)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True), metavar="FILE..."
)
@click.option(
    "--to", type=click.Path(dir_okay=False, allow_dash=True), metavar="FILE", help="Write the games there; - is here."
)
@click.option("--format", "written", metavar="FORMAT", help="How they are written (what the name of --to says).")
@click.option("--from", "reading", metavar="FORMAT", help="How the files are written (what their names or contents say).")
@click.option(
    "--game",
    type=_options.playable,
    shell_complete=_options.game_names,
    metavar="GAME",
    help="Which game it is, where a file does not say it; games of another kind are left out.",
)
@click.option("--plies", type=click.IntRange(0), metavar="N", help="Only the first N moves of each, such as openings.")
@click.option("--into-store", is_flag=True, help="Keep the games in the games store, as a match that has been played.")
@_options.store
@_options.as_json
def command(
    files: tuple[str, ...],
    to: str | None,
    written: str | None,
    reading: str | None,
    game: Game | None,
    plies: int | None,
    into_store: bool,
    store: str | None,
    as_json: bool,
) -> None:
    """Read games and positions from FILEs of any program, and write them elsewhere.

    A FILE may be -, for standard input. Without --to and --into-store they are listed.

    Formats: pgn (chess; with a tag Game every game), sgf (Go, Othello, Gomoku, Hex), ggf and wthor (Othello), pdn (checkers),
    fen and epd (positions of chess), obf (positions of Othello), json (all that kibitz knows of a game), txt (lines of moves).

    Every game is played by the rules. kibitz names the line of anything it cannot read and keeps the rest: of a game with a
    wrong move, the moves before it. In the store the games are a match, in order: match:12/0/0 is the first of match 12.
    """
    from kibitz.formats.annotated import Flaw
    from kibitz.formats.files import read_games

    into_store = into_store or store is not None
    if as_json and (to == STANDARD or (written is not None and to is None)):
        raise click.UsageError("--json tells what was read where the games would be written: name a file with --to")
    result = _Result()
    with ExitStack() as stack:
        writing = _writing(to, written, into_store)
        output = None if writing is None else stack.enter_context(writing)
        imports = stack.enter_context(_Imports(store, _origin(files))) if into_store else None
        for name in files:
            try:
                for found in read_games(name, reading, game, plies):
                    if isinstance(found, Flaw):
                        result.complain(name, found.line, found.reason)
                    else:
                        _keep(found, name, result, output, imports)
            except FormatError as problem:
                result.complain(name, None, str(problem))
        result.check()
    if as_json:
        write_json(result.as_json(to, imports))
    else:
        _describe(result, to, output, imports)


@dataclass
class _Result:
    """The contents of all files.

    The first complaint waits until there is more to say: a single one is the whole answer, if nothing could be read.
    """

    games: list[tuple[str, AnnotatedGame]] = field(default_factory=list)
    kept: int = 0
    flaws: list[dict[str, Any]] = field(default_factory=list)
    _waiting: str = ""

    def complain(self, file: str, line: int | None, reason: str) -> None:
        """Notes what could not be read, and says it on standard error."""
        file = "standard input" if file == STANDARD else file
        self.flaws.append({"file": file, "line": line, "reason": reason})
        self._say()
        self._waiting = f"{file}: {reason}" if line is None else f"{file}, line {line}: {reason}"
        if self.kept or len(self.flaws) > 1:
            self._say()

    def keep(self) -> None:
        """Counts a game."""
        self.kept += 1
        self._say()

    def _say(self) -> None:
        if self._waiting:
            click.echo(f"kibitz: {self._waiting}", err=True)
        self._waiting = ""

    def check(self) -> None:
        """Raises FormatError when nothing was kept."""
        if not self.kept:
            raise FormatError(
                self._waiting or ("no game could be kept" if self.flaws else "nothing could be read: there is no game in it")
            )

    def as_json(self, to: str | None, imports: _Imports | None) -> dict[str, Any]:
        """The games and positions read, the complaints, and where everything is now."""
        return {
            "games": self.kept,
            "flaws": self.flaws,
            "to": to,
            "matches": []
            if imports is None
            else [{"match": number, "game": spec, "games": many} for number, spec, many in imports.done],
            "list": [
                {
                    "file": name,
                    "line": one.line,
                    "game": one.record.game,
                    "players": one.record.players,
                    "payoffs": one.record.payoffs,
                    "forfeit": one.record.forfeit,
                    "reason": one.record.reason,
                    "moves": len(one.record.moves),
                    "tags": dict(one.tags),
                }
                for name, one in self.games
            ],
        }


def _keep(game: AnnotatedGame, name: str, result: _Result, output: Writing | None, imports: _Imports | None) -> None:
    """Hands a game on to wherever it goes; a complaint where it cannot, or not with all of it."""
    from kibitz.formats.annotated import variations_in, variations_note

    left_out = 0
    try:
        if output is not None:
            output.add(game)
            left_out = 0 if hasattr(output.written, "HAS_VARIATIONS") else len([*variations_in(game.variations)])
        if imports is not None:
            imports.add(game.record)
        if output is None and imports is None:
            result.games.append((name, game))
        result.keep()
        if left_out:
            result.complain(name, game.line, variations_note(game.line, left_out).reason)
    except FormatError as problem:
        result.complain(name, game.line, str(problem))


def _writing(to: str | None, written: str | None, into_store: bool) -> Writing | None:
    """Where games are written, if they are; UsageError when that cannot be."""
    from kibitz.formats.files import Writing, format_by_suffix, format_named

    if to is None and written is None:
        return None
    if to is None and into_store:
        raise click.UsageError("--format is how games are written: say where with --to, or leave it out")
    path = None if to in (None, STANDARD) else Path(str(to))
    if path is not None and not (path.absolute().parent.is_dir() and os.access(path.absolute().parent, os.W_OK)):
        raise click.UsageError(f"{path} cannot be written: name a file in a folder that is there and may be written to")
    if written is not None:
        return Writing(format_named(written), path)
    found = None if path is None else format_by_suffix(path.name)
    if found is None:
        names = registry.names("formats")
        raise click.UsageError(f"say how the games are written: --format and one of {', '.join(names)}")
    return Writing(found, path)


def _origin(files: tuple[str, ...]) -> str:
    first = "standard input" if files[0] == STANDARD else Path(files[0]).name
    return first if len(files) == 1 else f"{first} and {len(files) - 1} more"


class _Imports:
    """Games on their way into the store: games of one kind are a match, or several if there are very many.

    `done` has the matches, each with its game and number of games.
    """

    def __init__(self, url: str | None, origin: str) -> None:
        self.url, self.origin = url, origin
        self.done: list[tuple[int, str, int]] = []
        self.where = ""
        self._waiting: dict[str, list[GameRecord]] = defaultdict(list)
        self._store: Store | None = None

    def add(self, record: GameRecord) -> None:
        """Takes a game; FormatError for what is none."""
        from kibitz.arena.store.importing import MOST_GAMES

        if not record.moves and "stones=" not in record.game:
            raise FormatError("there is a position and no game in it, and the store keeps games: write it to a file with --to")
        waiting = self._waiting[record.game]
        waiting.append(record)
        if len(waiting) >= MOST_GAMES:
            self._flush(record.game)

    def _flush(self, spec: str) -> None:
        from kibitz.arena.store import Store
        from kibitz.arena.store.importing import import_games

        if self._store is None:
            self._store = Store.open(self.url)
            self.where = str(self._store)
        records = self._waiting.pop(spec)
        self.done.append((import_games(self._store, records, self.origin), spec, len(records)))

    def __enter__(self) -> _Imports:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                for spec in list(self._waiting):
                    self._flush(spec)
        finally:
            if self._store is not None:
                self._store.close()


def _describe(result: _Result, to: str | None, output: Writing | None, imports: _Imports | None) -> None:
    """Describe the contents in lines for people; on standard error if games go to standard output."""
    if output is None and imports is None:
        click.echo("\n".join(_lines(result)))
    flaws = f", {len(result.flaws):,} warning{'s' * (len(result.flaws) != 1)}" if result.flaws else ""
    count = f"{result.kept:,} game{'s' * (result.kept != 1)}{flaws}"
    if output is not None and to is not None and to != STANDARD:
        click.echo(f"{count}, in {to}.")
    for number, spec, many in [] if imports is None else imports.done:
        click.echo(f"Match {number} in {imports.where if imports else ''}: {many:,} game{'s' * (many != 1)} of {spec}.")
    if output is None and imports is None:
        click.echo(f"{count}.", err=True)


def _lines(result: _Result) -> Iterator[str]:
    """A line for each game: where it is, what it is, who played, and how it ended."""
    from kibitz.formats.kinds.pgn import result_text

    several = len({name for name, _ in result.games}) > 1
    for name, one in result.games:
        where = f"{name}, line {one.line}" if several else f"line {one.line}"
        many = len(one.record.moves)
        title = one.tags.get("id") or one.tags.get("Event") or ""
        facts = [
            one.record.game,
            " - ".join(one.players),
            result_text(one.record, len(one.players)),
            f"{many} move{'s' * (many != 1)}",
        ]
        yield f"{where}: {', '.join([*facts, *([title] if title else [])])}"
