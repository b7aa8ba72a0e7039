"""Games of people in the store: kept at every change, by whoever comes first, on SQLite and on PostgreSQL."""

import random
import signal
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from kibitz.arena.store import Sitting, Store
from kibitz.arena.store.records import Ended
from kibitz.errors import StoreError
from stored import program, settle

ANY = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
KEYS = [f"{number:032x}" for number in (0xA, 0xB, 0xABCDEF << 104, (0xABCDEF << 104) + 1)]
NEW = Sitting(KEYS[0], "ann", "tic_tac_toe", ("human", "greedy"), created=5.0, changed=6.0)

numbers = st.floats(allow_nan=False)
plain = st.none() | st.booleans() | st.integers() | numbers | st.text()
sittings = st.builds(
    Sitting,
    key=st.integers(0, 2**128 - 1).map(lambda number: f"{number:032x}"),
    owner=st.text(st.characters(codec="utf-8", exclude_characters="\0")),
    game=st.text(),
    seats=st.lists(st.text(), max_size=3).map(tuple),
    moves=st.lists(st.text()).map(tuple),
    ended=st.sampled_from(["", "over", "resigned"]),
    loser=st.none() | st.integers(0, 3),
    payoffs=st.none() | st.lists(numbers, max_size=3).map(tuple),
    settings=st.dictionaries(st.text(), plain | st.lists(plain)),
    created=st.floats(0, 1e11),
    changed=st.floats(0, 1e11),
)


@ANY
@given(sittings)
def test_a_game_comes_back_as_it_was_kept(store: Store, sitting: Sitting) -> None:
    store.forget_sittings(float("inf"), ended=True)
    assert store.keep_sitting(sitting)
    assert store.sitting(sitting.key) == store.sitting_named(sitting.key[:6].upper()) == sitting
    assert store.sittings(sitting.owner) == [sitting]


class Twin(RuleBasedStateMachine):
    """What the store says, and what a dictionary does."""

    store: Store

    def __init__(self) -> None:
        super().__init__()
        self.store.forget_sittings(float("inf"), ended=True)
        self.kept: dict[str, Sitting] = {}

    @rule(
        key=st.sampled_from(KEYS),
        owner=st.sampled_from("ab"),
        version=st.integers(1, 4),
        ended=st.sampled_from(["", "over", "resigned"]),
        changed=st.integers(0, 9),
    )
    def keep(self, key: str, owner: str, version: int, ended: Ended, changed: int) -> None:
        one = replace(NEW, key=key, owner=owner, version=version, ended=ended, changed=float(changed), moves=("m",) * version)
        there = self.kept[key].version if key in self.kept else 0
        assert self.store.keep_sitting(one) == (version == there + 1)
        if version == there + 1:
            self.kept[key] = one

    @rule(before=st.integers(0, 9), ended=st.booleans())
    def forget(self, before: int, ended: bool) -> None:
        old = [one.key for one in self.kept.values() if one.changed < before and (ended or not one.ended)]
        assert self.store.forget_sittings(before, ended) == len(old)
        for key in old:
            del self.kept[key]

    @rule(
        owner=st.sampled_from([None, "a", "b", "\0", "\udc80"]),
        ended=st.sampled_from([None, True, False]),
        most=st.integers(0, 4),
    )
    def listed(self, owner: str | None, ended: bool | None, most: int) -> None:
        fit = [one for one in self.kept.values() if owner in (None, one.owner) and ended in (None, one.ended != "")]
        assert self.store.sittings(owner, ended, most) == sorted(fit, key=lambda one: (-one.changed, one.key))[:most]

    @rule(begin=st.sampled_from(["000000", "abcdef", KEYS[2], "f" * 6]))
    def named(self, begin: str) -> None:
        fit = [one for key, one in self.kept.items() if key.startswith(begin)]
        if len(fit) == 1:
            assert self.store.sitting_named(begin) == fit[0]
        else:
            with pytest.raises(StoreError, match="^more than one game" if fit else "^no game"):
                self.store.sitting_named(begin)

    @invariant()
    def all_are_there(self) -> None:
        assert {key: self.store.sitting(key) for key in KEYS} == {key: self.kept.get(key) for key in KEYS}


