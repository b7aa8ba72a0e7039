"""Two people with a clock, each in a browser of their own: what both see run, who hears that it is over, and the next game."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import Visitor, violations
from played import PHONE, announced, choose, made, play, status
from served import running

SHIFTS = """() => {
  globalThis.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (globalThis.shifts += one.value))).observe(
    { type: "layout-shift" });
}"""
SKEWED = "Date.now = ((real) => () => real() + 3600000 * 5)(Date.now);"  # a device whose clock is five hours ahead


def apart(visitor: Visitor, clock: str, game: str = "tic_tac_toe", skewed: str = "") -> tuple[Page, Page]:
    """A game of two with a clock: X on a screen, and O, who was invited, on a phone in the dark."""
    one = visitor.context().new_page()
    one.goto(f"/g/{game}")
    for side in (0, 1):
        one.locator(f"[name=player-{side}]").select_option("human")
    expect(one.locator("[name=clock]")).to_be_hidden()
    one.get_by_label("The other person plays at another device").check()
    one.locator("[name=clock]").select_option("other")
    one.get_by_label("Another clock").fill(clock)
    choose(one, "Play")
    one.wait_for_url("**/play/*")
    context = visitor.context(**PHONE, dark=True)
    if skewed:
        context.add_init_script(skewed)
    other = context.new_page()
    other.goto(str(one.locator(".invitation a").get_attribute("href")))
    choose(other, "Sit down")
    other.wait_for_url(one.url)
    for page in (one, other):
        visitor.ready(page)
    return one, other


def open_game(one: Page, other: Page) -> None:
    """The first move of each."""
    play(one, "2,2")
    expect(other.locator("#moves")).to_contain_text("X 2,2")
    play(other, "1,1")
    expect(one.locator("#moves")).to_contain_text("O 1,1")


def shown(page: Page) -> list[float]:
    """Seconds, as both clocks show them."""
    texts = page.locator(".clock").all_inner_texts()
    return [60 * float(minutes) + float(seconds) for minutes, seconds in (text.split(":") for text in texts)]


def test_both_see_the_same_time_run_and_nothing_else_moves(visitor: Visitor) -> None:
    one, other = apart(visitor, "0.5+2", skewed=SKEWED)
    assert shown(one) == shown(other) == [30, 30]
    open_game(one, other)
    for page in (one, other):
        page.evaluate(SHIFTS)
    expect(one.locator("#clock-0")).to_have_text("0:29")
    expect(one.locator(".clocked.runs")).to_contain_text("You")
    expect(other.locator(".clocked.runs")).to_contain_text("X")
    mine, theirs = shown(one), shown(other)
    assert mine[1] == theirs[1] == 32
    assert abs(mine[0] - theirs[0]) <= 1
    expect(announced(one)).to_have_text("You have 30 seconds left.")
    expect(announced(other)).not_to_contain_text("seconds left")
    for page in (one, other):
        assert page.evaluate("globalThis.shifts") == 0
        assert violations(page) == []
    other.reload()
    visitor.ready(other)
    assert abs(shown(one)[0] - shown(other)[0]) <= 1


def test_who_waits_is_told_that_the_time_of_the_other_is_out_and_both_come_to_the_next_game(visitor: Visitor) -> None:
    one, other = apart(visitor, "0.04+0")
    open_game(one, other)
    for page in (one, other):
        expect(status(page)).to_have_text("X ran out of time: O wins.")
        expect(page.locator("#clock-0")).to_have_text("0:00.0")
        expect(page.locator("#clock-0")).to_have_class("clock low")
        expect(announced(page)).to_contain_text("X ran out of time: O wins.")
        assert violations(page) == []
    other.get_by_role("button", name="Play again").focus()
    choose(one, "Again, the other side begins")
    expect(other.get_by_role("link", name="To the next game")).to_be_focused()
    expect(announced(other)).to_contain_text("X has begun another game.")
    other.keyboard.press("Enter")
    other.wait_for_url(one.url)
    visitor.ready(other)
    assert shown(other) == [pytest.approx(2.4)] * 2
    play(other, "2,2")
    expect(one.locator("#moves")).to_contain_text("X 2,2")


def test_the_review_says_that_time_ran_out(visitor: Visitor) -> None:
    one, other = apart(visitor, "0.02+0")
    open_game(one, other)
    expect(status(one)).to_contain_text("ran out of time")
    one.get_by_role("link", name="Review").click()
    one.locator("form button.main").first.click()
    expect(one.locator("#review")).to_contain_text("X ran out of time.", timeout=60_000)


def test_a_server_that_is_started_again_goes_on_with_what_was_left(chromium: Browser, tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    with running(store=store, NUMBA_DISABLE_JIT="1") as server:
        visitor = Visitor(chromium, server.address)
        one, other = apart(visitor, "1+0")
        open_game(one, other)
        expect(one.locator("#clock-0")).to_have_text("0:58")
        visitor.forgiven += ["ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED_ENCODING", "503"]
        port = int(server.address.rstrip("/").rpartition(":")[2])
        server.end()
    one.wait_for_timeout(3000)
    with running(store=store, port=port, NUMBA_DISABLE_JIT="1"):
        one.reload()
        visitor.ready(one)
        assert 50 < shown(one)[0] <= 58
        assert shown(one)[1] == 60
        play(one, "1,2")
        assert made(one) == ["X 2,2", "O 1,1", "X 1,2"]
        visitor.close()
