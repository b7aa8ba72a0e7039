"""The explorer of a tree, read as people read it: with the keyboard, with the mouse, step by step, and as a quiz.

What both pages can do is tried on both: the page that is one file, and that of the server.
"""

import pytest
from playwright.sync_api import Page

from browser import Reader, Visitor, violations
from kibitz.core.rules import Knowledge
from kibitz.explain.tree.formats.html import html
from kibitz.explain.tree.tree import tree
from nasty import BAD, Nasty
from tree_pages import SEARCHES, Explorer, TicTacToe, all_of, book, events, large, page_of, searched

TOTALS = ("looked at 11 positions", "of these the rest was cut", "31 / 31", "1 of 11", "of 6 questions")


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
CUTS = "kinds.map((_, time) => questionAt(time)).filter((one) => one && one.cut).map((one) => one.node)"
JUDGE = "([texts, node]) => texts.map((text) => judge(text, node).right)"
OPENING = """children[0].map((node) => {
    const before = performance.now();
    toggle(node, true);
    document.body.offsetHeight;
    return performance.now() - before;
})"""


def as_shown(number: str) -> str:
    return number.replace("-", "\N{MINUS SIGN}")


AT_MOST_TWO = {  # entered with the window 3 to infinity
    "2": True,
    "at most 2": True,
    "<= 2": True,
    "≤2": True,
    "AT MOST 2.0": True,
    "at most 3": True,  # what a search returns that keeps to its window
    "at most 4": False,
    "at most 1": False,
    "at least 2": False,
    "exactly 2": False,
    "3": False,
    as_shown("-2"): False,
    "": None,
    "two": None,
}
THREE = {"3": True, "= 3": True, "exactly 3": True, "at most 3": True, "at least 3": True, "at least 2": False, "3.1": False}


@pytest.fixture(params=["file", "server"])
def explorer(request: pytest.FixtureRequest) -> Explorer:
    """Opens trees on one of the two pages."""
    return Explorer(request.param, request)


def window(ends: list[str]) -> tuple[float, ...]:
    return tuple(float(end.replace("Infinity", "inf")) for end in ends)


def answer(page: Page, given: str) -> str:
    """Give an answer to the next question; what the page says to it."""
    if page.locator("#further").is_visible():
        page.locator("#further").click()
    if given in ("cut", "on"):
        page.locator("#cuts" if given == "cut" else "#goes-on").click()
    else:
        page.locator("#answer").fill(given)
        page.keyboard.press("Enter")
    return page.locator("#verdict").inner_text()


def says_no_total(page: Page) -> None:
    """Neither to the eye nor to a screen reader: how much is to come gives the cuts away."""
    shown = f"{page.inner_text('body')} {page.get_attribute('#time', 'aria-valuetext')}"
    assert [total for total in (*TOTALS, " of 11", " of 31", "/ 31") if total in shown] == []
    assert page.get_attribute("#time", "max") == page.evaluate("String(barrier())") != "31"


def test_a_reader_of_the_outline_is_told_where_a_node_stands(explorer: Explorer) -> None:
    page = explorer.open("book")
    page.locator("[data-key='0']").focus()
    placed = {"level": "3", "posinset": "1", "setsize": "2", "selected": "true"}
    for key in "c1":  # typed at once: a name
        page.keyboard.press(key)
    focused = page.locator("[role=treeitem]:focus")
    assert {name: focused.get_attribute(f"aria-{name}") for name in placed} == placed
    assert page.locator("[role=treeitem][tabindex='0']").count() == 1


@pytest.mark.parametrize("search", ["alphabeta", "deepening"])
def test_steps_follow_the_search_both_ways_and_values_wait_until_they_are_known(search: str, explorer: Explorer) -> None:
    """The window moves as the search moved it, and every cut that leaves moves is asked for."""
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
    marks = page.evaluate(ANSWERED)
    assert marks == [[True, False]] * max(len(marks), 2), "every question for a value has one answer"
    assert set(page.evaluate(CUTS)) == {node.index for node in tree if node.reason == "cut" and node.skipped}
    if search == "alphabeta":
        assert [window(ends) for ends in page.evaluate(WINDOWS)] == [node.window for node in tree]
        looked_at = dict.fromkeys(range(len(tree)), 0)
        for parent, *ends in filter(None, page.evaluate(WINDOWS_AFTER)):
            looked_at[parent] += 1
            assert window(ends) == tree.node(parent).window_after(looked_at[parent])


@pytest.mark.parametrize("search", [*SEARCHES, "stopped"])
def test_no_step_of_any_search_is_without_words_or_a_line(search: str, reader: Reader) -> None:
    """A search that was stopped says so."""
    stopped = tree(TicTacToe(), search="alphabeta", depth=9, nodes=60, knowledge=None)
    assert not stopped.whole
    page = reader.open(page_of(stopped if search == "stopped" else searched(search)))
    for place in ("#summary", "#told"):
        assert ("stopped" in page.locator(place).inner_text()) == (search == "stopped")
    told, lines = zip(*page.evaluate(TOLD), strict=True)
    assert all(words and "undefined" not in words and "NaN" not in words for words in told)
    assert lines == (1,) * (len(told) - 1) + (0,) or search == "stopped"
    page.locator("#predict").click()
    assert page.locator("#question").inner_text() != "", "the first question stands there at once"


