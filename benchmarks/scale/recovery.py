"""What a killed worker costs: learning by two, one of which is killed again and again."""

import os
import signal
import time
from collections.abc import Iterator
from statistics import median

import kibitz
from benchmarks.row import Row, at_most
from benchmarks.scale.learning import BEFORE, GAME
from kibitz.learning.crew_learner import CrewLearner
from kibitz.learning.learner import Goal, LearningProgress
from kibitz.learning.preparation import prepare
from kibitz.workers.crew import Crew
from kibitz.workers.workplace import Workplace

SECONDS, KILLED = 50.0, 3  # seconds after those before; every third round loses a worker


def rows() -> Iterator[Row]:
    """How much longer a round takes in which a worker is killed."""
    with Workplace(2) as place:
        learner = CrewLearner(prepare(kibitz.load(GAME)), place, 2)
        learner.run(Goal(seconds=BEFORE), lambda progress: None)
        crew = place.executor()
        assert isinstance(crew, Crew)
        watch = Rounds(crew, learner.progress.lessons)
        learner.run(Goal(seconds=learner.progress.seconds + SECONDS), watch.look)
    whole, with_a_loss = watch.seconds[False], watch.seconds[True]
    lost = [took - median(whole) for took in with_a_loss]
    how = (
        f"the slowest of {len(lost)} rounds of 2 workers of which one was killed, beyond {median(whole):.1f} s, as others take"
    )
    yield at_most("a killed worker loses", max(lost), 10, "s", how)


class Rounds:
    """The seconds of rounds as they end, by whether a worker was killed in them."""

    def __init__(self, crew: Crew, ended: int) -> None:
        self.seconds: dict[bool, list[float]] = {False: [], True: []}
        self._crew, self._ended, self._began, self._killed = crew, ended, time.perf_counter(), False

    def look(self, progress: LearningProgress) -> None:
        """Note a round that has ended; kill a worker in the middle of every third."""
        now = time.perf_counter()
        if progress.lessons > self._ended:
            self.seconds[self._killed].append(now - self._began)
            self._ended, self._began, self._killed = progress.lessons, now, False
        usual = median(self.seconds[False]) if self.seconds[False] else 0.0
        if usual and not self._killed and self._ended % KILLED == 0 and now - self._began > usual / 2:
            os.kill(self._crew.pids[0], signal.SIGKILL)
            self._killed = True
