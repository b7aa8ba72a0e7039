"""Moves from a position in stored games: each with its frequency and success."""

import time
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.arena.store.records import NextMove
from kibitz.core.outcome import GameOutcome
from kibitz.core.registry import spec_of
from kibitz.web.addresses import ShownLine
from kibitz.web.site import House
from kibitz.web.visitors import Visitor

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


class Explored:
    """Asks the store, which others ask too: what it said of a position holds for a while."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[tuple[str, tuple[str, ...]], tuple[float, list[NextMove]]] = OrderedDict()

    async def moves(self, visitor: Visitor, line: ShownLine) -> list[PlayedMove]:
        """The moves from the line's position in matches and in the visitor's own games, most frequent first."""
        names = line.names[: line.ply]
        key = (spec_of(line.game), names)
        known = self._known.pop(key, None)
        if known is None or time.monotonic() - known[0] > FRESH:
            known = time.monotonic(), await self._house.off(self._house.store.continuations, *key, MOST)
        self._known[key] = known
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        own = await self._house.off(self._own, visitor.key, *key)
        return count_moves([*known[1], *own], max(line.position.to_move, 0))

    def _own(self, visitor: str, game: str, names: tuple[str, ...]) -> list[NextMove]:
        count = len(names)
        return [
            NextMove(one.moves[count], one.payoffs)
            for one in self._house.store.sittings(visitor, True, OWN)
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
