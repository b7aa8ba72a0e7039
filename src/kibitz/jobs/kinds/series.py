"""Play a match of the games store, one game after the other: {store, match or plan, pace}.

`plan`: {game, players, games, openings, seed, form, rounds} of a new match, which is put into the store; `match`: the number of
a match to continue. `pace`: seconds between two moves, which are reported; None if no visitor watches the board. Every game is
stored as soon as it is over, so at most the game in progress is lost, however this process ends.
"""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from kibitz.arena.crew.batch import loaded, play_fixture
from kibitz.arena.fixture import Fixture, Played
from kibitz.arena.match import Match, plan_match
from kibitz.arena.stats.crosstable import can_rate
from kibitz.arena.store import Store
from kibitz.core.registry import load
from kibitz.core.thought import Thought
from kibitz.jobs.worker import Stop
from kibitz.players import Player
from kibitz.position import Position
from kibitz.runtime.deadlines import left_behind
from kibitz.table.standings import facts

BREATH, CALM = 0.2, 20  # seconds between two looks at the totals, or so many times what the last one took
RECENT = 8  # games in a report


class MatchStopped(BaseException):
    """End the match between two moves. Not an Exception: no player is at fault."""


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """News and answer: {match, standing, recent, pair}, and where there is a pace {side, seats, moves, opening, start}.

    `standing`: see `table.standings.facts`; `recent`: the last games, each {pair, side, seats, payoffs, forfeit, plies}. The
    answer has `stopped`, and `again` where the match should go on in another process: a player that no clock could stop is
    still thinking in this one.
    """
    with Store.open(args["store"]) as store:
        number = args["match"] if args.get("match") is not None else _add_match(store, args["plan"])
        return _Series(Match(store, number), args.get("pace"), tell, stop).play()


def _add_match(store: Store, wanted: dict[str, Any]) -> int:
    settings = {name: text for name, text in wanted.items() if name not in ("game", "players")}
    return store.add(*plan_match(load(wanted["game"]), wanted["players"], **settings))


class _Series:
    def __init__(self, match: Match, pace: float | None, tell: Callable[[dict[str, Any]], None], stop: Stop) -> None:
        self._match, self._pace, self._tell, self._stop = match, pace, tell, stop
        self._ended = threading.Event()
        self._seen: dict[str, Any] = {"match": match.number, "recent": [], "pair": None}
        self._look_at = 0.0
        stop.call(self._ended.set)

    def play(self) -> dict[str, Any]:
        if len(self._match.plan.players) > 2 and can_rate():
            import kibitz.arena.stats.ratings  # noqa: F401  # takes a second: here it does not slow down a look at the totals

        self._count()
        game, specs = loaded(self._match.plan)
        again = False
        for fixture in self._fixtures():
            if self._stop.is_requested or again or self._is_decided:
                break
            if self._pace is not None:
                self._show(fixture, fixture.moves)
            try:
                self._keep(fixture, play_fixture(game, specs, self._match.plan, fixture, self._announce, self._seated(fixture)))
            except MatchStopped:
                break
            again = left_behind() > 0
        self._count()
        return self._seen | {"stopped": self._stop.is_requested, "again": again and not self._stop.is_requested}

    def _fixtures(self) -> Iterator[Fixture]:
        while left := self._match.next_fixtures():
            yield from left

    def _keep(self, fixture: Fixture, played: Played) -> None:
        self._match.store.keep(self._match.number, [played])
        line = {"pair": played.pair, "side": played.side, "seats": fixture.seats, "plies": len(played.moves)}
        self._seen["recent"] = [line | {"payoffs": played.payoffs, "forfeit": played.forfeit}, *self._seen["recent"]][:RECENT]
        if time.monotonic() > self._look_at:
            self._count()
        if self._pace is not None:
            self._show(fixture, played.moves)
            self._ended.wait(self._pace)

    def _count(self) -> None:
        began = time.monotonic()
        standing = self._match.standing(conduct=False)
        self._is_decided = standing.ended
        several = not standing.is_duel and standing.totals.played > 0 and can_rate()
        self._seen["standing"] = facts(standing, self._match.crosstable() if several else None)
        self._tell(dict(self._seen))
        took = time.monotonic() - began
        self._look_at = began + took + max(BREATH, CALM * took)

    def _show(self, fixture: Fixture, moves: tuple[str, ...]) -> None:
        here = {"pair": fixture.pair, "side": fixture.side, "seats": fixture.seats}
        self._seen |= here | {"moves": moves, "opening": len(fixture.moves), "start": fixture.start}
        self._tell(dict(self._seen))

    def _announce(self, seat: int | None, seconds: float | None) -> None:
        """Called before each thought, while no clock runs: the time to look at the board, or to end."""
        if seat is not None and self._pace:
            self._ended.wait(self._pace)
        if self._stop.is_requested:
            raise MatchStopped

    def _seated(self, fixture: Fixture) -> Callable[[Player], Player]:
        if self._pace is None:
            return lambda player: player
        return lambda player: _WatchedPlayer(player, lambda position: self._show(fixture, position.names()))


class _WatchedPlayer:
    """A player whose board a visitor watches: it reports the position before each thought."""

    def __init__(self, player: Player, show: Callable[[Position], None]) -> None:
        self.name = player.name
        self._player, self._show = player, show

    def think(self, position: Position) -> Thought:
        self._show(position)
        return self._player.think(position)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)
