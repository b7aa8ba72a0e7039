"""Reads and writes outside memory are silent in machine code: one run looks at every index."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.core.thought import Limit
from kibitz.search.entry import think

pytestmark = pytest.mark.compiled

# In one process, for all games: what is common to them is compiled once.
RUN = """
import json, sys
import kibitz
for spec in sys.argv[2:]:
    thought = kibitz.think(spec, search=sys.argv[1], limit=kibitz.Limit(depth=5, table=4096), all_moves=True, threads=2)
    print(json.dumps(sorted(move.value.result for move in thought.moves)))
"""
GAMES = ("kalah", "tree")  # tuples that change, and fields of data

OUTSIDE = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game, Ints


class State(NamedTuple):
    place: int


@dataclass(frozen=True)
class Outside(Game):
    """Reads behind its numbers."""

    numbers: Ints = Ints((1, 2, 3))

    def start(self):
        return State(0)

    def moves(self, state):
        yield 1

    def play(self, state, move):
        return State(state.place + 1)

    def is_over(self, state):
        return state.place == 5 or self.numbers[state.place] < 0

    def result(self, state):
        return -1
'''


def run(search: str, *specs: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    return subprocess.run([sys.executable, "-c", RUN, search, *specs], env=environment, capture_output=True, text=True)


def test_no_index_is_outside() -> None:
    checked = run("deepening", *GAMES)
    assert checked.returncode == 0, checked.stderr
    for spec, line in zip(GAMES, checked.stdout.splitlines(), strict=True):
        usual = think(spec, search="deepening", limit=Limit(depth=5), all_moves=True)
        assert json.loads(line) == sorted(move.value.result for move in usual.moves), spec


def test_the_check_would_notice(tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text(OUTSIDE)
    done = run("minimax", str(tmp_path / "outside.py"))
    assert done.returncode != 0
    assert "was read outside its numbers" in done.stderr
