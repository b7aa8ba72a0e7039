"""Learning by one to eight workers on this machine: the driver, the traffic, and a thousand workers by simulation."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median

import kibitz
from benchmarks.cores import spent
from benchmarks.row import Row, at_least, at_most, said
from kibitz.learning.crew_learner import SECONDS, CrewLearner
from kibitz.learning.learner import Goal, Learner
from kibitz.learning.preparation import Preparation, prepare
from kibitz.workers.crew import Crew
from kibitz.workers.workplace import Workplace

GAME, BEFORE = "othello", 8.0  # seconds of learning before, in which rounds are short
TURNS, TURN, MEASURED = 8, 8.0, 20.0  # of one thread and of two workers, by turns; seconds of a turn, and of eight workers
BOTH_WAYS = 125e6  # bytes a second of a network of 1 Gbit/s, each way
MANY = (8, 64, 1000)


@dataclass(frozen=True)
class Measured:
    """What so many workers made."""

    workers: int
    seconds: float
    positions: int
    driver: float  # CPU seconds
    work: float  # CPU seconds of the workers
    rounds: int
    sent: int
    received: int

    @property
    def merging(self) -> float:
        """The driver's CPU seconds for a block."""
        return self.driver / (self.rounds * self.workers)

    def share_of_many(self, workers: int) -> float:
        """The share of the time that so many workers would learn, with one driver on a network of 1 Gbit/s."""
        blocks = self.rounds * self.workers
        waiting = workers * (self.merging + (self.sent + self.received) / blocks / BOTH_WAYS)
        return SECONDS / (SECONDS + waiting)


def rows() -> Iterator[Row]:
    """Two workers and one thread by turns, for the pace of a machine changes; the driver of eight; a simulation of more."""
    preparation = prepare(kibitz.load(GAME))
    thread = Learner(preparation, 1)
    thread.run(Goal(seconds=BEFORE), lambda progress: None)
    with _Workers(preparation, 2) as workers:
        turns = [(_pace(thread), workers.measure(TURN)) for _ in range(TURNS)]
    paces = [pace for pace, _ in turns]
    around = [fmean(pair) for pair in pairwise([*paces, _pace(thread)])]
    times = [found.positions / found.seconds / pace for (_, found), pace in zip(turns, around, strict=True)]
    how = f"median of {TURNS} turns of {TURN:g} s each, {min(times):.2f} to {max(times):.2f}; "
    how += f"one thread {median(paces) / 1e3:,.0f} k positions/s"
    yield at_least(f"{GAME}, learning by 2 workers, of one thread", median(times), 1.9, "times", how)
    with _Workers(preparation, 8) as workers:
        eight = workers.measure(MEASURED)
    for found in (turns[-1][1], eight):
        how = f"{found.rounds} rounds; {found.driver:.1f} of {found.work:.1f} CPU s"
        yield at_most(f"the driver of {found.workers} workers, of their work", 100 * found.driver / found.work, 5, "%", how)
    blocks = eight.rounds * eight.workers
    figure = f"{said(eight.sent / blocks / 1e6, 'MB')} there, {said(eight.received / blocks / 1e6, 'MB')} back"
    yield Row("what travels for a block", figure, how=f"{eight.positions // blocks:,} positions each")
    for many in MANY:
        how = f"simulated: blocks of {SECONDS:g} s, {eight.merging * 1e3:.0f} ms of the driver for each, 1 Gbit/s"
        yield Row(f"{many:,} workers and one driver", said(100 * eight.share_of_many(many), "% of the time learn"), how=how)


def _pace(learner: Learner) -> float:
    """The positions a second of a turn."""
    before = learner.progress
    learner.run(Goal(seconds=before.seconds + TURN), lambda progress: None)
    return (learner.progress.positions - before.positions) / (learner.progress.seconds - before.seconds)


class _Workers:
    """So many workers that learn, and have learned for a while; a `with` ends them."""

    def __init__(self, preparation: Preparation, workers: int) -> None:
        self._workers, self._place = workers, Workplace(workers)
        self._learner = CrewLearner(preparation, self._place, workers)

    def __enter__(self) -> "_Workers":
        self._learner.run(Goal(seconds=BEFORE), lambda progress: None)
        return self

    def __exit__(self, *problem: object) -> None:
        self._place.stop()

    def measure(self, seconds: float) -> Measured:
        """Learn for so long."""
        learner, crew = self._learner, self._place.executor()
        assert isinstance(crew, Crew)
        before, driver, work = learner.progress, time.process_time(), spent(crew.pids)
        sent, received = learner.bytes_sent, learner.bytes_received
        learner.run(Goal(seconds=before.seconds + seconds), lambda progress: None)
        driver, work = time.process_time() - driver, spent(crew.pids) - work
        after = learner.progress
        return Measured(
            self._workers,
            after.seconds - before.seconds,
            after.positions - before.positions,
            driver,
            work,
            after.lessons - before.lessons,
            learner.bytes_sent - sent,
            learner.bytes_received - received,
        )
