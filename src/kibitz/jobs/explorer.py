"""Moves from a position in stored games: each with its frequency and success."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from cachetools import TTLCache

from kibitz.arena.store.records import NextMove
from kibitz.core.outcome import GameOutcome
from kibitz.jobs.service import Service

MOST = 20_000  # games of matches that are counted
OWN = 200  # games of a visitor
ROWS = 12  # moves in the list
KEPT, FRESH = 500, 30.0  # positions whose games are remembered, and for how many seconds


@dataclass(frozen=True)
class PlayedMove:
    """A move with the games in which it was made, and their results for its maker."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.wins + self.draws / 2) / self.games


class Explorer:
    """Asks the store, which others ask too, and remembers its answers for a while."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._known: TTLCache[tuple[str, tuple[str, ...]], list[NextMove]] = TTLCache(KEPT, FRESH)

    async def moves(self, visitor: str, spec: str, names: tuple[str, ...], mover: int) -> list[PlayedMove]:
        """The moves after those of the `names` in matches and in the visitor's own games, most frequent first.

        `mover`: the player whose wins and losses are counted.
        """
        key, store = (spec, names), self._service.store
        known = self._known.get(key)
        if known is None:
            self._known[key] = known = await self._service.run_blocking(store.continuations, *key, MOST)
        own = await self._service.run_blocking(self._own, visitor, *key)
        return count_moves([*known, *own], mover)

    def _own(self, visitor: str, game: str, names: tuple[str, ...]) -> list[NextMove]:
        count = len(names)
        return [
            NextMove(one.moves[count], one.payoffs)
            for one in self._service.store.sittings(visitor, True, OWN)
            if one.game == game and one.payoffs is not None and one.moves[:count] == names and len(one.moves) > count
        ]


def count_moves(games: Iterable[NextMove], mover: int) -> list[PlayedMove]:
    """The moves that came next, with how the games ended for the `mover`: sharing the best payoff counts as a draw."""
    tallies: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in games:
        winners = GameOutcome(one.payoffs).winners
        tallies[one.name][0 if winners == (mover,) else 1 if mover in winners else 2] += 1
    found = [PlayedMove(name, sum(tally), *tally) for name, tally in tallies.items()]
    return sorted(found, key=lambda one: (-one.games, one.name))[:ROWS]
