"""The explorer on the server: parts that come when they are opened, addresses, wrong ones too, and no script.

What it has in common with the page that is one file is in test_tree_page.py.
"""

import itertools
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any

from tree_quiz import says_no_total

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser import Visitor


def get(url: str, **headers: str) -> tuple[int, str]:
    """The code and the page, as soon as that is no more the one on which one waits for it."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as answer:
            code, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()
    return get(url, **headers) if 'id="waiting"' in text else (code, text)


WRONG = [
    "tree?moves=zzz",
    "tree?file=../../etc/passwd",
    "tree?file=two_ply.json",
    "tree?search=best_reply",
    "tree?search=__init__",
    "tree?depth=99999999999999999999",
    "tree?top=99999999",
    "tree?top=1e3",
    "tree?near=-1",
    "tree?toggle=99999999999999999",
    "tree?toggle=12345",
    "tree?open=" + "1." * 4000,
    "tic_tac_toe?width=1000",
    "tic_tac_toe?moves=5+5",
    "tic_tac_toe?moves=1,1+2,1+1,2+2,2+1,3",
]


def test_wrong_input_is_answered_in_sentences(address: str) -> None:
    for query in WRONG:
        name, _, said = query.partition("?")
        code, text = get(f"{address}g/{name}/tree?{said}")
        found = re.search(r'class="wrong"[^>]*>[^<]*[.]<', text)
        assert (code, bool(found)) == (400, True), query
        code, text = get(f"{address}g/{name}/tree?{said}", **{"Kibitz-Fragment": "data"})
        assert (code, json.loads(text)["problem"][-1]) == (400, "."), query
    assert get(f"{address}g/nothing/tree")[0] == 404


def test_shipped_trees_are_offered_by_name(address: str) -> None:
    _, text = get(f"{address}g/tree/tree?file=three_players")
    assert "The tree three players" in text
    wanted = urllib.request.Request(f"{address}g/tree/tree?file=chances", headers={"Kibitz-Fragment": "data"})
    with urllib.request.urlopen(wanted, timeout=60) as answer:
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "often 90%" in json.loads(answer.read())["tree"]["names"]


def opened(visitor: "Visitor", place: str, **how: Any) -> "Page":
    """A page of the explorer, as soon as its script has a tree."""
    page = visitor.open(place, **how)
    ready(page)
    return page


def ready(page: "Page") -> None:
    page.locator("#outline li").first.wait_for(timeout=60_000)


def until(page: "Page", script: str) -> None:
    """Waits until this is so; the policy of the page forbids what Playwright has for that."""
    for _ in range(200):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(script)


SHOWN = "[...items].map(([key, item]) => [key, index(nodeOf(key)), item.getAttribute('aria-expanded')].join())"


def test_what_is_opened_comes_and_the_address_keeps_it(visitor: "Visitor") -> None:
    from playwright.sync_api import expect

    page = opened(visitor, "/g/tic_tac_toe/tree?search=alphabeta&plain=1&depth=5")
    items = page.get_by_role("treeitem")
    expect(items).to_have_count(10)
    assert page.evaluate("size < data.nodes && nodesBelow[0] === data.nodes - 1")
    page.locator("[data-key='0']").focus()
    for _ in range(4):  # the fourth ply is not there at first
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator(":focus[aria-expanded]")).to_have_count(1)
    before = page.evaluate("size")
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus[aria-expanded=true]")).to_have_count(1)
    assert page.evaluate("size") > before
    page.locator("#back").click()
    page.locator("#back").click()
    told = page.locator("#told").inner_text()
    until(page, "new URL(location.href).searchParams.get('at') === eventAt(now).join('.')")
    shown, place = page.evaluate(SHOWN), page.url
    page.reload()
    ready(page)
    assert page.evaluate(SHOWN) == shown
    assert page.locator("#told").inner_text() == told
    assert page.url == place


def test_more_of_a_large_tree_is_sent_when_all_is_open(visitor: "Visitor") -> None:
    page = opened(visitor, "/g/tic_tac_toe/tree?search=alphabeta&plain=1&depth=5")
    before = page.evaluate("size")
    page.locator("#open-all").click()
    page.locator("#open-all").click()
    until(page, f"size > {before}")
    assert "of them are on this page" in page.locator("#summary").inner_text()


def test_a_part_that_comes_while_one_predicts_asks_nothing_about_the_past(visitor: "Visitor") -> None:
    page = opened(visitor, "/g/tic_tac_toe/tree?search=alphabeta&plain=1&depth=5")
    page.locator("#predict").click()
    page.locator("#further").click()
    before = page.evaluate("eventAt(now)")
    page.evaluate("fetchBelow(null)")
    until(page, "data.nodes > size && size > 400")
    assert page.evaluate("eventAt(now)") == before
    assert page.locator("#question").inner_text() != ""


def test_one_branch_and_a_search_from_a_node(visitor: "Visitor") -> None:
    page = opened(visitor, "/g/tree/tree?file=chances")
    page.locator("#row-2").click()
    page.get_by_role("link", name="Only this branch").click()
    page.wait_for_url("**top=2*")
    ready(page)
    assert page.evaluate("index(0)") == 2
    assert "Shown is what comes after a1 often" in page.inner_text("main")
    page.get_by_role("link", name="Search from here").click()
    page.wait_for_url("**moves=a1+often*")
    ready(page)
    assert page.input_value("[name=moves]") == "a1 often"
    page.go_back()
    ready(page)
    page.get_by_role("link", name="Show the whole tree").click()
    page.wait_for_url(lambda url: "top=" not in url)
    ready(page)
    assert page.evaluate("index(0)") == 0


def test_a_reader_who_predicts_is_told_no_totals(visitor: "Visitor") -> None:
    page = opened(visitor, "/g/tree/tree?counts=1")
    assert "Nodes of each ply" in page.inner_text("main")
    page.locator("#predict").click()
    says_no_total(page)
    assert "Nodes of each ply" not in page.inner_text("main")
    assert page.locator("#still").count() == 0


def test_no_page_of_the_explorer_has_a_barrier(visitor: "Visitor") -> None:
    import browser

    visitor.forgiven = ["400"]
    pages = ("tree?file=two_ply", "tree?file=chances&counts=1&at=0.3", "tree?moves=zzz")
    for place, dark in zip(pages, itertools.cycle((False, True)), strict=False):
        page = visitor.open(f"/g/tree/{place}", width=390, height=844, dark=dark)
        page.wait_for_selector("#outline li, .wrong", timeout=60_000)
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_a_script_the_tree_stands_still_and_is_whole(visitor: "Visitor") -> None:
    from playwright.sync_api import expect

    page = visitor.open("/g/tree/tree", script=False)
    outline = page.locator("#still .lines")
    expect(outline).to_contain_text("cut: c2 c3", timeout=60_000)
    expect(outline).to_contain_text("Cut: with c1 MIN keeps MAX to 2 here. But at the root MAX can play a1")
    for worth in ("14", "at most 2", "(3, 14)"):
        expect(outline).to_contain_text(worth)
    expect(page.locator("#still svg [data-node]")).to_have_count(11)
    expect(page.locator("#summary")).to_contain_text("11 nodes, 1 cut")
    outline.get_by_role("link", name="a1").click()
    expect(outline).to_contain_text("3 moves, 3 nodes below")
    outline.get_by_role("link", name="a1").click()
    expect(outline).not_to_contain_text("nodes below")
    page.get_by_role("link", name="Count the nodes of each ply").click()
    expect(page.locator("#counts tbody tr")).to_have_count(3)
