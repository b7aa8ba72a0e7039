"""The explorer of a tree, read as people read it: with the keyboard, with the mouse, step by step, and as a quiz.

What both pages can do is tried on both: the page that is one file, and that of the server.
"""

from typing import TYPE_CHECKING

import pytest

from hostile_game import Hostile
from kibitz.explain.tree.formats.html import html
from kibitz.explain.tree.tree import tree
from kibitz.rules import Knowledge
from tree_pages import SEARCHES, Explorer, TicTacToe, all_of, book, events, large, page_of, searched
from tree_quiz import AT_MOST_TWO, JUDGE, THREE, TOTALS, answer, as_shown, says_no_total

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser import Reader

VALUE = "item.firstChild.querySelector('.value')?.innerText ?? ''"
VALUES = f"Object.fromEntries([...items].map(([key, item]) => [key, {VALUE}]))"
SEEN = f"[document.querySelector('.row.current')?.id ?? null, byId('told').textContent, {VALUES}]"
FORWARDS = f"""kinds.map((_, time) => {{
    slider.value = time;
    slider.dispatchEvent(new Event("input"));
    return {SEEN};
}})"""
BACKWARDS = f"kinds.map(() => {{ const seen = {SEEN}; byId('back').click(); return seen; }})"
WINDOWS = "[...Array(size).keys()].map((node) => windowOf(node).map(String))"
WINDOWS_AFTER = """kinds.map((kind, time) => {
    const parent = data.parent[places[time]];
    return kind === RETURN ? [parent, ...windowAt(parent, time).map(String)] : null;
})"""
TOLD = """kinds.map((_, time) => {
    goTo(time);
    return [byId("told").textContent, document.querySelectorAll("[aria-current]").length];
})"""
ANSWERED = """kinds.map((_, time) => questionAt(time)).filter((one) => one && one.asks === "value").map(({ node }) =>
    [judge(worth(node).words, node).right, judge("77", node).right])"""
OPENING = """children[0].map((node) => {
    const before = performance.now();
    toggle(node, true);
    document.body.offsetHeight;
    return performance.now() - before;
})"""


@pytest.fixture(params=["file", "server"])
def explorer(request: pytest.FixtureRequest) -> Explorer:
    """Opens trees on one of the two pages."""
    return Explorer(request.param, request)


def active(page: "Page") -> str:
    """The name in the tree's item that has the focus."""
    item = page.locator("[role=treeitem]:focus > .row").locator("b, s")
    return item.first.inner_text() if item.count() else ""


def window(ends: list[str]) -> tuple[float, ...]:
    return tuple(float(end.replace("Infinity", "inf")) for end in ends)


class Guess(Knowledge):
    """Thinks well of whoever has just moved."""

    def evaluate(self, state: object) -> float:
        return -0.3125


def test_no_word_of_a_game_becomes_markup(reader: "Reader") -> None:
    title = "</title><script>alert(3)</script>"
    page = reader.open(html(all_of(tree(Hostile(), search="alphabeta", knowledge=None).root), title=title))
    assert page.locator("h1").inner_text() == title
    assert "<b>A</b> (MAX)" in page.locator("#told").inner_text()
    assert page.locator("#board pre").inner_text().startswith("</script><script>alert(1)</script>")
    assert page.locator("[role=treeitem] b").all_inner_texts()[1] == "<!--<script>"
    assert page.locator("img").count() == 0


WALK = [
    ("ArrowUp", "The root"),
    ("ArrowDown", "a1"),
    ("ArrowRight", "b1"),  # it is open: to its first child
    ("ArrowRight", "b1"),  # an end
    ("End", "d3"),
    ("ArrowDown", "d3"),
    ("ArrowLeft", "a3"),  # to the parent
    ("ArrowLeft", "a3"),  # closes
    ("End", "a3"),
    ("Enter", "a3"),  # opens
    ("End", "d3"),
    ("Home", "The root"),
    ("a", "a1"),  # letters
    ("ArrowUp", "The root"),
    ("Space", "The root"),  # closes
    ("ArrowDown", "The root"),
    ("ArrowRight", "The root"),  # opens
    ("ArrowDown", "a1"),
    ("ArrowLeft", "a1"),
    ("ArrowDown", "a2"),
    ("ArrowDown", "c1"),
    ("ArrowDown", "c2, c3"),  # what was cut
    ("ArrowLeft", "a2"),
    ("*", "a2"),  # opens all three
    ("End", "d3"),
    ("c", "c1"),
    ("1", "c1"),  # typed at once: a name
]


