"""Games that were played, from files and from the store, as a page shows them."""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz.arena.store.replay import play_names, record, resolve
from kibitz.arena.store.store import Store
from kibitz.core.registry import load, spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import GameRecord
from kibitz.errors import FormatError, PageError
from kibitz.formats.annotated import UNKNOWN, Flaw
from kibitz.formats.files import read_games
from kibitz.position import Position
from kibitz.present.marks import signed
from kibitz.present.sentences import describe_early_end
from kibitz.present.values import ValueWords, side_names
from kibitz.static_page.album import Album
from kibitz.static_page.chart import Chart
from kibitz.table.served_games import name_player

STORED = ("match:", "play:")  # what the name of a stored game begins with
MOST = 1_000  # games on one page


@dataclass(frozen=True)
class ShownGame:
    """A game that was played: what it is called, the record, and where it ended."""

    title: str
    record: GameRecord
    end: Position

    @property
    def players(self) -> tuple[str, ...]:
        """The players with their sides; none without known names."""
        both = zip(side_names(self.end.game), self.record.players, strict=False)
        return tuple(f"{side}: {name}" for side, name in both if name != UNKNOWN)

    @property
    def ending(self) -> str:
        """How it ended, in a sentence."""
        kept = self.record
        if kept.payoffs is not None:
            return signed(f"The game is over: {ValueWords(self.end.game).ending(kept.payoffs)}.")
        if kept.forfeit is None and not kept.reason:
            return "It was not played to its end."
        return describe_early_end(None if kept.forfeit is None else side_names(self.end.game)[kept.forfeit], kept.reason)


def games_named(game: Game, source: str, store: str | None) -> Iterator[ShownGame]:
    """The games of a file, or the stored game of such a name as match:12/3/1.

    PageError for one of another game, FormatError or StoreError for what cannot be read.
    """
    if source.startswith(STORED):
        found = resolve(source, store)
        kept = found.record
        yield _to_shown(game, source, GameRecord(kept.game, found.moves, tuple(map(name_player, kept.players)), kept.payoffs))
        return
    number, flaw = 0, ""
    for one in read_games(source, game=game):
        if isinstance(one, Flaw):
            flaw = flaw or ("" if one.is_note else f"line {one.line} of {source}: {one.reason}")
        else:
            number += 1
            yield _to_shown(game, f"{Path(source).name}, game {number}", one.record)
    if not number:
        raise FormatError(flaw or f"{source} holds no game")


def games_of_match(game: Game, match: int, url: str | None) -> Iterator[ShownGame]:
    """All games of a match of the store that have been played."""
    with Store.open(url, make=False) as store:
        plan = store.plan(match)
        for fixture, played in store.games(match):
            kept = record(plan, fixture, played)
            named = GameRecord(
                kept.game, kept.moves, tuple(map(name_player, kept.players)), kept.payoffs, kept.forfeit, kept.reason
            )
            yield _to_shown(game, f"Match {match}, game {fixture.ordinal}", named)


def _to_shown(game: Game, title: str, kept: GameRecord) -> ShownGame:
    theirs = load(kept.game)
    if type(theirs) is not type(game) or _board_of(theirs) != _board_of(game):
        raise PageError(f"{title} is a game of {kept.game}, not of {spec_of(game)}: a page is of one game")
    return ShownGame(title, kept, play_names(theirs, kept.moves))


def _board_of(game: Game) -> dict[str, object]:
    """The parameters of a game without its starting position, which is drawn on the same board."""
    return {one.name: getattr(game, one.name) for one in dataclasses.fields(game) if not one.metadata.get("setup")}  # type: ignore[arg-type]  # games are dataclasses


def played_chart(game: Game, games: Sequence[ShownGame]) -> Chart:
    """Their positions, game by game, each position with the one move that was made there."""
    album = Album(game)
    chart, about = Chart(album, side_names(game)), []
    for one in games:
        about.append({"title": one.title, "players": one.players, "ending": one.ending, "isOver": one.end.is_over})
        position = Position.after(one.end.game)
        for move in (*one.end.moves, None):
            still, actions = album.still(position.state)
            if move is None:
                chart.add(still, max(position.to_move, 0), [])
                break
            number = actions[move] if move in actions and not position.is_chance else album.loose(position.name(move))
            chart.add(still, max(position.to_move, 0), [(number, len(chart) + 1)])
            position = position.play(move)
    chart.header["games"] = about
    return chart
