"""The games store, on SQLite and on PostgreSQL: what goes in comes out, once."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.errors import StoreError
from stored import PLAN, program, schedule, win


def test_a_match_comes_back_as_it_was_stored(store: Store) -> None:
    fixtures = schedule(3, "1,1 2,2")
    number = store.add(PLAN, fixtures)
    assert store.plan(number) == PLAN
    assert store.fixtures(number) == store.open_fixtures(number) == fixtures


def test_a_plan_of_nothing_but_what_it_needs_comes_back_too(store: Store) -> None:
    plan = Plan("pig", ("random",), 2**80)
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


def test_games_come_in_the_order_of_the_schedule_page_by_page(store: Store) -> None:
    fixtures = schedule(600)
    match = store.add(PLAN, fixtures)
    assert store.keep(match, [win(one) for one in reversed(fixtures)]) == 1200
    assert [one for one, _ in store.games(match)] == fixtures
    assert store.game(match, 599, 1) == (fixtures[-1], win(fixtures[-1]))


def test_matches_are_listed_with_how_far_they_are(store: Store) -> None:
    assert store.matches() == []
    one, other = store.add(PLAN, schedule(2)), store.add(Plan("pig", ("random", "random"), 1), [])
    store.keep(one, [win(schedule(2)[0])])
    first, second = store.matches()
    assert (first.number, first.game, first.players, first.form) == (one, "tic_tac_toe", ("random", "greedy"), "pairs")
    assert (first.games, first.played, second.number, second.games, second.played) == (4, 1, other, 0, 0)
    assert first.kibitz
    assert 0 < first.created <= second.created


def test_matches_are_listed_page_by_page(store: Store) -> None:
    numbers = [store.add(PLAN, schedule(n % 3)) for n in range(7)]
    for number, pairs in zip(numbers, (n % 3 for n in range(7)), strict=True):
        store.keep(number, [win(one) for one in schedule(pairs)[1:]])
    whole = store.matches()
    assert [(one.number, one.games, one.played) for one in whole] == [
        (number, 2 * (n % 3), max(0, 2 * (n % 3) - 1)) for n, number in enumerate(numbers)
    ]
    for skip, most in ((0, 3), (2, 3), (5, 9), (7, 3), (0, 0)):
        assert store.some_matches(skip, most) == (whole[skip : skip + most], 7)
        assert store.some_matches(skip, most, newest=True) == (whole[::-1][skip : skip + most], 7)


def test_what_is_not_there_is_said(store: Store) -> None:
    with pytest.raises(StoreError, match="no match 5 in this games store; it holds none yet"):
        store.plan(5)
    match = store.add(PLAN, schedule(1))
    for asked in (
        store.plan,
        store.fixtures,
        store.open_fixtures,
        store.totals,
        store.meetings,
        lambda one: list(store.games(one)),
    ):
        with pytest.raises(StoreError, match=f"no match 99 in this games store; the last one is {match}"):
            asked(99)
    with pytest.raises(StoreError, match=f"match {match} holds no game 1/0: it has 0/0 to 0/1, pair and side counted from 0"):
        store.keep(match, [win(Fixture(1, 0, (0, 1), ""))])
    with pytest.raises(StoreError, match=f"the game 0/1 of match {match} has not been played yet"):
        store.game(match, 0, 1)
    with pytest.raises(StoreError, match="no tuning 7"):
        store.tell(7, 0, {})


def test_a_schedule_with_a_game_twice_is_refused_and_leaves_nothing(store: Store) -> None:
    with pytest.raises(StoreError, match="holds a game twice"):
        store.add(PLAN, [*schedule(2), *schedule(1)])
    assert store.matches() == []


def test_a_result_of_a_game_that_is_not_scheduled_leaves_nothing_of_its_batch(store: Store) -> None:
    match = store.add(PLAN, schedule(1))
    with pytest.raises(StoreError):
        store.keep(match, [win(schedule(1)[0]), win(Fixture(8, 0, (0, 1), ""))])
    assert store.totals(match).played == 0


def test_a_step_of_a_tuning_is_told_once(store: Store) -> None:
    number = store.add_tuning({"game": "othello", "steps": 50, "ranges": {"corner": [0, 9.5]}})
    other = store.add_tuning({})
    assert store.tuning(number) == {"game": "othello", "steps": 50, "ranges": {"corner": [0, 9.5]}}
    assert store.tell(number, 1, {"wins": 3})
    assert store.tell(number, 0, {"wins": 1})
    assert not store.tell(number, 1, {"wins": 4})
    assert store.steps(number) == [{"wins": 1}, {"wins": 3}]
    assert store.steps(other) == []
    assert store.tunings() == [number, other]


def test_files_are_kept_with_a_match(store: Store, tmp_path: Path) -> None:
    rules, weights = tmp_path / "my_game.py", tmp_path / "w.json"
    rules.write_bytes(b"the rules")
    weights.write_bytes(bytes(range(256)))
    files = {str(file): file.read_bytes() for file in (rules, weights)}
    plan = Plan(f"{rules}:MyGame:size=3", (f"alphabeta:depth=2,weights={weights}", "greedy"), 1, files=files)
    match, again = store.add(plan, []), store.add(plan, [])
    assert store.plan(match) == store.plan(again) == plan


def test_a_store_opened_again_holds_what_it_held(store_url: str) -> None:
    with Store.open(store_url) as store:
        match = store.add(PLAN, schedule(1))
    with Store.open(store_url, make=False) as store:
        assert store.fixtures(match) == schedule(1)


WRITER = """
import sys, time
from kibitz.arena.store import Store
from stored import PLAN, schedule, win
url, match, forward = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "forward"
with Store.open(url) as store:
    fixtures = store.open_fixtures(match)
    print("ready", flush=True)
    sys.stdin.read(1)
    fixtures = fixtures if forward else fixtures[::-1]
    new = 0
    for at in range(0, len(fixtures), 20):
        new += store.keep(match, [win(one) for one in fixtures[at : at + 20]])
        if at == 0:
            print("begun", flush=True)  # and the other one too, or else the first might be done before the second is there
            sys.stdin.read(1)
        time.sleep(0.002)  # for the games
    print(new)
"""


def test_two_programs_write_to_one_store_at_once_and_both_succeed(store_url: str) -> None:
    fixtures = schedule(300)
    with Store.open(store_url) as store, ExitStack() as running:
        match = store.add(PLAN, fixtures)
        two = [running.enter_context(program(WRITER, store_url, str(match), way)) for way in ("forward", "backward")]
        for said in ("ready\n", "begun\n"):
            for one in two:
                assert one.stdout is not None
                assert one.stdout.readline() == said
            for one in two:
                assert one.stdin is not None
                one.stdin.write("!")
                one.stdin.flush()
        while any(one.poll() is None for one in two):
            assert store.totals(match).played <= 600  # reading while others write
            time.sleep(0.02)
        written = [int(one.communicate()[0]) for one in two]
        assert sum(written) == store.totals(match).played == 600
        assert min(written) > 0
        assert [one.returncode for one in two] == [0, 0]


def test_threads_share_a_store(store: Store) -> None:
    fixtures = schedule(40)
    match = store.add(PLAN, fixtures)

    def written(begin: int) -> int:
        assert 0 <= store.totals(match).played <= 80
        return sum(store.keep(match, [win(one)]) for one in fixtures[begin::3])

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(written, (0, 1, 2, 0))) == store.totals(match).played == 80
