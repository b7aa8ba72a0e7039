"""The explorer on the server: parts that come when they are opened, addresses, wrong ones too, and no script.

What it has in common with the page that is one file is in test_tree_page.py.
"""

import json
import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from browser import Visitor

DEEP = "/g/tic_tac_toe/tree?search=alphabeta&plain=1&depth=5"
SHOWN = "[...items].map(([key, item]) => [key, index(nodeOf(key)), item.getAttribute('aria-expanded')].join())"


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


@pytest.mark.parametrize("query", WRONG, ids=range(len(WRONG)))
def test_wrong_input_is_answered_in_sentences(address: str, query: str) -> None:
    name, _, said = query.partition("?")
    code, text = get(f"{address}g/{name}/tree?{said}")
    assert code == 400
    assert re.search(r'class="wrong"[^>]*>[^<]*[.]<', text)
    code, text = get(f"{address}g/{name}/tree?{said}", **{"Kibitz-Fragment": "data"})
    assert (code, json.loads(text)["problem"][-1]) == (400, ".")


def test_shipped_trees_are_offered_by_name(address: str) -> None:
    assert get(f"{address}g/nothing/tree")[0] == 404
    assert "The tree three players" in get(f"{address}g/tree/tree?file=three_players")[1]
    wanted = urllib.request.Request(f"{address}g/tree/tree?file=chances", headers={"Kibitz-Fragment": "data"})
    with urllib.request.urlopen(wanted, timeout=60) as answer:
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "often 90%" in json.loads(answer.read())["tree"]["names"]


def ready(page: Page) -> Page:
    """The page, as soon as its script has a tree."""
    page.locator("#outline li").first.wait_for(timeout=60_000)
    return page


def until(page: Page, script: str) -> None:
    """Waits until this is so; the policy of the page forbids what Playwright has for that."""
    for _ in range(1000):
        if page.evaluate(script):
            return
        page.wait_for_timeout(20)
    raise AssertionError(script)


def test_what_is_opened_comes_and_the_address_keeps_it(visitor: Visitor) -> None:
    page = ready(visitor.open(DEEP))
    expect(page.get_by_role("treeitem")).to_have_count(10)
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
    before = page.evaluate("size")
    page.locator("#open-all").click()
    page.locator("#open-all").click()
    until(page, f"size > {before}")
    assert "of them are on this page" in page.locator("#summary").inner_text()


def test_a_part_that_comes_while_one_predicts_asks_nothing_about_the_past(visitor: Visitor) -> None:
    page = ready(visitor.open(DEEP))
    page.locator("#predict").click()
    before = page.evaluate("eventAt(now)")
    page.evaluate("fetchBelow(null)")
    until(page, "data.nodes > size && size > 400")
    assert page.evaluate("eventAt(now)") == before
    assert page.locator("#question").inner_text() != ""
