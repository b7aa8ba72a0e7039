"""The store when things go wrong: killed at any moment, a full disk, a wrong address, a server that is gone."""

import ctypes
import errno
import os
import random
import sqlite3
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from types import SimpleNamespace
from typing import Any

import pytest
from filelock import FileLock

import fair
from commandline import run_here
from kibitz.arena.fixture import Fixture
from kibitz.arena.store import Sitting, Store, _database
from kibitz.arena.store._database import parse_address
from kibitz.errors import StoreError
from postgres import Server
from stored import PLAN, played_by_the_rules, program, schedule, settle, win

ENDLESS = """
import sys
from kibitz.arena.store import Sitting, Store
from stored import PLAN, schedule, win
with Store.open(sys.argv[1]) as store:
    now = store.sitting("a" * 32)
    version, moves = (now.version, now.moves) if now else (0, ())
    while True:
        match = store.add(PLAN, schedule(10))
        for begin in range(0, 20, 10):
            kept = store.keep(match, [win(one) for one in schedule(10)[begin : begin + 10]])
            version, moves = version + 1, (*moves, str(version + 1))
            assert store.keep_sitting(Sitting("a" * 32, "ann", "nim", ("human", "greedy"), moves, version=version))
            print(match, begin + kept, version, flush=True)
"""


def test_a_program_killed_at_any_moment_loses_nothing_that_was_stored(store_url: str) -> None:
    """Games of matches, and games of people move by move."""
    dice, told, version = random.Random(3), dict[int, int](), 0
    for _ in range(2):
        with program(ENDLESS, store_url) as writer:
            assert writer.stdout is not None
            lines = [writer.stdout.readline()]
            time.sleep(dice.random() * 0.15)
            writer.kill()
            lines += writer.stdout.read().splitlines()
        heard = [list(map(int, line.split())) for line in lines if len(line.split()) == 3]
        told |= {match: played for match, played, _ in heard}
        assert heard[-1][2] > version
        version = heard[-1][2]
        with Store.open(store_url) as store:
            settle(store)
            for summary in store.matches():
                games, totals = [one.key for one, _ in store.games(summary.number)], store.totals(summary.number)
                assert summary.games == totals.scheduled == len(store.fixtures(summary.number)) == 20
                assert summary.played == totals.played == totals.by_seat[0] == len(set(games)) == len(games)
                assert len(games) >= told.get(summary.number, 0)
                assert len(games) % 10 == 0
            assert told.keys() <= {one.number for one in store.matches()}
            store.keep(max(told), [win(one) for one in store.open_fixtures(max(told))])
            assert store.totals(max(told)).played == 20
            now = store.sitting("a" * 32)
        assert now is not None
        assert now.version >= version
        assert now.moves == tuple(str(move) for move in range(1, now.version + 1))
    if not store_url.startswith("postgresql"):
        with closing(sqlite3.connect(store_url)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_file_store_is_durable_and_leaves_only_itself_and_its_lock(tmp_path: Path) -> None:
    file = tmp_path / "a folder" / "with 50% & more?.db"
    with Store.open(str(file)) as store:
        match = store.add(PLAN, schedule(1))
        with store._database.writing() as connection:
            modes = [connection.scalar(f"PRAGMA {name}") for name in ("journal_mode", "synchronous", "foreign_keys")]
        assert modes == ["wal", 2, 1]
        with store._database.reading() as connection, pytest.raises(Exception, match="readonly"):
            connection.run("DELETE FROM kibitz_store")
        assert store.totals(match).scheduled == 2
    assert {one.name for one in file.parent.iterdir()} == {file.name, f"{file.name}.lock"}


def test_who_waits_for_another_program_gives_up_and_reading_does_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_database, "WAIT_SECONDS", 0.5)
    file = tmp_path / "games.db"
    with Store.open(str(file)) as store, ThreadPoolExecutor(6) as threads:
        match = store.add(PLAN, schedule(1))
        with FileLock(f"{file}.lock"):
            began = fair.now()
            waiting = [threads.submit(store.keep, match, [win(schedule(1)[0])]) for _ in range(6)]
            assert store.fixtures(match) == schedule(1)
            for one in waiting:
                with pytest.raises(StoreError, match=r"another kibitz has been writing to .*games.db for"):
                    one.result(10)
            assert fair.now() - began < 2  # not one after the other, which would be 3 s
        assert store.keep(match, [win(schedule(1)[0])]) == 1


