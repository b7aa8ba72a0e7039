"""Games on the workers of a dask scheduler: they are killed, and so is the scheduler; nothing is lost."""

import importlib.metadata
import importlib.util
import itertools
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
import players_gone_wrong
from commandline import here
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.flow import flow
from kibitz.arena.fixture import Plan
from kibitz.arena.match import Match
from kibitz.arena.standing import Standing
from kibitz.arena.store import Store
from kibitz.books.make_book import make_book
from kibitz.core.registry import load
from kibitz.errors import CrewError
from kibitz.learning.crew_learner import CrewLearner
from kibitz.learning.learner import Goal, LearningProgress
from kibitz.learning.preparation import prepare
from kibitz.solutions import solve_everything
from kibitz.workers import cluster, crew_walker
from kibitz.workers.crew import Died
from kibitz.workers.crew_walker import solve_everything_by_workers
from kibitz.workers.files import collect_files
from kibitz.workers.workplace import Workplace
from matched import Here
from stored import schedule

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals"),
    pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="the extra cluster is not installed"),
    pytest.mark.filterwarnings("default"),  # dask has its own
]


class Machines:
    """A scheduler and two workers, as on several machines: programs with ports of their own, in another folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        """A new scheduler and two workers, at a new address."""
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        # The scheduler, which runs none of our code, has what tests/support/no_posix takes away: it asks Linux for it.
        path = os.pathsep.join(one for one in os.environ.get("PYTHONPATH", "").split(os.pathsep) if "no_posix" not in one)
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(file), PYTHONPATH=path)
        while not file.exists() or not file.read_text(encoding="utf-8"):
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = json.loads(file.read_text(encoding="utf-8"))["address"]
        self.workers = [self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny") for _ in range(2)]

    def _start(self, what: str, *arguments: str, **settings: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{what}", "--no-dashboard", "--host", "127.0.0.1", *arguments]
        place = os.environ | {"TMPDIR": str(self.folder), **settings}
        return subprocess.Popen(command, cwd=self.folder, env=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def joined(self) -> cluster.Cluster:
        """The cluster, when both workers are there."""
        joined, end = cluster.connect(self.address), time.monotonic() + 60
        while joined.workers < 2:
            assert time.monotonic() < end
            time.sleep(0.05)
        return joined

    def mend(self) -> None:
        """Starts anew where one has died."""
        if any(one.poll() is not None for one in (*self.workers, self.scheduler)):
            self.end()
            self.start()

    def end(self) -> None:
        """Kills them all."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    started = Machines(tmp_path_factory.mktemp("elsewhere"))
    yield started
    started.end()


