"""Machine code made beforehand: for this processor and others, found where it was put, and told by the doctor."""

import errno
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import kibitz
import needs
from commandline import refused_here
from kibitz.cli.own_games import build, doctor
from kibitz.core.rules import Game
from kibitz.kernel import cache, machine_of, targets
from kibitz.kernel.artefact import Artefact
from kibitz.kernel.machine import Machine, _codes
from kibitz.kernel.targets import TARGETS, runnable
from kibitz.players import code
from kibitz.players.code import NeededCode, needed_code
from kibitz.search.perft import count_leaves

compiled = pytest.mark.compiled
NIM = "nim:heaps=3-1"


def said(command: Any, *words: str, ends: int = 0) -> str:
    """What a command says."""
    done = CliRunner().invoke(command, words)
    assert done.exit_code == ends, done.output
    return done.output


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Games need one small kernel, and nothing was compiled yet."""

    def needed(game: Game) -> list[NeededCode]:
        return [NeededCode("perft", Machine(game), count_leaves)]

    monkeypatch.setattr(code, "needed_code", needed)
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path / "cache")
    monkeypatch.setattr(targets, "_aim", [])
    _codes.clear()
    return tmp_path


@compiled
def test_what_was_built_is_there(little: Path) -> None:
    assert "to compile: perft" in said(doctor.command, NIM)
    assert "1 of them made now" in said(build.command, NIM)
    assert "0 of them made now" in said(build.command, NIM)
    assert said(doctor.command, NIM).splitlines()[-1] == f"{NIM}  all there"
    facts = json.loads(said(doctor.command, NIM, "--json"))
    assert facts["games"] == [{"game": NIM, "there": ["perft"], "missing": []}]
    assert facts["targets"] == list(runnable())


@compiled
@pytest.mark.parametrize("target", TARGETS)
def test_code_is_made_for_other_processors_and_run_only_where_it_can(
    target: str, little: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = little / "code"
    (row,) = json.loads(said(build.command, NIM, "--for", target, "--to", str(folder), "--json"))["kernels"]
    assert row["target"] == target
    assert [file.name.endswith(f".{target}.code") for file in folder.glob("*/*.code")] == [True]
    monkeypatch.setattr(targets, "_aim", [])
    monkeypatch.setenv("KIBITZ_CODE", str(folder))
    machine = Machine(kibitz.load(NIM))
    assert machine.is_at_hand(count_leaves) == (target in runnable())
    if target in runnable():
        plain = machine_of(kibitz.load(NIM), plain=True)
        state = kibitz.load(NIM).start()
        for depth in range(5):
            found = machine.ready(count_leaves)(machine.arguments(state), depth)
            assert found == plain.ready(count_leaves)(plain.arguments(state), depth)


@compiled
def test_a_full_disk_is_said_and_nothing_is_left_half_written(little: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(file: Path, content: bytes) -> int:
        with file.open("wb") as begun:
            begun.write(content[:10])
        raise OSError(errno.ENOSPC, "No space left on device", str(file))

    folder = little / "code"
    monkeypatch.setattr(Path, "write_bytes", half)
    assert "No space left on device" in refused_here("build", NIM, "--to", str(folder))
    assert [file.name for file in folder.rglob("*") if file.is_file()] == ["lock"]


@compiled
@needs.interrupts
def test_ctrl_c_ends_a_build_in_a_word_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kibitz", "build", "nim", "--to", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("nim  ")  # the first kernel is there
        time.sleep(0.2)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert time.monotonic() - pressed < 5  # of a minute; a busy machine takes its time
    assert (process.returncode, complaint.strip()) == (130, "kibitz: stopped")
    for file in tmp_path.glob("*/*"):
        assert file.name == "lock" or Artefact.from_bytes(file.read_bytes()).code


def test_a_request_that_is_wrong_is_answered_in_a_sentence() -> None:
    assert "name a game, or take all of them with --shipped" in said(build.command, ends=2)
    assert "--for linux-arm64 needs --to FOLDER" in said(build.command, NIM, "--for", "linux-arm64", ends=2)


@compiled
def test_a_game_needs_the_searches_that_play_it() -> None:
    assert {"deepening", "solve", "mcts", "playouts"} <= {one.name for one in needed_code(kibitz.load("tic_tac_toe"))}
    assert {"deepening", "repetition"} <= {one.name for one in needed_code(kibitz.load("chess"))}
    assert {"maxn"} <= {one.name for one in needed_code(kibitz.load("trio"))}


@pytest.mark.twice
def test_where_nothing_compiles_nothing_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Machine, "compiled", property(lambda machine: False))
    assert needed_code(kibitz.load("nim")) == []
    assert "runs as plain Python" in said(doctor.command, "nim")