def test_no_log_beside_a_file_on_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda / ext4 rw 0 0\nserver:/home {tmp_path} nfs4 rw 0 0\nx {tmp_path}/disk\\040one ext4 rw 0 0\n")
    assert _database.is_remote(tmp_path / "folder" / "games.db", mounts)
    assert not _database.is_remote(tmp_path / "disk one" / "games.db", mounts)
    assert not _database.is_remote(tmp_path / "games.db", tmp_path / "none")
    kernel = SimpleNamespace(GetDriveTypeW={"C:\\": 3, "\\\\server\\share\\": 4}.get)
    with monkeypatch.context() as windows:
        windows.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
        assert not _database.is_remote(PureWindowsPath("C:/games.db"))  # type: ignore[arg-type]
        assert _database.is_remote(PureWindowsPath("//server/share/games.db"))  # type: ignore[arg-type]
    monkeypatch.setattr(_database, "is_remote", lambda file: True)
    with Store.open(str(tmp_path / "games.db")) as store:
        store.add(PLAN, schedule(1))
        with store._database.reading() as connection:
            assert connection.scalar("PRAGMA journal_mode") == "delete"


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        (PureWindowsPath("C:/my games/one.db"), "file:///C:/my%20games/one.db"),
        (PureWindowsPath("//server/share/games.db"), "file:////server/share/games.db"),
        (PurePosixPath("/home/100%?/games.db"), "file:///home/100%25%3F/games.db"),
    ],
)
def test_a_file_is_named_as_sqlite_reads_it(file: PurePath, uri: str) -> None:
    assert _database.write_uri(file) == uri


def test_a_full_disk_is_said_and_what_was_stored_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "games.db")
    with Store.open(file) as store:
        fixtures = schedule(500)
        match = store.add(PLAN, fixtures)
    connect = sqlite3.connect

    def small(*arguments: Any, **more: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **more)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages + 16}")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    kept: list[int] = []
    with Store.open(file) as store:
        with pytest.raises(StoreError, match=r"^the disk is full, .* cannot grow; .* go on; a match does so with --resume$"):
            kept.extend(store.keep(match, [win(one) for one in fixtures[at : at + 10]]) for at in range(0, 1000, 10))
        assert 0 < store.totals(match).played == sum(kept) < 1000


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("a file/games.db", r"^a games store cannot be made in .*, which is not a folder: choose another place"),
        ("a file/deeper/games.db", r"^a games store cannot be made in .*, which is not a folder: choose another place"),
        ("/dev/null", r"^/dev/null is not an ordinary file, as a games store must be: choose another"),
        ("", r"is a folder, and a games store is a file: write, for instance, .*games\.db"),
        ("a file", r"a file is not a games store: choose another file with --store"),
        ("songs.db", r"songs\.db is a database, but no games store"),
    ],
)
def test_a_place_that_cannot_hold_a_store_is_said_and_left_alone(tmp_path: Path, place: str, sentence: str) -> None:
    (tmp_path / "a file").write_text("Dear Sir, " * 100)
    with closing(sqlite3.connect(tmp_path / "songs.db")) as connection:
        connection.execute("CREATE TABLE songs (title)")
    with pytest.raises(StoreError, match=sentence):
        Store.open(str(tmp_path / place))
    assert (tmp_path / "a file").read_text() == "Dear Sir, " * 100


