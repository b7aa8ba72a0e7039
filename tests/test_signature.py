"""The node signature: how many nodes each search visits on fixed positions. A refactoring may not change a number here.

Who changes a search states the new numbers; the message of the commit says why they are better.
"""

import pytest

from kibitz.position import Position
from kibitz.registry import load
from kibitz.search.entry import think
from kibitz.thought import Limit

pytestmark = pytest.mark.twice

POSITIONS = [  # on boards that other tests have compiled, too
    ("tic_tac_toe", "", None),
    ("connect_four", "4 4 3", 6),
    ("connect_four", "25777131474464721417456153", 9),
    ("othello", "f5 d6 c3", 5),
    ("kalah", "3 6", 6),
    ("nim", "1:1 2:1 3:2", None),
]
SIGNATURE = {"minimax": 921_849, "alphabeta": 36_278, "deepening": 10_791}


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
