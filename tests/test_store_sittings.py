"""Games of people in the store: kept at every change, by whoever comes first; and stores of the days before there were any."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from filelock import FileLock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from kibitz.arena.store import Sitting, Store
from kibitz.arena.store.export import write_json_lines
from kibitz.arena.store.records import Ended
from kibitz.errors import StoreError
from postgres import Server
from runs import examples
from stored import names, schedule, win

ANY = settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
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
    run_state_machine_as_test(Twin, settings=settings(max_examples=examples(8), stateful_step_count=25, deadline=None))


@pytest.mark.parametrize("key", ["", "\0", "\udc80", KEYS[0].upper() + "A", KEYS[0] + "\n", "a" * 100_000, "%" * 32])
def test_strangers_may_ask_for_anything(store: Store, key: str) -> None:
    store.keep_sitting(NEW)
    assert store.sitting(key) is None


def test_what_cannot_be_kept_is_said_and_not_kept(store: Store) -> None:
    with pytest.raises(StoreError, match="'ABC' is not a key of a game: it has 32 digits from 0 to f"):
        store.keep_sitting(replace(NEW, key="ABC"))
    for owner in ("\0", "half a letter \udc80"):
        with pytest.raises(StoreError, match="cannot be stored as the owner of a game"):
            store.keep_sitting(replace(NEW, owner=owner))
    assert store.sittings() == []


def test_of_many_threads_one_makes_each_version(store: Store) -> None:
    with ThreadPoolExecutor(8) as threads:
        new = list(threads.map(lambda owner: store.keep_sitting(replace(NEW, owner=owner)), "abcdefgh"))
    assert sum(new) == 1
    assert [one.owner for one in store.sittings()] == ["abcdefgh"[new.index(True)]]

    def play(name: str) -> list[str]:
        mine: list[str] = []
        while len(mine) < 5 and (now := store.sitting(NEW.key)) is not None:
            move = f"{name}{now.version}"
            if store.keep_sitting(replace(now, moves=(*now.moves, move), version=now.version + 1)):
                mine.append(move)
        return mine

    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(play, "abcdefgh"))
    end = store.sitting(NEW.key)
    assert end is not None
    assert sorted(end.moves) == sorted(move for mine in made for move in mine)
    assert [int(move[1:]) for move in end.moves] == list(range(1, 1 + 8 * 5))


def test_a_guest_is_found_by_all_letters_of_the_name(store: Store) -> None:
    games = [
        replace(NEW, key=key, settings={"guest": name}) for key, name in zip(KEYS, ("a_%/b", "axx/b", "a_%//b"), strict=False)
    ]
    assert [store.keep_sitting(one) for one in games] == [True] * 3
    for one in games:
        assert store.sittings(str(one.settings["guest"]), ended=False) == [one]
    assert store.sittings("a_%", ended=False) == store.sittings("axx/b", ended=True) == []


# Stores of older days


def make_old(url: str) -> None:
    """A store of one match of two games, one of which has been played, as the first kibitz made it."""
    on_server = url.startswith("postgresql")
    kinds = {"{number}": "SERIAL", "{bytes}": "BYTEA", "{narrow}": ""}
    if not on_server:
        kinds = {"{number}": "INTEGER", "{bytes}": "BLOB", "{narrow}": "WITHOUT ROWID"}
    tables = (Path(__file__).parent / "golden" / "first_store.sql").read_text(encoding="utf-8")
    for word, kind in kinds.items():
        tables = tables.replace(word, kind)
    if on_server:
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(tables.encode())
        return
    file = sqlite3.connect(url)
    file.executescript(tables)
    file.close()


def held(url: str) -> tuple[object, object, list[str]]:
    with Store.open(url, make=False) as store:
        return store.plan(1), store.fixtures(1), list(write_json_lines(store, 1))


@pytest.fixture
def old_url(store_url: str) -> Iterator[str]:
    """Where such a store is; at the end, all that was in it still is."""
    make_old(store_url)
    before = held(store_url)
    yield store_url
    after = held(store_url)
    assert (after[0], after[1], after[2][: len(before[2])]) == before


def test_an_older_store_can_be_read_and_written_as_before(old_url: str) -> None:
    with Store.open(old_url) as store:
        assert (store.sittings(), store.sitting(NEW.key), store.forget_sittings(1e12, ended=True)) == ([], None, 0)
        with pytest.raises(StoreError, match="no game in this store has a key that begins with 000000"):
            store.sitting_named("000000")
        assert store.keep(1, [win(schedule(1)[1])]) == 1
        assert "kibitz_sittings" not in names(store)  # nothing that nobody asked for


def test_the_first_games_of_people_bring_their_table(old_url: str) -> None:
    """Even where several come at once, each with connections of its own that know that there is none yet."""

    def keep(key: str) -> bool:
        with Store.open(old_url, make=False) as store:
            return store.sitting(key) is None and store.keep_sitting(replace(NEW, key=key))

    with Store.open(old_url) as other, ThreadPoolExecutor(4) as threads:
        assert other.sittings("ann") == []
        assert list(threads.map(keep, KEYS)) == [True] * 4
        assert sorted(one.key for one in other.sittings("ann")) == sorted(KEYS)
        assert other.keep_sitting(replace(NEW, version=2))
        assert {"kibitz_sittings_changed", "kibitz_sittings_owner"} <= names(other)


def test_who_cannot_write_a_file_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.arena.store._database.WAIT_SECONDS", 0.05)
    make_old(file := str(tmp_path / "games.db"))
    with FileLock(f"{file}.lock"), Store.open(file, make=False) as store:
        assert (store.sittings(), store.sitting(NEW.key), store.totals(1).played) == ([], None, 1)
        with pytest.raises(StoreError, match="another kibitz has been writing"):
            store.keep_sitting(NEW)


def test_who_may_only_read_a_server_reads_it(postgres_server: Server) -> None:
    make_old(url := postgres_server.url())
    schema = url.rpartition("%3D")[2]
    with postgres_server.connected() as connection:
        connection.execute(f"CREATE ROLE {schema}_reader LOGIN".encode())
        connection.execute(f"GRANT USAGE ON SCHEMA {schema} TO {schema}_reader".encode())
        connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {schema}_reader".encode())
    with Store.open(url.replace("kibitz@", f"{schema}_reader@")) as store:
        assert (store.sittings(), store.sitting(NEW.key), store.totals(1).played) == ([], None, 1)
        with pytest.raises(StoreError, match="does not allow this"):
            store.keep_sitting(NEW)
