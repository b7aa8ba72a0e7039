"""From the address to the painted board, in a Chromium that has kept nothing of the page."""

import statistics
from collections.abc import Iterator

from benchmarks.chromium import MISSING, chromium
from benchmarks.row import Row, at_most
from benchmarks.served import new_game, served

VISITS, MOST = 15, 300.0  # of each page; milliseconds
# The clock of the page itself, from the begin of the navigation to the frame after the board is there with its style sheets:
# scripts that belong to a page run when these have come.
WATCH = """
(() => {
  const look = () => {
    const board = document.querySelector(".board svg");
    if (!board || getComputedStyle(board).position !== "absolute") return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
  };
  requestAnimationFrame(look);
})();
"""


def rows() -> Iterator[Row]:
    """The median of the slowest page; none where there is no Chromium."""
    with chromium() as browser:
        if browser is None:
            yield Row("first board of a cold page", "not measured", f"at most {MOST:.0f} ms", None, MISSING)
            return
        with served() as address:
            games = {game: new_game(address, game, **{"player-1": "human"}) for game in ("othello", "connect_four", "chess")}
            pages = games | {"analysis of othello": "/g/othello/analyse?moves=f5d6c3"}
            found = {name: statistics.median(_times(browser, address + place)) for name, place in pages.items()}
    slowest = max(found, key=found.__getitem__)
    how = f"{VISITS} visits each, nothing kept: {', '.join(f'{name} {time:.3g} ms' for name, time in found.items())}"
    yield at_most(f"first board of a cold page ({slowest})", found[slowest], MOST, "ms", how)


def _times(browser, address: str) -> list[float]:  # type: ignore[no-untyped-def]  # Playwright is not there to be named
    found = []
    for _ in range(VISITS + 1):
        context = browser.new_context(viewport={"width": 1200, "height": 850})
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(address)
        page.wait_for_timeout(150)
        found.append(float(page.evaluate("window.painted")))
        context.close()
    return found[1:]  # the first one starts a process of the browser
