"""What comes anew while somebody presses a button must not take the click with it."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from played import made, spot

if TYPE_CHECKING:
    from browser import Visitor

PATIENT = """{
  const real = setTimeout;
  window.setTimeout = (what, time, ...more) => real(what, time === 5000 ? 60000 : time, ...more);
}"""  # a press may last a minute: this machine may stand still meanwhile


def patient(visitor: "Visitor") -> Page:
    """An empty page on which presses are not forgotten so soon."""
    context = visitor.context()
    context.add_init_script(PATIENT)
    return context.new_page()


@pytest.mark.parametrize("device", ["mouse", "keyboard"])
def test_a_click_counts_though_the_board_comes_anew_meanwhile(visitor: "Visitor", device: str) -> None:
    page = patient(visitor)
    visitor.begin("tic_tac_toe", "human", "human", page=page)
    other = page.context.new_page()
    other.goto(page.url)
    visitor.ready(other)
    spot(page, "2,2").hover()
    spot(page, "2,2").focus()
    page.evaluate("document.getElementById('table').dataset.old = 'yes'")  # until another takes its place
    page.mouse.down() if device == "mouse" else page.keyboard.down(" ")
    other.get_by_role("button", name="Exam", exact=True).click()
    expect(other.get_by_role("button", name="Exam", pressed=True)).to_be_visible()
    page.wait_for_timeout(500)  # by now it would have come here, too
    expect(page.locator("#table")).to_have_attribute("data-old", "yes")
    page.mouse.up() if device == "mouse" else page.keyboard.up(" ")
    expect(page.locator("#moves")).to_contain_text("2,2")
    assert made(page) == ["X 2,2"]
    expect(page.get_by_role("button", name="Exam", pressed=True)).to_be_visible()


def test_a_press_that_never_ends_holds_nothing_up_for_long(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    other = page.context.new_page()
    other.goto(page.url)
    spot(page, "1,1").dispatch_event("pointerdown")
    spot(other, "2,2").click()
    expect(page.locator("#moves")).to_contain_text("2,2")