def test_the_store_does_what_a_dictionary_does(store: Store) -> None:
    Twin.store = store
    run_state_machine_as_test(Twin, settings=settings(max_examples=15, stateful_step_count=30, deadline=None))


@pytest.mark.parametrize(
    "key", ["", "x", "\0", "\udc80", KEYS[0].upper() + "A", KEYS[0][:-1], KEYS[0] + "\n", "a" * 100_000, "%" * 32]
)
def test_strangers_may_ask_for_anything(store: Store, key: str) -> None:
    store.keep_sitting(NEW)
    assert store.sitting(key) is None


def test_what_cannot_be_kept_is_said_and_not_kept(store: Store) -> None:
    with pytest.raises(StoreError, match="'ABC' is no key of a game: it has 32 digits from 0 to f"):
        store.keep_sitting(replace(NEW, key="ABC"))
    for owner in ("\0", "half a letter \udc80"):
        with pytest.raises(StoreError, match="cannot be stored as the owner of a game"):
            store.keep_sitting(replace(NEW, owner=owner))
    assert store.sittings() == []


def test_of_many_threads_one_makes_each_version(store: Store) -> None:
    assert store.keep_sitting(NEW)

    def played(name: str) -> list[str]:
        mine: list[str] = []
        while len(mine) < 5 and (now := store.sitting(NEW.key)) is not None:
            move = f"{name}{now.version}"
            if store.keep_sitting(replace(now, moves=(*now.moves, move), version=now.version + 1)):
                mine.append(move)
        return mine

    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(played, "abcdefgh"))
    end = store.sitting(NEW.key)
    assert end is not None
    assert sorted(end.moves) == sorted(move for mine in made for move in mine)
    assert [int(move[1:]) for move in end.moves] == list(range(1, 1 + 8 * 5))


def test_of_two_who_begin_with_one_key_the_first_stays(store: Store) -> None:
    with ThreadPoolExecutor(8) as threads:
        new = list(threads.map(lambda owner: store.keep_sitting(replace(NEW, owner=owner)), "abcdefgh"))
    assert sum(new) == 1
    assert [one.owner for one in store.sittings()] == ["abcdefgh"[new.index(True)]]


ENDLESS = """
import sys
from dataclasses import replace
from kibitz.arena.store import Store
from test_store_sittings import NEW
with Store.open(sys.argv[1]) as store:
    now = store.sitting(NEW.key)
    while True:
        now = replace(NEW, moves=now.moves + (str(now.version),), version=now.version + 1) if now else NEW
        print(store.keep_sitting(now), now.version, flush=True)
"""


def test_a_page_killed_at_any_moment_loses_no_move_that_was_kept(store_url: str) -> None:
    dice, told = random.Random(3), 0
    for _ in range(3):
        with program(ENDLESS, store_url) as page:
            assert page.stdout is not None
            lines = [page.stdout.readline()]
            time.sleep(dice.random() * 0.15)
            page.send_signal(signal.SIGKILL)
            lines += page.stdout.read().splitlines()
        whole = [line.split() for line in lines if line.startswith("True ")]
        assert all(line[0] == "True" for line in whole)
        before, told = told, max(int(line[-1]) for line in whole if len(line) == 2)
        assert told > before
        with Store.open(store_url, make=False) as store:
            settle(store)
            now = store.sitting(NEW.key)
        assert now is not None
        assert now.version >= told
        assert now.moves == tuple(str(move) for move in range(1, now.version))
    if not store_url.startswith("postgresql"):
        connection = sqlite3.connect(store_url)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()


@pytest.mark.parametrize("change", [lambda one: replace(one, version=2), lambda one: replace(one, version=4)])
def test_who_comes_too_late_or_too_early_changes_nothing(store: Store, change: Callable[[Sitting], Sitting]) -> None:
    second = replace(NEW, moves=("1,1",), version=2)
    assert store.keep_sitting(NEW)
    assert store.keep_sitting(second)
    assert not store.keep_sitting(change(replace(NEW, moves=("2,2",))))
    assert store.sitting(NEW.key) == second
