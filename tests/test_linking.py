"""Machine code is made of what Python calls: of the helpers of a kernel, which it is linked from, none is made."""

from pathlib import Path

import pytest

from kibitz.kernel import Machine
from kibitz.registry import load
from kibitz.search.algorithms import minimax


@pytest.mark.compiled
def test_no_helper_of_a_kernel_is_made_machine_code_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # Nothing compiled before is found, neither on disk nor in this process.
    monkeypatch.setattr("kibitz.kernel._cache.cache_root", lambda: tmp_path)
    monkeypatch.setattr("kibitz.kernel._machine._codes", {})
    monkeypatch.setattr("kibitz.kernel._machine._shared", {})
    machine = Machine(load("nim"), None)
    machine.ready(minimax.enter)
    helpers = [one.library for helper in machine._code.functions.values() for one in helper.overloads.values()]
    assert helpers
    assert not any(getattr(library, "is_called", False) for library in helpers)
