"""A match: its games are played wherever there is room, stored as they come back, and counted."""

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass

from kibitz.arena.crew.flow import flow
from kibitz.arena.standing import Sequential, Standing
from kibitz.arena.stats.counts import Result
from kibitz.arena.stats.crosstable import Crosstable, make_crosstable
from kibitz.arena.store import Store

LOOK_SECONDS = 0.25  # between two looks at the totals while games are played
PAUSE_PER_LOOK = 20  # times what the last look took: one at a long match is long, and must not keep the players waiting


@dataclass
class Match:
    """A match in a store, under its `number`: played as far as it came, and to go on with at any time."""

    store: Store
    number: int

    def __post_init__(self) -> None:
        self.plan = self.store.plan(self.number)
        self.test = Sequential.of(self.plan.sprt)
        self._began = 0.0
        self._before = 0

    def play(
        self,
        executor: Executor,
        workers: int | Callable[[], int],
        tell: Callable[[Standing], None] = lambda standing: None,
    ) -> Standing:
        """Plays what is left of it; `workers`: see `flow`; `tell` hears now and then what it has come to.

        Each game is stored as soon as its batch is back, once, whoever plays it; so however this ends, nothing is lost, and the
        next call goes on from there. With a test (`Plan.sprt`) it ends when that has its verdict.
        """
        left = self.store.open_fixtures(self.number)
        self._began, tell_at, test_at = time.monotonic(), -math.inf, -math.inf
        self._before = self.store.totals(self.number).played
        if left and not self._decided():
            with closing(flow(executor, self.plan, left, workers)) as batches:
                for played in batches:
                    self.store.keep(self.number, played)
                    now = time.monotonic()
                    if now > tell_at:
                        tell(self.standing())
                        done = time.monotonic()
                        tell_at = done + max(LOOK_SECONDS, PAUSE_PER_LOOK * (done - now))
                    if now > test_at:
                        test_at = now + LOOK_SECONDS
                        if self._decided():
                            break
        return self.standing()

    def standing(self) -> Standing:
        """The standing of the match, by what the store holds; of a test that is decided, by the games up to its verdict."""
        self._decided()
        last, test = (self.test.decided, self.test.result) if self.test else (None, None)
        seconds = time.monotonic() - self._began if self._began else 0.0
        return Standing(self.number, self.plan, self.store.totals(self.number, last), test, seconds, self._before)

    def crosstable(self) -> Crosstable:
        """Who made what against whom, with ratings; for games of more than two, by who came before whom."""
        from kibitz.arena.stats.ratings import rate_players  # brings SciPy

        met = self.store.meetings(self.number)
        results = [Result(one.first, one.second, one.score, one.pair, True) for one in met]
        names = self.plan.players
        return make_crosstable(names, results, rate_players(len(names), results))

    def _decided(self) -> bool:
        """Whether the test has its verdict, as far as the pairs in the order of the schedule are played without a gap."""
        if self.test is None:
            return False
        self.test.hear(self.store.points(self.number, self.test.heard))
        return self.test.decided is not None
