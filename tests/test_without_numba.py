"""Numba is not installed: games with machine code run at full speed, all others as plain Python, with a sentence."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from kibitz.core.registry import load
from kibitz.kernel.machine import machine_of
from kibitz.patterns.library import knowledge_for
from kibitz.search.algorithms import deepening

pytestmark = pytest.mark.untraced
PLACE = Path(numba.__file__).parents[1]
OWN = """
from kibitz.games.textbook.nim import Nim

class Mine(Nim):
    pass
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `kibitz` with all packages of this environment but Numba; `code`: the machine code that it has."""
    packages = tmp_path / "packages"
    packages.mkdir()
    for one in PLACE.iterdir():
        if not one.name.startswith("numba") and one.suffix != ".pth":
            (packages / one.name).symlink_to(one)
    path = os.pathsep.join([str(Path(__file__).parents[1] / "src"), str(packages)])
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")

    def kibitz(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.defpath, "PYTHONPATH": path, "KIBITZ_CODE": code, "KIBITZ_CACHE_DIR": str(tmp_path / "cache")}
        command = [sys.executable, "-S", "-m", "kibitz", *arguments]
        return subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)

    return kibitz


def test_a_game_without_machine_code_runs_as_plain_python_and_says_why(run: Run) -> None:
    for game in ("nim", "mine.py"):
        done = run("perft", game, "--depth", "3")
        name = "Nim" if game == "nim" else "Mine"
        assert done.stdout.startswith("810 sequences of 3 moves")
        assert done.stderr == (
            f"kibitz: {name} runs as plain Python, right but slow: it has no machine code yet, "
            "and Numba, which makes some, is not installed\n"
        )
        assert json.loads(run("analyze", game, "--depth", "3", "--json").stdout)["depth"] == 3
    assert "Preparing" not in run("perft", "chess", "--depth", "1").stderr  # which would take seconds
    assert "Compiler: none: Numba is not installed" in run("doctor", "nim").stdout


@pytest.mark.compiled
def test_a_game_with_machine_code_runs_as_ever(run: Run, tmp_path: Path) -> None:
    game = load("nim")
    code = tmp_path / "code"
    code.mkdir(mode=0o700)
    machine_of(game, knowledge_for(game)).build(deepening.enter, code)
    done = run("analyze", "nim", "--search", "deepening", "--depth", "5", "--json", code=str(code))
    assert done.stderr == ""
    assert json.loads(done.stdout)["depth"] == 5
