"""What a person does at a table of the page, and sees there."""

from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

PATIENCE = 20_000  # milliseconds
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return "";
  return one.dataset?.place || one.id || one.getAttribute("name") || one.innerText;
}"""


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
        press(page, spot(page, move), touch=touch)


def press(page: Page, button: Locator, touch: bool = False) -> None:
    """Makes the move of a button, and waits until the page shows that it has been made."""
    expect(page.locator("[aria-busy]")).to_have_count(
        0, timeout=PATIENCE
    )  # what was asked before might change the version, too
    before = page.locator("#board input[name=version]").get_attribute("value")
    button.tap() if touch else button.click()
    expect(page.locator("#board input[name=version]")).not_to_have_value(str(before), timeout=PATIENCE)


def play_out(page: Page, touch: bool = False) -> Iterator[str]:
    """Takes the first move that is offered until the game is over; yields each, before it is made."""
    while not is_over(page):
        move = spots(page)[0]
        yield move
        play(page, move, touch=touch)
        expect(page.locator("#status")).not_to_contain_text("thinks", timeout=PATIENCE)


def is_over(page: Page) -> bool:
    """Whether the page says so."""
    return page.locator("#again").count() > 0


def status(page: Page) -> Locator:
    """Whose move it is, or how the game ended."""
    return page.locator("#status")


def announced(page: Page) -> Locator:
    """What a screen reader is told."""
    return page.get_by_role("status")


def made(page: Page) -> list[str]:
    """The moves that were made, as the list shows them: "X 2,2"."""
    return [text.strip() for text in page.locator("#moves li a").all_inner_texts()][1:]


def focused(page: Page) -> str:
    """What has the focus: the cell of a board, or the id, name or text of another element; "" for nothing."""
    found: str = page.evaluate(FOCUSED)  # in one look: the board may be drawn anew at any time
    return found
