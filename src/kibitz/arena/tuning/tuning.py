"""A tuning from its first step to the match that verifies it; stored steps are never played again."""

import hashlib
import math
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.flow import flow
from kibitz.arena.fixture import FROM, Fixture, Plan, Played
from kibitz.arena.openings import choose, settle
from kibitz.arena.stats import Figures, Pentanomial, compute_figures
from kibitz.arena.tuning.journal import Journal, Step, count_repeated, count_step, read_outcome
from kibitz.arena.tuning.methods import Outcome, Proposal, Record, Schedule, Tuner, make_tuner
from kibitz.arena.tuning.parameters import Parameters, Vector, knowledge_of_player, read_parameters, with_weights, write_weights
from kibitz.core.registry import load, spec_of
from kibitz.core.rules import Knowledge
from kibitz.errors import TuningError
from kibitz.workers.files import collect_files

ROUNDING = 1e-6  # of the range: what another machine's arithmetic may do to a proposal
BATCH_PAIRS = 16  # of the last match, that are kept at once

Play = Callable[[Plan, Sequence[Fixture]], Sequence[Played]]


# Where the games of a tuning are played: in this process, or wherever an Executor has room. The weights that a step compares
# lie in a folder of their own as long as its games are played, so that workers on this machine read them there; to others they
# travel with the work.


