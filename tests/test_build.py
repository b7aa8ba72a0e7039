"""Machine code made beforehand: for this processor and others, found where it was put, and told by the doctor."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.own_games import build, doctor
from kibitz.core.rules import Game
from kibitz.kernel import cache, machine_of, targets
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
