"""Reads and writes outside memory are silent in machine code: one run looks at every index."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.registry import names

pytestmark = pytest.mark.compiled

RUN = """
import json, sys
import kibitz
from kibitz.registry import names
said = []
for search, depth in (("minimax", 3), ("alphabeta", 4), ("deepening", 6)):
    limit = kibitz.Limit(depth=depth, table=4096)
    thought = kibitz.think(sys.argv[1], search=search, limit=limit, all_moves=True, threads=2)
    said.append([thought.value.result, [move.value.result for move in thought.moves]])
print(json.dumps(said))
"""

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


def run(spec: str, check: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": check}
    return subprocess.run([sys.executable, "-c", RUN, spec], env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("spec", names("games"))
def test_no_index_is_outside(spec: str) -> None:
    checked, usual = run(spec, "1"), run(spec, "0")
    assert checked.returncode == 0, checked.stderr
    values = [[sorted(moves) for _, moves in json.loads(done.stdout)] for done in (checked, usual)]
    assert values[0] == values[1]


def test_the_check_would_notice(tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text(OUTSIDE)
    done = run(str(tmp_path / "outside.py"), "1")
    assert done.returncode != 0
    assert "was read outside its numbers" in done.stderr
