"""Games on the workers of a dask scheduler: they are killed, and so is the scheduler; nothing is lost."""

import importlib.metadata
import importlib.util
import itertools
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
import players_gone_wrong
from kibitz.arena.crew import cluster
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.crew import Died
from kibitz.arena.crew.flow import flow
from kibitz.arena.crew.spec_files import collect_files
from kibitz.arena.fixture import Fixture, Key, Plan, Played
from kibitz.errors import CrewError
from machines import Machines

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals"),
    pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="the extra cluster is not installed"),
    pytest.mark.filterwarnings("default"),  # dask has its own
]

FIXTURES = [Fixture(pair, side, (side, 1 - side), "") for pair in range(100) for side in (0, 1)]


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    (tmp_path / "elsewhere").mkdir()
    started = Machines(tmp_path / "elsewhere")
    try:
        yield started
    finally:
        started.end()


def connected(machines: Machines) -> cluster.Cluster:
    joined = cluster.connect(machines.address)
    end = time.monotonic() + 60
    while joined.workers < 2 and time.monotonic() < end:
        time.sleep(0.05)
    assert joined.workers == 2
    return joined


def how(games: list[Played]) -> dict[Key, tuple[object, ...]]:
    return {one.key: (one.moves, one.payoffs, one.forfeit, one.reason) for one in games}


def test_workers_die_and_so_does_the_scheduler(machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game and a player are files that the workers do not have: their folder is another one."""
    monkeypatch.chdir(tmp_path)
    players_gone_wrong.written(tmp_path)
    Path("mine.py").write_bytes((Path(kibitz.__file__).parent / "games" / "tic_tac_toe.py").read_bytes())
    specs = ("./mine.py", "harmful.py:slow", "random")
    plan = Plan(specs[0], specs[1:], 3, files=collect_files(specs))
    expected = how(play_batch(Batch(plan, tuple(FIXTURES))))
    with connected(machines) as executor:
        beside = [executor.submit(os.getpid).result() for _ in range(8)]
        assert not {one.pid for one in machines.workers} & set(beside)
        played = list[Played]()
        for number, batch in enumerate(flow(executor, plan, FIXTURES, 2)):
            played += batch
            if number == 2:
                machines.workers[0].send_signal(signal.SIGKILL)
        assert how(played) == expected

        harmful = replace(plan, players=("harmful.py:leaves", "random"))
        (forfeit,) = itertools.chain.from_iterable(flow(executor, harmful, FIXTURES[:1], 1))
        assert (forfeit.forfeit, forfeit.reason) == (0, "harmful.py:leaves ended its own process each of 3 times (exit code 3)")
        assert isinstance(executor.submit(os._exit, 5).exception(), Died)
        with pytest.raises(CrewError, match=r"played by kibitz 0\.0\.1, and a worker has"):
            executor.submit(play_batch, Batch(plan, (), "0.0.1")).result()

        began, some = time.monotonic(), list[Played]()

        def play_on() -> None:
            for batch in flow(executor, plan, FIXTURES * 50, 2):
                some.extend(batch)
                machines.scheduler.kill()

        with pytest.raises(CrewError, match=r"^the scheduler at tcp://127\.0\.0\.1:\d+ is gone: .* --resume$"):
            play_on()
        assert some
        assert time.monotonic() - began < 20
    machines.end()
    assert players_gone_wrong.gone(beside, 20)


def test_no_scheduler_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.socket() as mute:  # bound, so that nobody else is there
        mute.bind(("127.0.0.1", 0))
        address, began = f"tcp://127.0.0.1:{mute.getsockname()[1]}", time.monotonic()
        with pytest.raises(CrewError, match=f"^no dask scheduler answers at {address} .*`dask scheduler`"):
            cluster.connect(address)
        assert time.monotonic() - began < 30
    with pytest.raises(CrewError, match="no dask scheduler answers at nonsense://x"):
        cluster.connect("nonsense://x")


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CrewError, match=r"pip install 'kibitz\[cluster\]'"):
        cluster.connect("tcp://127.0.0.1:8786")


def test_another_version_on_a_worker_is_told(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    connected(machines).shutdown()
    real = importlib.metadata.version
    monkeypatch.setattr("importlib.metadata.version", lambda name: "99.0" if name == "kibitz" else real(name))
    with pytest.raises(CrewError, match=r"has kibitz \d\S+, and here is 99\.0: install the same on both"):
        cluster.connect(machines.address)
