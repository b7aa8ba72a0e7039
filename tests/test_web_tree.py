"""The explorer of the page: what it shows of a tree is what `kibitz.tree` says, and nothing that is asked of it breaks it."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.errors import KibitzError
from kibitz.explain import growth as measure
from kibitz.explain.tree import words
from kibitz.explain.tree.steps.walk import Walk
from kibitz.explain.tree.tree import Tree
from kibitz.web.jobs.tree import run
from kibitz.web.tree_view import packed, unpacked
from kibitz.web.worker import Stop

ROOM = {"nodes": 1_000_000, "rows": 2_000, "seconds": 20.0, "depth": 1_000}
SEARCHES = [
    ("tree:file=two_ply", {}),
    ("tree:file=chances", {}),
    ("tree:file=three_players", {"search": "maxn"}),
    ("tic_tac_toe", {"search": "alphabeta", "depth": 3}),
    ("tic_tac_toe", {"search": "solve"}),
    ("tic_tac_toe", {"search": "minimax", "depth": 3, "distance": True}),
]


def ask(game: str, view: dict[str, str], room: dict[str, Any] = ROOM, part: str = "", **done: str) -> dict[str, Any]:
    args = {"game": game, "moves": [], "view": view, "done": done, "limits": room, "part": part}
    return run(args, lambda news: None, Stop())


def view_of(told: dict[str, Any], **more: str) -> dict[str, str]:
    return {name: "1" if value is True else str(value) for name, value in told.items()} | more


def shown(tree: Tree, opened: set[int]) -> list[int]:
    """The nodes of an outline, in its order."""
    found, waiting = [], [tree.root]
    while waiting:
        node = waiting.pop()
        found.append(node.index)
        waiting += reversed(node.children if node.index in opened else ())
    return found


@given(st.sets(st.integers(0, 10**9), max_size=200))
def test_open_nodes_come_back_from_an_address(nodes: set[int]) -> None:
    assert unpacked(packed(tuple(nodes)), 200) == tuple(sorted(nodes))


@pytest.mark.parametrize(("game", "told"), SEARCHES)
def test_rows_are_the_nodes(game: str, told: dict[str, Any]) -> None:
    tree, chance = kibitz.tree(game, **told), random.Random(7)
    for _ in range(4):
        opened = {0, *chance.sample(range(len(tree)), min(len(tree), 12))}
        answer = ask(game, view_of(told, open=packed(tuple(opened))))
        rows = [row for row in answer["rows"] if row["kind"] == "node"]
        assert [row["id"] for row in rows] == shown(tree, opened)
        for row in rows:
            node = tree.node(row["id"])
            assert (row["move"], row["role"], row["worth"]) == (words.label(node), words.role(node), words.worth(node))
            assert row["window"] in ("", words.window(node))
            assert (row["note"], row["mark"], row["level"]) == (words.note(node), words.mark(node), len(list(node.above)) + 1)
            assert row["open"] == (node.index in opened if node.children else None)
        cuts = {row["id"]: row["words"] for row in answer["rows"] if row["kind"] == "cut"}
        for row in rows:
            node = tree.node(row["id"])
            if node.index in opened and node.children and node.skipped:
                assert all(name in cuts[node.index] for name in node.skipped)


@pytest.mark.compiled
def test_every_node_of_half_a_million_can_be_reached() -> None:
    tree, chance = kibitz.tree("tic_tac_toe", search="minimax"), random.Random(3)
    for index in (len(tree) - 1, *chance.sample(range(len(tree)), 6)):
        node = tree.node(index)
        opened = tuple(one.index for one in node.above)
        answer = ask("tic_tac_toe", {"search": "minimax", "open": packed(opened), "node": str(index)})
        row = next(row for row in answer["rows"] if row["kind"] == "node" and row["id"] == index)
        assert (row["move"], row["worth"]) == (node.name, str(node.worth))
        assert answer["about"]["why"] == node.why
        assert answer["about"]["moves"] == list(node.names)


@pytest.mark.compiled
def test_the_slider_reaches_every_step_of_half_a_million_nodes() -> None:
    tree = kibitz.tree("tic_tac_toe", search="minimax")
    walk, chance = Walk(tree.trace), random.Random(11)
    assert walk.last == 3 * len(tree) - 2
    for index in chance.sample(range(1, len(tree)), 5):
        step = walk.entered(index)
        answer = ask("tic_tac_toe", {"search": "minimax", "at": str(step)})
        node = tree.node(index)
        assert answer["about"]["id"] == index
        assert answer["at"] == step
        assert answer["last"] == walk.last
        rows = {row["id"]: row for row in answer["rows"] if row["kind"] == "node"}
        assert {one.index for one in node.above} < rows.keys()
        assert max(rows) == index
        assert rows[index]["here"]
        assert all(rows[one.index]["worth"] == "?" for one in (node, *node.above))
        assert answer["code"]["lines"][0][1]
        over = ask("tic_tac_toe", answer["view"], go="over")
        assert over["at"] == walk.left(index)
        assert over["about"]["why"] == node.why


def test_the_window_of_a_step_is_that_of_the_search() -> None:
    steps = [ask("tree", {"at": str(number)}, part="about") for number in range(31)]
    windows = [dict(map(tuple, answer["about"]["facts"])).get("α, β now") for answer in steps]
    assert windows[4] == "-∞ … 3"  # b1 has given 3 to MIN
    assert windows[12] == "3 … ∞"  # and a1 that to MAX
    assert windows[16] == "3 … 2"  # after c1 there is no room left
    assert dict(map(tuple, steps[23]["about"]["facts"]))["α, β when entered"] == "3 … 14"  # d1 was 14


def test_predictions_are_judged() -> None:
    answer = ask("tree", {}, begin="1")
    assert answer["at"] == 0
    assert answer["view"]["predict"] == "1"
    assert answer["until"] == 10
    answer = ask("tree", answer["view"], go="last")  # no further than to the question
    assert answer["at"] == 10
    assert answer["quiz"]["asks"] == "value"
    assert "3 for MAX" not in str(answer["rows"])
    assert ask("tree", answer["view"], answer="something")["verdict"]["right"] is None
    wrong = ask("tree", answer["view"], answer="12")
    assert wrong["verdict"]["right"] is False
    assert wrong["at"] == 11
    assert (wrong["view"]["tried"], wrong["view"].get("right")) == ("1", None)
    right = ask("tree", answer["view"], answer=" exactly 3 ")
    assert right["verdict"]["right"] is True
    assert right["view"]["right"] == "1"
    asked = ask("tree", right["view"], go="further")
    assert asked["quiz"]["asks"] == "cut"
    assert "α = 3, β = 2" in asked["quiz"]["words"]
    assert ask("tree", asked["view"], cuts="1")["verdict"]["right"] is True
    assert ask("tree", asked["view"], cuts="0")["verdict"]["right"] is False
    told = ask("tree", asked["view"], reveal="1")
    assert told["verdict"]["right"] is None
    assert told["at"] == 17
    assert told["view"]["tried"] == "1"


def test_no_count_gives_an_answer_away() -> None:
    tree = kibitz.tree("tree")
    walk = Walk(tree.trace)
    for at in range(walk.last + 1):
        entered, is_end = walk.at(at).node, at == walk.last
        entered = entered if walk.at(at).kind == "enter" else int(tree.trace.ends[entered])
        for predict in ({"predict": "1", "done": str(walk.last)}, {}):
            answer = ask("tree", {"at": str(at), **predict}, counting="1")
            assert answer["at"] == at
            facts = dict(map(tuple, answer["about"]["facts"]))
            node = tree.node(answer["about"]["id"])
            is_left = walk.left(node.index) <= at
            so_far = entered - node.index
            below = f"{node.count - 1}" if is_left else None if predict else f"{so_far} so far"
            assert facts.get("Nodes below") == below
            assert answer["about"]["below"] == (node.count - 1 if is_left else so_far)
            told = bool(is_end or not predict)
            assert ("of 11" in facts["Node"]) == told
            assert [bool(answer["said"]), answer["counts"] is not None, answer["last"] == walk.last] == [told] * 3


def test_of_too_many_nodes_there_is_no_picture_and_that_is_said() -> None:
    few, many = ask("tic_tac_toe", {"depth": "3"}), ask("tic_tac_toe", {"depth": "3"}, show="all")
    assert (bool(few["picture"]), few["crowded"]) == (True, False)
    assert (many["picture"], many["crowded"]) == ("", True)


def test_an_answer_is_bounded_and_says_what_is_left() -> None:
    room = ROOM | {"rows": 12}
    tree = kibitz.tree("tic_tac_toe", search="alphabeta", depth=3)
    view = {"search": "alphabeta", "depth": "3", "open": packed((0, 1, 2))}
    answer = ask("tic_tac_toe", view, room)
    rows = [row for row in answer["rows"] if row["kind"] == "node"]
    more = [row for row in answer["rows"] if row["kind"] == "more"]
    assert len(rows) == 12
    below = {1: len(tree.node(1).children), 2: len(tree.node(2).children)}
    assert sum(int(row["words"].split()[0]) for row in more) == 9 + sum(below.values()) + 1 - 12
    narrow = ROOM | {"rows": 4}
    children = [child.index for child in tree.root.children]
    cut_short = ask("tic_tac_toe", {**view, "open": "0"}, narrow)["rows"]
    assert [row["id"] for row in cut_short[1:-1]] == children[:3]
    assert (cut_short[-1]["words"], cut_short[-1]["past"]) == ("6 more", 3)
    further = ask("tic_tac_toe", {**view, "open": "0"}, narrow, zoom="0.3")["rows"]
    assert [row["id"] for row in further[1:-1]] == children[3:6]
    assert [row["place"] for row in further[1:]] == [4, 5, 6, 7]
    assert (further[-1]["words"], further[-1]["past"]) == ("3 more", 6)


def test_the_rows_of_one_node_are_those_in_the_whole_outline() -> None:
    view = ask("tic_tac_toe", {"depth": "3"}, show="all")["view"]
    for node in (0, 1, 2):
        whole = ask("tic_tac_toe", view, toggle=str(node))
        part = ask("tic_tac_toe", view, part="rows", toggle=str(node))
        assert part["view"] == whole["view"]
        first = next(at for at, row in enumerate(whole["rows"]) if row["kind"] == "node" and row["id"] == node)
        rest = [row["level"] > whole["rows"][first]["level"] for row in whole["rows"][first + 1 :]]
        number = 1 + (rest.index(False) if False in rest else len(rest))
        assert part["rows"][1:] == whole["rows"][first + 1 : first + number]
        assert {**part["rows"][0], "place": 0, "among": 0} == {**whole["rows"][first], "place": 0, "among": 0}


def test_nodes_are_counted_ply_by_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SHARE", 60.0)  # a busy machine counts them too
    counts = ask("tic_tac_toe", {"search": "alphabeta", "depth": "4"}, counting="1")["counts"]
    tree = kibitz.tree("tic_tac_toe", search="alphabeta", depth=4)
    assert [plain for _, _, plain in counts] == [1, 9, 72, 504, 3024]
    assert [count for _, count, _ in counts] == [sum(node.ply == ply for node in tree) for ply in range(5)]


@pytest.mark.parametrize(
    "view",
    [
        {"node": "99999"},
        {"top": "11"},
        {"at": "32"},
        {"at": "-1"},
        {"node": "9" * 40},
        {"open": "0.."},
        {"open": "ä"},
        {"depth": "0"},
    ],
)
def test_what_there_is_not_is_said(view: dict[str, str]) -> None:
    with pytest.raises(KibitzError, match=r"this tree has|whole number|does not say|between"):
        ask("tree", view)
    with pytest.raises(KibitzError, match="this tree has"):
        ask("tree", {}, toggle="11")
