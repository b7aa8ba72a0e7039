"""A trace seen as a tree: what its nodes tell of themselves and of each other, and without a look at all of it."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

from graph_game import graph, random_graph
from kibitz.core.registry import load
from kibitz.core.rules import legal
from kibitz.explain.tree import node as room
from kibitz.explain.tree.cut_reason import find_cut_reason
from kibitz.explain.tree.sentences import explain
from kibitz.explain.tree.tree import Tree, tree
from kibitz.games.textbook.tree import Tree as Written
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.traces.trace import Trace

ROOM = 20_000


def test_no_node_is_there_that_the_search_has_not_looked_at() -> None:
    shown = tree(random_graph(1, nodes=20), search="alphabeta", depth=7, nodes=ROOM)
    with pytest.raises(IndexError, match="this tree has the nodes 0 to"):
        shown.node(len(shown))
    with pytest.raises(KeyError, match="has not looked at 9 after the root"):
        shown.at([9])


def test_the_best_move_is_not_the_one_that_is_only_limited() -> None:
    """The first reply is worth 0 at most, the second is 0, and it alone keeps that.

    MAX is sure of 1 to the left, so right is looked at with a window above 1, and left at its third ply as soon as 0 is met.
    """
    edges = [[1, 2], [], [3], [4, 5], [6, 7], [], [], []]
    shown = tree(graph(edges, {1: -1, 5: 0, 6: 0, 7: -1}, [0, 1, 1, 0, 1, 1, 0, 0]), search="alphabeta", nodes=ROOM)
    three = shown.at([1, 0])
    assert [str(child.worth) for child in three.children] == ["at most 0", "0"]
    assert three.best is not None
    assert three.best.move == 1


@pytest.mark.parametrize("distance", [False, True])
def test_solved_trees_have_a_best_line(distance: bool) -> None:
    """Whichever question was the last: it begins with the answer that the value is no less."""
    for seed in range(20):
        shown = tree(random_graph(seed, nodes=24), search="solve", distance=distance, nodes=ROOM)
        best, worth = shown.root.best, shown.root.worth
        assert best is not None
        assert best.worth is not None
        assert worth is not None
        assert (best.asks, best.worth.says != "at_most") == (True, True)
        assert (best.worth.result, best.worth.plies) == (worth.result, worth.plies)
        assert [node.ply for node in shown.root.line][:2] == [0, 1]


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_the_deepest_tree_there_is_has_a_worth(search: str) -> None:
    """Whether an end 250 plies away proves it is asked from node to node."""
    chain = graph([[node + 1, DEEPEST + 1] for node in range(DEEPEST)] + [[DEEPEST + 1], []], {DEEPEST + 1: 0})
    shown = tree(chain, search=search, depth=DEEPEST, nodes=ROOM)
    assert shown.root.worth is not None
    assert max(node.ply for node in shown) == DEEPEST
    assert len(shown.root.line) > 0


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "how", "place", "asked"),
    [
        ("connect_four", {"search": "minimax", "depth": 3}, Trace, "proved"),
        ("tic_tac_toe", {"search": "solve", "knowledge": None, "distance": True}, Trace, "says"),
        ("tic_tac_toe", {"depth": 5}, room, "brought"),
    ],
    ids=lambda asked: asked if isinstance(asked, str) else "",
)
def test_a_large_tree_is_not_looked_through(
    game: str, how: dict[str, Any], place: Any, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The values near the root: where all rests on estimates for no proofs; where the search says it itself, for no limits."""
    shown = tree(game, nodes=ROOM, **how)
    looked, ask = [], getattr(place, asked)

    def counted(*what: Any) -> Callable[..., Any]:
        looked.append(what)
        found: Callable[..., Any] = ask(*what)
        return found

    monkeypatch.setattr(place, asked, counted)
    worths = [node.worth for node in (shown.root, *shown.root.children)]
    assert len(shown) > 300
    assert len(looked) < len(shown) / 4
    assert worths == [node.worth for node in (Tree(shown.trace).root, *Tree(shown.trace).root.children)]


# Reasons of cuts that random trees hardly ever have.


def test_a_root_where_there_is_no_more_to_get() -> None:
    """It is left like any other node: not every move was looked at."""
    ends = {move: {"payoffs": [1, -1]} for move in "abc"}
    root = tree(Written.from_nested({"players": ["A", "B"], "tree": {"moves": ends}}), search="maxn", nodes=ROOM).root
    assert (root.reason, root.skipped) == ("cut", ("b", "c"))
    assert explain(root).startswith("Cut: with a A gets 1 here, and there is no more to get")


def test_moves_that_the_knowledge_rules_out_were_not_looked_at() -> None:
    """They are told of as others, and no sentence says of the rest that these are all."""
    game = load("connect_four:width=4,height=4")
    counted, told_of = 0, 0
    for node in tree(game, reduce(game.play, (0, 1, 0, 2, 1), game.start()), search="solve", nodes=2000):
        unseen = len(legal(game, node.state)) - len({child.move for child in node.children})
        reason = find_cut_reason(node)
        if reason is not None:
            assert reason.others == unseen
            counted += node.ruled_out > 0
        elif node.reason == "searched" and not any(child.asks for child in node.children):
            expected = "Every move that the knowledge does not rule out was looked at" if unseen else ("Every move", "The only")
            assert explain(node).startswith(expected)
            told_of += unseen > 0
    assert min(counted, told_of) > 0
