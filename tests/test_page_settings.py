"""Colours and motion as a browser wants them, whatever its system says; and whether the page can be installed."""

from playwright.sync_api import expect

from browser import Visitor
from played import play

LIGHT, DARK = "rgb(251, 250, 247)", "rgb(20, 22, 26)"


def test_settings_are_stronger_than_the_system_and_stay(visitor: Visitor) -> None:
    page = visitor.begin("othello", "human", "human")
    expect(page.locator("html")).to_have_css("background-color", LIGHT)
    expect(page.locator(".kb-open").first).to_be_visible()
    place = page.url
    page.get_by_role("link", name="Settings").click()
    for wish in ("dark", "no animation", "hide legal moves"):
        page.get_by_label(wish, exact=True).check()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(place)
    expect(page.locator("html")).to_have_css("background-color", DARK)
    expect(page.locator(".kb-open").first).to_be_hidden()
    play(page, "d3")
    assert page.locator("[data-motion]").count() == 0
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_label("dark", exact=True)).to_be_checked()


def test_a_browser_would_install_it(visitor: Visitor) -> None:
    page = visitor.open("/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/manifest.webmanifest")
    whys = {one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert whys <= {"in-incognito"}
