"""The tree of a search on a page, in node, against the tree here: windows, values, cuts and the sentences about them."""

import json
import random
from typing import Any

import pytest

from in_node import NODE, TREES, need, need_linker, run_in_node, walk
from kibitz.browser.bundle import traced_searches
from kibitz.core import catalogue
from kibitz.core.registry import load
from kibitz.explain.tree.page_data import data_of
from kibitz.explain.tree.tree import Tree
from kibitz.jobs.kinds.tree import SENT, branch_of, nearest_families
from kibitz.position import Position
from kibitz.search.traces.tracing import trace
from kibitz.static_page.live import live_game

pytestmark = pytest.mark.compiled
GAMES = (
    *(name for name in catalogue.games() if name != "openspiel"),
    *("tree:file=three_players", "tree:file=chances", "nim:heaps=1-2,misere=yes"),
)
POSITIONS, PLIES, DEPTHS = 4, 30, (1, 3, 4, None)
NOT_SENT = {"title", "start", "boards"}  # by the page itself


@pytest.fixture(autouse=True)
def programs() -> None:
    """node and a linker, without which nothing can be said here."""
    need(NODE is not None, "node is not installed: apt-get install nodejs")
    need_linker()


def columns_here(position: Position, question: dict[str, Any]) -> dict[str, Any]:
    """The columns that the server sends for the same search."""
    tree = Tree(trace(position, search=question["search"], depth=question["depth"], nodes=question["nodes"]))
    families = set(nearest_families(tree.trace, 0, question["near"]))
    columns = data_of(branch_of(tree, 0, families, SENT), None, False, None)
    return {name: one for name, one in json.loads(json.dumps(columns)).items() if name not in NOT_SENT}


@pytest.mark.parametrize("spec", GAMES)
def test_a_page_draws_the_tree_that_is_drawn_here(spec: str) -> None:
    game, dice = load(spec), random.Random(spec)
    searches = traced_searches(game)
    assert searches
    made = live_game(game, searches[:1], lambda note: None, searches)
    questions, positions = list[dict[str, Any]](), list[Position]()
    for _ in range(POSITIONS):
        position = walk(game, dice, dice.randrange(PLIES))
        for search in searches:
            for depth in DEPTHS:
                limits = {"nodes": dice.choice([2, 3_000, 20_000]), "near": dice.choice([40, 200])}
                questions.append({"moves": list(position.moves), "search": search, "depth": depth, **limits})
                positions.append(position)
    for position, question, found in zip(positions, questions, run_in_node(TREES, made, questions), strict=True):
        expected = columns_here(position, question)
        assert {name: found.get(name) for name in expected} == expected, question


def test_the_sentences_about_cuts_are_among_them() -> None:
    game = load("connect_four")
    made = live_game(game, ("alphabeta",), lambda note: None, ("alphabeta",))
    question = {"moves": [], "search": "alphabeta", "depth": 4, "nodes": 20_000, "near": 200}
    (found,) = run_in_node(TREES, made, [question])
    said = {" ".join(found["phrases"][phrase] for phrase in why) for why in found["why"].values()}
    assert len(said) > 20
    assert all(one.startswith("Cut, as far as this search of four plies sees: with move ") for one in said)
