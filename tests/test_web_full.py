"""A server that has no stream left: the page goes on all the same."""

import http.client
import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from kibitz.table.limits import Limits
from kibitz.web.visitors import COOKIE, Overloaded, Visitor, Visitors

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    import browser


def test_streams_of_one_other_machine_leave_some_for_others() -> None:
    visitors = Visitors(Limits(streams=9, streams_each=9, streams_address=2), True)
    one, two, three = (visitors.streaming(Visitor(key), "192.0.2.7") for key in "abc")
    with one:
        with two, pytest.raises(Overloaded), three:
            pass
        with visitors.streaming(Visitor("d"), "192.0.2.7"), visitors.streaming(Visitor("e"), "192.0.2.8"):
            pass
    here = [visitors.streaming(Visitor(str(number)), "127.0.0.1") for number in range(3)]  # another server may ask for all
    with here[0], here[1], here[2]:
        assert visitors.streams == 3
    assert (visitors.streams, len(visitors._from)) == (0, 0)


LISTENS = """addEventListener("DOMContentLoaded", () => {
  const said = document.getElementById("said"), all = document.documentElement.dataset;
  const note = () => all.told = `${all.told}|${said.textContent}`;
  if (said) new MutationObserver(note).observe(said, {childList: true});
})"""  # notes all that is ever said


@contextmanager
def taken(context: "BrowserContext", address: str) -> Iterator[None]:
    """All streams that a visitor may have."""
    context.request.get(address)
    cookie = next(one for one in context.cookies() if one.get("name") == COOKIE)
    new = json.dumps({"game": "nim", "seats": ["human", "human"]}).encode()
    asked = urllib.request.Request(f"{address}/api/plays", new, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        place = f"/play/{json.load(answer)['key']}/stream"
    opened = []
    for _ in range(Limits().streams_each):
        opened.append(http.client.HTTPConnection(urlsplit(address).netloc, timeout=20))
        opened[-1].request("GET", place, headers={"Cookie": f"{COOKIE}={cookie.get('value')}"})
        assert opened[-1].getresponse().status == 200
    try:
        yield
    finally:
        for one in opened:
            one.close()


def comes(page: "Page", wanted: str) -> None:
    """Waits for something of a page, for which time goes by quicker than for everybody else."""
    for _ in range(600):
        if page.locator(wanted).count():
            return
        page.clock.run_for(1000)
        page.wait_for_timeout(50)
    raise AssertionError(f"it does not come: {wanted}")


def test_without_a_stream_the_page_asks_and_opens_it_again_when_there_is_room(visitor: "browser.Visitor") -> None:
    visitor.forgiven += ["503"]
    context = visitor.context()
    context.clock.install()
    context.add_init_script(LISTENS)
    with taken(context, visitor.address):
        page = visitor.begin("tic_tac_toe", "human", "random", page=context.new_page())
        opened: list[int] = []
        page.on("response", lambda answer: opened.append(answer.status) if "/stream" in answer.url else None)
        page.locator(".board button").first.click()
        comes(page, ":root[data-told*='Too many pages are open: this one asks every few seconds.']")
        comes(page, '#table[data-since^="3."]')  # the computer's move too
    comes(page, "#said:empty")
    for _ in range(200):
        if opened[-1] == 200:  # heard of a little later than the page
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"no stream was opened again: {opened}")


def test_without_a_stream_a_match_is_shown_to_its_end(visitor: "browser.Visitor") -> None:
    from playwright.sync_api import expect

    visitor.forgiven += ["503"]
    context = visitor.context()
    context.clock.install()
    with taken(context, visitor.address):
        page = context.new_page()
        page.goto("/g/tic_tac_toe/watch")
        for seat in range(2):
            page.locator(f"[name=player-{seat}]").select_option("random")
        page.locator("[name=games]").fill("2")
        page.locator("[name=pace]").select_option("quick")
        page.locator("main button.main").click()
        page.wait_for_url("**/match/*")
        page.locator("#going").wait_for()
        comes(page, "#going:not([data-stream])")
        expect(page.locator("#games a[href*='/match/']")).to_have_count(2)
