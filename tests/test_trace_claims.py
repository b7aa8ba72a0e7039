"""What a tree says that its nodes are worth is so: at its depth, and for the game itself where it is proved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_game import graph, random_graph
from kibitz.explain.tree.node import Node, brought, claims, claims_of
from kibitz.explain.tree.searched_tree import KnownClaims
from kibitz.explain.tree.tree import Tree, tree
from kibitz.registry import knowledge_of, load
from kibitz.rules import says
from kibitz.search.memory import DEEPEST
from kibitz.search.trace import Trace
from reference import random_tree, walk
from reference_trace import Counted
from test_trace import plainly
from traced import COUNTED

SEARCHES = [name for name in COUNTED if name != "solve"]  # they look as deep as they are told
FULL = 100  # plies: to the end of what is tried here
seeds = st.integers(0, 2**32)


def true(claim: tuple[bool, bool], value: float, truth: float) -> bool:
    """Whether it is at least, and at most, so much, as claimed."""
    return (not claim[0] or truth >= value) and (not claim[1] or truth <= value)


def claims_hold(shown: Tree, depth: int, distance: bool) -> None:
    """Each node of a tree of this depth, against plain minimax of its state: the search's own word, and the tree's."""
    game, scale, trace = shown.game, shown.trace.scale, shown.trace
    assert scale is not None
    knowledge = knowledge_of(game) if trace.knowledge is not None and says(trace.knowledge, "evaluate") else None
    estimate = knowledge.evaluate if knowledge is not None else None
    counted = Counted(game, scale.unit, distance, estimate, scale.clamp)
    proofs = Counted(game, scale.unit, distance)
    deepest = min(depth, trace.depth or FULL)  # a search that deepens ends where the root is solved
    for node in shown:
        truth, index = counted.value(node.state, deepest - node.ply), node.index
        value = trace.value(index)
        assert true(trace.says(index), value, truth), (node, trace.says(index))
        assert node.worth is not None
        claim = (node.worth.says != "at_most", node.worth.says != "at_least")
        upright = claim if node.maximises else claim[::-1]
        assert true(upright, value, truth), node
        assert any(claim)
        assert node.worth.proved or abs(value) <= scale.clamp or not scale.known
        if node.worth.proved:
            end = proofs.value(node.state, FULL)
            assert true(upright, value, end), (node, end)
            said = scale.result(end if node.maximises else -end)
            if node.worth.says == "exact":
                assert (node.worth.result, node.worth.plies) == said
        else:
            assert node.worth.result == pytest.approx((value if node.maximises else -value) / scale.unit, abs=1e-4)
            assert node.worth.plies is None
        best_is_best(node, counted, deepest, truth)


def best_is_best(node: Node, counted: Counted, deepest: int, truth: int) -> None:
    """A best move keeps the value; one is named wherever the value is exact and there is a choice.

    But where the proof is in the table: then no move that is shown is proved to be worth so much.
    """
    assert node.worth is not None
    if node.best is None:
        is_shown = any(one.worth is not None and one.worth.says == "exact" and one.worth.proved for one in node.children)
        assert node.worth.says != "exact" or not node.children or (node.worth.proved and not is_shown)
        return
    kept = counted.brought(node.state, node.best.state, deepest - node.ply)
    if node.worth.says == "exact":
        assert kept == truth, (node, node.best)
    assert node.best in node.children


@pytest.mark.compiled  # long in plain Python
def test_all_of_tic_tac_toe() -> None:
    """The 18,297 nodes of alpha-beta."""
    shown = tree("tic_tac_toe", search="alphabeta")
    assert len(shown) == 18_297
    assert all(node.worth is not None and node.worth.proved for node in shown)
    claims_hold(shown, FULL, False)
    assert str(shown.root.worth) == "0"
    assert [node.name for node in shown.root.line][:1] == ["1,1"]
    assert len(shown.root.line) == 9


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("distance", [False, True])
def test_tic_tac_toe_with_a_horizon(search: str, distance: bool) -> None:
    game = load("tic_tac_toe")
    for seed in range(6):
        state = walk(game, seed, seed)
        depth = 2 + seed % 2
        with plainly():
            claims_hold(tree(game, state, search=search, depth=depth, distance=distance, nodes=2000), depth, distance)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("distance", [False, True])
@given(seed=seeds, depth=st.integers(1, 12))
def test_graphs(search: str, distance: bool, seed: int, depth: int) -> None:
    """Many ways to a place: tables are used; the same side twice; results that are margins."""
    game = random_graph(seed, nodes=24)
    with plainly():
        shown = tree(game, search=search, depth=depth, distance=distance, nodes=3000)
    claims_hold(shown, depth, distance)


@pytest.mark.parametrize("search", SEARCHES)
@given(seed=seeds, depth=st.integers(1, 6), distance=st.booleans())
def test_trees(search: str, seed: int, depth: int, distance: bool) -> None:
    game = random_tree(seed, branching=3, largest=seed % 4 + 1)
    with plainly():
        claims_hold(tree(game, search=search, depth=depth, distance=distance, nodes=3000), depth, distance)


@given(seed=seeds, depth=st.integers(1, 8), distance=st.booleans(), search=st.sampled_from(SEARCHES))
def test_where_nothing_can_be_proved_no_proof_is_looked_for(seed: int, depth: int, distance: bool, search: str) -> None:
    """What the tree knows of a node is what one finds who looks everywhere."""
    with plainly():
        shown = tree(random_graph(seed, nodes=24), search=search, depth=depth, distance=distance, nodes=3000)
    known: KnownClaims = {}
    for node in shown:
        assert claims_of(node)[1] == claims(node, shown.trace.proved, known)


def test_a_large_tree_is_not_looked_through_for_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value of its root is an estimate, as nearly all values in it: that shows without a look at each."""
    shown = tree("connect_four", search="minimax", depth=4)
    looked, proved = [], Trace.proved

    def counted(trace: Trace, node: int) -> tuple[bool, bool]:
        looked.append(node)
        return proved(trace, node)

    monkeypatch.setattr(Trace, "proved", counted)
    assert shown.root.worth is not None
    assert not shown.root.worth.proved
    assert len(shown) > 2000
    assert len(looked) < 20


