"""One fixture, played between players."""

import time
from collections.abc import Callable, Sequence

from kibitz.arena.fixture import Fixture, Played
from kibitz.arena.play import play_out
from kibitz.errors import PlayerError
from kibitz.players import Player
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import Thought


class _Announced:
    """A player who is announced before it thinks."""

    def __init__(self, one: Player, announce: Callable[[int], None], seat: int) -> None:
        self.name, self._one, self._announce, self._seat, self.failed = one.name, one, announce, seat, False

    def think(self, position: Position) -> Thought:
        self._announce(self._seat)
        try:
            return self._one.think(position)
        except (Exception, SystemExit) as problem:
            raise PlayerError(f"{self._seat}{problem}") from problem


def referee(
    game: Game,
    fixture: Fixture,
    players: Sequence[Player],
    clock: float | None,
    seed: int | None,
    announce: Callable[[int], None] | None = None,
) -> Played:
    """How the game went. `announce` hears the seat whose player is about to think."""
    began = time.perf_counter()
    heard = announce or (lambda seat: None)
    start = Position.after(game, fixture.opening)
    try:
        record = play_out(game, [_Announced(one, heard, seat) for seat, one in enumerate(players)], start, seed)
    except PlayerError as problem:
        seat, reason = int(str(problem)[0]), str(problem)[1:]
        return Played(fixture.pair, fixture.side, start.names(), None, seat, reason, time.perf_counter() - began)
    return Played(fixture.pair, fixture.side, record.moves, record.payoffs, seconds=time.perf_counter() - began)
