"""The explorer as a reader meets it: in a browser, with the keyboard, without a script, and with wrong addresses."""

import itertools
import re
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def get(url: str, **headers: str) -> tuple[int, str]:
    """The code and the page, as soon as that is no more the one on which one waits for it."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as answer:
            code, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()
    return get(url, **headers) if 'id="waiting"' in text else (code, text)


def begins(page: "Page") -> None:
    """Waits until there is a tree, and its script has seen to it."""
    page.locator("#outline button[tabindex='-1']").first.wait_for(state="attached", timeout=60_000)


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
    begins(page)
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


def test_a_reader_who_predicts_is_told_no_totals(address: str) -> None:
    _, asked = get(f"{address}g/tree/tree?file=two_ply&predict=1&at=16&done=11", **{"Kibitz-Fragment": "shown"})
    assert "is the rest cut?" in asked
    for given_away in ("Nodes below", "11 nodes", "Count the nodes", "of 31", "of 11"):
        assert given_away not in asked, given_away
    _, whole = get(f"{address}g/tree/tree?file=two_ply&predict=1&at=16&done=11")
    assert re.search(r'type="range"[^>]* max="16"', whole)
    _, ended = get(f"{address}g/tree/tree?file=two_ply&predict=1&done=31", **{"Kibitz-Fragment": "shown"})
    assert "11 nodes, 1 cut" in ended
    assert "Count the nodes" in ended


def test_a_closed_node_says_how_many_are_below(address: str) -> None:
    _, text = get(f"{address}g/tree/tree?open=0", **{"Kibitz-Fragment": "shown"})
    assert "<small>3 nodes below</small>" in text
    assert "<small>1 node below</small>" in text


SEEN = """() => {
  const frame = document.getElementById("drawn");
  const node = frame.querySelector("[data-here]") || frame.querySelector("[data-node='0']");
  const [inner, outer] = [node.getBoundingClientRect(), frame.getBoundingClientRect()];
  const across = inner.left >= outer.left && inner.right <= outer.right;
  const within = across && inner.top >= outer.top && inner.bottom <= outer.bottom;
  return [within, frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight];
}"""


def test_the_picture_follows_the_search(address: str, chromium: "Browser") -> None:
    from playwright.sync_api import expect

    for width in (390, 1280):
        context = chromium.new_context(viewport={"width": width, "height": 844}, reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{address}g/tic_tac_toe/tree?search=alphabeta&depth=5&at=4000&open=-")
        begins(page)
        assert page.evaluate(SEEN) == [True, True]
        expect(page.locator("#drawn-more")).to_be_visible()
        for step in (4001, 4002):
            page.locator("#next").click()
            expect(page.locator("#shown")).to_have_attribute("data-at", str(step))
            assert page.evaluate(SEEN) == [True, True]
        page.goto(f"{address}g/tic_tac_toe/tree?depth=3&show=all")
        expect(page.get_by_text("Too many nodes to draw: close some.")).to_be_visible(timeout=60_000)
        page.goto(f"{address}g/tree/tree?file=two_ply")
        begins(page)
        within, more = page.evaluate(SEEN)
        assert within
        assert more == (width == 390)
        expect(page.locator("#drawn-more")).to_be_visible(visible=more)
        context.close()


def test_a_long_outline_opens_where_it_is(address: str, chromium: "Browser") -> None:
    from playwright.sync_api import expect

    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}g/tic_tac_toe/tree?depth=3&show=all")
    begins(page)
    names = "[...document.querySelectorAll('#outline li')].map((item) => [item.id, item.ariaLevel, item.ariaExpanded].join())"
    before = page.evaluate(names)
    assert len(before) > 60
    page.locator("#n1 .twist").click()
    expect(page.locator("#n1")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#n1")).to_be_focused()
    page.keyboard.press("ArrowDown")
    item, closed = (
        page.locator(f"#{page.evaluate('document.activeElement.id')}"),
        page.locator(":focus[aria-expanded=false]").count(),
    )
    page.keyboard.press("ArrowRight" if closed else "ArrowLeft")
    expect(item).to_have_attribute("aria-expanded", "true" if closed else "false")
    expect(item).to_be_focused()
    changed = page.evaluate(names)
    page.reload()
    begins(page)
    assert page.evaluate(names) == changed != before
    context.close()


def test_no_page_of_the_explorer_has_a_barrier(address: str, chromium: "Browser") -> None:
    import browser

    pages = ("tree?file=two_ply", "tree?predict=1&at=16&done=11&open=0.1", "tree?file=chances&at=12&counts=1", "tree?moves=zzz")
    for place, dark in zip(pages, itertools.cycle((False, True)), strict=False):
        context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark" if dark else "light")
        page = context.new_page()
        page.goto(f"{address}g/tree/{place}")
        page.wait_for_selector("#walk, .wrong", timeout=60_000)
        assert browser.violations(page) == []
        context.close()


def test_without_a_script(address: str, chromium: "Browser") -> None:
    from playwright.sync_api import expect

    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}g/tree/tree")
    rows = page.locator("#outline li")
    expect(rows).to_have_count(12)
    page.get_by_role("button", name="Close a1").click()
    expect(rows).to_have_count(9)
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".count")).to_contain_text("Step 30")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".told")).to_contain_text("Every move was looked at")
    context.close()
