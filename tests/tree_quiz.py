"""The quiz on the page of a tree, as a reader answers it; and which answers are right."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


JUDGE = "([texts, node]) => texts.map((text) => judge(text, node).right)"
TOTALS = ("looked at 11 positions", "of these the rest was cut", "31 / 31", "1 of 11", "of 6 questions")


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


def answer(page: "Page", given: str) -> str:
    """Give an answer to the next question; what the page says to it."""
    if page.locator("#further").is_visible():
        page.locator("#further").click()
    if given in ("cut", "on"):
        page.locator("#cuts" if given == "cut" else "#goes-on").click()
    else:
        page.locator("#answer").fill(given)
        page.keyboard.press("Enter")
    return page.locator("#verdict").inner_text()


def says_no_total(page: "Page") -> None:
    """Neither to the eye nor to a screen reader: how much is to come gives the cuts away."""
    shown = f"{page.inner_text('body')} {page.get_attribute('#time', 'aria-valuetext')}"
    assert [total for total in (*TOTALS, " of 11", " of 31", "/ 31") if total in shown] == []
    assert page.get_attribute("#time", "max") == page.evaluate("String(barrier())") != "31"
