"""The page as it is seen from another machine: over plain http, at an address that browsers do not trust."""

import http.client
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from kibitz.table.limits import Limits
from kibitz.web.guard import is_loopback
from kibitz.web.server import _own_address
from served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Visitor


@pytest.fixture(scope="module")
def link() -> Iterator[str]:
    """The printed link of a server for everybody."""
    if is_loopback(_own_address()):
        pytest.skip("this machine has no address but its own 127.0.0.1")
    with served(host="0.0.0.0", NUMBA_DISABLE_JIT="1") as printed:
        yield printed


@pytest.fixture
def guest(chromium: "Browser", link: str) -> "Iterator[Visitor]":
    """A browser from elsewhere; at the end nothing may have gone wrong, nor stand in its console."""
    from browser import Visitor

    visiting = Visitor(chromium, link.partition("?")[0])
    yield visiting
    visiting.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_game_is_begun_and_played_by_forms(guest: "Visitor", link: str, script: bool) -> None:
    context = guest.context(script=script)
    told: list[str] = []
    context.on("request", lambda request: told.append(request.headers.get("referer", "")))
    page = context.new_page()
    page.goto(link)
    page.wait_for_url(guest.address + "/")
    guest.begin("tic_tac_toe", "human", "human", page=page, script=script)
    page.locator(".board button").first.click()
    page.get_by_role("button", name="Undo").wait_for()
    assert any(told)
    assert not any("token" in place for place in told)


def test_connections_of_one_other_machine_leave_room_for_others(link: str) -> None:
    place = urlsplit(link)
    opened = [socket.create_connection((place.hostname or "", place.port or 0)) for _ in range(Limits().connections_each + 50)]
    try:
        with pytest.raises((OSError, http.client.HTTPException)):
            urllib.request.urlopen(link, timeout=20)
        with closing(http.client.HTTPConnection("127.0.0.1", place.port or 0, timeout=20)) as other:
            other.request("GET", f"/?{place.query}")
            assert other.getresponse().status == 200
    finally:
        for one in opened:
            one.close()
