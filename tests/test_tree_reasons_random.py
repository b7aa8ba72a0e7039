"""Why moves were left alone in random trees: every claim of every sentence, against plain minimax that leaves nothing out."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from conftest import PLAIN
from judged_reasons import NEAR, ROOM, judge, reasons, uncompiled
from kibitz.explain.tree.cut_reason import CutReason
from kibitz.explain.tree.sentences import describe_cut, explain
from kibitz.explain.tree.tree import Tree
from kibitz.games.tree import Tree as Written
from kibitz.rules import Game
from naive_tree import Naive, NaiveShares, way
from nested_trees import nested_trees
from party_game import Feeling, Fixed, Hunch, Ways
from random_parties import plan

pytestmark = pytest.mark.twice


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    uncompiled(monkeypatch)


@settings(max_examples=10 if PLAIN else 100)
@given(tree=nested_trees(sums=("zero",), chance=False), data=st.data())
def test_trees_as_written(tree: dict[str, Any], data: st.DataObject) -> None:
    game = Written.from_nested(tree)
    if game.is_over(game.start()):
        return
    search, distance = data.draw(st.sampled_from(["alphabeta", "deepening", "solve"])), data.draw(st.booleans())
    depth = None if search == "solve" else data.draw(st.sampled_from([None, 2, 3, 4, 5]))
    with pytest.MonkeyPatch.context() as patch:
        uncompiled(patch)
        if search == "deepening":
            found = deepened(game, depth or 7, None, distance)
        else:
            found = traced(game, search, depth, None, distance)
        judged(found, Naive(found, found.trace.depth), Counter())


GRAPHS = ("tree", "meeting")


def graph_trees(seeds: range, search: str) -> Counter[str]:
    """Random games: extra turns, margins, other depths, guesses at the horizon, distances; every reason judged."""
    kinds: Counter[str] = Counter()
    for seed in seeds:
        game = plan(seed, 2, GRAPHS[seed % 2], "zero", 0, largest=1 + seed % 3).duel(Fixed)
        if game.is_over(game.start()):
            continue
        wise = Hunch(game) if seed % 3 else None
        depth, distance = (None, 2, 3, 4, 5, 6)[seed % 6], seed % 4 > 1
        tree = (
            deepened(game, depth or 7, wise, distance) if search == "deepening" else traced(game, search, depth, wise, distance)
        )
        naive = Naive(tree, tree.trace.depth, wise.evaluate if wise else lambda state: 0.0)
        judged(tree, naive, kinds)
    return kinds


def traced(game: Game, search: str, depth: int | None, wise: Any, distance: bool) -> Tree:
    return kibitz.tree(game, search=search, depth=depth, knowledge=wise, distance=distance, nodes=ROOM)


def deepened(game: Game, depth: int, wise: Any, distance: bool) -> Tree:
    """The last of its searches, so that its depth is known: it ends as soon as everything is proved."""
    for reached in range(1, depth + 1):
        tree = traced(game, "deepening", reached, wise, distance)
        if tree.root.worth is not None and tree.root.worth.proved and tree.root.worth.says == "exact":
            break
    return tree


def test_random_trees_of_alphabeta(plainly: None) -> None:
    kinds = graph_trees(range(60 if PLAIN else 1200), "alphabeta")
    assert set(kinds) == {"refused", "utmost"}


def test_random_trees_of_deepening(plainly: None) -> None:
    kinds = graph_trees(range(40 if PLAIN else 300), "deepening")
    assert set(kinds) == {"refused", "move", "limit"}


def test_random_trees_of_the_solver(plainly: None) -> None:
    """Each of its questions is the reason for what it leaves alone."""
    kinds: Counter[str] = Counter()
    for seed in range(20 if PLAIN else 100):
        game = plan(seed, 2, GRAPHS[seed % 2], "zero", 0, largest=1 + seed % 3).duel(Fixed)
        if not game.is_over(game.start()):
            tree = traced(game, "solve", None, None, seed % 4 > 1)
            judged(tree, Naive(tree, None), kinds)
    assert set(kinds) == {"value"}


@pytest.mark.parametrize("search", ["expectiminimax", "paranoid"])
def test_random_trees_with_dice(search: str, plainly: None) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(40 if PLAIN else 800):
        players = 2 if search == "expectiminimax" else 3
        design = plan(seed, players, GRAPHS[seed % 2], "zero" if players == 2 else "any", 0.25, largest=1 + seed % 3)
        game: Ways = design.duel() if players == 2 else design.share()
        if not game.is_over(game.start()):
            wise = (Hunch if players == 2 else Feeling)(game) if seed % 2 else None
            tree = traced(game, search, (None, 2, 3, 4, 5, 6)[seed % 6], wise, False)
            judged(tree, Naive(tree, tree.trace.depth, guess(tree, wise)), kinds)
    assert {"refused", "averaged", "utmost"} >= set(kinds) >= {"refused", "averaged"}


def guess(tree: Tree, wise: Any) -> Any:
    """What the side to move hopes for; of a party what MAX hopes for."""
    if wise is None:
        return lambda state: 0.0
    if isinstance(wise, Hunch):
        return wise.evaluate
    return lambda state: tuple(wise.estimates(state))[tree.hero]


def judged(tree: Tree, naive: Naive, kinds: Counter[str]) -> None:
    """All reasons of a tree, counted."""
    for reason in reasons(tree):
        judge(reason, naive)
        kinds[reason.kind if reason.question is None else reason.question.about] += 1


def test_random_trees_of_several_players(plainly: None) -> None:
    """Who moved before has more elsewhere than what is left, or there is no more to get."""
    kinds: Counter[str] = Counter()
    for seed in range(40 if PLAIN else 150):
        game = plan(seed, 2 + seed % 3, GRAPHS[seed % 2], "constant", 0.1 * (seed % 2), largest=1 + seed % 3).share()
        if game.is_over(game.start()):
            continue
        wise = Feeling(game) if seed % 2 else None
        tree = traced(game, "maxn", (None, 2, 3, 4, 5, 6)[seed % 6], wise, False)
        nothing = (0.0,) * game.players
        naive = NaiveShares(
            tree,
            tree.trace.depth,
            lambda state, wise=wise, nothing=nothing: (  # type: ignore[misc]
                nothing if wise is None else tuple(wise.estimates(state))
            ),
        )
        for reason in reasons(tree):
            kinds[judge_shares(reason, naive)] += 1
    assert set(kinds) >= {"more", "all"}
    assert "window" not in kinds


def judge_shares(reason: CutReason, naive: NaiveShares) -> str:
    """Check what a reason claims of what each gets."""
    node, found = reason.node, reason.refused
    if reason.kind == "window":
        return "window"
    assert reason.kind == "shared"
    assert reason.by is not None
    mine = reason.held.result
    assert naive.after(node, int(reason.by.move or 0))[node.mover] >= mine - NEAR
    if found is None:
        least, together = node.tree.game.payoff_limits()
        assert mine == together - least * (node.tree.game.players - 1)
        assert "there is no more to get" in describe_cut(reason)
        return "all"
    path = list(way(node))
    taken = path[path.index(found.ancestor) - 1]
    assert {above.mover for above in path[1 : path.index(found.ancestor)]} <= {node.mover}
    assert found.ancestor.mover != node.mover
    assert found.instead.parent is found.ancestor
    assert node.tree.trace.ends[found.instead.index] < taken.index
    other, theirs = found.ancestor.mover, found.offer.result
    assert naive.after(found.ancestor, int(found.instead.move or 0))[other] == pytest.approx(theirs)
    assert naive.of(node)[other] <= found.passed + NEAR
    assert theirs >= found.passed - NEAR
    assert reason.equal or theirs > found.passed
    return "equal" if reason.equal else "more"


def test_a_game_of_draws_alone(plainly: None) -> None:
    """Nothing lies between its best result and its worst; the windows are not empty for that."""
    for seed in range(1000, 1040):
        design = plan(seed, 2, GRAPHS[seed % 2], "zero", 0.4)
        game = replace(design, gets=[[0.0, 0.0] for _ in design.gets]).duel()
        if not game.is_over(game.start()):
            tree = traced(game, "expectiminimax", 6, Hunch(game), False)
            assert all(explain(node) for node in tree)
            assert all(node.window[0] < node.window[1] for node in tree)
