"""Fixtures in, games out: batches go to an Executor and come back; the games of a lost worker are played again."""

import concurrent.futures
import math
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field

from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import FaultKind, Fixture, Key, Plan, Played
from kibitz.errors import CrewError, RulesError
from kibitz.runtime.orders import LISTEN
from kibitz.runtime.process import name_ending
from kibitz.workers.crew import Died, is_lost, problem_of
from kibitz.workers.jobs import AHEAD, perform
from kibitz.workers.spot_check import SpotCheck

# A worker that dies is bad luck, and its games are played again, or the fault of the player that was thinking.


@dataclass
class Deaths:
    """Counts the deaths of workers by game and seat.

    A player that ends its own process `most` times in the same game loses that game; one that keeps thinking long after its
    clock ran out loses at once. If a worker is killed from outside, its game is played again; the match ends only when the same
    game was lost `patience` times.
    """

    plan: Plan
    most: int = 3
    patience: int = 20
    _own: Counter[tuple[Key, int]] = field(default_factory=Counter)
    _lost: Counter[Key] = field(default_factory=Counter)

    def after(self, problem: BaseException, fixtures: Sequence[Fixture]) -> Played | None:
        """Judge the games of a lost worker: return the one that its player forfeits, if any; the others are played again.

        Raises CrewError when another try would not help.
        """
        note = problem.note if isinstance(problem, Died) else None
        thinking = [one for one in fixtures if note is not None and one.key == (note.pair, note.side)]
        if isinstance(problem, Died) and note is not None and thinking and note.seat < len(thinking[0].seats):
            reason = self._fault(problem, thinking[0], note.seat)
            if reason:
                return self._forfeit(thinking[0], note.seat, reason, "time" if problem.overdue else "crash")
        for one in thinking or fixtures:
            self._lost[one.key] += 1
            if self._lost[one.key] >= self.patience:
                raise CrewError(
                    f"game {one.pair}/{one.side} was lost with its worker {self.patience} times (is there "
                    f"too little memory, or do the rules crash?): what has been played is kept, and --resume goes on from there"
                )
        return None

    def _fault(self, died: Died, fixture: Fixture, seat: int) -> str:
        if died.overdue:
            time = "time was" if self.plan.clock is None else f"{self.plan.clock:g} s were"
            return f"thought on when its {time} over, and could not be stopped"
        if died.from_outside:
            return ""
        self._own[fixture.key, seat] += 1
        times = self._own[fixture.key, seat]
        return f"ended its own process each of {times} times ({name_ending(died.code)})" if times >= self.most else ""

    def _forfeit(self, fixture: Fixture, seat: int, reason: str, kind: FaultKind) -> Played:
        name = self.plan.players[fixture.seats[seat]]
        return Played(fixture.pair, fixture.side, fixture.moves, None, seat, f"{name} {reason}", fault=kind)


def flow(
    executor: Executor,
    plan: Plan,
    fixtures: Iterable[Fixture],
    workers: int | Callable[[], int],
    *,
    deaths: Deaths | None = None,
    check: SpotCheck | None = None,
    sent: dict[str, list[Key]] | None = None,
) -> Generator[list[Played], None, None]:
    """Yield the games of the fixtures, batch by batch as they end, each at least once; closing it cancels what has not begun.

    `workers`: how many jobs the executor runs at once, or a function that returns it, for a cluster's workers come and go. A
    batch whose worker died, or in which the rules failed, is played again game by game. `check`: plays some batches again;
    `sent`: gets the games by the names of the workers. Raises RulesError when the rules failed in a single game, KibitzError
    when the game or a player cannot be made, CrewError when no worker is left, and WorkerLies when one sends other games than
    it was given.
    """
    hands = workers if callable(workers) else lambda: workers
    waiting, alone, forecast = deque(fixtures), deque[Fixture](), Forecast()
    policy = Deaths(plan) if deaths is None else deaths
    running: dict[Future[tuple[list[Played], str, float]], tuple[Fixture, ...]] = {}
    try:
        while waiting or alone or running:
            here = max(1, hands())
            while len(running) < AHEAD * here and (waiting or alone):
                size = 1 if alone else forecast.games(len(waiting), here)
                batch = tuple((alone or waiting).popleft() for _ in range(size))
                running[executor.submit(perform, play_batch, (Batch(plan, batch),))] = batch
            done, _ = concurrent.futures.wait(running, LISTEN, return_when=concurrent.futures.FIRST_COMPLETED)
            if check is not None:
                check.look()
            for future in sorted(done, key=lambda one: problem_of(one) is not None):  # what went well is kept in any case
                batch, problem = running.pop(future), problem_of(future)
                if problem is None:
                    played, worker, _ = future.result()
                    forecast.heard(len(played), sum(one.seconds for one in played))
                    if sent is not None:
                        sent.setdefault(worker, []).extend(one.key for one in batch)
                    if check is not None:
                        check.draw(play_batch, (Batch(plan, batch),), played, worker)
                    yield played
                elif isinstance(problem, RulesError) and len(batch) > 1:
                    alone.extend(batch)
                elif not is_lost(problem):
                    raise problem
                else:
                    ended = policy.after(problem, batch)
                    alone.extend(one for one in batch if ended is None or one.key != ended.key)
                    if ended is not None:
                        yield [ended]
        if check is not None:
            check.look(wait=True)
    finally:
        for future in running:
            future.cancel()


# How many games the next batch should hold: so many that sending it costs little, so few that none waits at the end.

AIM = 0.1  # seconds: from 0.05 on, what it costs to send a batch is lost among the games
MEMORY = 0.8  # what the games of earlier batches count beside those of the last
MOST = 2000  # games of a batch: quicker ones cost more to send and to store than to play


class Forecast:
    """Learns from the batches that come back how long a game takes."""

    def __init__(self) -> None:
        self._games = self._seconds = 0.0

    def heard(self, games: int, seconds: float) -> None:
        """Notes how many games took how many seconds in all."""
        self._games = self._games * MEMORY + games
        self._seconds = self._seconds * MEMORY + seconds

    def games(self, left: int, workers: int) -> int:
        """Of the games that are left: one while nothing is known, and never more than half a worker's share."""
        if not self._games:
            return 1
        fitting = AIM * self._games / self._seconds if self._seconds else math.inf
        return max(1, round(min(fitting, left // (2 * workers), MOST)))
