"""What is passed on from the board, in Chromium: the address, the moves, PGN, pictures; and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from browser import Visitor, violations
from played import play

IMAGE = """async (place) => {
  const answer = await fetch(place);
  const image = await createImageBitmap(await answer.blob());
  return [answer.headers.get("content-type"), Math.max(image.width, image.height)];
}"""


def shared(page: Page) -> Page:
    page.locator(".share summary").click()
    return page


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_the_address_the_moves_and_pgn_are_copied_and_can_be_pasted(visitor: Visitor, width: int, dark: bool) -> None:
    page = shared(visitor.begin("tic_tac_toe", "human", "human", width=width, dark=dark))
    play(page, "2,2", "1,1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = f"{visitor.address}/g/tic_tac_toe/analyse?moves=2,2+1,1"
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name, text in [("Copy address", address), ("Copy moves", "2,2 1,1"), ("Copy PGN", "1. 2,2 1,1 *")]:
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name="Copied")).to_be_focused()
        assert text in page.evaluate("navigator.clipboard.readText()")
        expect(page.get_by_role("button", name=name)).to_be_visible()
    pasted = page.evaluate("navigator.clipboard.readText()")
    page.goto("/analyse")
    page.get_by_label("A game, or moves").fill(pasted)
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("#analysis")).to_have_attribute("data-line", '["2,2", "1,1"]')


def test_what_is_passed_on_is_what_is_shown_and_stays_open_while_the_game_goes_on(visitor: Visitor) -> None:
    page = shared(visitor.begin("tic_tac_toe", "human", "human"))
    expect(page.get_by_role("link", name="GIF")).to_have_count(0)
    play(page, "2,2", "1,1")
    expect(page.get_by_label("Moves, to be pasted")).to_have_value("2,2 1,1")
    play(page, "1,2")
    expect(page.get_by_label("Moves, to be pasted")).to_have_value("2,2 1,1 1,2")
    page.locator("#moves").get_by_role("link", name="X 2,2").click()
    expect(page.get_by_label("Moves, to be pasted")).to_have_value("2,2")
    expect(page.locator(".share")).to_have_attribute("open", "")


def test_pictures_are_made_by_a_worker(visitor: Visitor) -> None:
    page = shared(visitor.begin("tic_tac_toe", "human", "human"))
    play(page, "2,2", "1,1")
    expect(page.get_by_role("link", name="GIF")).to_be_visible()
    found = {
        name: page.evaluate(IMAGE, page.get_by_role("link", name=name, exact=True).get_attribute("href"))
        for name in ("PNG", "GIF")
    }
    assert found == {"PNG": ["image/png", 456], "GIF": ["image/gif", 480]}


def test_an_svg_shows_one_board_after_the_other_and_the_end_to_who_wants_no_motion(visitor: Visitor) -> None:
    for motion, whole in ((True, {0, 1, 2}), (False, {2})):
        page = visitor.context(motion=motion).new_page()
        page.goto("/g/tic_tac_toe/game.svg?moves=2,2+1,1")
        seen = set()
        for _ in range(60 if motion else 8):
            shown = page.evaluate(
                """[...document.querySelectorAll(".kb-moment")].flatMap((one, number) =>
                  getComputedStyle(one).visibility === "visible" ? [number] : [])"""
            )
            assert len(shown) == 1
            seen |= {*shown}
            page.wait_for_timeout(100)
        assert seen == whole


def test_without_scripts_the_texts_stand_in_fields_and_pgn_is_loaded(visitor: Visitor) -> None:
    page = visitor.begin("tic_tac_toe", "human", "human", script=False)
    page.get_by_role("button", name="2,2", exact=True).click()
    shared(page)
    address = page.get_by_label("Address of this position").input_value()
    assert address == f"{visitor.address}/g/tic_tac_toe/analyse?moves=2,2"
    assert page.get_by_label("Moves, to be pasted").input_value() == "2,2"
    assert page.get_by_role("button", name="Copy moves").count() == 0
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PGN").click()
    assert "1. 2,2 *" in download.value.path().read_text("utf-8")
