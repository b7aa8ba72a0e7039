"""Games, players and searches that another package brings: examples/plugin is built, installed into an environment and used."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from commandline import done
from kibitz.search.algorithms import minimax

PROJECT = Path(__file__).parent.parent
PLUGIN = PROJECT / "examples" / "plugin"
FILE = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SEARCHES = 'sampling = "kibitz_stones.sampling"\n'
MORE = """
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
    """The site-packages of an environment with the package alone; it brings a search by depth and knowledge of nim, too."""
    folder = tmp_path_factory.mktemp("package")
    for name in files():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes((PLUGIN / name).read_bytes())
    project = (PLUGIN / "pyproject.toml").read_text(encoding="utf-8")
    added = project.replace(SEARCHES, f'{SEARCHES}own = "kibitz_stones.own"\n') + MORE
    (folder / "pyproject.toml").write_text(added, encoding="utf-8")
    assert minimax.__file__ is not None
    shutil.copy(minimax.__file__, folder / "kibitz_stones" / "own.py")
    (folder / "kibitz_stones" / "nim.py").write_text(NIM, encoding="utf-8")
    wheels, pip = folder / "wheels", [sys.executable, "-m", "pip", "-qq"]
    offline = ["--no-deps", "--no-index"]
    build = [*pip, "wheel", *offline, "--no-build-isolation", "--wheel-dir", str(wheels), str(folder)]
    subprocess.run(build, check=True, capture_output=True)
    venv.create(folder / "env", with_pip=False, symlinks=True)
    install = [*pip, "--python", str(folder / "env"), "install", *offline, "--no-compile", *map(str, wheels.glob("*.whl"))]
    subprocess.run(install, check=True, capture_output=True)
    return str(next((folder / "env" / "lib").glob("python*/site-packages")))


def files() -> list[str]:
    """Those of the package."""
    return sorted(str(file.relative_to(PLUGIN)) for file in PLUGIN.rglob("*") if file.suffix in (".py", ".toml"))


def test_the_document_shows_the_package() -> None:
    shown = FILE.findall((PROJECT / "docs" / "packages.md").read_text(encoding="utf-8"))
    assert dict(shown) == {name: (PLUGIN / name).read_text(encoding="utf-8") for name in files()}


def test_it_is_there_in_an_environment_of_its_own(site: str, tmp_path: Path) -> None:
    """kibitz itself and what it needs are borrowed by path; nothing of ours is in the environment of the process."""
    (Path(site) / "borrowed.pth").write_text("\n".join(map(str, (PROJECT / "src", Path(pytest.__file__).parent.parent))))
    environment = {"PATH": os.defpath, "HOME": str(tmp_path), "LANG": "C.UTF-8", "NUMBA_DISABLE_JIT": "1"}
    python = str(Path(site).parents[2] / "bin" / "python")
    command = [python, "-m", "kibitz", "play", "stones:stones=6", "last", "sampling:nodes=200", "--seed", "1"]
    played = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=True)
    assert "(last) plays 3." in played.stdout
    assert "(sampling, nodes 200) plays 3." in played.stdout


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
    assert "(own, depth 3) plays 1." in done("play", "stones:stones=5", "own:depth=3", "last", **plain)


def test_its_search_is_drawn_like_ours(installed: None) -> None:
    own, ours = (
        json.loads(done("tree", "stones:stones=5", "--search", name, "--json", NUMBA_DISABLE_JIT="1"))
        for name in ("own", "minimax")
    )
    assert own["nodes"] == ours["nodes"] > 10
    assert [node["move"] for node in own["tree"]] == [node["move"] for node in ours["tree"]]
