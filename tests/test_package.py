"""The package as a whole: its public names, what importing it costs, what its wheel holds and needs; and as a user has it,
installed from the wheel into an empty environment, in a folder that cannot be written to.
"""

import ast
import importlib.metadata
import json
import os
import pkgutil
import re
import signal
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.metadata import Metadata

import kibitz
import needs

PROJECT = Path(__file__).parent.parent
SOURCE = PROJECT / "src" / "kibitz"
HEAVY = {"numba", "llvmlite", "numpy", "rich", "click"}


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh process has loaded after running `code`."""
    report = "\nimport sys, json; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code + report], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def natural_order(name: str) -> tuple[bool, list[int | str]]:
    """Constants first; Board64 before Board128."""
    return not name.isupper(), [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def test_public_names_are_there_once_in_order_and_documented() -> None:
    assert kibitz.__all__ == sorted(set(kibitz.__all__), key=natural_order)
    for name in kibitz.__all__:
        assert getattr(kibitz, name).__doc__, f"kibitz.{name} says nothing about itself"
        assert name in dir(kibitz)


def test_no_module_takes_the_place_of_a_public_name() -> None:
    assert not {module.name for module in pkgutil.iter_modules(kibitz.__path__)} & set(kibitz.__all__)


@pytest.mark.untraced
@pytest.mark.parametrize("first", ["kibitz.check", "import kibitz.cli.own_games.check", "from kibitz.checking import Report"])
def test_a_public_name_means_the_same_whatever_was_imported_before(first: str) -> None:
    code = f"""
import kibitz, pkgutil, types, importlib
{first}
for again in range(2):
    for name in kibitz.__all__:
        assert not isinstance(getattr(kibitz, name), types.ModuleType), name
    for module in pkgutil.iter_modules(kibitz.__path__):
        if module.name != "__main__":
            importlib.import_module("kibitz." + module.name)
game = kibitz.load("tic_tac_toe")
from kibitz import check
assert [one(game, compiled=False, seconds=0.1).ok for one in (kibitz.check, kibitz.check, check)] == [True] * 3
"""
    loaded_after(code)


def test_a_name_that_is_not_there_is_an_ordinary_attribute_error() -> None:
    with pytest.raises(AttributeError, match="checkmate"):
        _ = kibitz.checkmate


def test_importing_kibitz_is_light() -> None:
    assert not loaded_after("import kibitz") & HEAVY


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=PROJECT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(built: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(built) as packed:
        yield packed


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    here = {f"kibitz/{file.relative_to(SOURCE).as_posix()}" for file in SOURCE.rglob("*") if file.is_file()}
    assert held == {name for name in here if "__pycache__" not in name}
    assert "kibitz/py.typed" in held


@pytest.mark.compiled
def test_a_wheel_for_one_platform_brings_machine_code(tmp_path: Path) -> None:
    def build(platform: str) -> "subprocess.CompletedProcess[str]":
        environment = {**os.environ, "KIBITZ_WHEEL": platform, "KIBITZ_WHEEL_GAMES": "nim"}
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
        return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True)

    refused = build("amiga")
    assert refused.returncode == 1
    assert "KIBITZ_WHEEL=amiga is none of linux-x86-64, " in refused.stderr
    assert build("linux-arm64").returncode == 0
    (file,) = tmp_path.glob("*.whl")
    assert file.name.endswith(f"-cp{sys.version_info[0]}{sys.version_info[1]}-none-manylinux_2_17_aarch64.whl")
    with zipfile.ZipFile(file) as packed:
        code = [name for name in packed.namelist() if name.startswith("kibitz/code/")]
    assert code
    assert all(name.endswith(".linux-arm64.code") for name in code)


def test_the_wheel_brings_its_licence_and_its_command(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert any(name.endswith("licenses/LICENSE") for name in names)
    entry_points = next(name for name in names if name.endswith("entry_points.txt"))
    assert "kibitz = kibitz.cli:main" in wheel.read(entry_points).decode()


def test_an_index_takes_the_metadata(wheel: zipfile.ZipFile) -> None:
    (name,) = [one for one in wheel.namelist() if one.endswith(".dist-info/METADATA")]
    checked: Any = Metadata.from_email(wheel.read(name), validate=True)
    assert str(checked.version) == tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert checked.description_content_type == "text/markdown"


def test_what_the_package_imports_is_what_it_declares(wheel: zipfile.ZipFile) -> None:
    metadata = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA"))).decode()
    needs = re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra ==).*$", metadata, re.MULTILINE)
    imported = {name for file in SOURCE.rglob("*.py") for name in imports(file)} - set(sys.stdlib_module_names) - {"kibitz"}
    extras = dict(
        re.findall(
            r"^Requires-Dist: ([\w-]+).*extra == '(envs|openspiel|cluster|mcp|notebook|pictures|postgres|ratings|tune)'$",
            metadata,
            re.MULTILINE,
        )
    )
    named = {"distributed": "cluster", "cma": "tune", "optuna": "tune", "scipy": "tune", "gymnasium": "envs"}
    named |= {"open-spiel": "openspiel", "pettingzoo": "envs", "anywidget": "notebook", "traitlets": "notebook"}
    named |= {"pillow": "pictures", "resvg-py": "pictures", "mcp": "mcp", "pydantic": "mcp", "psycopg": "postgres"}
    assert extras == named  # open_spiel is imported as pyspiel, too
    # llvmlite is Numba's own and always comes in the version that Numba wants.
    assert imported - {"llvmlite", "open_spiel", "pyspiel", "PIL", "resvg_py", *named} == {
        need.replace("-", "_") for need in needs
    }


def imports(file: Path) -> set[str]:
    """The top-level modules a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found


