"""A tuning: killed and gone on with it ends as if nothing had been, each step counts once, and it says what was gained."""

import json
import math
import random
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena.crew.crew import Crew
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.statistics import Pentanomial, figures
from kibitz.arena.store import Store
from kibitz.arena.tuning.journal import Journal, Log, Memory, Step, Stored
from kibitz.arena.tuning.playing import among
from kibitz.arena.tuning.steps import where
from kibitz.arena.tuning.tuning import Task, Tuned, Tuning, settings
from kibitz.arena.tuning.weights import with_weights
from kibitz.cli._tuned import verdict
from kibitz.errors import TuningError
from kibitz.kernel import set_announcer
from simulated_strength import BEST

RULES = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Floats, Game, Ints, Knowledge
WEIGHTS, STEPS = Floats((-4.0, 3.0, 0.0, 4.0)), Ints((5,))
TUNES = {"weights": (-10.0, 10.0)}

class State(NamedTuple):
    mine: int
    theirs: int
    made: int

@dataclass(frozen=True)
class Counting(Game):
    """Say 0, 1 or 2; who has said more after eight moves wins."""
    def start(self): return State(0, 0, 0)
    def moves(self, state):
        for number in range(3):
            yield number
    def play(self, state, move): return State(state.theirs, state.mine + move, state.made + 1)
    def is_over(self, state): return state.made == 8
    def result(self, state): return 1 if state.mine > state.theirs else -1 if state.mine < state.theirs else 0

@dataclass(frozen=True)
class Leads(Knowledge):
    tunes = TUNES
    weights: Floats = WEIGHTS
    steps: Ints = STEPS
    def evaluate(self, state):
        return (self.taste(state.mine) - self.taste(state.theirs)) / 100
    def taste(self, said):
        return said * self.weights[0] + said * 7 % 5 * self.weights[1] + said * 3 % 4 * self.weights[2]
