"""What a reason claims, looked up by plain minimax that leaves nothing out: each claim, and each word of its sentence."""

from dataclasses import replace
from itertools import pairwise
from math import inf

import pytest

from kibitz.best_result import best_result
from kibitz.explain.tree.cut_reason import CutReason, find_cut_reason
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.explain.tree.sentences import describe_cut, explain
from kibitz.explain.tree.tree import Tree
from kibitz.kernel import Machine
from kibitz.rules import legal, says
from kibitz.search import tracing
from naive_tree import Naive, way
from said_reasons import Claim, Said, heard

ROOM = 2000
NEAR = 1e-6


def uncompiled(patch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled until the patch is undone: as machine code every new game costs more than its search."""
    patch.setattr(tracing, "machine_of", lambda game, wise=None, traces=False: Machine(game, wise, True, traces))


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
    assert reason.others == len(naive.moves(node.state, node.mover)) - len({child.move for child in node.children}) > 0
    if reason.by is None:
        assert node.by_chance
        assert naive.of(node) >= held - NEAR if gains else naive.of(node) <= held + NEAR
    else:
        assert reason.by.parent is node
        found = naive.after(node, int(reason.by.move or 0))
        assert found >= held - NEAR if gains else found <= held + NEAR
        assert not reason.held.exact or found == pytest.approx(held)
        assert gains == node.maximises
    best = inf if gains else -inf
    if reason.kind in ("refused", "averaged"):
        judge_refusal(reason, naive, [held, best])
    elif reason.question is not None:
        judge_question(reason, naive, [held, best])
    elif reason.utmost:
        ends = naive.game.payoff_limits() if says(naive.game, "payoff_limits") else (-(best_result(naive.game) or 0), None)
        sure = reason.held.result
        assert sure <= ends[0] if not gains else sure >= (-ends[0] if ends[1] is None else ends[1] - ends[0])
    if reason.by is not None:
        heard_right(heard(describe_cut(reason), node.mover, node.tree), reason, naive)


def judge_refusal(reason: CutReason, naive: Naive, possible: list[float]) -> None:
    """The ancestor is on the way, is of the other side, was sure of the other move before, and nothing can change its value."""
    found, node, gains = reason.refused, reason.node, reason.held.gains
    assert found is not None
    ancestor, path = found.ancestor, list(way(node))
    assert ancestor in path[1:]
    assert ancestor.mover >= 0
    assert ancestor.maximises != gains
    taken = path[path.index(ancestor) - 1]
    assert found.instead.parent is ancestor
    assert found.instead.move != taken.move
    assert node.tree.trace.ends[found.instead.index] < taken.index  # it was left before the other was entered
    other, offer = naive.after(ancestor, int(found.instead.move or 0)), found.offer.number
    assert other <= offer + NEAR if gains else other >= offer - NEAR
    assert not found.offer.exact or other == pytest.approx(offer)
    assert offer <= found.passed if gains else offer >= found.passed
    worth = [naive.lifted(node, ancestor, number) for number in (*possible, naive.of(node))]
    assert worth == pytest.approx([naive.of(ancestor)] * 3)
    coming = naive.of(node)
    for below, above in pairwise(path[: path.index(ancestor) + 1]):
        coming = naive.lifted(below, above, coming) if above.by_chance else naive.aged(coming)
    assert coming >= found.passed - NEAR if gains else coming <= found.passed + NEAR
    if reason.kind == "refused":
        assert not any(above.by_chance for above in path[1 : path.index(ancestor)])


def judge_question(reason: CutReason, naive: Naive, possible: list[float]) -> None:
    """The answer is the same whatever the moves that were left alone are worth."""
    asked, node, gains = reason.question, reason.node, reason.held.gains
    assert asked is not None
    path = list(way(node))
    if asked.about == "move":
        above = asked.node.parent
        assert above is not None
        assert asked.node in path
        assert above.maximises == gains
        answers = [naive.aged(naive.lifted(node, asked.node, number)) for number in possible]
        yes = [answer > asked.number if gains else answer < asked.number for answer in answers]
        assert yes[0] == yes[1]
        carried = possible[0]
        for step in path[: path.index(asked.node) + 1]:
            carried = naive.aged(carried) if step.move is not None else carried
        assert carried > asked.number if gains else carried < asked.number
    else:
        assert len(asked.node.moves) == 0
        worth = [naive.lifted(node, asked.node, number) for number in possible]
        if asked.about == "value":
            assert (worth[0] >= asked.number) == (worth[1] >= asked.number)
        else:
            assert worth == [naive.of(asked.node)] * 2


def heard_right(said: Said, reason: CutReason, naive: Naive) -> None:
    """The words alone: the moves, players, numbers and plies that they name are looked up, and compared."""
    node, path = reason.node, list(way(reason.node))
    tree = node.tree
    if said.depth is not None:
        assert said.depth == naive.depth
    claims = [claim for claim in (said.claim, said.offer) if claim is not None]
    assert said.seen or not any(claim.about for claim in claims)
    assert claims
    assert not any(is_hollow(claim, tree) for claim in claims)
    assert said.others == len(legal(tree.game, node.state)) - len({child.move for child in node.children})
    if said.claim is not None:
        holds(said.claim, node, named(node, said.move), naive)
    elif said.offer is not None and reason.kind == "refused":
        scale = tree.trace.scale
        utmost = is_hollow(replace(said.offer, gains=not said.offer.gains), tree)
        assert utmost or (scale is not None and scale.distance)
    if said.offer is None:
        assert reason.refused is None
        return
    ancestor = path[-1] if said.where is None else path[said.where]
    assert (said.where is None) == (ancestor.parent is None)
    assert tree.players[ancestor.mover] == said.name
    assert ancestor.maximises != node.maximises
    move = named(ancestor, said.instead)
    holds(said.offer, ancestor, move, naive)
    taken = path[path.index(ancestor) - 1]
    assert move != taken.move
    if not any(above.by_chance for above in path):
        coming = naive.of(node)
        for _ in range(len(node.moves) - len(ancestor.moves)):
            coming = naive.aged(coming)
        other = naive.after(ancestor, move)
        gain = coming - other if node.maximises else other - coming
        assert gain > 0 if said.never else gain >= 0


def is_hollow(claim: Claim, tree: SearchedTree) -> bool:
    """Whether a claim is true of every position: no result is worse for its player. A search takes 0 for what it cannot see."""
    if says(tree.game, "result"):
        most = best_result(tree.game)
        assert most is not None
        least = -most
    else:
        low, together = tree.game.payoff_limits()
        least, most = min(low, 0), max(together - low * (tree.game.players - 1), 0)
    scale = tree.trace.scale
    unit, near = (1, 0) if scale is None else (scale.unit, int(scale.distance))
    return least < most and (claim.number <= least * unit + near if claim.gains else claim.number >= most * unit - near)


def holds(claim: Claim, node: Node, move: int, naive: Naive) -> None:
    """A claim about what a move is worth; without "about" it holds for the game itself, however deep the search was."""
    number = naive.after(node, move)
    if claim.exact:
        assert abs(number - claim.number) <= claim.off + NEAR
    else:
        assert (number - claim.number) * (1 if claim.gains else -1) >= -claim.off - NEAR
    if not claim.about:
        assert (naive.whole.after(node, move) - claim.number) * (1 if claim.gains else -1) >= -claim.off - NEAR


def named(node: Node, name: str) -> int:
    """The legal move that people call so."""
    found = [move for move in legal(node.tree.game, node.state) if node.tree.game.move_name(node.state, move) == name]
    assert len(found) == 1
    return found[0]
