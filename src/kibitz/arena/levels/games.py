"""The games by which levels are fitted: places of a scale against each other, in this process, until the time is over."""

import datetime
import hashlib
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kibitz.arena.crew.batch import Batch, play_batch, same_games
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.levels.fitting import HALF_RANDOM, FittedPlace, PairTally, StrengthScale, fit_levels
from kibitz.arena.openings import choose, settle
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, says
from kibitz.errors import LevelsError
from kibitz.patterns.library import HAND, describe_estimate, knowledge_for, learned_file
from kibitz.players.fitted_levels import APART, EVEN, FITTED, FittedLevel, LevelFile, player_spec
from kibitz.search.descriptor import fitting, is_anytime, search_for
from kibitz.workers.files import collect_files
from kibitz.workers.jobs import DeadlineOver
from kibitz.workers.workplace import Workplace

FIRST = "greedy:knowledge=none"  # whom the first level is measured against: it takes a win that it sees
LEAST = {True: 16, False: 64}  # nodes where moves are random too: of a search by playouts, of others
MOST = {True: 1 << 13, False: 1 << 18}  # nodes that nobody waits for: in Connect Four a twentieth of a second

Tell = Callable[[str], None]


class _TimeIsOver(Exception):
    """The time for the fitting has come to its end."""


@dataclass(frozen=True)
class LevelsTask:
    """Levels to fit: how many games measure a level, and in how many seconds at most.

    Levels without time left are spread over the rest of the scale, unmeasured; `spreads`: even if it is all of them. `apart`:
    the Elo that is wanted from one level to the next. `place`: where games are played (None: in this process).
    """

    game: Game
    games: int = 100
    seconds: float = math.inf
    seed: int = 0
    search: str | None = None
    command: str = ""
    spreads: bool = False
    apart: float = APART
    place: Workplace | None = None

    def scale(self) -> StrengthScale:
        """The search and its nodes. Raises SearchError for a search that does not fit the game."""
        knowledge = knowledge_for(self.game)
        informed = says(knowledge, "evaluate") or says(knowledge, "estimates")
        search = self.search or (fitting(self.game) if informed else "mcts")
        search_for(self.game, search)
        return StrengthScale(search, LEAST[is_anytime(search)], MOST[is_anytime(search)])