'''


@pytest.fixture
def task(tmp_path: Path) -> Task:
    file = tmp_path / "counting.py"
    file.write_text(RULES, encoding="utf-8")
    more = {"r_end": 0.2, "c_end": 0.1}
    return Task(str(file), "minimax:depth=1", steps=12, pairs=4, verify=40, openings="random:4", seed=3, more=more)


def simulated(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
    """Games by lot, the stronger the more often won: what the seed says, and nothing else."""
    weights = [json.loads(plan.files[spec.partition("weights=")[2]])["weights"]["weights"] for spec in plan.players]
    away = [math.dist(one, BEST) for one in weights]
    found = []
    for fixture in fixtures:
        first, second = (away[seat] for seat in fixture.seats)
        wins = random.Random(fixture.seed(plan.seed)).random() < 1 / (1 + math.exp(first - second))
        found.append(Played(fixture.pair, fixture.side, ("0",) * 8, (1, -1) if wins else (-1, 1)))
    return found


class Killed(BaseException):
    pass


class Mortal:
    """Plays so many steps, and then the power fails: before, or after, the last one is kept."""

    def __init__(self, journal: Journal, life: int, kept: bool) -> None:
        self.journal, self.life, self.kept, self.played = journal, life, kept, 0

    def tell(self, step: int, outcome: Step) -> bool:
        self.life -= 1
        if self.life > 0 or self.kept:
            self.journal.tell(step, outcome)
        if self.life <= 0:
            raise Killed
        return True

    def steps(self) -> list[Step]:
        return self.journal.steps()


def ran(task: Task, journal: Journal | None = None) -> Tuned:
    return Tuning(task, journal or Memory(), simulated).run()


def test_the_same_seed_gives_the_same_tuning(task: Task) -> None:
    first = ran(task)
    assert ran(task) == first
    assert ran(replace(task, seed=4)).best != first.best


@pytest.mark.parametrize("method", ["spsa", "logistic", "regression", "cma", "optuna"])
@pytest.mark.parametrize("kept", [False, True])
def test_killed_at_any_moment_it_ends_as_if_nothing_had_been(task: Task, tmp_path: Path, method: str, kept: bool) -> None:
    if method in ("cma", "optuna"):
        pytest.importorskip(method)
    task = replace(task, method=method, more={}, steps=6, verify=40, tune="weights[0],weights[1]")
    if method == "regression":
        task = replace(task, tune="weights[0]")
    undisturbed = ran(task)
    file = tmp_path / "log.jsonl"
    for life in (3, 1, 2):
        with pytest.raises(Killed):
            ran(task, Mortal(Log(file, settings(task)), life, kept))
    with file.open("ab") as log:
        log.write(b'{"step": 6, "fir')  # a kill in the middle of a line
    again = ran(task, Log(file, settings(task)))
    assert again == undisturbed
    steps = [json.loads(line)["step"] for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    assert steps == sorted(set(steps))


def test_what_somebody_else_has_told_meanwhile_counts(task: Task) -> None:
    """Two at one journal: a step is applied once, and both end alike."""
    ours, theirs = Memory(), ran(task)

    class Late(Memory):
        def tell(self, step: int, outcome: Step) -> bool:
            ours.tell(step, outcome | {"wins": 0, "draws": 0, "losses": 8})
            return ours.tell(step, outcome)

        def steps(self) -> list[Step]:
            return ours.steps()

    late = ran(task, Late())
    assert late.best != theirs.best
    assert ran(task, ours) == late


def test_a_complete_log_plays_nothing_again(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    first = ran(task, Log(file, settings(task)))

    def never(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        raise AssertionError(fixtures)

    assert Tuning(task, Log(file, settings(task)), never).run() == first


def test_the_log_of_another_tuning_is_refused(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    ran(task, Log(file, settings(task)))
    with pytest.raises(TuningError, match="is not the log of this tuning"):
        Log(file, settings(replace(task, seed=9)))
    other = Memory()
    other.tell(0, {**Log(file, settings(task)).steps()[0], "first": [0.0] * 4})
    with pytest.raises(TuningError, match="step 0 belongs to another tuning"):
        ran(task, other)


def test_openings_are_shared_by_a_pair_and_sides_are_swapped(task: Task) -> None:
    met: list[Fixture] = []

    def seen(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        met.extend(fixtures)
        return simulated(plan, fixtures)

    Tuning(task, Memory(), seen).run()
    tuned, verified = met[: 2 * 4 * task.steps], met[2 * 4 * task.steps :]
    assert len(verified) == 2 * task.verify
    for first, second in zip(met[::2], met[1::2], strict=True):
        assert (first.opening, first.pair) == (second.opening, second.pair)
        assert (first.seats, second.seats) == ((0, 1), (1, 0))
    assert len({one.key for one in tuned}) == len(tuned)
    assert [one.opening for one in tuned[: len(verified)]] != [one.opening for one in verified[: len(tuned)]]


def test_a_gain_is_told_where_there_is_one(task: Task) -> None:
    found = ran(replace(task, steps=150, verify=300, more={}))
    assert math.dist(found.best, BEST) < math.dist(found.parameters.start, BEST) / 2
    assert found.gained is True
    assert found.figures is not None
    assert found.figures.score > 0.9


@pytest.mark.parametrize(
    ("pairs", "gained"),
    [
        ((0, 0, 0, 0, 6), True),
        ((0, 0, 0, 0, 5), None),
        ((6, 0, 0, 0, 0), False),
        ((0, 0, 40, 0, 0), None),
        ((10, 10, 60, 12, 30), True),
        ((30, 12, 60, 10, 10), False),
        ((20, 12, 60, 10, 20), None),
    ],
)
def test_what_was_gained_is_said_with_care(task: Task, pairs: tuple[int, int, int, int, int], gained: bool | None) -> None:
    """Never for few pairs, and neither way when it may be chance."""
    found = Tuned(Tuning(task, Memory()).parameters, BEST, (None,) * 4, (), pairs, figures(Pentanomial(pairs)))
    assert found.gained is gained


def test_games_of_the_last_match_that_repeat_others_are_counted(task: Task) -> None:
    found = ran(task)  # of whose games all have the same moves
    assert (sum(found.verified), found.repeated) == (40, 78)
    assert "78 of 80 games repeat another" in verdict(found)


def test_no_gain_is_no_gain(task: Task) -> None:
    def even(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        return [Played(one.pair, one.side, (), (1, -1) if one.seed(1) % 2 else (-1, 1)) for one in fixtures]

    assert Tuning(replace(task, steps=10), Memory(), even).run().gained is None


def test_without_steps_nothing_changes_and_no_match_is_played(task: Task) -> None:
    found = ran(replace(task, steps=0))
    assert (found.best, found.verified, found.figures, found.gained) == (found.parameters.start, (0, 0, 0, 0, 0), None, None)


def test_a_fault_ends_a_tuning_with_its_reason(task: Task) -> None:
    def faulty(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        return [Played(one.pair, one.side, (), None, 0, "it divided by zero") for one in fixtures]

    with pytest.raises(TuningError, match="it divided by zero"):
        Tuning(task, Memory(), faulty).run()


def test_games_for_more_than_two_are_refused() -> None:
    with pytest.raises(TuningError, match="is for 3 players"):
        Tuning(Task("trio", "maxn:depth=1"), Memory())


def test_the_path_is_the_point_or_the_middle() -> None:
    assert where({"first": [1, 2], "second": [3, 4]}, (0.0, 0.0)) == (2, 3)
    assert where({"first": [1, 2], "second": [3, 4]}, (3.0, 4.0)) == (1, 2)


def test_real_games_are_played_with_the_weights(task: Task) -> None:
    """Who counts a lead as good beats, looking one ply ahead, who counts it as bad."""
    tuning = Tuning(replace(task, tune="weights[0]"), Memory())
    found = tuning.match((10.0,), (-10.0,), 4, "test")
    assert found.score > 0.9
    assert tuning.match((-10.0,), (10.0,), 4, "test").score < 0.1


def test_players_that_take_no_weights_are_refused(task: Task) -> None:
    with pytest.raises(TuningError, match="random takes no weights: name a search"):
        Tuning(replace(task, player="random"), Memory())
    assert Tuning(replace(task, player="greedy"), Memory()).match((1.0,) * 4, (1.0,) * 4, 1, "test").score == 0.5


def test_a_player_may_begin_with_weights(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    file.write_bytes(Tuning(task, Memory()).run().weights())
    begun = Tuning(replace(task, player=f"minimax:weights={file},depth=1"), Memory())
    assert begun.parameters.start == tuple(json.loads(file.read_bytes())["weights"]["weights"])
    assert with_weights(f"minimax:weights={file},depth=1", "x") == "minimax:depth=1,weights=x"
    assert with_weights(f"greedy:weights={file}", "x") == "greedy:weights=x"
    assert with_weights("greedy", "x") == "greedy:weights=x"


def test_a_crew_plays_the_same_games(task: Task) -> None:
    task = replace(task, steps=2, verify=4, pairs=2)
    crew = Crew(2)
    try:
        assert Tuning(task, Memory(), among(crew, 2)).run() == Tuning(task, Memory()).run()
    finally:
        crew.stop()


@pytest.mark.compiled
def test_other_weights_need_no_compiling(task: Task) -> None:
    compiled: list[str] = []

    def announce(text: str) -> AbstractContextManager[None]:
        compiled.append(text)
        return nullcontext()

    tuning = Tuning(task, Memory())
    tuning.match((1.0,) * 4, (2.0,) * 4, 1, "test")
    set_announcer(announce)
    try:
        tuning.match((-1.0,) * 4, (3.0,) * 4, 1, "test")
    finally:
        set_announcer(nullcontext)
    assert compiled == []


def test_the_store_keeps_a_tuning(task: Task, tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        number = store.add_tuning(settings(task))
        with pytest.raises(Killed):
            ran(task, Mortal(Stored(store, number), 5, True))
        assert Task(**store.tuning(number)) == task
        assert ran(task, Stored(store, number)) == ran(task)
        assert not Stored(store, number).tell(0, {})