def test_the_outline_by_keyboard_alone(explorer: Explorer) -> None:
    page = explorer.open("book")
    for _ in range(40):
        page.keyboard.press("Tab")
        if active(page):
            break
    assert active(page) == "The root"
    for number, (key, expected) in enumerate(WALK):
        page.keyboard.press(key)
        assert active(page) == expected, WALK[: number + 1]
    assert page.locator("[role=treeitem][aria-expanded=false]").count() == 0
    placed = {"level": "3", "posinset": "1", "setsize": "2", "selected": "true"}
    focused = page.locator("[role=treeitem]:focus")
    assert {name: focused.get_attribute(f"aria-{name}") for name in placed} == placed
    assert page.locator("[role=treeitem][tabindex='0']").count() == 1
    assert page.locator("#node-title").inner_text() == "After a2 c1"


def test_the_outline_and_the_drawing_by_mouse(explorer: Explorer) -> None:
    page = explorer.open("book")
    first = page.locator("[data-key='1']")
    first.locator(".twist").first.click()
    assert first.get_attribute("aria-expanded") == "false"
    assert page.locator("[data-key='2']").count() == 0
    assert "3 nodes below" in first.inner_text()
    page.locator(".dot[data-node='5']").click()
    assert page.locator("#node-title").inner_text() == "After a2"
    assert "at most 2" in page.locator("#facts").inner_text()
    assert page.locator("#why").inner_text().startswith("Cut: with c1 MIN keeps MAX to 2 here. But at the root MAX can play a1")
    page.locator("#close-all").click()
    assert page.locator("[role=treeitem]").count() == 4
    slider = page.locator("#time").bounding_box()
    assert slider is not None
    page.mouse.move(slider["x"] + slider["width"] - 5, slider["y"] + slider["height"] / 2)
    page.mouse.down()
    page.mouse.move(slider["x"] + slider["width"] / 2, slider["y"] + slider["height"] / 2)
    assert page.locator("#count").inner_text() in ("15 / 31", "16 / 31")  # while it is held
    page.mouse.up()


@pytest.mark.parametrize("search", ["alphabeta", "deepening"])
def test_steps_follow_the_search_both_ways_and_values_wait_until_they_are_known(search: str, explorer: Explorer) -> None:
    tree = searched(search)
    page = explorer.open(search)
    expected = list(events(tree.root))
    slider = page.locator("#time")
    assert slider.get_attribute("max") == str(len(expected) - 1)
    forwards = page.evaluate(FORWARDS)
    entered: set[int] = set()
    left: set[int] = set()
    for (kind, node), (current, _, values) in zip(expected, forwards, strict=True):
        entered.add(node.index)
        if kind == "leave":
            left.add(node.index)
        assert current == (None if 0 in left else f"row-{node.index}")
        for key in filter(str.isdigit, values):
            assert int(key) in entered
            assert values[key] == (as_shown(str(tree.node(int(key)).worth)) if int(key) in left else "")
    assert page.evaluate(BACKWARDS)[::-1] == forwards
    slider.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    page.locator("#next").click()
    page.locator("#back").click()
    assert page.locator("#told").inner_text() == forwards[1][1]
    assert slider.get_attribute("aria-valuetext") == f"step 1 of {len(expected) - 1}"


def test_the_window_moves_as_the_search_moved_it(explorer: Explorer) -> None:
    tree = searched("alphabeta")
    page = explorer.open("alphabeta")
    assert [window(ends) for ends in page.evaluate(WINDOWS)] == [node.window for node in tree]
    looked_at = dict.fromkeys(range(len(tree)), 0)
    for parent, *ends in filter(None, page.evaluate(WINDOWS_AFTER)):
        looked_at[parent] += 1
        assert window(ends) == tree.node(parent).window_after(looked_at[parent])


@pytest.mark.parametrize("search", SEARCHES)
def test_no_step_of_any_search_is_without_words_or_a_line(search: str, explorer: Explorer) -> None:
    page = explorer.open(search)
    told, lines = zip(*page.evaluate(TOLD), strict=True)
    assert all(words and "undefined" not in words and "NaN" not in words for words in told)
    assert lines == (1,) * (len(told) - 1) + (0,)
    page.locator("#predict").click()
    assert page.locator("#quiz").is_visible()


def test_a_search_that_was_stopped_says_so(reader: "Reader") -> None:
    stopped = tree(TicTacToe(), search="alphabeta", depth=9, nodes=60, knowledge=None)
    assert not stopped.whole
    page = reader.open(page_of(stopped))
    assert "stopped" in page.locator("#summary").inner_text()
    assert "stopped" in page.locator("#told").inner_text()
    page.evaluate(TOLD)
    page.locator("#predict").click()
    page.locator("#further").click()
    assert page.locator("#question").inner_text() != ""


