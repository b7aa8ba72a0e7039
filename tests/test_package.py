"""The package as a whole: its public names, what importing it costs, what its wheel holds and needs."""

import ast
import importlib.metadata
import json
import pkgutil
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz

PROJECT = Path(__file__).parent.parent
SOURCE = PROJECT / "src" / "kibitz"
HEAVY = {"numba", "llvmlite", "numpy", "rich", "click"}


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh process has loaded after running `code`."""
    report = "\nimport sys, json; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code + report], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_public_names_are_there_once_in_order_and_documented() -> None:
    assert kibitz.__all__ == sorted(set(kibitz.__all__), key=lambda name: (not name.isupper(), name))
    for name in kibitz.__all__:
        assert getattr(kibitz, name).__doc__, f"kibitz.{name} says nothing about itself"
        assert name in dir(kibitz)


def test_no_module_takes_the_place_of_a_public_name() -> None:
    assert not {module.name for module in pkgutil.iter_modules(kibitz.__path__)} & set(kibitz.__all__)


@pytest.mark.untraced
@pytest.mark.parametrize(
    "first",
    [
        "kibitz.check",
        "from kibitz import check",
        "import kibitz.checking",
        "import kibitz.cli.check",
        "from kibitz.checking import Report",
    ],
)
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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=PROJECT, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as packed:
        yield packed


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    here = {f"kibitz/{file.relative_to(SOURCE).as_posix()}" for file in SOURCE.rglob("*") if file.is_file()}
    assert held == {name for name in here if "__pycache__" not in name}
    assert "kibitz/py.typed" in held


def test_the_wheel_brings_its_licence_and_its_command(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert any(name.endswith("licenses/LICENSE") for name in names)
    entry_points = next(name for name in names if name.endswith("entry_points.txt"))
    assert "kibitz = kibitz.cli:main" in wheel.read(entry_points).decode()


def test_what_the_package_imports_is_what_it_declares(wheel: zipfile.ZipFile) -> None:
    metadata = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA"))).decode()
    needs = re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra ==).*$", metadata, re.MULTILINE)
    imported = {name for file in SOURCE.rglob("*.py") for name in imports(file)} - set(sys.stdlib_module_names) - {"kibitz"}
    extras = dict(
        re.findall(r"^Requires-Dist: ([\w-]+).*extra == '(openspiel|cluster|plot|postgres|tune)'$", metadata, re.MULTILINE)
    )
    named = {"open-spiel": "openspiel", "distributed": "cluster", "matplotlib": "plot", "cma": "tune", "optuna": "tune"}
    assert extras == {**named, "psycopg": "postgres"}  # which SQLAlchemy imports, and open_spiel is imported as pyspiel
    # llvmlite is Numba's own and always comes in the version that Numba wants.
    assert imported - {"llvmlite", "pyspiel", *named} == {need.replace("-", "_") for need in needs}


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
    assert run == {name: tested.get(name) for name in run}
    metadata = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA"))).decode()
    assert set(re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra ==)", metadata, re.MULTILINE)) < set(run)
    assert not {"pytest", "matplotlib", "open-spiel", "distributed", "psycopg", "optuna", "cma"} & set(run)


def test_the_version_is_the_one_of_the_changelog() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {importlib.metadata.version('kibitz')} " in changelog
