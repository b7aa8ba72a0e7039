"""A wait for the compiler says how long it takes: a warning in Python, a line on standard error, a bar in the terminal."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import kibitz
from kibitz.cli.progress import draw_bar
from kibitz.core.registry import load
from kibitz.errors import PreparationWarning
from kibitz.games.textbook import nim
from kibitz.kernel.forecast import expected_seconds
from kibitz.kernel.machine import machine_of, warn_of_waiting
from kibitz.search.algorithms import deepening, selective
from kibitz.search.perft import count_leaves
from runs import PLAIN


def test_a_program_is_warned_of_a_wait_of_a_second_and_of_no_shorter_one() -> None:
    with (
        pytest.warns(PreparationWarning, match=r"^Preparing Hex: about 6 s, once$"),
        warn_of_waiting("preparing Hex: about 6 s, once", 6.4),
    ):
        pass
    with warnings.catch_warnings(), warn_of_waiting("preparing Nim: about 1 s, once", 0.4):
        warnings.simplefilter("error")


def test_a_longer_kernel_of_longer_rules_is_expected_to_take_longer() -> None:
    small, large = (machine_of(load(spec)).rules for spec in ("nim", "chess"))
    counting, searching = (expected_seconds(small, kernel) for kernel in (count_leaves, deepening.enter))  # type: ignore[arg-type]
    assert 0 < counting < searching
    assert searching < expected_seconds(large, selective.enter)  # type: ignore[arg-type]


def test_a_bar_is_full_only_when_all_is_done() -> None:
    assert draw_bar(0.0) == "░" * 20
    assert draw_bar(0.5) == "█" * 10 + "░" * 10
    assert draw_bar(7.0) == "█" * 19 + "░"


@pytest.mark.compiled
def test_a_command_whose_standard_error_is_no_terminal_says_it_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kibitz", "playouts", "hex:size=3", "--games", "10", "--json"]
    environment = {"KIBITZ_CACHE_DIR": str(tmp_path), "PATH": ""}
    for expected in (1, 0):
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        lines = [line for line in run.stderr.splitlines() if line.startswith("kibitz: Preparing Hex: about ")]
        assert len(lines) == expected
        assert run.stdout.startswith("{")


@pytest.mark.compiled
def test_python_is_warned_through_the_module_of_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not PLAIN
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path))
    rules = Path(nim.__file__)
    own = tmp_path / "lonely.py"  # a game that no other test has brought code for into this process
    own.write_text(rules.read_text("utf-8").replace("class Nim(", "class Lonely("), encoding="utf-8")
    with pytest.warns(PreparationWarning, match=r"^Preparing Lonely: about \d+ s, once$"):
        kibitz.think(str(own), search="deepening", limit=kibitz.Limit(depth=2), compile_first=True)
