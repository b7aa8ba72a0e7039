"""The explorer of the page: what it shows of a tree is what `kibitz.tree` says, and nothing that is asked of it breaks it."""

import itertools
import random
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.errors import KibitzError
from kibitz.explain.tree import words
from kibitz.explain.tree.steps.moment import Moment
from kibitz.explain.tree.steps.quiz import Quiz, next_quiz
from kibitz.explain.tree.steps.verdict import judge_cut, judge_value
from kibitz.explain.tree.steps.walk import Walk
from kibitz.explain.tree.tree import Tree
from kibitz.web.jobs.tree import run
from kibitz.web.stop import Stop
from kibitz.web.tree_view import packed, unpacked
from served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


@pytest.mark.parametrize(("game", "told"), [*SEARCHES, ("tic_tac_toe", {"search": "alphabeta", "depth": 5, "nodes": 400})])
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
    further = ask("tic_tac_toe", {**view, "top": str(more[0]["id"]), "past": str(more[0]["past"])}, room)
    first = further["rows"][1]
    assert first["id"] == tree.node(more[0]["id"]).children[more[0]["past"]].index
    assert first["place"] == more[0]["past"] + 1
    seen = {row["id"] for row in answer["rows"] + further["rows"] if row["kind"] == "node"}
    assert {child.index for child in tree.node(more[0]["id"]).children} <= seen


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


def test_nodes_are_counted_ply_by_ply() -> None:
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


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as found:
        yield found


def get(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()


WRONG = [
    "tree?moves=zzz",
    "tree?file=../../etc/passwd",
    "tree?file=two_ply.json",
    "tree?search=best_reply",
    "tree?search=__init__",
    "tree?depth=99999999999999999999",
    "tree?at=-1",
    "tree?at=99999999",
    "tree?node=1e3",
    "tree?toggle=99999999999999999",
    "tree?toggle=12345",
    "tree?open=" + "1." * 4000,
    "tree?go=sideways",
    "tree?show=" + "x" * 100,
    "tree?predict=1&at=10&answer=" + "1" * 100,
    "tic_tac_toe?width=1000",
    "tic_tac_toe?moves=5+5",
    "tic_tac_toe?moves=1,1+2,1+1,2+2,2+1,3",
]


def test_wrong_input_is_answered_in_sentences(address: str) -> None:
    for query in WRONG:
        name, _, said = query.partition("?")
        code, text = get(f"{address}g/{name}/tree?{said}", **{"Kibitz-Fragment": "shown"})
        found = re.search(r'class="wrong"[^>]*>[^<]*[.]<', text)
        assert (code, bool(found)) == (400, True), query
    assert get(f"{address}g/nothing/tree")[0] == 404
    code, text = get(f"{address}g/tree/tree?node=99", **{"Kibitz-Fragment": "shown"})
    assert code == 400
    assert "this tree has" in text.lower()


def test_shipped_trees_are_offered_by_name(address: str) -> None:
    _, text = get(f"{address}g/tree/tree?file=three_players", **{"Kibitz-Fragment": "shown"})
    assert 'role="tree"' in text
    assert "<html" not in text
    _, text = get(f"{address}g/tree/tree?file=chances", **{"Kibitz-Fragment": "about"})
    assert 'id="about"' in text
    assert 'role="tree"' not in text


def test_as_a_reader_uses_it(address: str, chromium: "Browser") -> None:
    from playwright.sync_api import expect

    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(30_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(f"{address}g/tree/tree")
    items = page.get_by_role("treeitem")
    expect(items).to_have_count(12)  # eleven nodes, and what was cut
    page.locator("#n0").focus()
    for key, focused, count in (
        ("ArrowDown", "n1", 12),
        ("ArrowLeft", "n1", 9),
        ("ArrowDown", "n5", 9),
        ("ArrowUp", "n1", 9),
        ("ArrowRight", "n1", 12),
    ):
        page.keyboard.press(key)
        expect(items).to_have_count(count)
        expect(page.locator(f"#{focused}")).to_be_focused()
    page.locator("#n5 .pick").click()
    expect(page.locator("#about")).to_contain_text("MAX never allows this position")
    page.locator("#at").focus()
    page.keyboard.press("Home")
    expect(page.locator("#shown")).to_have_attribute("data-at", "0")
    expect(items).to_have_count(1)
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".told")).to_contain_text("MAX tries a1")
    page.get_by_role("button", name="Hide and predict").click()
    page.get_by_role("button", name="Next question").click()
    page.get_by_label("Your answer").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Right")
    page.reload()
    expect(page.locator("#shown")).to_have_attribute("data-at", "11")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not wrong
    context.close()


def test_a_long_outline_opens_where_it_is(address: str, chromium: "Browser") -> None:
    from playwright.sync_api import expect

    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}g/tic_tac_toe/tree?depth=3&show=all")
    page.wait_for_selector("#outline", timeout=60_000)
    names = "[...document.querySelectorAll('#outline li')].map((item) => [item.id, item.ariaLevel, item.ariaExpanded].join())"
    before = page.evaluate(names)
    assert len(before) > 60
    page.locator("#n1 .twist").click()
    expect(page.locator("#n1")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#n1")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight" if page.locator(":focus").get_attribute("aria-expanded") == "false" else "ArrowLeft")
    expect(page.locator("#outline")).not_to_have_attribute("aria-busy", "true")
    page.wait_for_timeout(400)
    changed = page.evaluate(names)
    page.reload()
    assert page.evaluate(names) == changed != before
    context.close()


def test_no_page_of_the_explorer_has_a_barrier(address: str, chromium: "Browser") -> None:
    import browser

    pages = ("tree?file=two_ply", "tree?predict=1&at=16&done=11&open=0.1", "tree?file=chances&at=12&counts=1", "tree?moves=zzz")
    for place, dark in itertools.product(pages, (False, True)):
        context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark" if dark else "light")
        page = context.new_page()
        page.goto(f"{address}g/tree/{place}")
        page.wait_for_selector("#walk, .wrong", timeout=60_000)
        assert browser.violations(page) == []
        context.close()


def test_without_a_script(address: str, chromium: "Browser") -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}g/tree/tree")
    rows = page.locator("#outline li")
    assert rows.count() == 12
    page.get_by_role("button", name="Close a1").click()
    assert rows.count() == 9
    page.get_by_role("button", name="Back").click()
    assert "Step 30" in page.locator(".count").inner_text()
    page.get_by_role("button", name="Back").click()
    assert "Every move was looked at" in page.locator(".told").inner_text()
    context.close()
