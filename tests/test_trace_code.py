"""What is compiled to search without a trace is what it would be if there were no traces."""

import re
from types import FunctionType
from typing import Any

import pytest

from benchmarks.untraced import without_trace
from graph_game import random_graph
from kibitz.kernel.apart import Caller
from kibitz.kernel.compiled import compile_kernel, emit
from kibitz.kernel.rules import Rules
from test_trace import module_of

pytestmark = pytest.mark.compiled

STORE = re.compile(r"v?mov\w*\s+[^(]*,\s*-?\w*\((?!%rsp)")
SYMBOL = re.compile(r"_ZN?\w+|\.L\w+|\.const\S+|\.numba\S+|\b[fv]\d+(?:\.\d+)?\b")


def instructions(enter: FunctionType, traces: bool, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The machine code of a search for a game, made anew, without the names that it gives to its places."""
    made: list[str] = []

    def assembly(machine: Any, module: Any) -> bytes:
        made.append(machine.emit_assembly(module))
        return b""

    monkeypatch.setattr(emit, "machine_code", assembly)
    compile_kernel(Rules(random_graph(0), traces=traces), enter, Caller())
    lines = (line.strip() for line in made[0].splitlines())
    return [SYMBOL.sub("it", line) for line in lines if not line.startswith(".")]


def stores(code: list[str]) -> int:
    """How many of the instructions write to memory other than the stack."""
    return sum(bool(STORE.match(line)) for line in code)


def test_a_search_without_a_trace_pays_nothing_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instruction for instruction; and one with a trace does, so the comparison can tell."""
    enter = module_of("alphabeta").enter
    shipped, bare = instructions(enter, False, monkeypatch), instructions(without_trace(enter), False, monkeypatch)
    assert shipped == bare
    traced = instructions(enter, True, monkeypatch)
    assert stores(traced) > stores(shipped) + 10
    assert len(traced) > len(shipped) + 50
