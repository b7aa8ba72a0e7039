"""A learner: its weights, the threads that play, and all it takes to resume later."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from kibitz.core.rules import legal, start_of
from kibitz.errors import LearningError
from kibitz.kernel import Words, machine_of
from kibitz.learning import self_play, self_play_several
from kibitz.learning.preparation import Preparation
from kibitz.learning.siblings import prepare_siblings, sibling_words
from kibitz.patterns.estimate import create_estimate, whole_weights
from kibitz.search.monte_carlo.game_path import PATH_WORDS
from kibitz.search.monte_carlo.memory import PLAYOUT_LAYOUT
from kibitz.search.perft import perft

BATCH = 20  # games of one call, ...
PATIENCE = 0.25  # ... fewer where they would take more seconds
LESSON = 1_000_000  # positions, after which symmetric weights are made alike
OPENING = 8  # plies at random at most, and no more than a quarter of a long game
CHANCE, TRACE, RATE = 0.1, 0.7, 1.0
TICK = 0.2  # seconds
_FOR_SEVERAL = self_play_several.learn_several, self_play_several.duel_of_several
PATH = PLAYOUT_LAYOUT.end
STORED_SHARE = 0.5  # of the games that begin where stored ones led, if there are any
VALUES_APART = 10  # positions of games from one known value to the next
MOST_DICE = 1 << 62
STRIDE = 1_000_003  # between the dice of threads: what they throw never meets


@dataclass(frozen=True)
class LearningProgress:
    """How far learning has come, earlier runs included; seconds of the clock."""

    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    lessons: int = 0


@dataclass(frozen=True)
class Goal:
    """When to stop, earlier runs included: after a number of seconds or games. With games and one thread all repeats."""

    seconds: float = inf
    games: int | None = None


class Learner:
    """The state of learning a game: weights, the agreement of their corrections (self_play.py), and progress."""

    def __init__(
        self,
        preparation: Preparation,
        threads: int = 1,
        seed: int = 1,
        opening: int = OPENING,
        stored: Sequence[Any] = (),
        values: Sequence[tuple[Any, float]] = (),
    ) -> None:
        """Compiles. `opening`: plies at random at most. `stored`: states that half of the games begin from.

        `values`: states with their results for the side to move, which are learned beside the games.

        LearningError where the rules do not compile.
        """
        self.preparation, self.threads, self.seed, self.progress = preparation, threads, seed, LearningProgress()
        self.opening = min(opening, preparation.longest // 4)
        layout, game = preparation.layout, preparation.game
        none, most, least = np.zeros(2, np.int16), preparation.most, preparation.least
        self.machine = machine_of(game, create_estimate(game, layout, none, "", most, preparation.beside, least=least))
        learn, duel = (self_play.learn, self_play.duel) if least is None else _FOR_SEVERAL
        self._learn, self._duel = self.machine.ready(learn), self.machine.ready(duel)
        if not self.machine.compiled:
            raise LearningError(
                f"{self.machine.name} runs as plain Python, a thousand times too slowly to learn: "
                f"{self.machine.problem or 'machine code is switched off (NUMBA_DISABLE_JIT)'}"
            )
        if perft(game, depth=1) != len(legal(game, start_of(game))):
            raise LearningError(
                f"{self.machine.name} has other moves compiled than in plain Python: `kibitz check` shows where they part"
            )
        self.stored = [self.machine.arguments(state) for state in stored]
        self.values = [(self.machine.arguments(state), result / most) for state, result in values]
        self._shared: list[Words] = [self.machine.words(words) for words in (1 + (layout.weights + 1) // 2, layout.weights)]
        self._memories = [self._memory() for _ in range(threads)]
        self._paths = [self._path() for _ in range(threads)]
        self._halted = False
        self._problem: BaseException | None = None

    @property
    def at_once(self) -> int:
        """How many games are played at a time."""
        return self.threads

    @property
    def arrays(self) -> list[Any]:
        """The weights, and for each the sum and the size of its corrections; float32, the learner's own memory."""
        count = self.preparation.layout.weights
        return [words.array.view(np.float32)[:size] for words, size in zip(self._shared, (count, 2 * count), strict=True)]

    def settled(self) -> AbstractContextManager[Any]:
        """Within it, arrays and progress are of one moment, as far as the way of learning allows."""
        return nullcontext()

    def halt(self) -> None:
        """End within milliseconds; from any thread."""
        self._halted = True
        for memory in self._memories:
            memory.halt = 1

    def run(self, goal: Goal, tell: Callable[[LearningProgress], None]) -> None:
        """Learn until the goal is reached, or halted; `tell` hears how far it is a few times a second."""
        began, earlier = time.perf_counter() - self.progress.seconds, self.progress
        games = None if goal.games is None else -(-max(0, goal.games - earlier.games) // self.threads)
        for memory in self._memories:
            memory.games = memory.plies = 0
        while (
            not self._halted
            and self.progress.seconds < goal.seconds
            and any(games is None or memory.games < games for memory in self._memories)
        ):
            self.progress = replace(self.progress, lessons=self.progress.lessons + 1)
            team = [
                threading.Thread(target=self._work, args=(number, games, began + goal.seconds), daemon=True)
                for number in range(self.threads)
            ]
            for thread in team:
                thread.start()
            busy = True
            while busy:  # once more when all have ended: some end before they are looked at
                busy = any(thread.is_alive() for thread in team)
                team[0].join(TICK) if team[0].is_alive() else time.sleep(TICK / 10 if busy else 0)
                self.progress = LearningProgress(
                    earlier.games + sum(int(memory.games) for memory in self._memories),
                    earlier.positions + sum(int(memory.plies) for memory in self._memories),
                    time.perf_counter() - began,
                    self.progress.lessons,
                )
                tell(self.progress)
            self.preparation.layout.average(self.arrays[0])
        if self._problem is not None:
            raise self._problem

    def whole_weights(self) -> Any:
        """The weights as a file keeps them, symmetric states alike."""
        weights = self.arrays[0].copy()
        self.preparation.layout.average(weights)
        return whole_weights(weights)

    def compare(self, earlier: Any, pairs: int, seed: int) -> float:
        """The share of points against the weights of an earlier time, in pairs of games, from 0 to 1.

        They are two plies deep; one ply if estimates sum so many weights that two would take minutes.
        """
        memory = self._memory()
        other = self.machine.words(len(self._shared[0]))
        other.array.view(np.float32)[: len(earlier)] = earlier
        memory.dice, memory.backup = seed * STRIDE, 1 if memory.siblings else 2
        points = self._duel(
            self.machine.arguments(start_of(self.preparation.game)), pairs, memory, self._shared[0], other, *self._path()
        )
        return points / (4 * pairs)

    def lesson(self, dice: int, positions: int, games: int | None, seconds: float = inf) -> tuple[int, int]:
        """Learn so many positions or games, or so long, by the given dice; how many games and positions it was."""
        memory = self._memories[0]
        memory.games = memory.plies = 0
        self._learn_games(0, dice, positions, games, time.perf_counter() + seconds)
        return int(memory.games), int(memory.plies)

    def _work(self, number: int, games: int | None, end: float) -> None:
        """One lesson of one thread."""
        try:
            self._learn_games(number, self.dice_of(self.progress.lessons, number), LESSON // self.threads, games, end)
        except BaseException as problem:
            self._problem = problem
            self.halt()

    def dice_of(self, lesson: int, number: int) -> int:
        """Where the dice of a thread, or of a block, begin in a lesson."""
        return (self.seed * 10_007 + lesson * 101 + number) * STRIDE % MOST_DICE

    def _learn_games(self, number: int, dice: int, positions: int, games: int | None, end: float) -> None:
        start, memory = self.machine.arguments(start_of(self.preparation.game)), self._memories[number]
        memory.enough = int(memory.plies) + positions
        memory.dice = dice
        batch, chance = 1, random.Random(dice)
        while memory.plies < memory.enough and memory.halt == 0 and time.perf_counter() < end:
            left = batch if games is None else min(batch, games - memory.games)
            if left <= 0:
                break
            if self.values:
                left = 1  # so that values come after the same games, however quick these are
            if self.stored:
                left, is_stored = 1, chance.random() < STORED_SHARE
                fields = chance.choice(self.stored) if is_stored else start
            else:
                fields = start
            began, before = time.perf_counter(), int(memory.plies)
            self._learn(fields, left, memory, *self._shared, *self._paths[number])
            if self.values:
                self._learn_values(number, int(memory.plies) - before, chance)
            batch = BATCH if time.perf_counter() - began < PATIENCE * left / BATCH else 1

    def _learn_values(self, number: int, plies: int, chance: random.Random) -> None:
        """Learn some known values, after so many positions of games."""
        memory, learn = self._memories[number], self.machine.ready(self_play.learn_value)
        for _ in range(-(-plies // VALUES_APART)):
            fields, memory.target = chance.choice(self.values)
            learn(fields, memory, *self._shared)

    def _path(self) -> tuple[Any, ...]:
        """A thread's record of the positions of its game, in games of two."""
        if self.preparation.least is not None:
            return ()
        path: Any = self.machine.words(PATH + PATH_WORDS if self.machine.rules.has_recurrence else PATH)
        path.path_at = PATH
        return (path,)

    def _memory(self) -> Any:
        layout, longest, most, least = (getattr(self.preparation, name) for name in ("layout", "longest", "most", "least"))
        if least is None:
            records = self_play.learner_words(longest, layout.instances)
            memory: Any = self.machine.words(records + sibling_words(layout))
            memory.largest = most
            prepare_siblings(layout, memory, records)
        else:
            players = self.preparation.game.players
            memory = self.machine.words(self_play_several.several_words(longest, layout.instances, players))
            memory.largest, memory.middle, memory.apart = (most - least) / 2, (most + least) / 2, layout.apart
        memory.instances, memory.backup, memory.opening = layout.instances, 1, self.opening
        memory.longest = longest
        memory.chance, memory.trace, memory.rate = CHANCE, TRACE, RATE
        return memory
