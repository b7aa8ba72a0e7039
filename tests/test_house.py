"""How the house is built: CONTRIBUTING has the floors that import-linter holds the code to, and `_` means private."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from runs import SHARE, thorough

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PRIVATE = re.compile(r"(kibitz(?:\.[a-z]\w*)*)\._(?!_)")
ROW = re.compile(r"^\| (\d+) \|[^|]*\| (.*) \|$", re.MULTILINE)


def test_the_floors_are_those_of_the_contract() -> None:
    """Each by its number, with all that stands on it: a folder with a slash, a file with its ending."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    layers = [{name.strip() for name in layer.split(":")} - {"__main__"} for layer in reversed(contract["layers"])]
    text = CONTRIBUTING.read_text(encoding="utf-8")
    floors = {int(number): set(re.findall(r"`([^`]+)`", where)) for number, where in ROW.findall(text)}
    package = ROOT / "src" / "kibitz"
    named = {
        number: {f"{name}/" if (package / name).is_dir() else f"{name}.py" for name in names}
        for number, names in enumerate(layers)
    }
    assert floors == named


def modules_imported(file: Path) -> Iterator[str]:
    """By their dotted names, and what is taken from each, which may be a module too."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Import():
                yield from (name.name for name in node.names)
            case ast.ImportFrom(level=0):
                yield from (f"{node.module}.{name.name}" for name in node.names)


def test_a_module_with_an_underscore_is_imported_by_its_own_folder_alone() -> None:
    strangers = [
        f"{file.relative_to(SOURCE)}: {name}"
        for file in SOURCE.rglob("*.py")
        for name in modules_imported(file)
        if (private := PRIVATE.match(name)) and private[1] != ".".join(file.relative_to(SOURCE).parent.parts)
    ]
    assert strangers == []


FOLLOWED = """
import sys, threading
from kibitz.cli import main

def look(frame, event, argument):
    if event == "call" and frame.f_code.co_name == "principal" and not passed:
        main_first = sorted(sys._current_frames().items(), key=lambda thread: thread[0] != threading.main_thread().ident)
        for _, called in main_first:
            files = []
            while called:
                files.insert(0, called.f_code.co_filename)
                called = called.f_back
            if not files[-1].endswith("rule_watch.py"):  # a thread that only looks on
                passed.extend(file.rpartition("/kibitz/")[2] for file in files if "/kibitz/" in file)

passed = []
threading.setprofile(look)
sys.argv = ["kibitz", "analyze", "connect_four", "--depth", "2"]
try:
    main()
finally:
    threading.setprofile(None)
    print(*dict.fromkeys(passed), sep="\\n", file=sys.stderr)
"""


@pytest.mark.untraced
def test_an_analysis_passes_the_files_that_are_named_and_no_others() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "KIBITZ_CACHE_DIR": ""}
    done = subprocess.run([sys.executable, "-c", FOLLOWED], env=environment, capture_output=True, text=True, check=True)
    passed = done.stderr.split()
    sentence = (
        CONTRIBUTING.read_text(encoding="utf-8").partition("To follow `kibitz analyze")[2].partition("The\nrules come in")[0]
    )
    assert set(re.findall(r"`([\w/]+\.py)`", sentence)) == set(passed)
    assert len(passed) <= 11


def test_every_thorough_test_is_there() -> None:
    """A name that no test has would leave out nothing, and a renamed test would run in the wrong place."""
    for run in ("compiled", "plain"):
        for file, names in thorough(run).items():
            text = (ROOT / "tests" / file).read_text(encoding="utf-8")
            missing = [name for name in names if f"def {name.partition('[')[0]}" not in text]
            assert not missing, f"{file} has no {missing}"
            said_twice = [name for name in names if name.partition("[")[0] in names and "[" in name]
            shares = [found[1] for name in names if (found := SHARE.fullmatch(name))]
            assert not said_twice, f"{file} leaves out {said_twice} with the whole test"
            assert len(shares) == len(set(shares)), f"{file} has two shares of one test"
