"""Thinking times and kinds of faults: measured by the referee, kept in the store, and said of each player of a match."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import commandline
from kibitz.arena.crew.flow import Deaths
from kibitz.arena.fixture import Fixture, Plan, Played, ThinkingTime
from kibitz.arena.referee import referee
from kibitz.arena.store import Store
from kibitz.arena.store.records import Conduct
from kibitz.cli.strength._conduct import describe_kinds, format_moment
from kibitz.core.registry import load
from kibitz.core.thought import Thought, Value
from kibitz.position import Position
from kibitz.workers.crew import Died
from kibitz.workers.worker import ThinkingNote
from matched import TTT, players_file
from stored import PLAN, names, schedule, win


class Timed:
    """A player who takes the first legal move and, by a clock of the test, the next of these times."""

    def __init__(self, now: list[float], takes: list[float], answer: Callable[[Position], Any] | None = None) -> None:
        self.name, self._now, self._takes = "ann", now, iter(takes)
        self._answer = answer or (lambda position: position.legal()[0])

    def think(self, position: Position) -> Thought:
        self._now[0] += next(self._takes)
        return Thought(self._answer(position), Value("estimate", 0))


def test_the_referee_measures_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    clock = Mock(monotonic=lambda: now[0], perf_counter=lambda: now[0])
    monkeypatch.setattr("kibitz.arena.referee.time", clock)
    players = [Timed(now, [1.0, 0.5, 4.0, 0.5]), Timed(now, [0.25, 0.75, 0.5])]
    played = referee(load("tic_tac_toe"), Fixture(0, 0, (0, 1), ""), players)
    assert played.payoffs is not None
    assert played.times == (ThinkingTime(4, 6.0, 4.0), ThinkingTime(3, 1.5, 0.75))
    assert [one.mean for one in played.times] == [1.5, 0.5]
    assert (played.seconds, played.fault) == (7.5, "")
    late = referee(load("tic_tac_toe"), Fixture(0, 0, (0, 1), ""), [Timed(now, [0.1, 9.0]), Timed(now, [0.2, 0.2])], 5.0)
    assert (late.fault, late.forfeit) == ("time", 0)


@pytest.mark.parametrize(("answer", "kind"), [(lambda position: 99, "illegal move"), (lambda position: 1 // 0, "error")])
def test_the_referee_names_the_kind_of_a_fault(answer: Callable[[Position], Any], kind: str) -> None:
    now = [0.0]
    players = [Timed(now, [0.1] * 9), Timed(now, [0.1] * 9, answer)]
    played = referee(load("tic_tac_toe"), Fixture(0, 0, (0, 1), ""), players)
    assert (played.fault, played.forfeit) == (kind, 1)
    assert played.times[0].moves == 1


@pytest.mark.parametrize(("overdue", "kind"), [(True, "time"), (False, "crash")])
def test_a_process_that_ends_is_a_crash_or_out_of_time(overdue: bool, kind: str) -> None:
    (fixture, _) = schedule(1)
    died = Died(1, ThinkingNote(0, 0, 1, 0.0), overdue)
    ended = Deaths(PLAN, most=1).after(died, [fixture])
    assert ended is not None
    assert (ended.fault, ended.forfeit) == (kind, 1)


def timed(one: Fixture, dice: random.Random, fault: bool = False) -> Played:
    times = tuple(ThinkingTime(dice.randint(1, 9), dice.randint(1, 99) / 64, dice.randint(1, 99) / 64) for _ in range(2))
    if fault:
        return Played(one.pair, one.side, (), None, 0, "it", 1.0, dice.choice(["time", "error"]), times)
    return Played(one.pair, one.side, (), (1, -1), times=times)


def test_the_store_adds_them_up_and_counts_each_game_once(store_url: str) -> None:
    dice, fixtures = random.Random(5), schedule(10)
    played = [timed(one, dice, fault=one.pair % 3 == 0) for one in fixtures]
    with Store.open(store_url) as store:
        match, other = store.add(PLAN, fixtures), store.add(PLAN, fixtures)
        store.keep(match, played[:12])
        store.keep(match, [timed(one, dice) for one in fixtures[:4]])
        store.keep(match, dice.sample(played, len(played)))
        store.keep(other, played[:2])

        def counted(games: list[Played]) -> dict[int, Conduct]:
            found = {}
            for player in (0, 1):
                mine = [(one, fixture.seats.index(player)) for fixture, one in zip(fixtures, games, strict=False)]
                spent = [one.times[seat] for one, seat in mine]
                lost = [one.fault for one, seat in mine if one.fault and one.forfeit == seat]
                sums = sum(one.moves for one in spent), sum(one.seconds for one in spent)
                time = ThinkingTime(*sums, max(one.longest for one in spent))
                found[player] = Conduct(time, {kind: lost.count(kind) for kind in set(lost)})
            return found

        assert store.conduct(match) == counted(played)
        assert store.conduct(match, 4) == counted(played[:10])
        assert store.conduct(other) == counted(played[:2])
        assert store.take_back(match, [(9, 0), (9, 1)]) == 2
        assert store.conduct(match) == counted(played[:18])
        assert store.take_back_from(match, 1) == 16
        assert store.conduct(match) == counted(played[:2])


def test_a_store_without_the_table_is_read_and_gets_it_with_the_next_timed_game(tmp_path: Path) -> None:
    fixtures = schedule(2)
    with Store.open(str(tmp_path / "games.db")) as store:
        match = store.add(PLAN, fixtures)
        store.keep(match, [win(one) for one in fixtures[:2]])
        assert "kibitz_times" not in names(store)
        assert store.conduct(match) == {}
        assert store.take_back(match, [(0, 0)]) == 1
        store.keep(match, [timed(fixtures[0], random.Random(1))])
        assert {player: one.faults for player, one in store.conduct(match).items()} == {0: {}, 1: {}}


def test_games_without_times_leave_no_row(tmp_path: Path) -> None:
    """Games from files have none, and neither has an old store: the standing keeps silent about them."""
    with Store.open(str(tmp_path / "games.db")) as store:
        store.add_played(Plan("nim", ("a", "b"), 1), schedule(1), [win(one) for one in schedule(1)])
    where = ("--store", str(tmp_path / "games.db"))
    assert "a move, at most" not in commandline.here("match", "--show", "1", *where)
    assert json.loads(commandline.here("match", "--show", "1", "--json", *where))["conduct"] == [None, None]


def test_the_standing_says_them_of_each_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOWLY", "0.02")
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    mine = players_file(tmp_path)
    written = commandline.here("match", f"{mine}:slow", f"{mine}:cheats", "random", *TTT, "--games", "2", "--workers", "1")
    said = [line for line in written.splitlines() if " a move, at most " in line]
    assert [line.split(" took ")[0].rpartition(":")[2] for line in said] == ["slow", "random"], "cheats never made a move"
    facts = json.loads(commandline.here("match", "--show", "1", "--json"))
    slow, cheats, chance = facts["conduct"]
    assert 0.02 <= slow["mean_seconds"] <= slow["longest_seconds"]
    assert chance["moves"] > 0
    assert (cheats["moves"], cheats["mean_seconds"], cheats["faults"]) == (0, 0, {"illegal move": 4})
    assert f"{mine}:cheats lost 4 games by a fault (4 by an illegal move), most recently: " in written


def test_words() -> None:
    assert [format_moment(one) for one in (0, 12e-6, 0.0009996, 0.0034, 0.99996, 1.25, 83.2)] == [
        *("0 µs", "12 µs", "1.0 ms", "3.4 ms", "1.00 s", "1.25 s", "83.20 s")
    ]
    assert describe_kinds({"error": 1, "time": 1200}) == " (1,200 on time, 1 by an error)"
    assert describe_kinds({}) == ""
