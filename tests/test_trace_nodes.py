"""A trace seen as a tree: what its nodes tell of themselves and of each other."""

import pytest

from graph_game import graph, random_graph
from kibitz.explain.tree.tree import Tree, tree
from random_parties import plan
from test_trace import plainly
from traced import COUNTED


def some_tree(search: str, seed: int, distance: bool = False) -> Tree:
    """Of a game in which the same side may move twice."""
    with plainly():
        depth = None if search == "solve" else 7
        return tree(random_graph(seed, nodes=20), search=search, depth=depth, distance=distance, nodes=20_000)


@pytest.mark.parametrize("search", COUNTED)
def test_nodes_are_found_by_number_and_by_moves(search: str) -> None:
    for seed in range(6):
        shown = some_tree(search, seed)
        assert [node.index for node in shown] == list(range(len(shown)))
        for node in shown:
            assert shown.node(node.index).names == node.names
            assert node.count == 1 + sum(child.count for child in node.children)
            assert not node.children or shown.trace.ends[node.index] == shown.trace.ends[node.children[-1].index]
            assert all(child.parent is node and child.state == shown.node(child.index).state for child in node.children)
            if search != "solve":
                assert shown.at(node.names).state == node.state
                looked_at = {child.name for child in node.children}
                inner = sorted(str(move) for move in node.offers) if node.children else []
                assert sorted([*node.skipped, *looked_at]) == inner
        with pytest.raises(IndexError, match="this tree has the nodes 0 to"):
            shown.node(len(shown))
        with pytest.raises(KeyError, match="has not looked at 9 after the root"):
            shown.at([9])


@pytest.mark.parametrize("distance", [False, True])
def test_the_window_after_a_child_is_that_of_the_next(distance: bool) -> None:
    """Seen by MAX, whoever moves, and also where the same side moves again; a ply is one unit where distances count."""
    moved = 0
    for seed in range(20):
        shown = some_tree("alphabeta", seed, distance)
        assert shown.trace.scale is not None
        for node in shown:
            for number, child in enumerate(node.children):
                assert node.window_after(number) == pytest.approx(child.window, abs=distance / shown.trace.scale.unit)
                moved += node.window_after(number) != node.window
            assert node.reason != "cut" or node.window_after(len(node.children))[0] >= node.window_after(len(node.children))[1]
    assert moved > 50


def test_the_best_line_ends_where_the_value_comes_from() -> None:
    for search in ("minimax", "alphabeta"):
        for seed in range(20):
            shown = some_tree(search, seed)
            last = shown.root.line[-1]
            assert shown.root.worth is not None
            assert last.worth is not None
            assert last.reason in ("over", "horizon")
            assert last.worth.result == shown.root.worth.result


def test_the_best_move_is_not_the_one_that_is_only_limited() -> None:
    """The first reply is worth 0 at most, the second is 0, and it alone keeps that.

    MAX is sure of 1 to the left, so right is looked at with a window above 1, and left at its third ply as soon as 0 is met.
    """
    edges = [[1, 2], [], [3], [4, 5], [6, 7], [], [], []]
    shown = tree(graph(edges, {1: -1, 5: 0, 6: 0, 7: -1}, [0, 1, 1, 0, 1, 1, 0, 0]), search="alphabeta")
    three = shown.at([1, 0])
    assert [str(child.worth) for child in three.children] == ["at most 0", "0"]
    assert three.best is not None
    assert three.best.move == 1


def test_turns_that_do_not_alternate() -> None:
    """MAX moves twice: nothing is turned round in between."""
    shown = tree(graph([[1], [2, 3], [], []], {2: 1, 3: 2}, [0, 0, 1, 0]), search="alphabeta")
    assert [node.maximises for node in shown] == [True, True, False, True]
    assert [str(node.worth) for node in shown] == ["2", "2", "-1", "2"]
    assert [node.index for node in shown.root.line] == [1, 3]


def test_a_line_of_250_plies_is_no_deeper_than_python_can_go() -> None:
    with plainly():
        shown = tree("pig", depth=250, nodes=600)
    last = shown.node(len(shown) - 1)
    assert last.ply > 200
    assert last.ply == len(last.moves) == len(last.names)
    state = shown.root.state
    for move in last.moves:
        state = shown.game.play(state, move)
    assert last.state == state


def test_a_limit_of_several_players_speaks_of_one_of_them() -> None:
    """What the others get of a position that was left for its mover's sake is not known."""
    limits = []
    for seed in range(40):
        with plainly():
            shown = tree(plan(seed, 3, sums="constant", chance=0).share(), search="maxn", nodes=5000)
        limits += [node.worth for node in shown if node.worth is not None and node.worth.says != "exact"]
    assert limits
    for worth in limits:
        assert worth.payoffs is not None
        assert worth.about is not None
        assert str(worth).count("?") == len(worth.payoffs) - 1
        assert "at least" in str(worth)
