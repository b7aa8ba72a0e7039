"""What is compiled to search without a trace is, instruction for instruction, what it would be if there were no traces."""

import re
from types import FunctionType

import pytest

from graph_game import random_graph
from kibitz.kernel import _machine
from kibitz.search._memory import TRACED
from traced import TRACED as SEARCHES
from traced import module_of, without_trace

pytestmark = pytest.mark.compiled

SYMBOL = re.compile(r"_ZN?\w+|\.L\w+|\.const\S+|\.numba\S+")
COUNTER = re.compile(rf"\b{8 * TRACED}\(%r")  # the word that counts the records, behind the address of the memory


def instructions(enter: FunctionType, traces: bool, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The machine code of a search for a game, made anew, without the names that it gives to its places."""
    monkeypatch.setattr(_machine._Kept, "holds", lambda kept: False)  # code that was kept cannot be read
    monkeypatch.setattr(_machine._Kept, "save_overload", lambda *what: None)
    machine = _machine.Machine(random_graph(0), traces=traces)
    machine.__dict__["_code"] = _machine.Code()
    machine.ready(enter)
    (entry,) = machine._code.kept
    lines = (line.strip() for text in entry.inspect_asm().values() for line in text.splitlines())
    return [SYMBOL.sub("it", line) for line in lines if not line.startswith(".")]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_without_a_trace_holds_nothing_of_it(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    enter = module_of(search).enter
    shipped = instructions(enter, False, monkeypatch)
    assert shipped == instructions(without_trace(enter), False, monkeypatch)
    assert not any(COUNTER.search(line) for line in shipped)


def test_a_search_with_a_trace_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above can tell."""
    enter = module_of("alphabeta").enter
    traced = instructions(enter, True, monkeypatch)
    assert len(traced) > len(instructions(enter, False, monkeypatch)) + 50
    assert any(COUNTER.search(line) for line in traced)
