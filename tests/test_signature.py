"""The node signature: how many nodes each search visits on fixed positions. A refactoring may not change a number here.

Who changes a search states the new numbers; the message of the commit says why they are better.
"""

from typing import Any

import pytest

from kibitz.core.registry import load
from kibitz.core.thought import Limit
from kibitz.position import Position
from kibitz.search.entry import think
from shelf import SEARCHES
from twin_several import plainly

DUELS = [  # on boards that other tests have compiled, too
    ("tic_tac_toe", "", None),
    ("connect_four", "4 4 3", 6),
    ("connect_four", "25777131474464721417456153", 9),
    ("othello", "f5 d6 c3", 5),
    ("kalah", "3 6", 6),
    ("nim", "1:1 2:1 3:2", None),
]
SOLVED = [("tic_tac_toe", "2,2", None), ("connect_four", "25777131474464721417456153", None), ("nim", "1:1 2:1 3:2", None)]
DICE = [("pig:target=20", "", 6), ("einstein", "", 3), ("tree:file=chances", "", None)]
PARTIES = [("trio", "", 3), ("treasure", "", 5), ("tree:file=three_players", "", None)]
LONG = "minimax"  # the one that takes too long in plain Python
SIGNATURE = {
    "minimax": 921_849,
    "alphabeta": 36_278,
    "deepening": 10_791,
    "selective": 10_965,
    "solve": 704,
    "expectiminimax": 912,
    "maxn": 3_252,
    "paranoid": 556,
    "best_reply": 372,
}


def positions(search: str) -> list[Any]:
    """What a search is counted on: by the games that it takes."""
    declared = SEARCHES[search]
    return PARTIES if declared.takes_payoffs else DICE if declared.takes_chance else SOLVED if declared.solves else DUELS


def nodes(search: str) -> int:
    total = 0
    for spec, moves, depth in positions(search):
        position = Position.after(load(spec), moves)
        total += think(position, search=search, knowledge=None, limit=Limit(depth=depth)).nodes
    return total


def assert_signature(search: str) -> None:
    assert {search: nodes(search)}.items() <= SIGNATURE.items(), "state it in SIGNATURE, if it is new or meant to change"


@pytest.mark.untraced
@pytest.mark.parametrize("search", [name for name, one in SEARCHES.items() if name != LONG and not one.is_anytime])
def test_signature(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As plain Python, which visits the same nodes (`test_twins.py`) and compiles none of nine kernels."""
    plainly(monkeypatch)
    assert_signature(search)


@pytest.mark.compiled
def test_signature_of_minimax() -> None:
    assert_signature(LONG)


@pytest.mark.compiled
def test_the_figures_of_the_textbook() -> None:
    """The whole tree of tic-tac-toe, and what fail-hard alpha-beta leaves of it (three independent programs agree)."""
    assert think("tic_tac_toe", search="minimax").nodes == 549_946
    assert think("tic_tac_toe", search="alphabeta", distance=False).nodes == 18_297


@pytest.mark.twice
@pytest.mark.parametrize(("depth", "wanted"), [(6, 1249), (7, 7153)])
def test_connect_four_left_to_right(depth: int, wanted: int) -> None:
    thought = think("connect_four", search="alphabeta", distance=False, knowledge=None, limit=Limit(depth=depth))
    assert thought.nodes == wanted