@dataclass
class LevelFitting:
    """A fitting under way: `levels` are those found so far, `played` the number of games, `doing` the current step in words."""

    task: LevelsTask
    levels: list[FittedLevel] = field(default_factory=list)
    played: int = 0
    doing: str = "getting ready"
    complete: bool = False

    def __post_init__(self) -> None:
        game = self.task.game
        if game.players < 2:
            raise LevelsError(f"{spec_of(game)} is played alone: levels are measured by games against each other")
        self.scale = self.task.scale()
        self._seats = game.players
        self._pairs = max(-(-self.task.games // self._seats), 2)
        self._openings = settle(game, "auto", 2 * self._pairs)
        self._auto = str(learned_file(game) or HAND)
        self._place = HALF_RANDOM  # of the last level that was found
        self._deadline = math.inf

    def run(self) -> Iterator[FittedLevel]:
        """Fit the levels one by one; running out of time, or the caller, may end it early."""
        self._deadline = time.monotonic() + self.task.seconds
        try:
            for found in fit_levels(self._meet, self.scale.last, FITTED, self._pairs, self.task.apart):
                self.levels.append(self._describe(found))
                self._place = found.place
                yield self.levels[-1]
            self.complete = True
        except _TimeIsOver:
            return

    def file(self) -> LevelFile:
        """The levels found so far, as a file. Raises LevelsError below two levels."""
        from kibitz.files.fingerprint import rules_fingerprint

        spec = spec_of(self.task.game)
        levels = [*self.levels, *self._spread()]
        if len(self.levels) < 2 and not (self.task.spreads and levels):
            if self.complete:
                raise LevelsError(
                    f"no two strengths of {self.scale.search} can be told apart at {spec}: it has no levels of its own"
                )
            raise LevelsError(f"there was no time to measure two levels of {spec}: give it more, or fewer games")
        return LevelFile(
            game=spec,
            fingerprint=rules_fingerprint(self.task.game),
            search=self.scale.search,
            first=FIRST,
            most=self.scale.nodes(self.scale.last),
            levels=tuple(levels),
            complete=self.complete,
            command=self.task.command,
            date=datetime.date.today().isoformat(),
            estimate=describe_estimate(knowledge_for(self.task.game)),
        )

    def _spread(self) -> list[FittedLevel]:
        """The levels that were not found, as good as they can be guessed: none where it is known that there are none."""
        if self.complete:
            return []
        first = [] if self.levels else [self._place]
        places = [*first, *self.scale.spread(self._place, FITTED - len(self.levels) - len(first))]
        return [FittedLevel(self.scale.nodes(place), self.scale.random(place), EVEN, None, None, 0) for place in places]

    def _describe(self, found: FittedPlace) -> FittedLevel:
        tally, place = found.tally, found.place
        elo, error = (round(one, 1) if math.isfinite(one) else None for one in (tally.elo, tally.error))
        games = tally.pairs * self._seats
        return FittedLevel(self.scale.nodes(place), self.scale.random(place), round(tally.score, 4), elo, error, games)

    def _spec(self, place: int | None) -> str:
        if place is None:
            return FIRST
        return player_spec(self.scale.search, self.scale.nodes(place), self.scale.random(place))

    def _meet(self, place: int, below: int | None, first: int, pairs: int) -> PairTally:
        """One seat for `place`, all others for `below`, from each opening once in every seat."""
        game = self.task.game
        players = (self._spec(place), self._spec(below))
        self.doing = f"level {len(self.levels) + 1}: {players[0]} against {players[1]}"
        seed = int.from_bytes(hashlib.sha256(f"{self.task.seed}/{players}".encode()).digest()[:6])
        spec = spec_of(game)
        files = collect_files([spec, self._auto])
        plan = Plan(spec, players, seed, openings=self._openings, files=files, auto=self._auto)
        opened, tally = choose(game, self._openings, first + pairs, seed), PairTally()
        batches = [
            Batch(plan, (Fixture(pair, side, tuple(int(seat != side) for seat in range(self._seats)), opened[pair]),))
            for pair in range(first, first + pairs)
            for side in range(self._seats)
        ]
        scores = [played.scores(self._seats)[played.side] / self._seats for played in self._games(batches)]
        for begin in range(0, len(scores), self._seats):
            points = sum(scores[begin : begin + self._seats], 0.0)
            tally += PairTally(1, points, points * points)
        return tally

    def _games(self, batches: Sequence[Batch]) -> list[Played]:
        """The games of these batches, one in each, in their order. Raises _TimeIsOver at the deadline."""
        place, played = self.task.place, dict[int, Played]()
        if place is None:
            return [self._play(batch) for batch in batches]
        jobs = ((batch,) for batch in batches)
        try:
            for done in place.deal(play_batch, jobs, due=self._deadline, same=same_games):
                played[done.number] = done.result[0]
                self.played += 1
        except DeadlineOver:
            raise _TimeIsOver from None
        return [played[number] for number in range(len(batches))]

    def _play(self, batch: Batch) -> Played:
        """Play the games of a batch. Raises _TimeIsOver at the deadline and drops the game in progress."""
        if self._deadline == math.inf:
            self.played += 1
            return play_batch(batch)[0]
        if time.monotonic() > self._deadline:
            raise _TimeIsOver
        done: list[Played] = []
        problems: list[BaseException] = []

        def run() -> None:
            try:
                done.extend(play_batch(batch))
            except BaseException as problem:
                problems.append(problem)

        thread = threading.Thread(target=run, name="kibitz-levels", daemon=True)
        thread.start()
        thread.join(max(self._deadline - time.monotonic(), 0.0))
        if problems:
            raise problems[0]
        if not done:
            raise _TimeIsOver
        self.played += 1
        return done[0]