@given(seed=seeds, distance=st.booleans())
def test_solved_trees_have_a_best_line(seed: int, distance: bool) -> None:
    """Whichever question was the last: it begins with the answer that the value is no less."""
    with plainly():
        shown = tree(random_graph(seed, nodes=24), search="solve", distance=distance, nodes=20_000)
    best = shown.root.best
    if shown.whole and shown.root.children:
        assert best is not None
        assert best.asks
        assert best.worth is not None
        assert shown.root.worth is not None
        assert best.worth.says != "at_most"
        assert (best.worth.result, best.worth.plies) == (shown.root.worth.result, shown.root.worth.plies)
        assert [node.ply for node in shown.root.line][:2] == [0, 1]


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_the_deepest_tree_there_is_has_a_worth(search: str) -> None:
    """Whether an end 250 plies away proves it is asked from node to node."""
    chain = graph([[node + 1, DEEPEST + 1] for node in range(DEEPEST)] + [[DEEPEST + 1], []], {DEEPEST + 1: 0})
    with plainly():
        shown = tree(chain, search=search, depth=DEEPEST)
    assert shown.root.worth is not None
    assert max(node.ply for node in shown) == DEEPEST
    assert len(shown.root.line) > 0


def test_a_large_tree_is_not_looked_through_for_what_the_search_says_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit from the one side does not depend on what more there is to know from the other."""
    shown = tree("tic_tac_toe", search="solve", knowledge=None, distance=True)
    looked, says = [], Trace.says

    def counted(trace: Trace, node: int) -> tuple[bool, bool]:
        looked.append(node)
        return says(trace, node)

    monkeypatch.setattr(Trace, "says", counted)
    assert all(child.worth is not None for child in shown.root.children)
    assert len(shown) > 1000
    assert len(looked) < len(shown) / 10


@pytest.mark.untraced
def test_the_values_near_the_root_are_known_without_going_through_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    with plainly():
        shown = tree("tic_tac_toe", depth=6)
    asked = list[Node]()

    def counted(child: Node) -> float:
        asked.append(child)
        return brought(child)

    monkeypatch.setattr("kibitz.explain.tree.node.brought", counted)
    worths = [child.worth for child in shown.root.children]
    assert len(asked) < len(shown) / 4
    assert worths == [child.worth for child in Tree(shown.trace).root.children]
