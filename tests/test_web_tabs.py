"""Many pages of one visitor: a browser has six connections to a server, and pages that listen must leave some of them free."""

from typing import TYPE_CHECKING

from served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAGES = 8
SOON = 20_000.0  # milliseconds


def test_a_visitor_with_eight_pages_plays_on_and_all_of_them_see_it(chromium: "Browser") -> None:
    from playwright.sync_api import expect

    with served() as address:
        context = chromium.new_context()
        first = context.new_page()
        first.goto(f"{address}g/tic_tac_toe")
        first.locator("select[name=player-1]").select_option("human")
        first.locator("#begin button.main").click()
        first.wait_for_url("**/play/*")
        pages = [first]
        for _ in range(PAGES - 1):
            pages.append(context.new_page())
            pages[-1].goto(first.url, timeout=SOON)
        pages[-1].locator("button[value='2,2']").click(timeout=SOON)
        for page in pages:
            expect(page.locator("#moves")).to_contain_text("2,2", timeout=SOON)
        context.close()
