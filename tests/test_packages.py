"""Games, players and searches that another package brings: what docs/packages.md shows is built, installed and used."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from commandline import done
from kibitz.search.algorithms import minimax

DOCUMENT = Path(__file__).parent.parent / "docs" / "packages.md"
FILE = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MORE = """
[project.entry-points."kibitz.search"]
own = "kibitz_stones.own"

[project.entry-points."kibitz.knowledge"]
nim = "kibitz_stones.nim:NimKnowledge"
"""
NIM = '''
from kibitz import Knowledge


class NimKnowledge(Knowledge):
    """Nothing but a number that shows who has been asked."""

    def evaluate(self, state):
        return 0.375
'''


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder in which the package of the document is installed; it brings a search, and knowledge of nim, too."""
    folder = tmp_path_factory.mktemp("package")
    for name, text in FILE.findall(DOCUMENT.read_text(encoding="utf-8")):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write(MORE)
    assert minimax.__file__ is not None
    shutil.copy(minimax.__file__, folder / "kibitz_stones" / "own.py")
    (folder / "kibitz_stones" / "nim.py").write_text(NIM, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "-qq", "install", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder / "site"), str(folder)], check=True, capture_output=True)
    return str(folder / "site")


@pytest.fixture
def installed(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is there in the processes that a test starts."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([site, *sys.path]))


def test_its_game_goes_by_name_and_has_its_knowledge(installed: None) -> None:
    assert "Take one, two or three stones" in done("games")
    found = json.loads(done("analyze", "stones:stones=9", "--depth", "1", "--json", NUMBA_DISABLE_JIT="1"))
    assert {move["move"]: round(move["value"]["result"], 2) for move in found["moves"]} == {"1": 0.9, "2": -0.9, "3": -0.9}


def test_its_player_goes_by_name(installed: None) -> None:
    assert "(last) plays 3." in done("play", "stones:stones=6", "last", "greedy", NUMBA_DISABLE_JIT="1")


def test_its_knowledge_is_that_of_a_game_of_kibitz(installed: None) -> None:
    found = json.loads(done("analyze", "nim", "--depth", "2", "--json", NUMBA_DISABLE_JIT="1"))
    assert found["value"]["result"] == pytest.approx(0.375, abs=0.001)


@pytest.mark.parametrize("kind", [pytest.param("compiled", marks=pytest.mark.compiled), "plain"])
def test_its_search_is_one_like_ours(kind: str, installed: None) -> None:
    """Compiled as ours are, and without a word about it; and it plays."""
    plain = {"NUMBA_DISABLE_JIT": "1"} if kind == "plain" else {}
    found, ours = (
        json.loads(done("analyze", "stones:stones=9", "--search", name, "--json", **plain)) for name in ("own", "minimax")
    )
    assert found["nodes"] == ours["nodes"]
    assert found["moves"] == ours["moves"]
    assert "(own:depth=3) plays 1." in done("play", "stones:stones=5", "own:depth=3", "last", **plain)


def test_its_search_is_drawn_like_ours(installed: None) -> None:
    own, ours = (
        json.loads(done("tree", "stones:stones=5", "--search", name, "--json", NUMBA_DISABLE_JIT="1"))
        for name in ("own", "minimax")
    )
    assert own["nodes"] == ours["nodes"] > 10
    assert [node["move"] for node in own["tree"]] == [node["move"] for node in ours["tree"]]
