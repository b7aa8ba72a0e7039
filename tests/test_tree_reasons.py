"""Why moves were left alone in games and in trees from books: every claim of every sentence, and the words."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest

import kibitz
from judged_reasons import ROOM, heard_right, judge, reasons, uncompiled
from kibitz.explain.tree import cut_reason as room
from kibitz.explain.tree.cut_reason import CutReason, find_cut_reason
from kibitz.explain.tree.node import Node, brought
from kibitz.explain.tree.promise import Promise, promise
from kibitz.explain.tree.sentences import describe_cut, explain
from kibitz.explain.tree.tree import Tree
from kibitz.games.tree import Tree as Written
from kibitz.registry import load
from kibitz.rules import legal
from naive_tree import Naive
from said_reasons import heard


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    uncompiled(monkeypatch)


@pytest.mark.compiled
def test_every_cut_of_tic_tac_toe() -> None:
    tree = kibitz.tree("tic_tac_toe")
    found, naive = reasons(tree), Naive(tree, None)
    assert len(found) == 4237
    assert Counter((reason.kind, reason.equal) for reason in found) == {
        ("refused", True): 1248,
        ("refused", False): 1566,
        ("utmost", False): 1423,
    }
    for reason in found:
        judge(reason, naive)


@pytest.mark.untraced
def test_cuts_of_tic_tac_toe_with_distances() -> None:
    tree = kibitz.tree("tic_tac_toe", distance=True)
    naive = Naive(tree, None)
    for reason in filter(None, (find_cut_reason(tree.node(index)) for index in range(5, len(tree), 50))):
        assert reason.kind == "refused"
        judge(reason, naive)


@pytest.mark.compiled
def test_limits_from_the_wrong_side_would_make_sentences_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first attempt took the value of every child for a promise, and so told what is not so: this is seen here."""

    def trusting(child: Node) -> Promise | None:
        assert child.parent is not None
        number = brought(child) if child.parent.maximises else -brought(child)
        return promise(child.parent, child.parent.maximises, number, exact=False, proved=True)

    monkeypatch.setattr(room, "promised", trusting)
    tree = kibitz.tree("tic_tac_toe")
    naive, wrong = Naive(tree, None), 0
    for reason in filter(None, map(find_cut_reason, tree)):
        try:
            heard_right(heard(describe_cut(reason), reason.node.mover, tree), reason, naive)
        except AssertionError:
            wrong += 1
    assert wrong == 558


def sentences(game: str, **more: Any) -> Iterator[str]:
    return (describe_cut(reason) for node in kibitz.tree(game, **more) if (reason := find_cut_reason(node)) is not None)


