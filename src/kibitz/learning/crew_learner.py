"""A learner whose games are played by workers: rounds of blocks, each merged when all of its blocks are there."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from math import inf
from statistics import fmean, median
from typing import Any

from kibitz.core.rules import is_over, legal
from kibitz.kernel import low_bits, mixed
from kibitz.learning.blocks import BlockOrder, Changes, LearnedBlock, LearnedGame, games_of_blocks, learn_block, merge
from kibitz.learning.features.sample import sample_games, states_of
from kibitz.learning.learner import OPENING, TICK, Goal, Learner, LearningProgress
from kibitz.learning.preparation import Preparation
from kibitz.workers.jobs import Done, deal
from kibitz.workers.spot_check import SpotCheck, WorkerLies
from kibitz.workers.workplace import Workplace

READS = 2e8  # weights that a block reads where games are the goal: half a second or so, or some where rules are slow
SECONDS = 4.0  # of a block where time is the goal: eight workers' driver takes 4 % of the work; 7 with 2.0
FEWEST, MOST = 5_000, 1 << 40  # positions of a block
GROWTH = 0.5  # of all positions so far that a round may add: at first weights change so fast that blocks must be short
SAMPLE = 5  # games at random, to see how many moves a position has
ENDING = 0.05  # seconds before the end in which no round is begun


class CrewLearner(Learner):
    """A learner that leaves the games to a workplace: processes here, or a cluster.

    With games as the goal, the same seed and the same number of blocks a round, all repeats exactly, though workers come and
    go: a block whose worker is lost is learned again by another.
    """

    def __init__(
        self,
        preparation: Preparation,
        place: Workplace,
        blocks: int | None,
        seed: int = 1,
        opening: int = OPENING,
        stored: Sequence[Any] = (),
        values: Sequence[tuple[Any, float]] = (),
        check: SpotCheck | None = None,
    ) -> None:
        """`blocks`: of a round; None for as many as there are workers when it begins. `check`: learns some blocks again."""
        super().__init__(preparation, 1, seed, opening, stored, values)
        self.place, self.blocks, self.check = place, blocks, check
        self.bytes_sent = self.bytes_received = 0
        self._guard, self._halting = threading.Lock(), threading.Lock()
        self._most = _positions_of_block(preparation)
        self._pace = 0.0  # positions a second, of one worker
        self._usual = 0.0  # seconds of a block
        self._merged = Counter[str]()  # blocks by their workers, where these are checked
        self._blocks_seen = 1  # of the last round

    @property
    def at_once(self) -> int:
        """How many games are played at a time: the blocks of a round."""
        return self.blocks or self._blocks_seen

    def dice_of(self, lesson: int, number: int) -> int:
        """Where the dice of a block begin: far from those of any other, of however many."""
        return int(low_bits(mixed(mixed(self.seed, lesson), number), 62))

    def halt(self) -> None:
        """End within milliseconds; from any thread. The round under way is given up."""
        with self._halting:  # no executor is made after this
            self._halted = True
        threading.Thread(target=self.place.stop, daemon=True).start()

    def settled(self) -> AbstractContextManager[Any]:
        """Within it no round is merged."""
        return self._guard

    def run(self, goal: Goal, tell: Callable[[LearningProgress], None]) -> None:
        """Learn until the goal is reached, or halted; `tell` hears how far it is a few times a second."""
        began = time.perf_counter() - self.progress.seconds
        rounds = threading.Thread(target=self._run_rounds, args=(goal, began), daemon=True)
        rounds.start()
        while rounds.is_alive() and not self._halted:
            rounds.join(TICK)
            with self._guard:
                self.progress = replace(self.progress, seconds=time.perf_counter() - began)
            tell(self.progress)
        if self._problem is not None and not self._halted:
            raise self._problem

    def _run_rounds(self, goal: Goal, began: float) -> None:
        try:
            game = LearnedGame.of(self)
            while not self._halted:
                left = goal.seconds - (time.perf_counter() - began)
                games = None if goal.games is None else max(0, goal.games - self.progress.games)
                if games == 0 or left < ENDING:
                    break
                self._run_round(game, games, left)
        except BaseException as problem:
            self._problem = problem

    def _run_round(self, game: LearnedGame, games: int | None, seconds: float) -> None:
        number = self.progress.lessons + 1
        blocks = self._blocks_seen = self.blocks or max(1, self.place.count)
        timed, limit = seconds < inf and self._pace > 0, inf
        most = max(1, int(self._pace * min(seconds, SECONDS))) if timed else self._most
        if timed and games is None and self.check is None:  # blocks need not repeat: none waits for a slower one
            most, limit = MOST, min(seconds, SECONDS)
        positions = min(most, max(FEWEST, int(GROWTH * self.progress.positions / blocks)))
        weights, agreed = self.arrays
        before = Changes.whole(weights, agreed)
        shares = games_of_blocks(games, blocks)
        orders = [BlockOrder(self.dice_of(number, block), positions, share, limit) for block, share in enumerate(shares)]
        jobs = ((game, order, before) for order in orders)
        with self._halting:
            if self._halted:
                return
            executor = self.place.executor()
        done = sorted(
            deal(executor, learn_block, jobs, lambda: executor.workers, usual=self._usual, check=self.check),
            key=lambda one: one.number,
        )
        if self.check is not None:
            self._check(done)
        if self._halted:
            return
        self.bytes_sent += before.size * blocks
        self._heard(done)
        learned = [one.result for one in done]
        with self._guard:
            merge(weights, agreed, learned, self.preparation.layout.instances)
            self.preparation.layout.average(weights)
            self.progress = replace(
                self.progress,
                games=self.progress.games + sum(one.games for one in learned),
                positions=self.progress.positions + sum(one.positions for one in learned),
                lessons=number,
            )

    def _check(self, done: Sequence[Done[LearnedBlock]]) -> None:
        """Wait for the blocks of this round that are learned again. WorkerLies before they are merged."""
        assert self.check is not None
        try:
            self.check.look(wait=True)
        except WorkerLies as problem:
            earlier = self._merged[problem.worker]
            sentence = f"{problem}. None of its blocks of this round were merged"
            if earlier:
                sentence += f", but {earlier} earlier ones were, most of them unchecked: learn anew rather than --resume"
            raise WorkerLies(sentence, problem.worker) from None
        self._merged.update(one.worker for one in done)

    def _heard(self, done: Sequence[Done[LearnedBlock]]) -> None:
        self._usual = median(one.seconds for one in done)
        self._pace = fmean(one.result.positions / max(one.seconds, 1e-6) for one in done)
        self.bytes_received += sum(one.result.changes.size for one in done)


def _positions_of_block(preparation: Preparation) -> int:
    """The positions in which a block reads so many weights, the same in each run."""
    game = preparation.game
    states = [state for state in states_of(sample_games(game, SAMPLE)) if not is_over(game, state)]
    moves = fmean(len(legal(game, state)) for state in states) if states else 1.0
    return max(FEWEST, int(READS / (max(1.0, moves) * preparation.layout.instances)))