def test_workers_die_and_so_does_the_scheduler_and_every_game_counts_once(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game and a player are files that the workers do not have: their folder is another one."""
    monkeypatch.chdir(tmp_path)
    players_gone_wrong.written(tmp_path)
    Path("mine.py").write_bytes((Path(kibitz.__file__).parent / "games" / "tic_tac_toe.py").read_bytes())
    specs = ("./mine.py", "harmful.py:slow", "random")
    plan = Plan(specs[0], specs[1:], 3, files=collect_files(specs))
    with Store.open("games.db") as store:
        quiet, number = (store.add(plan, schedule(100)) for _ in range(2))
        expected = Match(store, quiet).play(Here(), 1)

        def after(games: int, kill: Callable[[], None]) -> Callable[[Standing], None]:
            def tell(standing: Standing) -> None:
                if standing.totals.played >= games:
                    kill()

            return tell

        with machines.joined() as executor:
            beside = [executor.submit(os.getpid).result() for _ in range(8)]
            assert not {one.pid for one in machines.workers} & set(beside)
            monkeypatch.setattr("kibitz.arena.match.LOOK_SECONDS", 0.0)
            monkeypatch.setattr("kibitz.arena.match.PAUSE_PER_LOOK", 0)
            for batch in flow(executor, plan, schedule(5), 2):
                store.keep(number, batch)
                machines.workers[0].kill()
            with pytest.raises(CrewError, match=r"^the scheduler at tcp://127\.0\.0\.1:\d+ is gone: .* where there is one$"):
                Match(store, number).play(executor, 2, after(30, machines.scheduler.kill))
        machines.end()
        assert players_gone_wrong.gone(beside, 20)
        assert 30 <= store.totals(number).played < 200
        machines.start()
        with machines.joined() as executor:
            resumed = Match(store, number).play(executor, lambda: executor.workers)
        assert resumed.totals == expected.totals
        assert [(key, one.moves) for key, one in store.games(number)] == [(key, one.moves) for key, one in store.games(quiet)]


def test_a_player_that_ends_its_process_ends_no_worker(machines: Machines, tmp_path: Path) -> None:
    spec = f"{players_gone_wrong.written(tmp_path)}:leaves"
    plan = Plan("tic_tac_toe", (spec, "random"), 3, files=collect_files([spec]))
    with machines.joined() as executor:
        (forfeit,) = itertools.chain.from_iterable(flow(executor, plan, schedule(1)[:1], 1))
        assert (forfeit.forfeit, forfeit.reason) == (0, f"{spec} ended its own process each of 3 times (exit code 3)")
        assert isinstance(executor.submit(os._exit, 5).exception(), Died)
        with pytest.raises(CrewError, match=r"played by kibitz 0\.0\.1, and a worker has"):
            executor.submit(play_batch, Batch(replace(plan, players=("random",) * 2), (), "0.0.1")).result()
    assert [one.poll() for one in machines.workers] == [None, None]


def test_the_command_plays_on_a_cluster(machines: Machines, tmp_path: Path) -> None:
    at = ("--cluster", machines.address, "--store", str(tmp_path / "games.db"))
    assert json.loads(here("match", "random", "greedy", "--game", "nim", "--games", "4", *at, "--json"))["games"] == 4


def test_another_version_on_a_worker_is_told(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    machines.joined().shutdown()
    real = importlib.metadata.version
    monkeypatch.setattr("importlib.metadata.version", lambda name: "99.0" if name == "kibitz" else real(name))
    with pytest.raises(CrewError, match=r"has kibitz \d\S+, and here is 99\.0: install the same on both"):
        cluster.connect(machines.address)


def test_no_scheduler_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.socket() as mute:  # bound, so that nobody else is there
        mute.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(CrewError, match=f"^no dask scheduler answers at {address} .*`dask scheduler`"):
            cluster.connect(address)
    with pytest.raises(CrewError, match="no dask scheduler answers at nonsense://x"):
        cluster.connect("nonsense://x")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CrewError, match=r"pip install 'kibitz\[cluster\]'"):
        cluster.connect(address)


@pytest.mark.parametrize(("rules", "fields", "plies"), [("tic_tac_toe", "", 3), ("kalah", ":Kalah:pits=3,seeds=2", 4)])
def test_a_book_is_the_same_though_a_worker_dies(
    rules: str, fields: str, plies: int, machines: Machines, tmp_path: Path
) -> None:
    """Of rules in a file that the workers do not have. A lost part is given out again, and each position counts once."""
    machines.mend()
    (tmp_path / "mine.py").write_bytes((Path(kibitz.__file__).parent / "games" / f"{rules}.py").read_bytes())
    game, alone, there = load(f"{tmp_path / 'mine.py'}{fields}"), tmp_path / "alone.book", tmp_path / "there.book"
    made, counts = make_book(game, plies, alone), list[int]()

    def tell(what: str, done: int, all_: int) -> None:
        if what == "solving":
            counts.append(done)
            machines.workers[0].kill()

    machines.joined().stop()
    again = make_book(game, plies, there, cluster=machines.address, progress=tell)
    assert machines.workers[0].wait(5)
    assert counts == [*range(1, made.solved + 1)]
    assert (there.read_bytes(), again.solved) == (alone.read_bytes(), made.solved)


@pytest.mark.compiled
def test_a_cluster_learns_what_one_process_learns_though_a_worker_dies(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of rules in a file that the workers do not have."""
    monkeypatch.setattr("kibitz.learning.crew_learner.TICK", 0.02)
    monkeypatch.setattr("kibitz.learning.crew_learner.FEWEST", 2000)
    machines.mend()
    (tmp_path / "mine.py").write_bytes((Path(kibitz.__file__).parent / "games" / "tic_tac_toe.py").read_bytes())
    game = load(str(tmp_path / "mine.py"))
    alone = CrewLearner(prepare(game, 12), Workplace(1), 3)
    alone.run(Goal(games=4000), lambda progress: None)
    alone.place.stop()
    machines.joined().stop()
    with Workplace(cluster=machines.address) as place:
        there = CrewLearner(prepare(game, 12), place, 3)

        def tell(progress: LearningProgress) -> None:
            if 0 < progress.games < 4000:
                machines.workers[0].kill()

        there.run(Goal(games=4000), tell)
    assert machines.workers[0].wait(5)
    assert there.progress.games == 4000
    for ours, theirs in zip(alone.arrays, there.arrays, strict=True):
        assert ours.tobytes() == theirs.tobytes()


def test_a_cluster_solves_everything_though_a_worker_dies(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of rules in a file that the workers do not have; at first with the command, and both workers."""
    monkeypatch.setattr(crew_walker, "LEAST_PART", 3)
    machines.mend()
    (tmp_path / "mine.py").write_bytes((Path(kibitz.__file__).parent / "games" / "tic_tac_toe.py").read_bytes())
    game = f"{tmp_path / 'mine.py'}:width=3,height=2,line=2"
    machines.joined().stop()
    solve_everything(game, tmp_path / "alone")
    here("solve", game, "--everything", "--to", str(tmp_path / "by_command"), "--cluster", machines.address)
    solve_everything_by_workers(game, tmp_path / "there", progress=kill_in("values", machines), cluster=machines.address)
    assert machines.workers[0].wait(5)
    for name in ("by_command", "there"):
        assert (tmp_path / name).read_bytes() == (tmp_path / "alone").read_bytes()
    assert not [name for name in os.listdir(tmp_path) if name.startswith("kibitz")]


def kill_in(doing: str, machines: Machines) -> Callable[[int, str], None]:
    """What kills a worker when this is done."""

    def tell(positions: int, note: str) -> None:
        if note.startswith(doing) and "3 plies" in note:
            machines.workers[0].kill()

    return tell
