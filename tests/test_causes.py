"""Rules that do not compile: all that is known not to is named at once, each with its line and what to write instead."""

import re
import warnings
from pathlib import Path

import pytest

from kibitz.core import registry
from kibitz.errors import RulesWarning
from kibitz.kernel import Machine
from kibitz.kernel.compiled.diagnose import causes
from kibitz.search.algorithms import minimax

RULES = '''
import itertools
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game, changed

COUNT = [0]
FULL = 0
ROWS = ((0, 1), (2, 3, 0), (1,))
EVEN = ((0, 1), (2, 3))

class State(NamedTuple):
    cells: tuple[int, ...]
    made: int

def full(cells):
    return all(cells)

@dataclass(frozen=True)
class Usual(Game):
    """Put a stone into an empty cell."""
    def start(self): return State((0, 0, 0, 0), 0)
    def moves(self, state):
        for cell in range(4):
            if state.cells[cell] == 0:
                yield cell
    def play(self, state, move): return State(changed(state.cells, move, 1), state.made + 1)
    def is_over(self, state): return state.made >= 3
    def result(self, state): return -1
    def show(self, state): return "".join(str(cell) for cell in state.cells)
'''
OVER = "def is_over(self, state): return not list(self.moves(state)) or full(state.cells)"
MANY = f"""
    def play(self, state, move):
        cells = state.cells[:move] + (1,) + state.cells[move + 1:]
        return State(cells, state.made + 1)
    {OVER}
    def result(self, state):
        for row in ROWS:
            if any(state.cells[cell] for cell in row):
                return -1
        return 0
"""
CAUSES = [
    ("full", "return all(cells)", "all()"),
    ("Usual.play", "cells = state.cells[:move] + (1,) + state.cells[move + 1:]", "a tuple put together of slices"),
    ("Usual.is_over", OVER, "`not` of a list"),
    ("Usual.result", "for row in ROWS:", "ROWS, a table with rows of unequal length"),
    ("Usual.result", "if any(state.cells[cell] for cell in row):", "any()"),
]
SINGLE = {
    "def is_over(self, state): return not list(self.moves(state))": ("`not` of a list", "len(...) == 0"),
    "def is_over(self, state): return not [m for m in self.moves(state)]": ("`not` of a list", "len(...) == 0"),
    "def play(self, state, move): return State(state.cells[:move] + (1,) + state.cells[move + 1:], state.made + 1)": (
        "a tuple put together of slices",
        "changed(cells, index, value)",
    ),
    "def play(self, state, move): return State(tuple(1 if i == move else state.cells[i] for i in range(4)), state.made + 1)": (
        "a tuple made in a loop",
        "changed(cells, index, value)",
    ),
    "def moves(self, state): yield from range(4 - state.made)": ("yield from", "yield move"),
    "def moves(self, state): return ROWS[state.made % 3]": ("ROWS, a table with rows of unequal length", "one length"),
    "def is_over(self, state): return any(cell > 1 for cell in state.cells)": ("any()", "write the loop out"),
    "def is_over(self, state): return state.cells.count(0) == 0": (".count() of a tuple", "write the loop out"),
    "def moves(self, state): return {cell for cell in range(4) if state.cells[cell] == 0}": (
        "a set comprehension",
        "a list, [...]",
    ),
    "def is_over(self, state): COUNT[0] += 1; return state.made >= 3": (
        "COUNT, which changes outside the state",
        "a field of the state",
    ),
    "def is_over(self, state): COUNT.append(1); return state.made >= 3": (
        "COUNT, which changes outside the state",
        "a field of the state",
    ),
    "def is_over(self, state): global FULL; FULL = 1; return state.made >= 3": (
        "FULL, which changes outside the state",
        "a field of the state",
    ),
    "def moves(self, state): return [a for a, b in itertools.product(range(4), range(1)) if state.cells[a] == 0]": (
        "itertools.product",
        "write the loops out",
    ),
}


def usual(folder: Path, more: str, number: int = 0) -> str:
    """The file of a game with other methods."""
    file = folder / f"usual_{number}.py"
    file.write_text(RULES + "\n".join(f"    {line}" if line.startswith("def") else line for line in more.splitlines()) + "\n")
    return str(file)


def problem(spec: str) -> str:
    """Why a game does not compile, as one reads it."""
    machine = Machine(registry.load(spec), None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RulesWarning)
        machine.ready(minimax.enter)
    return machine.problem or ""


def test_all_causes_are_found_at_once_with_their_lines(tmp_path: Path) -> None:
    spec = usual(tmp_path, MANY)
    lines = Path(spec).read_text().splitlines()
    found = [(cause.method, lines[cause.line - 1].strip(), cause.what) for cause in causes([registry.load(spec)])]
    assert found == CAUSES


@pytest.mark.parametrize(("method", "said"), SINGLE.items(), ids=[what for what, _ in SINGLE.values()])
def test_each_is_named_with_what_to_write(method: str, said: tuple[str, str], tmp_path: Path) -> None:
    (cause,) = causes([registry.load(usual(tmp_path, method))])
    assert cause.what == said[0]
    assert said[1] in cause.advice


@pytest.mark.parametrize("spec", registry.names("games"))
def test_rules_that_compile_have_no_cause(spec: str) -> None:
    game = registry.load(spec if spec != "openspiel" else "nim")
    assert causes([game, registry.knowledge_of(game)]) == []


def test_what_compiles_is_no_cause(tmp_path: Path) -> None:
    kept = """
    def moves(self, state): return [cell for cell in range(4) if state.cells[cell] == 0]
    def is_over(self, state): return len(list(self.moves(state))) == 0 or 0 not in state.cells
    def result(self, state): return sum(state.cells[1:]) - max(state.cells) - len(EVEN[state.made % 2])
"""
    assert causes([registry.load(usual(tmp_path, kept))]) == []


@pytest.mark.compiled
def test_one_run_says_all_and_that_rules_may_stay_plain(tmp_path: Path) -> None:
    said = problem(usual(tmp_path, MANY))
    assert all(what in said for _, _, what in CAUSES)
    assert len(re.findall(r", line \d+ \(`", said)) == 5
    assert said.endswith("say `compiles = False`: they run as plain Python, with no warning")


@pytest.mark.compiled
@pytest.mark.parametrize("number", range(len(SINGLE)))
def test_the_compiler_agrees(number: int, tmp_path: Path) -> None:
    method, (what, advice) = list(SINGLE.items())[number]
    said = problem(usual(tmp_path, method, number))
    assert what in said
    assert advice in said
    assert said.count(", line ") == 1


@pytest.mark.compiled
def test_tuples_of_two_lengths_are_named_wherever_the_file_lies(tmp_path: Path) -> None:
    """The advice comes from what the compiler says, not from a word in the name of the folder."""
    folder = tmp_path / "try"
    folder.mkdir()
    said = problem(usual(folder, "def moves(self, state): return (0, 1) if state.made < 2 else (0,)"))
    assert "tuples of two lengths are two types: yield one after the other" in said
    assert "defined at" not in said
