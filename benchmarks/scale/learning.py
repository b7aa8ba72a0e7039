"""Learning by one to eight workers on this machine: the driver, the traffic, and a thousand workers by simulation."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import kibitz
from benchmarks.cores import spent
from benchmarks.row import Row, at_least, at_most, said
from kibitz.learning.crew_learner import CrewLearner
from kibitz.learning.learner import Goal, Learner
from kibitz.learning.preparation import Preparation, prepare
from kibitz.workers.crew import Crew
from kibitz.workers.workplace import Workplace

GAME, BEFORE, SECONDS = "othello", 8.0, 20.0  # seconds of learning before, in which rounds are short, and measured
BOTH_WAYS = 125e6  # bytes a second of a network of 1 Gbit/s, each way
MANY, BLOCK = (8, 64, 1000), 2.0


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
        return BLOCK / (BLOCK + waiting)


def rows() -> Iterator[Row]:
    """Two workers beside one thread, in one run; the driver of eight; what a simulation says of more."""
    preparation = prepare(kibitz.load(GAME))
    one, two, eight = _thread(preparation), _by_workers(preparation, 2), _by_workers(preparation, 8)
    again = _thread(preparation)
    pace, single = two.positions / two.seconds, (one + again) / 2
    how = f"{SECONDS:g} s each; {single / 1e3:,.0f} k positions/s in one thread, before and after"
    yield at_least(f"{GAME}, learning by 2 workers, of one thread", pace / single, 1.9, "times", how)
    for found in (two, eight):
        how = f"{found.rounds} rounds; {found.driver:.1f} of {found.work:.1f} CPU s"
        yield at_most(f"the driver of {found.workers} workers, of their work", 100 * found.driver / found.work, 5, "%", how)
    blocks = eight.rounds * eight.workers
    figure = f"{said(eight.sent / blocks / 1e6, 'MB')} there, {said(eight.received / blocks / 1e6, 'MB')} back"
    yield Row("what travels for a block", figure, how=f"{eight.positions // blocks:,} positions each")
    for many in MANY:
        how = f"simulated: blocks of {BLOCK:g} s, {eight.merging * 1e3:.0f} ms of the driver for each, 1 Gbit/s"
        yield Row(f"{many:,} workers and one driver", said(100 * eight.share_of_many(many), "% of the time learn"), how=how)


def _thread(preparation: Preparation) -> float:
    learner = Learner(preparation, 1)
    learner.run(Goal(seconds=BEFORE), lambda progress: None)
    before = learner.progress
    learner.run(Goal(seconds=before.seconds + SECONDS), lambda progress: None)
    return (learner.progress.positions - before.positions) / (learner.progress.seconds - before.seconds)


def _by_workers(preparation: Preparation, workers: int) -> Measured:
    with Workplace(workers) as place:
        learner = CrewLearner(preparation, place, workers)
        learner.run(Goal(seconds=BEFORE), lambda progress: None)
        crew = place.executor()
        assert isinstance(crew, Crew)
        before, driver, work = learner.progress, time.process_time(), spent(crew.pids)
        sent, received = learner.bytes_sent, learner.bytes_received
        learner.run(Goal(seconds=before.seconds + SECONDS), lambda progress: None)
        driver, work = time.process_time() - driver, spent(crew.pids) - work
    after = learner.progress
    return Measured(
        workers,
        after.seconds - before.seconds,
        after.positions - before.positions,
        driver,
        work,
        after.lessons - before.lessons,
        learner.bytes_sent - sent,
        learner.bytes_received - received,
    )
