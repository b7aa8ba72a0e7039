"""A search step by step: what is known by then is what its nodes say, and predictions are judged by that."""

import random
from typing import Any

import pytest

import kibitz
from kibitz.explain.tree.steps.moment import Moment
from kibitz.explain.tree.steps.quiz import Quiz, next_quiz
from kibitz.explain.tree.steps.verdict import judge_cut, judge_value
from kibitz.explain.tree.steps.walk import Walk
from kibitz.explain.tree.tree import Tree

SEARCHES = [
    ("tree:file=two_ply", {}),
    ("tree:file=chances", {}),
    ("tree:file=three_players", {"search": "maxn"}),
    ("tic_tac_toe", {"search": "alphabeta", "depth": 3}),
    ("tic_tac_toe", {"search": "solve"}),
    ("tic_tac_toe", {"search": "minimax", "depth": 3, "distance": True}),
    ("tic_tac_toe", {"search": "alphabeta", "depth": 5, "nodes": 400}),
]


def happened(tree: Tree) -> list[tuple[str, int]]:
    """All steps, one after the other, as a search makes them."""
    steps: list[tuple[str, int]] = []
    waiting: list[tuple[str, int]] = [("enter", 0)]
    while waiting:
        kind, index = waiting.pop()
        steps.append((kind, index))
        if kind == "enter":
            returns = [("return", index)] if index and tree.node(index).worth is not None else []
            children = [("enter", child) for child in reversed(tree.trace.children_of(index))]
            waiting += [*returns, ("leave", index), *children]
    return steps


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "told"), SEARCHES)
def test_a_step_shows_what_is_known_by_then(game: str, told: dict[str, Any]) -> None:
    tree = kibitz.tree(game, **told)
    walk, steps, chance = Walk(tree.trace), happened(tree), random.Random(5)
    assert walk.last == len(steps) - 1
    assert [(walk.at(number).kind, walk.at(number).node) for number in range(len(steps))] == steps
    for number in [*chance.sample(range(len(steps)), min(len(steps), 25)), len(steps) - 1]:
        moment = Moment(tree, walk, number)
        by_then = steps[: number + 1]
        entered = {index for kind, index in by_then if kind == "enter"}
        left = {index for kind, index in by_then if kind == "leave"}
        returned = {index for kind, index in by_then if kind == "return"}
        nodes = list(moment.tree)
        assert {node.index for node in nodes} == entered
        for node in nodes:
            whole = tree.node(node.index)
            assert node.worth == (whole.worth if node.index in left else None)
            assert [child.index for child in node.children] == [one.index for one in whole.children if one.index in entered]
            if number < walk.last:
                assert {child.index for child in moment.returned(node)} == {c.index for c in whole.children} & returned
            if node.index in left:
                assert node.why == whole.why
                assert node.window == whole.window


@pytest.mark.parametrize(
    ("answer", "right"),
    [("2", True), ("at most 2", True), ("<= 2.0", True), ("at most 3", True), ("at least 2", False), ("exactly 2", False)],
)
def test_a_limit_is_no_value(answer: str, right: bool) -> None:
    node = kibitz.tree("tree").at(["a2"])  # worth at most 2, and more than 3 would have mattered
    assert judge_value(node, answer).right is right


def test_every_question_has_one_answer() -> None:
    tree = kibitz.tree("tic_tac_toe", search="alphabeta", depth=3)
    walk, at, asked = Walk(tree.trace), 0, 0
    while isinstance(quiz := next_quiz(tree, walk, at), Quiz):
        at, asked = quiz.number, asked + 1
        if quiz.asks == "value":
            assert judge_value(quiz.node, str(quiz.node.worth)).right
            assert judge_value(quiz.node, "77").right is False
        else:
            step = walk.at(quiz.number)
            assert judge_cut(quiz, step.kind == "leave").right
            assert judge_cut(quiz, step.kind == "enter").right is False
    assert asked > 50