def test_the_book_and_its_chances(plainly: None) -> None:
    assert list(sentences("tree:file=two_ply")) == [
        "Cut: with c1 MIN keeps MAX to 2 here. But at the root MAX can play a1 and get 3, so MAX never allows this position; "
        "its 2 other moves need not be looked at."
    ]
    assert list(sentences("tree:file=chances")) == [
        "Cut: whatever the other outcomes bring, MAX gets at most 1.3 on average here. But at the root MAX can play a1 and get "
        "2.1 on average, so MAX never allows this position; its one other outcome need not be looked at."
    ]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("searched", "told"),
    [
        (
            {},
            "Cut: with 3,2 X is sure of a win here. Nothing is better for X; the one other move here need not be looked at.",
        ),
        (
            {"distance": False, "search": "alphabeta"},
            "Cut: five plies earlier X can play 2,3 and be sure of a win, and nothing here can be better for X; the one other "
            "move here need not be looked at.",
        ),
        (
            {"distance": True},
            "Cut: with 3,1 X is sure to win within one ply here. Three plies earlier O can play 2,1 and hold out for four "
            "plies anyway, so O gains nothing by allowing this position; its 2 other moves need not be looked at.",
        ),
        (
            {"search": "deepening"},
            "Cut: with 2,3 X is sure of a win here. At the root the search only asks whether 3,3 is better for X than a draw, "
            "and here the answer is yes; the 2 other moves here need not be looked at.",
        ),
        (
            {"search": "solve"},
            "Cut: with 2,2 X is sure of a win here. At the root the search only asks whether X gets at least a draw, and here "
            "the answer is yes; the 4 other moves here need not be looked at.",
        ),
        (
            {"search": "deepening", "depth": 4},
            "Cut, as far as this search of four plies sees: with 1,3 O keeps X to about 0 here. One ply earlier X can play 1,2 "
            "and get about 0 anyway, so X gains nothing by allowing this position; its 5 other moves need not be looked at.",
        ),
    ],
)
def test_words(searched: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "search" in searched:
        uncompiled(monkeypatch)
    assert told in sentences("tic_tac_toe", **searched)


def test_every_node_can_be_told(plainly: None) -> None:
    def first(tree: Tree, reason: str) -> str:
        return next(explain(node) for node in tree if node.reason == reason)

    tree = kibitz.tree("tic_tac_toe", depth=6, search="deepening", nodes=ROOM)
    assert first(tree, "searched").startswith("Every move was looked at: ")
    assert first(tree, "horizon").startswith("This search of six plies looks no further; the position counts as about ")
    assert first(tree, "table").startswith("The position was known from before: ")
    assert first(tree, "over") == "The game is over: X wins."
    full = kibitz.tree("tree:file=two_ply")
    assert explain(full.root) == "Every move was looked at: MAX wins by 3; a1 is best."
    assert explain(full.at(["a1", "b1"])) == "The game is over: MAX wins by 3."
    assert explain(kibitz.tree("tree:file=two_ply", search="solve").root).startswith(
        "What the search asked of this position is"
    )
    dice = kibitz.tree("tree:file=chances")
    assert first(dice, "probed") == "Only one move was looked at here, for a limit: at most 1 on average for MAX."
    assert explain(dice.at(["a1"])) == "Every outcome was looked at: 2.1 on average for MAX."
    assert explain(kibitz.tree("tree:file=three_players").at(["a1", "b1"])) == (
        "Every move was looked at: A 1, B 2, C 6; c1 is best."
    )
    ties = kibitz.tree("tic_tac_toe", search="minimax", depth=3, knowledge=None)
    assert explain(ties.root) == "Every move was looked at: about 0 for X; 1,1 is as good as any."
    cut_short = kibitz.tree("kalah", depth=4, nodes=50)
    assert explain(cut_short.root) == "The search was stopped before it was done with this position."


def test_where_nothing_can_be_shown_the_window_is_all_that_is_told(plainly: None) -> None:
    found = next(reason for node in kibitz.tree("tree:file=two_ply") if (reason := find_cut_reason(node)) is not None)
    weaker = CutReason(found.node, found.by, found.held)
    assert (weaker.kind, weaker.ancestor, weaker.equal, weaker.proved) == ("window", None, False, True)
    assert describe_cut(weaker) == (
        "Cut: with c1 MIN keeps MAX to 2 here. Nothing beyond that can matter further up; the 2 other moves here need not be "
        "looked at."
    )


def test_a_root_where_there_is_no_more_to_get(plainly: None) -> None:
    """It is left like any other node: not every move was looked at."""
    ends = {move: {"payoffs": [1, -1]} for move in "abc"}
    game = Written.from_nested({"players": ["A", "B"], "tree": {"moves": ends}})
    root = kibitz.tree(game, search="maxn").root
    assert (root.reason, root.skipped) == ("cut", ("b", "c"))
    assert explain(root).startswith("Cut: with a A gets 1 here, and there is no more to get")


def test_moves_that_the_knowledge_rules_out_were_not_looked_at(plainly: None) -> None:
    """They are told of as others, and no sentence says of the rest that these are all."""
    game = load("connect_four:width=4,height=4")
    tree = kibitz.tree(game, reduce(game.play, (0, 1, 0, 2, 1), game.start()), search="solve", nodes=ROOM)
    counted, told_of = 0, 0
    for node in tree:
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
