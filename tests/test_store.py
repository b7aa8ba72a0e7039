"""The games store, on SQLite and on PostgreSQL: what goes in comes out, once, and totals are those counted by hand."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Cross, Faults, Meeting, Store, Totals
from kibitz.arena.store._connection import MOST_IDLE
from kibitz.arena.store.records import count_results
from kibitz.errors import StoreError
from runs import examples
from stored import PLAN, schedule, win

EXAMPLES = settings(max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
FILES = {"/gone/my_game.py": b"the rules", "/gone/w.json": bytes(range(256))}


def test_a_match_comes_back_as_it_was_stored(store: Store) -> None:
    fixtures = schedule(3, "1,1 2,2")
    number = store.add(PLAN, fixtures)
    assert store.plan(number) == PLAN
    assert store.fixtures(number) == store.open_fixtures(number) == fixtures
    named = Plan("/gone/my_game.py:MyGame:size=3", ("alphabeta:depth=2,weights=/gone/w.json", "greedy"), 1, files=FILES)
    for plan in (Plan("pig", ("random",), 2**80), named, named):
        assert store.plan(store.add(plan, [])) == plan


def test_a_result_is_kept_once_and_the_first_one_stays(store: Store) -> None:
    fixtures = schedule(2)
    match = store.add(PLAN, fixtures)
    assert store.keep(match, [win(fixtures[2]), win(fixtures[0])]) == 2
    assert store.keep(match, [win(fixtures[0], seat=1), win(fixtures[1]), win(fixtures[1], seat=1)]) == 1
    assert list(store.games(match)) == [(one, win(one)) for one in fixtures[:3]]
    assert store.open_fixtures(match) == fixtures[3:]
    assert store.totals(match).by_seat == (3, 0, 0)


def test_results_come_back_whatever_is_in_them(store: Store) -> None:
    fixtures = [Fixture(0, side, (2, 0, 1), "") for side in range(4)]
    match = store.add(Plan("trio", ("a", "b", "c"), 1, form="round_robin"), fixtures)
    played = [
        Played(0, 0, ("a move", "1,1", 'ä"\n'), (0.1, -3, 1e300), seconds=1 / 3),
        Played(0, 1, (), None, 2, "it raised ValueError: ü", 0.0),
        Played(0, 2, ("pass",), (-1e-300, 0, 0)),
        Played(0, 3, ("pass",), None, 0, "zero \0 and half a letter \udc80"),
    ]
    assert store.keep(match, played) == 4
    back = [one for _, one in store.games(match)]
    assert back[:3] == played[:3]
    assert back[3].reason == "zero \ufffd and half a letter ?"


def test_games_come_in_the_order_of_the_schedule_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.arena.store._results.PAGE_GAMES", 7)
    fixtures = schedule(14)
    match = store.add(PLAN, fixtures)
    assert store.keep(match, [win(one) for one in reversed(fixtures)]) == 28
    assert [one for one, _ in store.games(match)] == fixtures
    assert store.some_games(match, 5, 3) == [(one, win(one)) for one in fixtures[5:8]]
    assert store.game(match, 13, 1) == (fixtures[-1], win(fixtures[-1]))


def test_matches_are_listed_with_how_far_they_are(store: Store) -> None:
    assert store.matches() == []
    numbers = [store.add(PLAN, schedule(n % 3)) for n in range(7)]
    for n, number in enumerate(numbers):
        store.keep(number, [win(one) for one in schedule(n % 3)[1:]])
    whole = store.matches()
    assert [(one.number, one.games, one.played) for one in whole] == [
        (number, 2 * (n % 3), max(0, 2 * (n % 3) - 1)) for n, number in enumerate(numbers)
    ]
    assert (whole[0].game, whole[0].players, whole[0].form) == ("tic_tac_toe", ("random", "greedy"), "pairs")
    assert whole[0].kibitz
    assert 0 < whole[0].created <= whole[1].created
    for skip, most in ((0, 3), (2, 3), (5, 9), (7, 3), (0, 0)):
        assert store.some_matches(skip, most) == (whole[skip : skip + most], 7)
        assert store.some_matches(skip, most, newest=True) == (whole[::-1][skip : skip + most], 7)


def test_a_match_of_an_older_store_has_the_usual_form(store: Store) -> None:
    store.add(PLAN, schedule(1))
    with store._database.writing() as connection:
        text = connection.scalar("SELECT plan FROM kibitz_matches")
        plan = {name: value for name, value in json.loads(text).items() if name != "form"}
        connection.run("UPDATE kibitz_matches SET plan = ?", json.dumps(plan))
    assert [one.form for one in store.matches()] == [store.plan(1).form] == ["pairs"]


def test_connections_end_with_the_store_also_those_in_use(store: Store) -> None:
    store.add(PLAN, schedule(1))
    pools = {pool for pool, _ in (store._database._reader, store._database._writer)}
    with store._database.reading():
        store.close()
    assert [pool.idle for pool in pools] == [[]] * len(pools)


def test_few_connections_stay_open_after_many_at_once(store: Store) -> None:
    store.add(PLAN, schedule(1))
    with ExitStack() as stack:
        for _ in range(MOST_IDLE + 2):
            stack.enter_context(store._database.reading())
    assert len(store._database._reader[0].idle) == MOST_IDLE


def test_what_is_not_there_is_said_and_leaves_nothing(store: Store) -> None:
    with pytest.raises(StoreError, match="no match 5 in this games store; it holds none yet"):
        store.plan(5)
    with pytest.raises(StoreError, match="holds a game twice"):
        store.add(PLAN, [*schedule(2), *schedule(1)])
    assert store.matches() == []
    match = store.add(PLAN, schedule(1))
    readers = (
        store.plan,
        store.fixtures,
        store.open_fixtures,
        store.totals,
        store.meetings,
        lambda one: list(store.games(one)),
    )
    for reader in readers:
        with pytest.raises(StoreError, match=f"no match 99 in this games store; the last one is {match}"):
            reader(99)
        with pytest.raises(StoreError, match=f"no match {10**23} in this games store"):
            reader(10**23)  # larger than any number in a database
    with pytest.raises(StoreError, match=f"match {match} holds no game 1/0: it has 0/0 to 0/1, pair and side counted from 0"):
        store.keep(match, [win(schedule(1)[0]), win(Fixture(1, 0, (0, 1), ""))])
    with pytest.raises(StoreError, match=f"the game 0/0 of match {match} has not been played yet"):
        store.game(match, 0, 0)
    with pytest.raises(StoreError, match="no tuning 7"):
        store.tell(7, 0, {})


def test_a_step_of_a_tuning_is_told_once(store: Store) -> None:
    number = store.add_tuning({"game": "othello", "steps": 50, "ranges": {"corner": [0, 9.5]}})
    other = store.add_tuning({})
    assert store.tuning(number) == {"game": "othello", "steps": 50, "ranges": {"corner": [0, 9.5]}}
    assert store.tell(number, 1, {"wins": 3})
    assert store.tell(number, 0, {"wins": 1})
    assert not store.tell(number, 1, {"wins": 4})
    assert (store.steps(number), store.steps(other)) == ([{"wins": 1}, {"wins": 3}], [])
    assert store.tunings() == [number, other]


def test_several_write_to_one_store_at_once_and_all_succeed(store: Store) -> None:
    """Each with connections of its own, as two programs have."""
    fixtures = schedule(60)
    match = store.add(PLAN, fixtures)

    def write(games: Sequence[Fixture]) -> int:
        with Store.open(store.url) as mine:
            kept = 0
            for at in range(0, len(games), 20):
                kept += mine.keep(match, [win(one) for one in games[at : at + 20]])
                assert store.totals(match).played <= 120  # reading while others write
            return kept

    with ThreadPoolExecutor(3) as threads:
        written = list(threads.map(write, (fixtures, fixtures[::-1], fixtures)))
    assert sum(written) == store.totals(match).played == 120


# Totals


def counted(fixtures: list[Fixture], played: list[Played]) -> tuple[Totals, list[Meeting]]:
    """The same as the store says, one game after the other; reasons of faults are left out."""
    seats = {one.key: one.seats for one in fixtures}
    met: list[Meeting] = []
    for one in sorted(played, key=lambda one: one.key):
        sitting = seats[one.key]
        for first, second in combinations(range(len(sitting)), 2):
            both = (0.0, 1.0) if one.forfeit == first else (1.0, 0.0) if one.forfeit == second else (0.0, 0.0)
            if one.payoffs is not None:
                both = one.payoffs[first], one.payoffs[second]
            score = 1.0 if both[0] > both[1] else 0.0 if both[0] < both[1] else 0.5
            met.append(Meeting(*one.key, sitting[first], sitting[second], score))
    scores: dict[tuple[int, int], list[float]] = {}
    points: dict[tuple[int, int, int], list[float]] = {}
    for meeting in met:
        first, second = meeting.first, meeting.second
        scores.setdefault((first, second), []).append(meeting.score)
        low = meeting.score if first < second else 1 - meeting.score
        points.setdefault((meeting.pair, min(first, second), max(first, second)), []).append(low)
    pentas: dict[tuple[int, int], list[int]] = {}
    if all(len(one.seats) == 2 for one in fixtures):
        for (_, low_player, high_player), both_sides in points.items():
            if len(both_sides) == 2 and low_player != high_player:
                pentas.setdefault((low_player, high_player), [0] * 5)[int(2 * sum(both_sides))] += 1
    crosses = [Cross(*who, got.count(1.0), got.count(0.5), got.count(0.0)) for who, got in sorted(scores.items())]
    faults = Counter(seats[one.key][one.forfeit] for one in played if one.forfeit is not None)
    return Totals(
        len(fixtures),
        len(played),
        len({(seats[one.key], one.moves) for one in played}),
        sum(one.payoffs is None and one.forfeit is None for one in played),
        tuple(crosses),
        {who: tuple(counts) for who, counts in pentas.items()},
        {player: Faults(games, ()) for player, games in faults.items()},
    ), met


@EXAMPLES
@given(st.sampled_from([2, 3]), st.integers(2, 4), st.integers(0, 8), st.randoms(use_true_random=False))
def test_totals_are_those_counted_by_hand(store: Store, seats: int, players: int, pairs: int, how: random.Random) -> None:
    sitting = [how.sample(range(max(players, seats)), seats) for _ in range(pairs)]
    fixtures = [
        Fixture(pair, side, tuple(who[side:] + who[:side]), "") for pair, who in enumerate(sitting) for side in range(seats)
    ]
    played = []
    for one in fixtures:
        payoffs = tuple(how.choice([-1.0, 0.0, 2.5]) for _ in range(seats))
        fault = how.randrange(seats) if how.random() < 0.2 else None
        if how.random() < 0.8:
            paid = None if fault is not None else payoffs
            played.append(Played(one.pair, one.side, tuple(how.choices("ab", k=2)), paid, fault, "fault"))
    plan = Plan("trio", tuple("abcd"), 3, form="round_robin")
    match, other = store.add(plan, fixtures), store.add(plan, fixtures)
    store.keep(match, how.sample(played, len(played)))
    store.keep(match, played[:3])
    store.keep(other, played[::2])
    (totals, met), (fewer, _) = counted(fixtures, played), counted(fixtures, played[::2])
    found = store.totals(match)
    assert replace(found, faults={player: Faults(one.games, ()) for player, one in found.faults.items()}) == totals
    assert store.meetings(match) == met
    assert store.crosses([other, match, 0]) == {match: totals.crosses, other: fewer.crosses, 0: ()}
    a_wins, b_wins, draws = found.results()
    between = [one.score if one.first == 0 else 1 - one.score for one in met if {one.first, one.second} == {0, 1}]
    assert (a_wins, b_wins, draws) == (between.count(1), between.count(0), between.count(0.5))
    assert count_results(totals.crosses, 1, 0) == found.results(1, 0) == (b_wins, a_wins, draws)
    assert found.penta() == found.penta(1, 0)[::-1] == totals.pentas.get((0, 1), (0,) * 5)


def test_points_of_pairs_stop_at_the_first_gap(store: Store) -> None:
    match = store.add(PLAN, schedule(4))
    store.keep(match, [Played(*key, (), (1.0, -1.0)) for key in ((0, 0), (0, 1), (2, 0), (2, 1), (1, 0))])
    assert store.points(match) == [2]
    store.keep(match, [Played(1, 1, (), (1.0, -1.0))])
    assert (store.points(match), store.points(match, 1)) == ([2, 2, 2], [2, 2])
    assert store.totals(match, 1).played == 4
    assert store.totals(match, 1).penta() == (0, 0, 2, 0, 0)


def test_the_most_recent_reasons_come_first_for_each_player(store: Store) -> None:
    fixtures = schedule(5)
    match = store.add(PLAN, fixtures)
    for one in fixtures[:8]:
        store.keep(match, [Played(one.pair, one.side, (), None, 0, f"fault {one.pair}.{one.side}")])
    assert store.totals(match).faults == {
        player: Faults(4, tuple(f"fault {pair}.{player}" for pair in (3, 2, 1))) for player in (0, 1)
    }


def test_a_match_of_one_player_against_itself_counts_seats_but_no_pairs(store: Store) -> None:
    match = store.add(Plan("tic_tac_toe", ("random",), 1), [Fixture(0, side, (0, 0), "") for side in (0, 1)])
    store.keep(match, [Played(0, 0, ("1,1",), (1, -1)), Played(0, 1, ("1,1",), (0, 0))])
    totals = store.totals(match)
    assert (totals.by_seat, totals.pentas, totals.distinct) == ((1, 0, 1), {}, 1)


def test_totals_read_small_rows_and_indexes_only(tmp_path: Path) -> None:
    """A scan of the table that holds the moves would be slow with many games."""
    queries: list[str] = []
    with Store.open(str(tmp_path / "games.db")) as store:
        match = store.add(PLAN, schedule(1))
        with store._database.reading() as connection:
            connection.raw.set_trace_callback(queries.append)
        store.totals(match)
        with store._database.reading() as connection:
            connection.raw.set_trace_callback(None)
            plans = [
                line
                for statement in queries
                if statement.startswith("SELECT")
                for *_, line in connection.rows(f"EXPLAIN QUERY PLAN {statement}")
            ]
    assert len(plans) > 5
    assert not [line for line in plans if line.startswith("SCAN kibitz")]
    assert not [line for line in plans if "kibitz_results" in line and "INDEX kibitz_results_" not in line]
