"""A store of older days: it is read as it is, and gets the table of people's games with the first of them."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock
from sqlalchemy import inspect

import first_store
from kibitz.arena.store import Store, _sqlite
from kibitz.arena.store.export import write_json_lines
from kibitz.errors import StoreError
from postgres import Server
from stored import program, schedule, win
from test_store_sittings import KEYS, NEW


@pytest.fixture
def old_url(store_url: str) -> Iterator[str]:
    """Where such a store is; at the end, all that was in it still is."""
    first_store.make(store_url)
    with Store.open(store_url, make=False) as store:
        before = held(store)
    yield store_url
    with Store.open(store_url, make=False) as store:
        assert held(store)[:2] == before[:2]
        assert held(store)[2][: len(before[2])] == before[2]


def held(store: Store) -> tuple[object, object, list[str]]:
    return store.plan(1), store.fixtures(1), list(write_json_lines(store, 1))


def tables(store: Store) -> list[str]:
    with store._database.reading() as connection:
        return inspect(connection).get_table_names()


def test_an_older_store_can_be_read_and_written_as_before(old_url: str) -> None:
    with Store.open(old_url) as store:
        assert store.sittings() == []
        assert store.sitting(NEW.key) is None
        assert store.forget_sittings(1e12, ended=True) == 0
        with pytest.raises(StoreError, match="no game in this store has a key that begins with 000000"):
            store.sitting_named("000000")
        assert store.keep(1, [win(schedule(1)[1])]) == 1
        assert "kibitz_sittings" not in tables(store)  # nothing that nobody asked for


def test_the_first_game_of_people_brings_its_table(old_url: str) -> None:
    with Store.open(old_url) as one, Store.open(old_url, make=False) as other:
        for store in (one, other):  # all connections know that there is none yet
            assert store.forget_sittings(0) == 0
            assert store.sitting(NEW.key) is None
        assert one.keep_sitting(NEW)
        for store in (one, other):
            assert store.sitting(NEW.key) == NEW
            assert store.sittings("ann") == [NEW]
        assert other.keep_sitting(replace(NEW, version=2))
    with Store.open(old_url) as again:
        assert indexes(again) == {"kibitz_sittings_changed", "kibitz_sittings_owner"}


def indexes(store: Store) -> set[str | None]:
    with store._database.reading() as connection:
        return {index["name"] for index in inspect(connection).get_indexes("kibitz_sittings")}


KEEPER = """
import sys
from dataclasses import replace
from kibitz.arena.store import Store
from test_store_sittings import NEW
with Store.open(sys.argv[1]) as store:
    print("ready", flush=True)
    sys.stdin.read(1)
    print(store.keep_sitting(replace(NEW, key=sys.argv[2])))
"""


def test_two_programs_bring_the_table_at_once(old_url: str) -> None:
    with ExitStack() as running:
        all_of_them = [running.enter_context(program(KEEPER, old_url, key)) for key in KEYS]
        for one in all_of_them:
            assert one.stdout is not None
            assert one.stdout.readline() == "ready\n"
        for one in all_of_them:
            assert one.stdin is not None
            one.stdin.write("!")
            one.stdin.flush()
        assert [one.communicate()[0] for one in all_of_them] == ["True\n"] * len(KEYS)
    with Store.open(old_url) as store:
        assert sorted(one.key for one in store.sittings()) == sorted(KEYS)


def test_who_cannot_write_a_file_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sqlite, "WAIT_SECONDS", 0.05)
    first_store.make(file := str(tmp_path / "games.db"))
    with FileLock(f"{file}.lock"), Store.open(file, make=False) as store:
        assert (store.sittings(), store.sitting(NEW.key), store.totals(1).played) == ([], None, 1)
        with pytest.raises(StoreError, match="another kibitz has been writing"):
            store.keep_sitting(NEW)


def test_who_may_only_read_a_server_reads_it(postgres_server: Server) -> None:
    first_store.make(url := postgres_server.url())
    schema = url.rpartition("%3D")[2]
    with postgres_server.connected() as connection:
        connection.execute(f"CREATE ROLE {schema}_reader LOGIN".encode())
        connection.execute(f"GRANT USAGE ON SCHEMA {schema} TO {schema}_reader".encode())
        connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {schema}_reader".encode())
    with Store.open(url.replace("kibitz@", f"{schema}_reader@")) as store:
        assert (store.sittings(), store.sitting(NEW.key), store.totals(1).played) == ([], None, 1)
        with pytest.raises(StoreError, match="does not allow this"):
            store.keep_sitting(NEW)