def test_right_predictions_are_right(explorer: Explorer) -> None:
    page = explorer.open("book")
    page.locator("#predict").click()
    assert page.locator("[role=treeitem]").count() == 1  # the rest is hidden
    says_no_total(page)
    for given in ("3", "cut", "on", "on", "2", "3"):
        assert answer(page, given).startswith("✓")
        if given == "cut":
            assert page.locator("#told").inner_text().startswith("Cut: with c1 MIN keeps MAX to 2 here.")
            says_no_total(page)
    assert page.locator("#score").inner_text() == "6 of 6 right; 6 of 6 questions seen."
    assert all(total in page.inner_text("body") for total in TOTALS)
    page.locator("#again").click()
    assert page.locator("#score").inner_text() == "0 of 0 right."


def test_wrong_predictions_are_wrong_and_what_is_shown_does_not_count(explorer: Explorer) -> None:
    page = explorer.open("book")
    page.locator("#predict").click()
    page.locator("#last").click()  # no way round the question
    assert page.locator("#value-form").is_visible()
    assert page.locator("#time").input_value() == "10"
    for given in ("12", "on", "cut", "cut", "14"):
        assert answer(page, given).startswith("✗")
    assert "smallest of 14, 5, 2" in page.locator("#verdict").inner_text()
    page.locator("#further").click()
    page.locator("#reveal").click()
    assert page.locator("#score").inner_text() == "0 of 5 right; 6 of 6 questions seen."
    page.locator("#predict").click()
    assert page.locator("#quiz").is_hidden()


def test_an_answer_is_right_in_all_its_forms_and_never_more_than_is_known(explorer: Explorer) -> None:
    page = explorer.open("book")
    for node, worth, given in ((5, "at most 2", AT_MOST_TWO), (1, "3", THREE)):
        assert str(book().node(node).worth) == worth
        assert dict(zip(given, page.evaluate(JUDGE, [list(given), node]), strict=True)) == given


def test_answers_of_several_numbers_and_estimates(reader: "Reader") -> None:
    page = reader.open(page_of(searched("maxn")))
    given: dict[str, bool | None] = {"(1, 2, 6)": True, "1 2 6": True, "1,2,6": True, "(1, 2, 5)": False, "1": None}
    assert page.evaluate(JUDGE, [list(given), 0]) == list(given.values())
    guessed = tree(TicTacToe(), search="alphabeta", depth=1, knowledge=Guess(TicTacToe()))
    assert str(guessed.root.worth) == "about 0.31"
    page = reader.open(page_of(guessed))
    given = {"0.31": True, "about 0.31": True, "0.3125": True, "0,31": True, "0.41": False, "-0.31": False}
    assert page.evaluate(JUDGE, [list(given), 0]) == list(given.values())


def test_every_cut_that_leaves_moves_is_asked_for(explorer: Explorer) -> None:
    tree = searched("alphabeta")
    page = explorer.open("alphabeta")
    asked = page.evaluate("kinds.map((_, time) => questionAt(time)).filter((one) => one && one.cut).map((one) => one.node)")
    assert asked
    assert set(asked) == {node.index for node in tree if node.reason == "cut" and node.skipped}


@pytest.mark.parametrize("search", ["alphabeta", "deepening"])
def test_every_question_for_a_value_has_one_answer(search: str, reader: "Reader") -> None:
    page = reader.open(page_of(searched(search)))
    marks = page.evaluate(ANSWERED)
    assert len(marks) > 1
    assert all(mark == [True, False] for mark in marks)


def test_over_goes_to_where_a_node_is_left(explorer: Explorer) -> None:
    page = explorer.open("book")
    for button, step in (("first", 0), ("next", 1), ("over", 11), ("over", 12), ("next", 13), ("over", 17), ("back", 16)):
        page.locator(f"#{button}").click()
        assert page.locator("#time").input_value() == str(step), button


def test_five_thousand_nodes_stay_quick(reader: "Reader") -> None:
    page = reader.open(large())
    assert page.evaluate("nodesBelow[0]") == 18_296
    assert page.locator("[role=treeitem]").count() < 20
    assert min(page.evaluate(OPENING)) < 100
    assert page.locator("[role=treeitem]").count() > 40
    page.locator("#open-all").click()
    page.locator("#open-all").click()
    assert 900 < page.locator("[role=treeitem]").count() < 1500
    page.locator("[data-key='0']").focus()
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement === [...outline.querySelectorAll('li')].pop()")
    row, room = (page.evaluate(f"{which}.getBoundingClientRect().bottom") for which in ("document.activeElement", "outline"))
    assert row <= room


@pytest.mark.parametrize(("dark", "width"), [(False, 1200), (True, 1200), (True, 390)])
def test_nobody_is_shut_out(dark: bool, width: int, explorer: Explorer) -> None:
    from browser import violations

    page = explorer.open("alphabeta", dark=dark, width=width)
    assert violations(page) == []
    page.locator("#predict").click()
    page.locator("#further").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
