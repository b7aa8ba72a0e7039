"""What a tree claims, looked up by minimax that leaves nothing out: the worth of its nodes, and the reasons of its cuts."""

from itertools import pairwise
from math import inf

import pytest

from kibitz.core.best_result import best_result
from kibitz.core.rules import says
from kibitz.explain.tree.cut_reason import CutReason, find_cut_reason
from kibitz.explain.tree.node import Node, claims, claims_of
from kibitz.explain.tree.sentences import called, describe_cut, explain
from kibitz.explain.tree.tree import Tree
from naive_tree import Naive, NaiveShares, way

NEAR = 1e-6


def keeps(kind: str, number: float, truth: float) -> bool:
    """Whether a value claims no more than is so."""
    if kind == "exact":
        return abs(truth - number) <= NEAR
    return truth >= number - NEAR if kind == "at_least" else truth <= number + NEAR


def judge_worth(node: Node, naive: Naive, finished: bool) -> None:
    """Check a node's value at the depth of a search that was `finished`, and for the game itself where it is proved."""
    worth, tree = node.worth, node.tree
    if worth is None:
        assert not finished
        return
    scale, trace = tree.trace.scale, tree.trace
    upright = scale is None or node.maximises
    value = trace.value(node.index) * (1 if upright else -1)
    best, hoped = node.best, "at_least" if node.maximises else "at_most"
    if finished:
        truth = naive.of(node)
        assert keeps(worth.says, value, truth), node
        least, most = trace.says(node.index)
        assert keeps("at_least" if upright else "at_most", value, truth) or not least, node
        assert keeps("at_most" if upright else "at_least", value, truth) or not most, node
        assert best is None or best in node.children
        if best is not None and best.move is not None and worth.says == "exact":
            assert abs(naive.after(node, best.move) - truth) <= NEAR, node
    if not worth.proved:
        assert worth.plies is None
        assert worth.result == pytest.approx(value / (1 if scale is None else scale.unit), abs=1e-4)
        return
    end = naive.whole.of(node)
    assert keeps(worth.says, value, end), node
    if worth.says == "exact" and scale is not None:
        assert (worth.result, worth.plies) == scale.result(int(end))
    for below in node.line if worth.says in ("exact", hoped) else ():
        assert keeps(worth.says, value, naive.aged(naive.whole.of(below), below.ply - node.ply)), (node, below)
    if best is None and worth.says == "exact":  # the proof is in the table: no move that is shown is proved to be worth so much
        assert node.by_chance or not any(one.worth and one.worth.says == "exact" and one.worth.proved for one in node.children)


def judge_shares_of(node: Node, naive: NaiveShares) -> None:
    """What all get at a node, and of a limit what one player gets; its text says nothing of the others."""
    worth, found = node.worth, naive.of(node)
    assert worth is not None
    assert worth.payoffs is not None
    if worth.about is None:
        assert worth.payoffs == pytest.approx(found)
        return
    assert keeps(worth.says, worth.payoffs[worth.about], found[worth.about])
    assert str(worth).count("?") == len(found) - 1
    assert "at least" in str(worth)


def judge_place(node: Node, tree: Tree) -> None:
    """Where a node stands: what is below it, whom it is below, what was skipped; and that nothing is known by haste alone.

    What the tree knows of its value is what one finds who looks everywhere for a proof.
    """
    children = node.children
    assert claims_of(node)[1] == claims(node, tree.trace.proved, {})
    assert tree.node(node.index).names == node.names
    assert node.count == 1 + sum(child.count for child in children)
    assert all(child.parent is node for child in children)
    assert not children or tree.trace.ends[node.index] == tree.trace.ends[children[-1].index]
    if all(one.parent is None or (one in one.parent.final_children and not one.asks) for one in way(node)):
        assert tree.at(node.names).state == node.state
    if children and node.worth is not None and not any(child.asks for child in children):
        assert sorted([*node.skipped, *{child.name for child in children}]) == sorted(str(move) for move in node.offers)


def reasons(tree: Tree) -> list[CutReason]:
    """All of a tree: one for each node with moves that were left alone."""
    found = [find_cut_reason(node) for node in tree]
    for node, reason in zip(tree, found, strict=True):
        assert (reason is not None) == (node.reason == "cut" and bool(node.skipped))
        assert node.index % 10 or (explain(node) == describe_cut(reason) if reason is not None else explain(node)[-1] == ".")
    return [reason for reason in found if reason is not None]


def judge(reason: CutReason, naive: Naive) -> None:
    """Check all that a reason claims."""
    node, gains, held = reason.node, reason.held.gains, reason.held.number
    promised = "at_least" if gains else "at_most"
    assert reason.others == len(naive.moves(node.state, node.mover)) - len({child.move for child in node.children}) > 0
    if reason.by is None:
        assert node.by_chance
        assert keeps(promised, held, naive.of(node))
    else:
        assert reason.by.parent is node
        found = naive.after(node, int(reason.by.move or 0))
        assert keeps("exact" if reason.held.exact else promised, held, found)
        assert not reason.held.proved or keeps(promised, held, naive.whole.after(node, int(reason.by.move or 0)))
        assert gains == node.maximises
    possible = [held, inf if gains else -inf]
    if reason.kind in ("refused", "averaged"):
        judge_refusal(reason, naive, possible)
    elif reason.question is not None:
        judge_question(reason, naive, possible)
    elif reason.utmost:
        ends = naive.game.payoff_limits() if says(naive.game, "payoff_limits") else (-(best_result(naive.game) or 0), None)
        sure = reason.held.result
        assert sure <= ends[0] if not gains else sure >= (-ends[0] if ends[1] is None else ends[1] - ends[0])


