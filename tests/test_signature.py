"""The node signature: how many nodes each search visits on fixed positions. A refactoring may not change a number here.

Who changes a search states the new numbers; the message of the commit says why they are better.
"""

import pytest

from kibitz.position import Position
from kibitz.registry import load
from kibitz.search._think import think
from kibitz.thought import Limit

POSITIONS = [
    ("tic_tac_toe", "", None),
    ("connect_four", "4 4 3", 6),
    ("connect_four:width=5,height=4", "3 3", 7),
    ("othello", "f5 d6 c3", 5),
    ("kalah", "3 6", 6),
    ("nim:heaps=2-3-3", "", None),
]
SIGNATURE = {"minimax": 786_882, "alphabeta": 31_291, "deepening": 12_286}


def nodes(search: str) -> int:
    total = 0
    for spec, moves, depth in POSITIONS:
        position = Position.after(load(spec), moves)
        total += think(position, search=search, knowledge=None, limit=Limit(depth=depth)).nodes
    return total


@pytest.mark.compiled
@pytest.mark.parametrize("search", sorted(SIGNATURE))
def test_signature(search: str) -> None:
    assert nodes(search) == SIGNATURE[search]


@pytest.mark.compiled
def test_the_figures_of_the_textbook() -> None:
    """The whole tree of tic-tac-toe, and what fail-hard alpha-beta leaves of it (three independent programs agree)."""
    assert think("tic_tac_toe", search="minimax").nodes == 549_946
    assert think("tic_tac_toe", search="alphabeta", distance=False).nodes == 18_297


@pytest.mark.parametrize(("depth", "wanted"), [(6, 1249), (7, 7153)])
def test_connect_four_left_to_right(depth: int, wanted: int) -> None:
    thought = think("connect_four", search="alphabeta", distance=False, knowledge=None, limit=Limit(depth=depth))
    assert thought.nodes == wanted
