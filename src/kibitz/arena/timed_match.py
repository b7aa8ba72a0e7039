"""A match within a time: how it stands when that is over, or when a test or the 95 % interval has decided it.

A match that is cut short still says something: where equal players would seldom come as far apart (in 5 of 100 matches, to
either side), its verdict is that one of them is stronger, and that the test was not finished.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, stdev

from kibitz.arena.fixture import Fixture, Plan
from kibitz.arena.match import Match
from kibitz.arena.standing import Standing
from kibitz.arena.stats import Trinomial, elo_of
from kibitz.arena.stats.figures import MIN_RESULTS, Z, superiority
from kibitz.arena.store import Store
from kibitz.arena.store.records import Meeting
from kibitz.workers.workplace import Workplace

LAST_GAMES, SHARE = 4.0, 0.2  # seconds for games under way to end, and no more than so much of the time that is left
LOOK = 0.1
LAST_LINES = 1.0  # seconds until nothing is written into the store any more, when the crew is stopped
WINS, GAINS_NOTHING, LOSES, OPEN = "wins", "no gain", "loses", "not decided"
STRONGER, WEAKER = "stronger; the test was not finished", "weaker; the test was not finished"
SURE = 0.975  # likelihood from which an unfinished match says who is the stronger


class Enough(Exception):
    """The time of a match is over."""


class TimedMatch:
    """One match. Where its workers are still at a game when the time is over, it stops them; the next match has others."""

    def __init__(self, plan: tuple[Plan, list[Fixture]], store: str, place: Workplace) -> None:
        self._plan, self._store, self._place = plan, store, place
        self._due = inf
        self._problem: BaseException | None = None
        self._last: MatchScore | None = None

    def play(
        self, seconds: float, until: float, tell: Callable[["MatchScore"], None], stopped: threading.Event
    ) -> "MatchScore | None":
        """The standing after the given time of play, and at the moment `until` (of time.monotonic) at the latest.

        The players compile before their first game, so that all the time is spent playing; games in progress at `until` are not
        waited for. None when no game is over by then. `stopped` ends it at once.
        """
        last_games = min(LAST_GAMES, SHARE * max(until - time.monotonic(), 0))
        self._due, begins = until - last_games, True
        thread = threading.Thread(target=self._play, args=(tell,), daemon=True)
        thread.start()
        while thread.is_alive() and not stopped.is_set():
            now = time.monotonic()
            if begins and self._last is not None:
                self._due, begins = min(self._due, now + seconds), False
            if now >= min(until, self._due + last_games):
                self._place.stop()
                thread.join(LAST_LINES)
                return self._last
            thread.join(min(LOOK, until - now))
        if self._problem is not None and not stopped.is_set():
            raise self._problem
        return self._last

    def _play(self, tell: Callable[["MatchScore"], None]) -> None:
        try:
            with contextlib.suppress(Enough), Store.open(self._store) as store:
                match = Match(store, store.add(*self._plan))

                def hear(standing: Standing) -> None:
                    self._last = (
                        MatchScore.of_two(standing) if standing.is_duel else MatchScore.of_several(store.meetings(match.number))
                    )
                    tell(self._last)
                    if time.monotonic() > self._due:
                        raise Enough

                executor = self._place.executor()
                hear(match.play(executor, lambda: executor.workers, hear))
        except BaseException as problem:
            self._problem = problem


@dataclass(frozen=True)
class MatchScore:
    """How a match stands for the first player named; Elo and its error are infinite where they are not known."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    elo: float = inf
    error: float = inf
    verdict: str = OPEN

    @classmethod
    def of_two(cls, standing: Standing) -> "MatchScore":
        """The score of a two-player match, decided by its SPRT."""
        (wins, losses, draws), figures = standing.totals.results(), standing.pairs
        decided = standing.test.verdict if standing.test is not None else None
        verdict = {"H1": WINS, "H0": GAINS_NOTHING, None: OPEN}[decided]
        if verdict == GAINS_NOTHING and figures.elo + figures.elo_error < 0:
            verdict = LOSES
        if verdict == OPEN:
            verdict = _leader(figures.los)
        elo, error = (figures.elo, figures.elo_error) if figures.games else (inf, inf)
        return cls(wins + draws + losses, wins, draws, losses, elo, error, verdict)

    @classmethod
    def of_several(cls, meetings: Sequence[Meeting]) -> "MatchScore":
        """The score of a match of several players: games from one opening resemble each other, so their mean counts once."""
        points: dict[int, list[float]] = {}
        games = set()
        for one in meetings:
            if 0 in (one.first, one.second):
                games.add((one.pair, one.side))
                points.setdefault(one.pair, []).append(one.score if one.first == 0 else 1 - one.score)
        each = [point for pair in points.values() for point in pair]
        wins, draws, losses = (sum(point == worth for point in each) for worth in (1, 0.5, 0))
        means = [fmean(pair) for pair in points.values()]
        if len(points) < MIN_RESULTS:
            won, lost = (sum(sign * (mean - 0.5) > 0 for mean in means) for sign in (1, -1))
            verdict = _leader(superiority(Trinomial(won, lost, len(means) - won - lost)))
            return cls(len(games), wins, draws, losses, verdict=verdict)
        score, wide = fmean(means), Z * stdev(means) / sqrt(len(means))
        verdict = WINS if score - wide > 0.5 else LOSES if score + wide < 0.5 else OPEN
        error = (elo_of(score + wide) - elo_of(score - wide)) / 2 if wide < score < 1 - wide else inf
        return cls(len(games), wins, draws, losses, elo_of(score), error, verdict)

    @property
    def share(self) -> float:
        """The share of the points; one half without any."""
        points = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / points if points else 0.5


def _leader(likelihood: float) -> str:
    """The verdict of a test that was not finished; `likelihood`: that the first player is the stronger."""
    return STRONGER if likelihood > SURE else WEAKER if likelihood < 1 - SURE else OPEN