def judge_refusal(reason: CutReason, naive: Naive, possible: list[float]) -> None:
    """The ancestor is on the way, is of the other side, was sure of the other move before, and nothing can change its value."""
    found, node, gains = reason.refused, reason.node, reason.held.gains
    assert found is not None
    promised = "at_most" if gains else "at_least"
    ancestor, path = found.ancestor, list(way(node))
    between = path[1 : path.index(ancestor)]
    assert ancestor in path[1:]
    assert ancestor.mover >= 0
    assert ancestor.maximises != gains
    assert_elsewhere(reason)
    other, offer = naive.after(ancestor, int(found.instead.move or 0)), found.offer.number
    assert keeps("exact" if found.offer.exact else promised, offer, other)
    assert not found.offer.proved or keeps(promised, offer, naive.whole.after(ancestor, int(found.instead.move or 0)))
    assert offer <= found.passed if gains else offer >= found.passed
    worth = [naive.lifted(node, ancestor, number) for number in (*possible, naive.of(node))]
    assert worth == pytest.approx([naive.of(ancestor)] * 3)
    coming = naive.of(node)
    for below, above in pairwise([node, *between, ancestor]):
        coming = naive.lifted(below, above, coming) if above.by_chance else naive.aged(coming)
    assert keeps("at_least" if gains else "at_most", found.passed, coming)
    if reason.kind == "refused":
        assert not any(above.by_chance for above in between)
        gain = coming - other if gains else other - coming
        assert gain >= 0 if reason.equal else gain > 0  # "gains nothing by", or "never allows"
    sentence, name = describe_cut(reason), node.tree.players[ancestor.mover]
    assert f"{name} can play {called(found.instead.name)} and " in sentence
    assert sentence.count("about ") == 0 or "as far as this search" in sentence


def assert_elsewhere(reason: CutReason) -> None:
    """The move that an ancestor prefers is another one, and was left before the one to the cut position was entered."""
    found, path = reason.refused, list(way(reason.node))
    assert found is not None
    taken = path[path.index(found.ancestor) - 1]
    assert found.instead.parent is found.ancestor
    assert found.instead.move != taken.move
    assert reason.node.tree.trace.ends[found.instead.index] < taken.index


def judge_question(reason: CutReason, naive: Naive, possible: list[float]) -> None:
    """The answer is the same whatever the moves that were left alone are worth."""
    asked, node, gains = reason.question, reason.node, reason.held.gains
    assert asked is not None
    path = list(way(node))
    worth = [naive.lifted(node, asked.node, number) for number in possible]
    if asked.about == "limit":
        assert len(asked.node.moves) == 0
        assert worth == [naive.of(asked.node)] * 2
    elif asked.about == "value":
        assert len(asked.node.moves) == 0
        assert (worth[0] >= asked.number) == (worth[1] >= asked.number)
    else:
        above = asked.node.parent
        assert above is not None
        assert asked.node in path
        assert above.maximises == gains
        yes = [number > asked.number if gains else number < asked.number for number in map(naive.aged, worth)]
        assert yes[0] == yes[1]
        plies = sum(step.move is not None for step in path[: path.index(asked.node) + 1])
        carried = naive.aged(possible[0], plies)
        assert carried > asked.number if gains else carried < asked.number


def judge_shares(reason: CutReason, naive: NaiveShares) -> str:
    """Check what a reason claims of what each gets; which kind it is."""
    node, found = reason.node, reason.refused
    least, together = node.tree.game.payoff_limits()
    assert reason.kind == "shared"
    assert reason.by is not None
    mine = reason.held.result
    assert keeps("at_least", mine, naive.after(node, int(reason.by.move or 0))[node.mover])
    if found is None:
        assert mine == together - least * (node.tree.game.players - 1)
        assert "there is no more to get" in describe_cut(reason)
        return "all"
    path = list(way(node))
    assert {above.mover for above in path[1 : path.index(found.ancestor)]} <= {node.mover}
    assert found.ancestor.mover != node.mover
    assert_elsewhere(reason)
    other, theirs = found.ancestor.mover, found.offer.result
    assert keeps("exact", theirs, naive.after(found.ancestor, int(found.instead.move or 0))[other])
    assert found.passed == pytest.approx(together - least * (node.tree.game.players - 2) - mine)
    assert keeps("at_most", found.passed, naive.of(node)[other])
    assert theirs >= found.passed - NEAR
    assert reason.equal or theirs > found.passed
    return "equal" if reason.equal else "more"