def test_a_damaged_store_is_said(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Store.open(str(file)) as store:
        match = store.add(PLAN, schedule(2000))
    content = bytearray(file.read_bytes())
    content[4096 * 4 :] = bytes(len(content) - 4096 * 4)
    file.write_bytes(content)
    with Store.open(str(file)) as store, pytest.raises(StoreError, match=r"games\.db is damaged .* take a copy"):
        store.fixtures(match)


def _damage(content: bytes, dice: random.Random) -> bytes:
    """A file of which a part is something else, or gone."""
    at, length = dice.randrange(100, len(content)), dice.choice((1, 16, 300, 3000, 5000))
    middle = dice.choice((b"\xff" * length, bytes(length), dice.randbytes(length)))
    return content[:at] if dice.random() < 0.1 else content[:at] + middle + content[at + length :]


LOOKS = ["--list", "--show 1", "--show 2 --json", "--show 1/3/1", "--export 1", "--export 2 --text", "--resume 1"]


def test_a_store_that_is_damaged_anywhere_is_told_or_read_right_and_never_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that opens it; where one succeeds, it says what it says of the whole store."""
    file, games, dice = tmp_path / "games.db", tmp_path / "games.txt", random.Random(5)
    games.write_text("1,1 2,1 2,2\n")
    with Store.open(str(file)) as store:
        for match in (1, 2):
            store.add(PLAN, schedule(60))
            store.keep(match, [played_by_the_rules(one, match) for one in schedule(60)])
        store.keep_sitting(Sitting("a" * 32, "ann", "tic_tac_toe", ("human", "greedy"), ("1,1",)))
    content = file.read_bytes()
    monkeypatch.setenv("KIBITZ_STORE", str(file))
    new = ["match random random --game tic_tac_toe --games 2 --workers 1", f"convert {games} --game tic_tac_toe --into-store"]
    commands = [f"match {one}" for one in LOOKS] + ["review match:1/3/1 --depth 1 --json", *new]
    whole = {command: run_here(*command.split()) for command in commands}
    assert {code for code, _, _ in whole.values()} == {0}
    told = 0
    for _ in range(6):
        bad = _damage(content, dice)
        for command in commands:
            for left in tmp_path.glob("games.db*"):
                left.unlink()
            file.write_bytes(bad)
            code, written, complaint = run_here(*command.split())
            if code == 2:
                told += 1
                assert len(complaint.splitlines()) == 1
                assert file.read_bytes() == bad, command
            else:
                assert code == 0, command
                assert command in new or "review" in command or written == whole[command][1]
    assert told > 10


def test_a_match_in_a_store_with_a_damaged_index_is_told(tmp_path: Path) -> None:
    """As it was found: 3,000 bytes of a page of two matches were something else, and the error of the library came through."""
    file = tmp_path / "games.db"
    with Store.open(str(file)) as store:
        for match in (1, 2):
            store.add(PLAN, schedule(150))
            store.keep(match, [win(one) for one in schedule(150)])
    content = bytearray(file.read_bytes())
    content[9000:12000] = b"\xff" * 3000
    file.write_bytes(content)
    with Store.open(str(file)) as store, pytest.raises(StoreError, match=r"games\.db is damaged \(.*\): take a copy of it"):
        store.add(PLAN, schedule(1))
    assert file.read_bytes() == content


def test_rows_that_contradict_each_other_are_damage(tmp_path: Path) -> None:
    """Each page is in order, and yet what is in them does not fit together."""
    file = tmp_path / "games.db"
    with Store.open(str(file)) as store:
        match = store.add(PLAN, schedule(3))
        store.keep(match, [win(one) for one in schedule(3)])
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM kibitz_meetings WHERE pair = 1")
        connection.execute("UPDATE kibitz_fixtures SET seats = '[0,' WHERE pair = 2")
        connection.commit()
    with Store.open(str(file)) as store:
        with pytest.raises(StoreError, match=r"damaged .*match 1 has 6 games, and 4 meetings of two players in them"):
            store.totals(match)
        for ask in (lambda: store.fixtures(match), lambda: store.keep(match, [win(Fixture(2, 0, (0, 1), ""))])):
            with pytest.raises(StoreError, match=r"damaged .*a row cannot be read"):
                ask()


def test_a_folder_in_which_nothing_can_be_made_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as /proc: filelock takes it for a file that somebody deletes at this moment, and would try it for ever."""
    make = os.open

    def refused(place: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & os.O_CREAT and str(place).endswith(".lock"):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(place))
        return make(place, flags, *more, **named)

    monkeypatch.setattr(os, "open", refused)
    monkeypatch.setattr("kibitz.arena.store._database.WAIT_SECONDS", 5.0)
    with pytest.raises(StoreError, match=r"^the games store .* cannot be used \(No such file or directory\): choose another"):
        Store.open(str(tmp_path / "games.db"))


@pytest.mark.parametrize("problem", [FileNotFoundError, PermissionError])
def test_a_lock_that_another_deletes_at_this_moment_is_waited_for(
    problem: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, left = os.open, [problem(1, "not now")] * 2

    def deleted(place: Any, flags: int, *more: Any, **named: Any) -> int:
        if str(place).endswith(".lock") and left:
            raise left.pop()
        return make(place, flags, *more, **named)

    monkeypatch.setattr(os, "open", deleted)
    with Store.open(str(tmp_path / "games.db")) as store:
        store.add(PLAN, schedule(1))
    assert not left


def test_a_store_of_a_newer_version_is_not_touched(store_url: str) -> None:
    with Store.open(store_url) as store, store._database.writing() as connection:
        connection.run("UPDATE kibitz_store SET version = 2")
    with pytest.raises(StoreError, match="is of version 2, and this kibitz knows 1: pip install -U kibitz"):
        Store.open(store_url)


def test_a_store_that_is_only_read_is_not_made(store_url: str) -> None:
    with pytest.raises(StoreError, match=r"there is no games store at .* yet"):
        Store.open(store_url, make=False)
    if not store_url.startswith("postgresql"):
        assert not list(Path(store_url).parent.iterdir())


def test_a_server_that_is_not_there_and_a_missing_driver_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, reason in (("/games?host=/nowhere", ""), ("127.0.0.1:1/games", ".*[Cc]onnection refused")):
        with pytest.raises(StoreError, match=rf"^there is no connection to the server .*@{reason}.*; is it running") as said:
            Store.open(f"postgresql://me:secret@{place}")
        assert ":***@" in str(said.value)
        assert "secret" not in str(said.value)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"needs psycopg, which is not installed: pip install 'kibitz\[postgres\]'"):
        Store.open("postgresql://localhost/games")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql+pymysql://me:secret@host/games", r"^a games store cannot be kept by mysql\+pymysql: write a file"),
        ("postgresql://me:secret@host:port/games", r"//me:\*\*\*@host:port/games' is not an address of a games store: write a"),
        (
            "postgresql://me:hard@secret@host:port/games",
            r"^'postgresql://me:\*\*\*@host:port/games' has an @ too many: write %40 for one in a name or a password",
        ),
        ("post-gres://me:hard@secret@host/games", r"^'post-gres://me:\*\*\*@host/games' is not an address of a games store"),
        ("postgresql://host:1,host:port/games", r"//host:1,host:port/games' is not an address of a games store"),
        (
            "postgresql://h/g?sslpassword=secret&pass%77ord=secret&a=1",
            r"sslpassword=\*\*\*&pass%77ord=\*\*\*&a=1' is not an add",
        ),
        ("postgresql://host/games?password=secret&speed=9", r"\?password=\*\*\*&speed=9' is not an address of a games store"),
        ("not an address://me:secret@host", r"^'not an address://me:\*\*\*@host' is not an address of a games store"),
        ("sqlite:///:memory:", r"^'sqlite:///:memory:' names no file, and a games store must be one"),
    ],
)
def test_a_url_that_is_not_one_of_a_store_is_said_without_its_password(url: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence) as said:
        Store.open(url)
    assert "secret" not in str(said.value)


