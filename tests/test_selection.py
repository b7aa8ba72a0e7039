"""A test of one among several candidates: how often it errs, how many games it saves; nothing depends on who was quicker."""

import json
import random
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import pytest

import commandline
from kibitz.arena.match import Match, plan_match
from kibitz.arena.sequential import CLOSE, ROUND, Selection, Sequential
from kibitz.arena.store import Store
from kibitz.core.registry import load
from kibitz.errors import MatchError
from kibitz.workers.crew import Crew

SPRT = {"elo0": 0.0, "elo1": 50.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"}
MOST = 2000
DRAWN = 0.4
ONE_IS_GOOD, NONE_IS = [50.0, *[0.0] * 7], [0.0] * 8


def pairs_of(elo: float, dice: random.Random, count: int) -> list[int]:
    """The points of a candidate with this normalized Elo in pairs of independent games, in halves."""
    deviation = sqrt(1 - DRAWN) / 2
    lead = elo / 800 * 2.302585 * deviation
    chances = [(1 - DRAWN) / 2 - lead, DRAWN, (1 - DRAWN) / 2 + lead]
    return [sum(dice.choices(range(3), chances, k=2)) for _ in range(count)]


def selected(elos: Sequence[float], seed: int) -> tuple[int | None, int]:
    """The candidate that a selection takes, and the pairs that were played."""
    dice, selection = random.Random(seed), Selection(SPRT, len(elos), MOST)
    order = dice.sample(range(len(elos)), len(elos))
    points: list[list[int]] = [[] for _ in elos]
    while turns := selection.turns():
        for one, pairs in turns:
            points[one] += pairs_of(elos[order[one]], dice, len(pairs))
        selection.hear(points)
    best = selection.best
    return None if best is None else order[best], sum(map(len, points))


def one_by_one(elos: Sequence[float], seed: int) -> int:
    """The pairs that it takes to test each candidate to its end, with the same errors."""
    dice, played = random.Random(seed), 0
    for elo in elos:
        test = Sequential(0, 50, 0.05 / len(elos), 0.05)
        while test.decided is None and test.heard < MOST:
            test.hear(pairs_of(elo, dice, 1))
        played += test.heard
    return played


@pytest.mark.parametrize("runs", [16, pytest.param(100, id="thorough")])
def test_it_errs_as_seldom_as_it_says_and_saves_two_games_in_five(runs: int) -> None:
    found = [selected(ONE_IS_GOOD, seed) for seed in range(runs)]
    slack = 3 * sqrt(0.05 * 0.95 / runs)
    assert sum(best not in (0, None) for best, _ in found) <= (0.05 + slack) * runs
    assert sum(best is None for best, _ in found) <= (0.05 + slack) * runs
    assert sum(best is not None for best, _ in (selected(NONE_IS, seed) for seed in range(runs))) <= (0.05 + slack) * runs
    whole = sum(one_by_one(ONE_IS_GOOD, seed) for seed in range(runs))
    assert sum(pairs for _, pairs in found) <= 0.6 * whole


def test_the_best_ones_play_and_one_that_passes_ends_it() -> None:
    selection = Selection(SPRT, 3, MOST)
    assert selection.turns() == [(one, range(ROUND)) for one in range(3)]
    selection.hear([[4] * ROUND, [2] * ROUND, [0] * ROUND])
    assert [one for one, _ in selection.turns()] == [0], "the others are more than one below it"
    assert selection.tests[0].path[-1] - selection.tests[1].path[-1] > CLOSE
    selection.hear([[4] * MOST, [2] * ROUND, [0] * ROUND])
    assert (selection.best, selection.turns()) == (0, [])
    assert [test.alpha for test in selection.tests] == [0.05 / 3] * 3


def test_without_games_left_nobody_passes() -> None:
    selection = Selection(SPRT, 2, 10)
    selection.hear([[2] * 10, [2] * 10])
    assert (selection.turns(), selection.best) == ([], None)
    assert [test.heard for test in selection.tests] == [10, 10]


def test_it_hears_the_same_whatever_came_first() -> None:
    """All at once, or pair by pair in any order; a gap in the first pairs of one holds up what comes after it."""
    dice = random.Random(4)
    points = [pairs_of(elo, dice, 400) for elo in (60.0, 20.0, -40.0)]
    at_once, bit_by_bit = Selection(SPRT, 3, 400), Selection(SPRT, 3, 400)
    at_once.hear(points)
    known = [0, 0, 0]
    while bit_by_bit.turns():
        known[dice.randrange(3)] += 1
        bit_by_bit.hear([have[:count] for have, count in zip(points, known, strict=True)])
    assert [test.path for test in bit_by_bit.tests] == [test.path for test in at_once.tests]
    assert bit_by_bit.best == at_once.best == 0


PLAYERS = ["alphabeta:depth=1", "random", "alphabeta:depth=2"]


def planned(store: Store) -> Match:
    test = SPRT | {"elo1": 150.0}
    plan, fixtures = plan_match(
        load("othello:size=4"), PLAYERS, games=60, form="gauntlet", sprt=test, seed=2, openings="random:3"
    )
    return Match(store, store.add(plan, fixtures))


class Stopped(Exception):
    """The match was stopped after some games."""


def test_a_gauntlet_ends_alike_with_any_workers_and_after_a_stop(tmp_path: Path) -> None:
    standings = []
    for workers, stop in ((1, 0), (2, 0), (1, 5)):
        with Store.open(str(tmp_path / f"{workers}{stop}.db")) as store, Crew(workers) as crew:
            match = planned(store)
            if stop:

                def tell(standing: object, left: list[int] = [stop]) -> None:  # noqa: B006  # it counts
                    left[0] -= 1
                    if left[0] < 0:
                        raise Stopped

                with pytest.raises(Stopped):
                    match.play(crew, workers, tell)
                match = Match(store, match.number)
            standing = match.play(crew, workers)
            assert standing.ended
            assert standing.selection is not None
            standings.append(([test.path for test in standing.selection.tests], standing.selection.best))
            assert standing.totals.played < standing.totals.scheduled
    assert standings[0] == standings[1] == standings[2]


def test_the_command_shows_each_test(tmp_path: Path) -> None:
    where = ("--store", str(tmp_path / "games.db"), "--workers", "1")
    options = ("--game", "tic_tac_toe", "--form", "gauntlet", "--games", "60", "--seed", "1", "--sprt", "0,200")
    written = commandline.here("match", "random", "minimax:depth=3", "random", *options, *where)
    assert "tested against random" in written
    assert "passed" in written
    assert "minimax:depth=3 has passed: rather 200 nElo better than random than 0" in written
    found = json.loads(commandline.here("match", "--show", "1", *where[:2], "--json"))
    assert found["best"] == "minimax:depth=3"
    assert found["tests"][0]["verdict"] == "H1"


def test_a_test_of_a_round_robin_is_refused() -> None:
    with pytest.raises(MatchError, match="or say the form gauntlet"):
        plan_match(load("tic_tac_toe"), PLAYERS, form="round_robin", sprt=SPRT)