def test_the_lock_files_name_versions_and_hashes_but_no_registry() -> None:
    for lock in PROJECT.glob("requirements*.lock"):
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        assert "--index" not in text
        assert "--find-links" not in text
        for requirement in re.split(r"\n(?=\w)", text.partition("make lock\n")[2].strip()):
            assert re.match(r"[\w.-]+==\S+", requirement)
            assert "--hash=sha256:" in requirement


def pinned(lock: str) -> dict[str, set[str]]:
    """The lines of a lock file by the name of what they pin (which has several where versions of Python differ)."""
    lines: dict[str, set[str]] = {}
    for line in re.findall(r"^\S+==.*$", (PROJECT / lock).read_text(encoding="utf-8"), re.MULTILINE):
        lines.setdefault(line.partition("==")[0], set()).add(line)
    return lines


def test_make_run_installs_the_package_with_the_versions_that_are_tested(wheel: zipfile.ZipFile) -> None:
    """All that is in its lock file is in that of the tests, and what the package needs is there, none of the extras."""
    run, tested = pinned("requirements-run.lock"), pinned("requirements.lock")
    for name, lines in run.items():  # what is tested with every Python is tested with some
        assert all({line, re.sub(" ; .*", r" \\", line)} & tested.get(name, set()) for line in lines), name
    metadata = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA"))).decode()
    assert set(re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra ==)", metadata, re.MULTILINE)) < set(run)
    assert not {"pytest", "open-spiel", "distributed", "psycopg", "optuna", "cma"} & set(run)


def test_the_version_is_the_one_of_the_changelog() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {importlib.metadata.version('kibitz')} " in changelog


# Installed.

Run = Callable[..., str]


@pytest.fixture(scope="module")
def site(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The site-packages of an environment that holds the wheel only, read-only; what kibitz needs is borrowed by path.

    (A `.pth` file adds our own site-packages at the end. The `.pth` files in there, which would bring this very folder
    of sources in, are not read again. What the wheel declares to need is compared above.)
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "env", with_pip=False, symlinks=True)
    place = next((folder / "env" / "lib").glob("python*/site-packages"))
    pip = [sys.executable, "-m", "pip", "-qq", "--python", str(folder / "env")]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--no-compile", str(built)], check=True)
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


def test_it_is_the_installed_one_that_runs_and_lists_its_games(site: Path, run: Run) -> None:
    python = site.parents[2] / "bin" / "python"
    where = [str(python), "-I", "-c", "import kibitz; print(kibitz.__file__)"]
    done = subprocess.run(where, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).parent == site / "kibitz"
    named = {game["name"] for game in json.loads(run("games", "--json"))["games"]}
    folders = ("games", "games/textbook")
    assert {file.stem for folder in folders for file in (SOURCE / folder).glob("[!_]*.py")} == named


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


@needs.interrupts
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