@pytest.mark.parametrize("place", ["", "/g/tree/tree?counts=1"])
def test_a_reader_who_predicts_is_told_no_totals(visitor: Visitor, reader: Reader, place: str) -> None:
    page = visitor.open(place) if place else reader.open(page_of(book()))
    page.locator("#outline li").first.wait_for()
    assert "Nodes of each ply" in page.inner_text("body") or not place
    page.locator("#predict").click()
    assert page.locator("[role=treeitem]").count() == 5  # the rest is hidden
    for given in ("3", "cut", "on", "on", "2", "3"):
        says_no_total(page)
        assert "Nodes of each ply" not in page.inner_text("body")
        assert answer(page, given).startswith("\u2713")
    assert all(total in page.inner_text("body") for total in TOTALS)
    assert page.locator("#still").count() == 0


@pytest.mark.parametrize(("node", "worth", "forms"), [(5, "at most 2", AT_MOST_TWO), (1, "3", THREE)])
def test_an_answer_is_right_in_all_its_forms_and_never_more_than_is_known(
    explorer: Explorer, node: int, worth: str, forms: dict[str, bool | None]
) -> None:
    assert str(book().node(node).worth) == worth
    assert dict(zip(forms, explorer.open("book").evaluate(JUDGE, [list(forms), node]), strict=True)) == forms


class Guess(Knowledge):
    """Thinks well of whoever has just moved."""

    def evaluate(self, state: object) -> float:
        return -0.3125


def test_answers_of_several_numbers_and_estimates(reader: Reader) -> None:
    guessed = tree(TicTacToe(), search="alphabeta", depth=1, knowledge=Guess(TicTacToe()))
    assert str(guessed.root.worth) == "about 0.31"
    numbers = {"(1, 2, 6)": True, "1 2 6": True, "1,2,6": True, "(1, 2, 5)": False, "1": None}
    guesses = {"0.31": True, "about 0.31": True, "0.3125": True, "0,31": True, "0.41": False, "-0.31": False}
    for shown, given in ((searched("maxn"), numbers), (guessed, guesses)):
        assert reader.open(page_of(shown)).evaluate(JUDGE, [list(given), 0]) == list(given.values())


class Strange(Nasty):
    """Some of its words are no text at all."""

    def move_name(self, state: object, move: int) -> str:
        return f"<!--<script>{move}\ud800"


def test_no_word_of_a_game_becomes_markup(reader: Reader) -> None:
    title = "</title><script>alert(3)</script>"
    page = reader.open(html(all_of(tree(Strange(drawn=False), search="alphabeta", knowledge=None).root), title=title))
    assert page.locator("h1").inner_text() == title
    assert f"one{BAD} (MAX)" in page.locator("#told").inner_text()
    assert page.locator("#board pre").inner_text().startswith(f"left6{BAD}")
    assert page.locator("[role=treeitem] b").all_inner_texts()[1].startswith("<!--<script>1")
    assert page.locator("img").count() == 0


def test_five_thousand_nodes_stay_quick(reader: Reader) -> None:
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
    page = explorer.open("alphabeta", dark=dark, width=width)
    assert violations(page) == []
    page.locator("#predict").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Of the figures in the drawing: how large they are, and the pairs of values at one depth that overlap.
FIGURES = """[...document.querySelectorAll('#picture .tree text')].map(one =>
    parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""
OVERLAPPING = """(() => {
    const boxes = [...document.querySelectorAll('#picture .worth')].map(one => [one.textContent, one.getBoundingClientRect()]);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom;
    const others = (a, at) => boxes.slice(at + 1).filter(([, b]) => meet(a, b));
    return boxes.flatMap(([text, a], at) => others(a, at).map(([other]) => text + " " + other));
})()"""


@pytest.mark.parametrize("width", [390, 1280])
def test_figures_in_the_drawing_can_be_read_and_what_is_beyond_its_edge_throws_a_shadow(reader: Reader, width: int) -> None:
    page = reader.open(page_of(tree("connect_four", search="alphabeta", depth=2)), width=width)
    sizes = page.evaluate(FIGURES)
    assert len(sizes) > 10
    assert min(sizes) >= 12
    assert page.evaluate(OVERLAPPING) == []
    picture = page.locator("#picture")
    assert "gradient" in picture.evaluate("one => getComputedStyle(one).backgroundImage")
    assert picture.evaluate("one => one.scrollWidth > one.clientWidth") is True, "it is not shrunk to fit"
