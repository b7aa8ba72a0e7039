"""Totals by query against totals counted in plain Python."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Cross, Faults, Meeting, Store, Totals, _results
from kibitz.arena.store.records import count_results
from stored import PLAN, both_ways, schedule

EXAMPLES = settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])


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


def without_reasons(totals: Totals) -> Totals:
    return replace(totals, faults={player: Faults(one.games, ()) for player, one in totals.faults.items()})


@EXAMPLES
@given(st.integers(0, 8), st.randoms(use_true_random=False), st.floats(0, 1))
def test_totals_of_two_players_are_those_counted_by_hand(store: Store, pairs: int, how: random.Random, share: float) -> None:
    fixtures = schedule(pairs)
    played = [one for one in both_ways(fixtures, how) if how.random() < share]
    how.shuffle(played)
    match = store.add(PLAN, fixtures)
    store.keep(match, played)
    store.keep(match, played[:3])
    totals, met = counted(fixtures, played)
    assert without_reasons(store.totals(match)) == totals
    assert store.meetings(match) == met
    a_wins, b_wins, draws = store.totals(match).results()
    scores = {one.key: one.scores(2) for one in played}
    of_a = [scores[one.key][one.seats.index(0)] for one in fixtures if one.key in scores]
    assert (a_wins, b_wins, draws) == (of_a.count(1.0), of_a.count(0.0), of_a.count(0.5))
    both = [scores[pair, 0][0] + scores[pair, 1][1] for pair in range(pairs) if {(pair, 0), (pair, 1)} <= scores.keys()]
    penta = store.totals(match).penta()
    assert penta == tuple(both.count(points) for points in (0, 0.5, 1, 1.5, 2))
    assert store.totals(match).penta(1, 0) == penta[::-1]
    assert store.totals(match).results(1, 0) == (b_wins, a_wins, draws)


@EXAMPLES
@given(st.sampled_from([2, 3]), st.integers(2, 4), st.randoms(use_true_random=False))
def test_totals_of_several_players_are_those_counted_by_hand(
    store: Store, seats: int, players: int, how: random.Random
) -> None:
    sitting = [how.sample(range(max(players, seats)), seats) for _ in range(6)]
    fixtures = [
        Fixture(pair, side, tuple(who[side:] + who[:side]), "") for pair, who in enumerate(sitting) for side in range(seats)
    ]
    played = []
    for one in fixtures:
        payoffs = tuple(how.choice([-1.0, 0.0, 2.5]) for _ in range(seats))
        fault = how.randrange(seats) if how.random() < 0.2 else None
        moves = tuple(how.choices("ab", k=2))
        if how.random() < 0.8:
            played.append(Played(one.pair, one.side, moves, None if fault is not None else payoffs, fault, "fault"))
    match = store.add(Plan("trio", tuple("abcd"), 3, form="round_robin"), fixtures)
    other = store.add(Plan("trio", tuple("abcd"), 3, form="round_robin"), fixtures)
    store.keep(match, played)
    store.keep(other, played[::2])
    totals, met = counted(fixtures, played)
    assert without_reasons(store.totals(match)) == totals
    assert store.meetings(match) == met
    fewer, _ = counted(fixtures, played[::2])
    assert store.crosses([other, match, 0]) == {match: totals.crosses, other: fewer.crosses, 0: ()}
    assert count_results(totals.crosses, 0, 1) == totals.results(0, 1)
    assert store.crosses([]) == {}


def test_the_most_recent_reasons_come_first_for_each_player(store: Store) -> None:
    fixtures = schedule(5)
    match = store.add(PLAN, fixtures)
    for one in fixtures[:8]:
        store.keep(match, [Played(one.pair, one.side, (), None, 0, f"fault {one.pair}.{one.side}")])
    faults = store.totals(match).faults
    assert faults[0] == Faults(4, ("fault 3.0", "fault 2.0", "fault 1.0"))
    assert faults[1] == Faults(4, ("fault 3.1", "fault 2.1", "fault 1.1"))


def test_a_match_of_one_player_against_itself_counts_seats_but_no_pairs(store: Store) -> None:
    fixtures = [Fixture(0, side, (0, 0), "") for side in (0, 1)]
    match = store.add(Plan("tic_tac_toe", ("random",), 1), fixtures)
    store.keep(match, [Played(0, 0, ("1,1",), (1, -1)), Played(0, 1, ("1,1",), (0, 0))])
    totals = store.totals(match)
    assert (totals.by_seat, totals.pentas, totals.distinct) == ((1, 0, 1), {}, 1)


def test_totals_read_small_rows_and_indexes_only(tmp_path: Path) -> None:
    """A scan of the table that holds the moves would be slow with many games."""
    with Store.open(str(tmp_path / "games.db")) as store:
        match = store.add(PLAN, schedule(1))
        asked: list[tuple[str, object]] = []
        with store._database.reading() as connection:

            def heard(_: object, __: object, statement: str, parameters: object, *rest: object) -> None:
                asked.append((statement, parameters))

            event.listen(connection, "before_cursor_execute", heard)
            _results.read_totals(connection, match, None)
            event.remove(connection, "before_cursor_execute", heard)
            plans = [
                row[-1]
                for statement, parameters in asked
                for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)  # type: ignore[arg-type]
            ]
    assert plans
    assert not [line for line in plans if line.startswith("SCAN kibitz")]
    assert not [line for line in plans if "kibitz_results" in line and "INDEX kibitz_results_" not in line]
