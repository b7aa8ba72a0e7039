"""Photographs the pages for docs/pages/: `make pictures`. A real server, a real Chromium, the same games each time."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

FOLDER = Path(__file__).parent / "pages"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update"
PATIENCE = 30_000  # milliseconds: rules may have to be compiled first
WIDE, PHONE = {"width": 1100, "height": 760}, {"width": 390, "height": 844}
Shot = Callable[[Page], None]


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        store = {**os.environ, "KIBITZ_STORE": str(Path(folder) / "games.db")}
        example = Path(__file__).parent.parent / "examples" / "hex.py"
        command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", str(example)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=store) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+?(?=/\s)", server.stdout.readline())
                assert found is not None, "the server did not start"
                yield found[0]
            finally:
                server.send_signal(signal.SIGINT)


def front(page: Page) -> None:
    """All games."""
    page.goto("/")


def values(page: Page) -> None:
    """Connect Four in mid-game, what each move is worth, proved."""
    _begin(page, "connect_four", "human", "human")
    for column in "44444237":
        _move(page, column)
    page.get_by_role("button", name="Values", exact=True).click()
    expect(page.locator("#board")).to_contain_text("+", timeout=PATIENCE)
    expect(page.locator(".weighing")).to_have_count(0, timeout=4 * PATIENCE)  # all are proved


def phone(page: Page) -> None:
    """Othello on a phone, at night."""
    _begin(page, "othello", "human", "computer:level=2")
    for _ in range(4):
        _mine(page)
        page.locator("#board button[name=move]").first.click()
        page.wait_for_timeout(1000)  # for the computer's move, which may come before anything can be seen of its turn
    _mine(page)


def hexagons(page: Page) -> None:
    """A user's file, with six-sided cells."""
    _begin(page, "hex", "human", "human")
    for cell in ("b2", "c2", "b3", "c3"):
        _move(page, cell)


def watch(page: Page) -> None:
    """A series that is being played."""
    page.goto("/g/tic_tac_toe/watch")
    page.locator("[name=player-0]").select_option("computer:level=3")
    page.locator("[name=player-1]").select_option("random")
    page.locator("[name=games]").fill("100")
    page.locator("[name=seed]").fill("7")
    page.locator("main button.main").click()
    page.wait_for_url("**/match/*")
    page.wait_for_timeout(20_000)


def tree(page: Page) -> None:
    """The textbook's tree."""
    page.goto("/g/tree/tree")
    expect(page.locator("#explorer svg").first).to_be_visible(timeout=4 * PATIENCE)
    page.wait_for_timeout(1000)


def review(page: Page) -> None:
    """A game that has been lost, and where."""
    _begin(page, "connect_four", "human", "human")
    for column in "44444737332":
        _move(page, column)
    page.locator("summary", has_text="Resign").click()
    page.locator("#resign").click()
    expect(page.locator("#again")).to_be_visible()
    page.goto(page.url.partition("?")[0] + "/review")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#moves li")).not_to_have_count(0, timeout=4 * PATIENCE)
    page.get_by_role("link", name="Next mistake").click()
    expect(page.locator("#status .verdict")).to_be_visible()


def puzzle(page: Page) -> None:
    """What was hard to find in that game."""
    review(page)
    page.goto("/puzzles/connect_four")
    page.locator('#board button[value="1"]').click()
    expect(page.locator("#verdict")).not_to_be_empty()


def analysis(page: Page) -> None:
    """Chess on the analysis board: the three best moves, and a line."""
    page.goto("/g/chess/analyse?moves=e4+e5+Nf3+Nc6+Bb5+a6")
    expect(page.locator("#lines .rows li")).to_have_count(3, timeout=4 * PATIENCE)
    page.wait_for_timeout(6000)


SHOTS: dict[str, tuple[Shot, dict[str, int], str]] = {
    "front": (front, WIDE, "light"),
    "values": (values, WIDE, "light"),
    "phone": (phone, PHONE, "dark"),
    "hex": (hexagons, WIDE, "dark"),
    "watch": (watch, WIDE, "light"),
    "tree": (tree, WIDE, "light"),
    "review": (review, WIDE, "dark"),
    "puzzle": (puzzle, WIDE, "light"),
    "analysis": (analysis, WIDE, "light"),
}


def main() -> None:
    """All of them, or those that are named."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        raise SystemExit("there is no Chromium here to photograph with: apt-get install chromium")
    FOLDER.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS.split(), "--disable-sync"])
        for name in sys.argv[1:] or SHOTS:
            _photograph(browser, address, name)
        browser.close()


def _photograph(browser: Browser, address: str, name: str) -> None:
    shot, size, scheme = SHOTS[name]
    looks: Any = {"viewport": size, "color_scheme": scheme, "reduced_motion": "reduce"}
    context = browser.new_context(base_url=address, **looks)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    shot(page)
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()
    print(FOLDER / f"{name}.png")


def _begin(page: Page, game: str, *players: str) -> None:
    """A new game, as the form begins it."""
    page.goto(f"/g/{game}")
    for seat, player in enumerate(players):
        page.locator(f"[name=player-{seat}]").select_option(player)
    page.locator("main button.main").click()
    page.wait_for_url("**/play/*")


def _move(page: Page, name: str) -> None:
    before = page.locator("#board input[name=version]").get_attribute("value")
    page.locator(f'#board button[name=move][value="{name}"]').click()
    expect(page.locator(f'#board input[name=version]:not([value="{before}"])')).to_be_attached()


def _mine(page: Page) -> None:
    expect(page.locator("#status.yours")).to_be_visible(timeout=4 * PATIENCE)


if __name__ == "__main__":
    main()
