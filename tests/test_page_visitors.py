"""Several visitors at once, at one table and at two, and a server that dies in mid-game."""

import signal
import urllib.parse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from played import made, play, play_out, spot, spots, status

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Visitor

LONG = 30_000  # milliseconds


def test_two_at_one_table_see_each_others_moves(visitor: "Visitor") -> None:
    one = visitor.begin("tic_tac_toe", "human", "human")
    other = visitor.open(urllib.parse.urlsplit(one.url).path)
    for page, watching, move in ((one, other, "2,2"), (other, one, "1,1"), (one, other, "1,2"), (other, one, "3,3")):
        count = len(made(page))
        play(page, move)
        expect(watching.locator("#moves li")).to_have_count(count + 2)
        expect(spot(watching, move)).to_have_count(0)
    play(one, "3,2")
    expect(status(other)).to_have_text("The game is over: X wins.")
    assert made(one) == made(other)


def test_two_at_one_table_and_only_one_move_counts(visitor: "Visitor") -> None:
    """Both click before they can have seen what the other did."""
    visitor.forgiven.append("409")
    one = visitor.begin("tic_tac_toe", "human", "human")
    other = visitor.open(urllib.parse.urlsplit(one.url).path, script=False)
    play(one, "2,2")
    spot(other, "2,2").click()
    expect(other.locator(".wrong")).to_contain_text("The game has gone on")
    assert made(one) == made(other) == ["X 2,2"]


def test_two_at_two_tables_do_not_disturb_each_other(visitor: "Visitor") -> None:
    one = visitor.begin("tic_tac_toe", "human", "random")
    other = visitor.begin("connect_four", "human", "human")
    for number, _ in enumerate(play_out(one), 1):
        play(other, spots(other)[number % 7])
    assert status(one).inner_text().startswith("The game is over")
    assert len(made(other)) == number
    other.goto("/")
    own = other.get_by_role("heading", name="Your games").locator("xpath=following-sibling::ul[1]").get_by_role("link")
    assert own.all_inner_texts() == ["Connect four"], "another visitor's game is not among one's own"


def test_a_look_back_is_not_disturbed_by_the_others_move(visitor: "Visitor") -> None:
    one = visitor.begin("tic_tac_toe", "human", "human")
    play(one, "2,2", "1,1")
    other = visitor.open(urllib.parse.urlsplit(one.url).path + "?ply=1")
    play(one, "1,2")
    expect(status(other)).to_have_text("After 1 of 3 moves.")


def test_a_server_that_is_killed_and_started_again_goes_on_with_the_game(chromium: "Browser", tmp_path: Path) -> None:
    """Without a reload: the page finds its stream again, and the next move is made as if nothing had been."""
    import browser
    from served import running

    store = str(tmp_path / "games.db")
    with running(store=store, NUMBA_DISABLE_JIT="1") as first:
        visiting = browser.Visitor(chromium, first.address)
        page = visiting.begin("tic_tac_toe", "human", "random")
        other = visiting.begin("tic_tac_toe", "human", "human", page=page.context.new_page())
        play(other, "3,3")
        play(page, "2,2")
        expect(status(page)).to_have_text("Your move, X.", timeout=LONG)
        before = made(page)
        first.end(signal.SIGKILL)
    visiting.forgiven += ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"]
    spot(page, spots(page)[0]).click()
    expect(page.get_by_role("status")).to_have_text("The server does not answer. Is it still running?")
    port = urllib.parse.urlsplit(visiting.address).port
    assert port is not None
    with running(store=store, port=port, NUMBA_DISABLE_JIT="1"):
        assert made(page) == before
        play(page, spots(page)[0])
        expect(status(page)).to_have_text("Your move, X.", timeout=LONG)
        assert made(page)[:2] == before
        assert len(made(page)) == 4
        other.reload()
        assert made(other) == ["X 3,3"]
        visiting.ready(other)
        play(other, "1,1")
        visiting.close()


def test_a_server_that_is_gone_is_told_without_a_click_and_so_is_its_return(chromium: "Browser", tmp_path: Path) -> None:
    """What it was thinking does not stand there as if it went on."""
    import browser
    from served import running

    slow: dict[str, Any] = {"set_width": "5", "set_height": "5", "set_line": "4", "seconds": "20"}
    store = str(tmp_path / "games.db")
    with running(store=store, NUMBA_DISABLE_JIT="1") as first:
        visiting = browser.Visitor(chromium, first.address)
        page = visiting.begin("tic_tac_toe", "computer", "human", **slow)
        expect(page.locator("#thinking")).to_contain_text("depth", timeout=LONG)
        first.end(signal.SIGKILL)
    visiting.forgiven += ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"]
    expect(page.locator("#said")).to_have_text("The server does not answer. Is it still running?")
    expect(page.locator("#thinking")).to_be_hidden()
    with running(store=store, port=urllib.parse.urlsplit(visiting.address).port or 0, NUMBA_DISABLE_JIT="1"):
        expect(page.locator("#thinking")).to_contain_text("depth", timeout=LONG)
        expect(page.locator("#said")).not_to_contain_text("does not answer")
        visiting.close()


def test_a_device_that_is_offline_is_told_so_until_it_is_back(visitor: "Visitor") -> None:
    visitor.forgiven.append("ERR_INTERNET_DISCONNECTED")
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "2,2")
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("link", name="Review")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#said")).to_have_text("This device is offline: the page goes on when it is back.")
    page.context.set_offline(False)
    expect(page.locator("#said")).to_have_text("")
    page.get_by_role("button", name="Undo").click()
    expect(status(page)).to_have_text("O to move.")
