"""kibitz as a user has it: installed from its wheel into an empty environment, in a folder that cannot be written to."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
Run = Callable[..., str]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The site-packages of an environment that holds the wheel only, read-only; what kibitz needs is borrowed by path.

    (A `.pth` file adds our own site-packages at the end. The `.pth` files in there, which would bring this very folder
    of sources in, are not read again. What the wheel declares to need is compared in test_package.)
    """
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=PROJECT, check=True, capture_output=True)
    venv.create(folder / "env", with_pip=False, symlinks=True)
    place = next((folder / "env" / "lib").glob("python*/site-packages"))
    wheel = next(folder.glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "-qq", "--python", str(folder / "env")]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--no-compile", str(wheel)], check=True)
    (place / "borrowed.pth").write_text(str(Path(pytest.__file__).parent.parent), encoding="utf-8")
    files = list(place.rglob("*"))
    for file in [place, *files]:
        file.chmod(file.stat().st_mode & ~0o222)
    yield place
    for file in [place, *files]:
        file.chmod(file.stat().st_mode | 0o200)


@pytest.fixture
def run(site: Path, tmp_path: Path) -> Run:
    """Runs the installed `kibitz` with an empty home, no cache folder named and nothing of ours in the environment."""
    home = tmp_path / "home"
    home.mkdir()

    def kibitz(*arguments: str, expect: int = 0, typed: str = "", **more: str) -> str:
        kept = {name: os.environ[name] for name in ("NUMBA_DISABLE_JIT",) if name in os.environ}
        environment = {"PATH": os.defpath, "HOME": str(home), "LANG": "C.UTF-8", **kept, **more}
        command = [str(site.parents[2] / "bin" / "kibitz"), *arguments]
        done = subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert done.returncode == expect, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    return kibitz


def contents(place: Path) -> set[str]:
    return {str(file.relative_to(place)) for file in (place / "kibitz").rglob("*") if "__pycache__" not in file.parts}


def test_it_is_the_installed_one_that_runs(site: Path) -> None:
    python = site.parents[2] / "bin" / "python"
    where = [str(python), "-I", "-c", "import kibitz; print(kibitz.__file__)"]
    done = subprocess.run(where, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).parent == site / "kibitz"


def test_it_lists_its_games(run: Run) -> None:
    named = {game["name"] for game in json.loads(run("games", "--json"))["games"]}
    assert {file.stem for file in (PROJECT / "src" / "kibitz" / "games").glob("[!_]*.py")} == named


@pytest.mark.twice
def test_it_searches_without_writing_into_its_own_folder(site: Path, run: Run) -> None:
    before = contents(site)
    answer = json.loads(run("analyze", "tic_tac_toe", "--moves", "1,1 2,2 1,2 3,3", "--search", "minimax", "--json"))
    assert answer["best"] == "1,3"
    assert answer["value"] == {"kind": "exact", "result": 1, "plies": 1}
    assert contents(site) == before


def test_it_writes_a_game_that_works(run: Run) -> None:
    run("new", "my_game")
    run("check", "./my_game.py")


@pytest.mark.twice
def test_it_compiles_where_no_folder_can_be_written(run: Run) -> None:
    """Neither the cache folder nor the home: a temporary folder must do."""
    nowhere = {"HOME": "/dev/null", "KIBITZ_CACHE_DIR": "/dev/null/cache"}
    assert run("perft", "tic_tac_toe", "--depth", "2", **nowhere).startswith("72 sequences of 2 moves")


def test_alone_and_without_a_terminal_it_ends_cleanly(run: Run) -> None:
    assert run().strip(), "it must say something before it ends"


def test_it_serves_its_page(site: Path, tmp_path: Path) -> None:
    command = [str(site.parents[2] / "bin" / "kibitz"), "serve", "--port", "0", "--workers", "1"]
    environment = {"PATH": os.defpath, "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        try:
            with urllib.request.urlopen(address, timeout=60) as page:
                text = page.read().decode()
            found = re.search(r"/static/\w+/kibitz\.css", text)
            assert found is not None
            with urllib.request.urlopen(address.rstrip("/") + found[0], timeout=60) as sheet:
                assert sheet.status == 200
        finally:
            server.send_signal(signal.SIGINT)
            _, complaints = server.communicate(timeout=60)
    assert (server.returncode, complaints) == (0, "")