def test_the_parts_of_a_url_reach_the_server(postgres_server: Server) -> None:
    with Store.open(postgres_server.url().replace("kibitz@", "kibit%7A:p%2F@") + "&application_name=a%20b%2B") as store:
        assert ":***@" in str(store)
        assert ":p%2F@" in store.url
        assert "p%2F" not in repr(store._database.address)
        with store._database.reading() as connection:
            assert connection.row("SELECT current_user, current_setting('application_name')") == ("kibitz", "a b+")


def test_where_a_store_is_when_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("KIBITZ_STORE", raising=False)
    if sys.platform == "linux":
        assert parse_address(None).file == tmp_path / "kibitz" / "games.db"
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "mine.db"))
    assert parse_address(None).file == tmp_path / "mine.db"
    assert parse_address("sqlite:///here.db").file == parse_address("here.db").file == Path("here.db").absolute()
    assert parse_address("sqlite:////there.db").file == Path("/there.db")
    with Store.open() as store:
        assert str(store) == str(tmp_path / "mine.db")


def test_a_user_without_the_right_to_make_tables_is_told(postgres_server: Server) -> None:
    url = postgres_server.url()
    with postgres_server.connected() as connection:
        connection.execute("CREATE ROLE guest LOGIN")
    with pytest.raises(StoreError, match=r"does not allow this .*: ask for the right to make tables there"):
        Store.open(url.replace("kibitz@", "guest@").replace("&options", "&ignored").partition("&")[0])


def test_a_server_that_ends_the_connection_is_found_again(postgres_server: Server) -> None:
    with Store.open(postgres_server.url("postgresql")) as store:  # by psycopg, though nothing says so
        match = store.add(PLAN, schedule(1))
        with postgres_server.connected() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
            )
        assert store.fixtures(match) == schedule(1)
