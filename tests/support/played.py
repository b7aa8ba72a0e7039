"""What a person does at a table of the page, and sees there."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
SLOW: dict[str, Any] = {"set_width": "5", "set_height": "5", "set_line": "4", "seconds": "20"}  # a computer thinks for long


def spot(page: Page, move: str) -> Locator:
    """The button of a move, on the board or below it."""
    return page.locator(f'#board button[name=move][value="{move}"]')


def spots(page: Page) -> list[str]:
    """The moves that the page offers, in the order of the Tab key."""
    found: list[str] = page.locator("#board button[name=move]").evaluate_all("all => all.map((one) => one.value)")
    return found  # in one look: the board may be drawn anew at any time


def play(page: Page, *moves: str, touch: bool = False) -> None:
    """Makes moves, one after the other, as soon as the page shows that the one before has been made."""
    for move in moves:
        expect(page.locator("[aria-busy]")).to_have_count(0)  # what was asked before might change the version, too
        before = page.locator("#board input[name=version]").get_attribute("value")
        spot(page, move).tap() if touch else spot(page, move).click()
        expect(page.locator("#board input[name=version]")).not_to_have_value(str(before))


def choose(page: Page, name: str) -> None:
    """Presses a button beside the board."""
    page.get_by_role("button", name=name, exact=True).click()


def status(page: Page) -> Locator:
    """Whose move it is, or how the game ended."""
    return page.locator("#status")


def announced(page: Page) -> Locator:
    """What a screen reader is told."""
    return page.get_by_role("status")


def made(page: Page) -> list[str]:
    """The moves that were made, as the list shows them: "X 2,2"."""
    return [text.strip() for text in page.locator("#moves li a").all_inner_texts()][1:]
