"""What starting costs: commands that do not search load no compiler, and the list of commands loads no command."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.books.make_book import make_book
from kibitz.core import registry
from runs import PLAIN

pytestmark = pytest.mark.untraced
PROBE = """
import atexit, json, sys
atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))
from kibitz.cli import main
main(sys.argv[1:])
"""
NAMES = registry.names("cli")
COMMANDS = {f"kibitz.cli.{name}" for name in NAMES}
COMPILER = {"numba", "llvmlite", "numpy"}


def loaded_by(*arguments: str, typed: str = "", folder: Path | None = None) -> set[str]:
    """The modules that the command has loaded when it ends."""
    run = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], input=typed, capture_output=True, text=True, check=False, cwd=folder
    )
    return set(json.loads(run.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["games"], ["paly"], ["new", "my_game"]], ids=lambda words: " ".join(words)
)
def test_commands_that_only_tell_load_neither_the_compiler_nor_rich(arguments: list[str], tmp_path: Path) -> None:
    loaded = loaded_by(*arguments, folder=tmp_path)
    assert not loaded & {*COMPILER, "rich"}
    assert arguments != ["--help"] or not loaded & COMMANDS, "the list of commands loads none of them"


def test_figures_of_counts_are_said_without_any_library_of_numbers() -> None:
    loaded = loaded_by("elo", "--penta", "1,2,3,4,5", "--sprt", "0,10")
    assert "kibitz.arena.stats" in loaded
    assert not loaded & {*COMPILER, "rich", "scipy", "sqlite3"}


EVERY_HELP = """
import contextlib, io, json, sys
from kibitz.cli import main
for name in sys.argv[1:]:
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        main([name, "--help"])
    print(json.dumps([name, *sorted(sys.modules)]))
"""


def test_the_help_of_a_command_loads_neither_compiler_nor_rich() -> None:
    """All in one process, which says after each what has been loaded by then."""
    told = subprocess.run([sys.executable, "-c", EVERY_HELP, *NAMES], capture_output=True, text=True, check=True).stdout
    for name, *loaded in map(json.loads, told.splitlines()):
        assert any(f"kibitz.{folder}.{name}" in loaded for folder in registry.FOLDERS["cli"])
        assert not set(loaded) & {*COMPILER, "rich", "sqlite3", "starlette", "uvicorn", "jinja2"}, name


def test_people_play_each_other_without_the_compiler() -> None:
    assert not loaded_by(typed="tic_tac_toe\n3\n1,1\nquit\n") & COMPILER


@pytest.mark.twice
def test_a_search_loads_it_only_where_it_compiles_and_a_program_that_reads_a_pipe_waits_for_no_rich(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path))
    for expected in (COMPILER, {"llvmlite"}):  # compiled, and kept
        loaded = loaded_by("perft", "tic_tac_toe", "--depth", "1", "--json")
        assert loaded & COMPILER == (set() if PLAIN else expected)
        assert not loaded & {"rich", "scipy"}


def test_a_learned_estimate_is_read_without_numpy_and_without_the_metadata_of_packages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("KIBITZ_LEARNED")
    loaded = loaded_by("analyze", "connect_four", "--depth", "2", "--json")
    assert "kibitz.patterns.file" in loaded
    assert not loaded & {"numba", "numpy", "importlib.metadata", "email"}


def test_only_a_stored_game_loads_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "none.db"))
    assert "sqlite3" not in loaded_by("play", "tic_tac_toe", "human", "human", "--moves", "2,2", typed="quit\n")
    assert "sqlite3" in loaded_by("play", "tic_tac_toe", "human", "human", "--moves", "match:1/0/0")


def test_a_position_in_a_book_is_answered_without_the_compiler(tmp_path: Path) -> None:
    small = "tic_tac_toe:width=2,height=2,line=2"
    make_book(registry.load(small), 2, tmp_path / "it.book")
    loaded = loaded_by("solve", small, "--moves", "2,2", "--all", "--book", str(tmp_path / "it.book"))
    assert "kibitz.solutions.book" in loaded
    assert not loaded & COMPILER


def test_a_program_that_imports_the_command_keeps_its_ctrl_c() -> None:
    asks = "import signal, kibitz.cli; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True).stdout == "True\n"


def test_ctrl_c_just_ends_whatever_comes_before_the_command_and_after_it() -> None:
    """While Python looks for modules it would be a traceback; the package and its command import nothing before they say so."""
    code = """
import atexit, signal, sys
asks = lambda: signal.getsignal(signal.SIGINT) is signal.default_int_handler
atexit.register(lambda: print(asks()))
loud = []

class Watch:
    def find_spec(self, name, *more):
        if asks():
            loud.append(name)

sys.meta_path.insert(0, Watch())
import kibitz.cli
print(*loud, asks())
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "kibitz kibitz.cli kibitz.cli._abrupt True\nFalse\n"