def play_locally(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
    """Plays the fixtures one after the other in this process."""
    with tempfile.TemporaryDirectory(prefix="kibitz-tune-", ignore_cleanup_errors=True) as folder:
        return play_batch(Batch(_write_files(plan, Path(folder)), tuple(fixtures)))


def play_on_executor(executor: Executor, workers: int | Callable[[], int]) -> Play:
    """A function that plays fixtures in batches on the workers of an executor."""

    def play(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        with tempfile.TemporaryDirectory(prefix="kibitz-tune-", ignore_cleanup_errors=True) as folder:
            batches = flow(executor, _write_files(plan, Path(folder)), fixtures, workers)
            try:
                return [one for batch in batches for one in batch]
            finally:
                batches.close()

    return play


def _write_files(plan: Plan, folder: Path) -> Plan:
    """The plan with its weights in the folder, and with the other files that its specs name."""
    places = {name: str(folder / name) for name in plan.files}
    for name, content in plan.files.items():
        Path(places[name]).write_bytes(content)
    players = []
    for spec in plan.players:
        for name, place in places.items():
            spec = spec.replace(f"weights={name}", f"weights={place}")
        players.append(spec)
    return replace(plan, players=tuple(players), files=collect_files([plan.game, *players]))


@dataclass(frozen=True)
class Task:
    """The order of a tuning. `tune` names what is tuned ("": all that is declared), `verify` is a number of pairs of games."""

    game: str
    player: str
    tune: str = ""
    method: str = "spsa"
    steps: int = 200
    pairs: int = 4
    verify: int = 200
    openings: str = "auto"
    seed: int = 0
    more: dict[str, float] = field(default_factory=dict)
    match: int | None = None  # of the games store, whose games are learned from


@dataclass(frozen=True)
class Tuned:
    """The result: the numbers before and after, how far each may be off, the steps, and the match against the start."""

    parameters: Parameters
    best: Vector
    errors: tuple[float | None, ...]
    steps: tuple[Step, ...]
    verified: tuple[int, ...]  # pairs of the last match by score: 0, 0.5, 1, 1.5, 2
    figures: Figures | None  # of that match; None when none was played
    repeated: int = 0  # games of it that repeat another move by move

    @property
    def gained(self) -> bool | None:
        """Whether the match shows that they are better (True), or worse (False); None: it shows neither."""
        if self.figures is None or not self._sure(self.figures):
            return None
        return self.figures.elo > 0

    def _sure(self, figures: Figures) -> bool:
        """With 95 %; where Elo has no finite error, by how many pairs went one way (the sign test)."""
        if math.isfinite(figures.elo_error):
            return abs(figures.elo) > figures.elo_error
        below, above = sum(self.verified[:2]), sum(self.verified[3:])
        chance: float = sum(math.comb(below + above, number) for number in range(max(below, above), below + above + 1))
        return chance / 2.0 ** (below + above) < 0.025

    def weights(self) -> bytes:
        """The file of weights."""
        return write_weights(self.parameters, self.best)


class Tuning:
    """A task at work: with `play` for its games, and a journal that may hold steps already."""

    def __init__(
        self,
        task: Task,
        journal: Journal,
        play: Play = play_locally,
        knowledge: Knowledge | None = None,
        games: Sequence[Record] = (),
    ) -> None:
        """`knowledge`: what to tune if the players do not say so, because `play` makes players of its own. `games`
        were played before, and are learned from by a method that looks at moves.

        Raises TuningError, and what a game or player says that does not fit.
        """
        for name, count, least in (("steps", task.steps, 0), ("pairs", task.pairs, 1), ("verify", task.verify, 0)):
            if count < least:
                raise TuningError(f"{name}={count} does not fit: give a whole number from {least} up")
        self.task, self._journal, self._play = task, journal, play
        self.game = load(task.game)
        if self.game.players != 2:
            raise TuningError(f"{spec_of(self.game)} is for {self.game.players} players: tuning needs games for two")
        self.parameters = read_parameters(knowledge or knowledge_of_player(task.player, self.game), task.tune)
        self._openings = settle(self.game, task.openings, task.steps * task.pairs + task.verify)
        self.tuner: Tuner = make_tuner(task.method, self.parameters, Schedule(task.steps, task.pairs, task.seed, task.more))

        if games and not self.tuner.wants_games:
            raise TuningError(f"{task.method} does not learn from games that were played before: take --method regression")
        if games:
            self.tuner.tell(-1, Proposal(self.parameters.start, self.parameters.start), Outcome(0, 0, 0, games=tuple(games)))

    def run(self, hears: Callable[[Step], None] = lambda step: None) -> Tuned:
        """Play what is left; `hears` gets each step, the last match included (from `Task.steps` on)."""
        kept = {step["step"]: step for step in self._journal.steps()}
        for number in range(self.task.steps):
            proposal = self.tuner.ask(number)
            step = kept.get(number) or self._step(number, proposal, self._fixtures(number, self.task.pairs, "tune"))
            proposal = self._check_same(step, proposal)
            self.tuner.tell(number, proposal, read_outcome(step))
            hears(step)
        best = self.parameters.tidy(self.tuner.best())
        last = self._verify(best, kept, hears)
        counts = tuple(sum(pair) for pair in zip(*([0] * 5, *(step["pairs"] for step in last)), strict=True))
        return Tuned(
            self.parameters,
            best,
            tuple(self.tuner.errors()),
            tuple(step for step in self._journal.steps() if step["step"] < self.task.steps),
            counts,
            _figures_of_pairs(counts) if sum(counts) else None,
            count_repeated(last),
        )

    def match(self, first: Vector, second: Vector, pairs: int, purpose: str) -> Figures:
        """The figures of one set of numbers in pairs of games against another, kept nowhere; `purpose` chooses the openings."""
        fixtures = self._fixtures(0, pairs, purpose)
        return _figures_of_pairs(self._play_games(Proposal(first, second), fixtures, self._seed(purpose, 0))["pairs"])

    def _verify(self, best: Vector, kept: dict[int, Step], hears: Callable[[Step], None]) -> list[Step]:
        """The match against the start, on openings of its own; it is kept as further steps."""
        found, proposal = list[Step](), Proposal(best, self.parameters.start)
        if proposal.first == self.parameters.tidy(proposal.second):  # a player breaks even against itself
            return found
        fixtures = self._fixtures(0, self.task.verify, "verify")
        for place in range(0, self.task.verify, BATCH_PAIRS):
            number = self.task.steps + place // BATCH_PAIRS
            step = kept.get(number) or self._step(number, proposal, fixtures[2 * place : 2 * (place + BATCH_PAIRS)])
            self._check_same(step, proposal)
            found.append(step)
            hears(step)
        return found

    def _fixtures(self, number: int, pairs: int, purpose: str) -> list[Fixture]:
        """Pairs of games from the same opening, the players changing seats."""
        if not pairs:
            return []
        chosen = choose(self.game, self._openings, pairs, self._seed(purpose, number))
        if any(opening.startswith(FROM) for opening in chosen):
            raise TuningError("openings of a tuning are moves from the usual start, and this file has positions")
        first = number * pairs
        seats = ((0, 1), (1, 0))
        return [
            Fixture(first + pair, side, seats[side], opening)
            for pair, opening in enumerate(chosen)
            for side in range(len(seats))
        ]

    def _step(self, number: int, proposal: Proposal, fixtures: Sequence[Fixture]) -> Step:
        """Plays a step and keeps it; if another process was quicker, the journal's result counts."""
        verifies = number >= self.task.steps
        seed = self._seed("verify" if verifies else "tune", 0)
        found = self._play_games(proposal, fixtures, seed, self.tuner.wants_games and not verifies)
        step: Step = {"step": number, "first": list(proposal.first), "second": list(proposal.second), **found}
        if self._journal.tell(number, step):
            return step
        return next(one for one in self._journal.steps() if one["step"] == number)

    def _play_games(self, proposal: Proposal, fixtures: Sequence[Fixture], seed: int, with_games: bool = False) -> Step:
        """Plays games between two sets of numbers, which travel as files of weights."""
        contents = [write_weights(self.parameters, vector) for vector in (proposal.first, proposal.second)]
        files = {f"weights-{hashlib.sha256(content).hexdigest()[:16]}.json": content for content in contents}
        names = [next(name for name in files if files[name] == content) for content in contents]
        plan = Plan(
            game=self.task.game,
            players=tuple(with_weights(self.task.player, name) for name in names),
            seed=seed,
            openings=self._openings,
            files=files,
        )
        return count_step(fixtures, self._play(plan, fixtures), with_games)

    def _check_same(self, step: Step, proposal: Proposal) -> Proposal:
        """The proposal that was played. Raises TuningError when it is not the one that this tuning would make."""
        played = Proposal(tuple(step["first"]), tuple(step["second"]))
        for kept, proposed in ((played.first, proposal.first), (played.second, proposal.second)):
            pairs = zip(kept, proposed, self.parameters, strict=False)
            if len(kept) != len(proposed) or any(abs(old - new) > ROUNDING * one.width for old, new, one in pairs):
                raise TuningError(
                    f"step {step['step']} belongs to another tuning: its numbers are not what {self.task.method} asks"
                )
        return played

    def _seed(self, purpose: str, number: int) -> int:
        """The seed for a step's dice; the last match never shares one with the steps before."""
        return int.from_bytes(hashlib.sha256(f"{self.task.seed}/{purpose}/{number}".encode()).digest()[:6])


def settings(task: Task) -> dict[str, Any]:
    """A task as JSON has it."""
    return asdict(task)


def _figures_of_pairs(pairs: Sequence[int]) -> Figures:
    lost, less, even, more, won = pairs
    return compute_figures(Pentanomial((lost, less, even, more, won)))
