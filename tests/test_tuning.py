"""A tuning plays the games it should: by the seed, in pairs, with the weights, and only where it can."""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.crew.crew import Crew
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.tuning.journal import MemoryJournal, Step, locate_step
from kibitz.arena.tuning.parameters import with_weights
from kibitz.arena.tuning.tuning import Task, Tuning, play_on_executor
from kibitz.errors import KibitzError, TuningError
from kibitz.kernel import set_announcer
from tunings import counting, ran, simulated


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return counting(tmp_path)


def test_the_same_seed_gives_the_same_tuning(task: Task) -> None:
    first = ran(task)
    assert ran(task) == first
    assert ran(replace(task, seed=4)).best != first.best


def test_openings_are_shared_by_a_pair_and_sides_are_swapped(task: Task) -> None:
    met: list[Fixture] = []

    def seen(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        met.extend(fixtures)
        return simulated(plan, fixtures)

    Tuning(task, MemoryJournal(), seen).run()
    tuned, verified = met[: 2 * 4 * task.steps], met[2 * 4 * task.steps :]
    assert len(verified) == 2 * task.verify
    for first, second in zip(met[::2], met[1::2], strict=True):
        assert (first.opening, first.pair) == (second.opening, second.pair)
        assert (first.seats, second.seats) == ((0, 1), (1, 0))
    assert len({one.key for one in tuned}) == len(tuned)
    assert [one.opening for one in tuned[: len(verified)]] != [one.opening for one in verified[: len(tuned)]]


def test_a_fault_ends_a_tuning_with_its_reason(task: Task) -> None:
    def faulty(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
        return [Played(one.pair, one.side, (), None, 0, "it divided by zero") for one in fixtures]

    with pytest.raises(TuningError, match="it divided by zero"):
        Tuning(task, MemoryJournal(), faulty).run()


def test_games_for_more_than_two_are_refused() -> None:
    with pytest.raises(TuningError, match="is for 3 players"):
        Tuning(Task("trio", "maxn:depth=1"), MemoryJournal())


def test_the_path_is_the_point_or_the_middle() -> None:
    assert locate_step({"first": [1, 2], "second": [3, 4]}, (0.0, 0.0)) == (2, 3)
    assert locate_step({"first": [1, 2], "second": [3, 4]}, (3.0, 4.0)) == (1, 2)


def test_real_games_are_played_with_the_weights(task: Task) -> None:
    """Who counts a lead as good beats, looking one ply ahead, who counts it as bad."""
    tuning = Tuning(replace(task, tune="weights[0]"), MemoryJournal())
    found = tuning.match((10.0,), (-10.0,), 4, "test")
    assert found.score > 0.9
    assert tuning.match((-10.0,), (10.0,), 4, "test").score < 0.1


def test_players_that_take_no_weights_are_refused(task: Task) -> None:
    with pytest.raises(TuningError, match="random takes no weights: name a search"):
        Tuning(replace(task, player="random"), MemoryJournal())
    assert Tuning(replace(task, player="greedy"), MemoryJournal()).match((1.0,) * 4, (1.0,) * 4, 1, "test").score == 0.5


def test_a_player_may_begin_with_weights(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    file.write_bytes(Tuning(task, MemoryJournal()).run().weights())
    begun = Tuning(replace(task, player=f"minimax:weights={file},depth=1"), MemoryJournal())
    assert begun.parameters.start == tuple(json.loads(file.read_bytes())["weights"]["weights"])
    assert with_weights(f"minimax:weights={file},depth=1", "x") == "minimax:depth=1,weights=x"
    assert with_weights(f"greedy:weights={file}", "x") == "greedy:weights=x"
    assert with_weights("greedy", "x") == "greedy:weights=x"


def test_a_crew_plays_the_same_games(task: Task) -> None:
    task = replace(task, steps=2, verify=4, pairs=2)
    crew = Crew(2)
    try:
        assert Tuning(task, MemoryJournal(), play_on_executor(crew, 2)).run() == Tuning(task, MemoryJournal()).run()
    finally:
        crew.stop()


def test_one_call_tunes_and_goes_on_from_its_log(task: Task, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"openings": task.openings, "seed": 3, "more": task.more, "steps": 3, "pairs": 1, "verify": 1}
    kept, heard = tmp_path / "steps.jsonl", list[Step]()
    whole = kibitz.tune(task.game, task.player, workers=1, log=kept, tell=heard.append, **asked)
    assert [step["step"] for step in heard] == [0, 1, 2, 3]
    assert whole == Tuning(replace(task, steps=3, pairs=1, verify=1), MemoryJournal()).run()
    kept.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:3]))  # as if it had been killed in its third step
    assert kibitz.tune(kibitz.load(task.game), task.player, workers=1, log=kept, **asked) == whole
    assert len(kept.read_bytes().splitlines()) == 5


@pytest.mark.parametrize(
    ("game", "player", "sentence"),
    [
        ("tic_tac_toe", "random", "random takes no weights: name a search"),
        ("pig", kibitz.Limit(), "name the player by a text, such as alphabeta:depth=3"),
        ("trio", "maxn:depth=1", "tuning needs games for two"),
    ],
)
def test_one_call_refuses_what_does_not_fit(game: str, player: Any, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=sentence):
        kibitz.tune(game, player, log=tmp_path / "log")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.compiled
def test_other_weights_need_no_compiling(task: Task) -> None:
    compiled: list[str] = []

    def announce(text: str) -> AbstractContextManager[None]:
        compiled.append(text)
        return nullcontext()

    tuning = Tuning(task, MemoryJournal())
    tuning.match((1.0,) * 4, (2.0,) * 4, 1, "test")
    set_announcer(announce)
    try:
        tuning.match((-1.0,) * 4, (3.0,) * 4, 1, "test")
    finally:
        set_announcer(nullcontext)
    assert compiled == []
