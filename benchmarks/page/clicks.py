"""From the click on a square to the painted answer of the computer, and what jumps on the page meanwhile, in Chromium."""

import statistics
from collections.abc import Iterator

from benchmarks.chromium import MISSING, chromium
from benchmarks.row import Row, at_most
from benchmarks.served import new_game, served

CLICKS, A_GAME, MOST = 40, 8, 250.0  # clicks, and those at the beginning of each game
SHIFT = 0.02  # of a game, as Chromium counts layout shifts; after a click as well, which its own sum leaves out
WAIT = 60_000  # milliseconds, for the first answer: the search may have to be compiled
# The clock of the page itself: from the event to the frame after the board has changed twice, by our move and by the answer.
WATCH = """
() => {
  window.clicked = 0;
  window.painted = [];
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shift += one.value;
  }).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("click", () => { window.clicked = performance.now(); }, true);
  document.addEventListener("kibitz:swapped", () => {
    if (!window.clicked || !document.querySelector("#status.yours")) return;
    const began = window.clicked;
    window.clicked = 0;
    requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now() - began)));
  });
}
"""


def rows() -> Iterator[Row]:
    """The median of many clicks, and the largest sum of layout shifts in a game; none where there is no Chromium."""
    times: list[float] = []
    shifts: list[float] = []
    with chromium() as browser, served() as address:
        if browser is None:
            yield Row("click to painted answer", "not measured", f"at most {MOST:.0f} ms", None, MISSING)
            return
        from playwright.sync_api import expect

        page = browser.new_page(viewport={"width": 1200, "height": 850})
        while len(times) < CLICKS:
            page.goto(address + new_game(address, "othello", **{"player-0": "human", "player-1": "computer", "seconds": "0.1"}))
            expect(page.locator("html.scripted")).to_be_attached()
            page.evaluate(WATCH)
            for _ in range(min(A_GAME, CLICKS + 1 - len(times))):
                moves = page.locator("#moves li").count()
                page.locator("#board button[name=move]").first.click()
                expect(page.locator(f"#moves li:nth-child({moves + 2})")).to_be_attached(timeout=WAIT)
                expect(page.locator("#status.yours")).to_be_visible(timeout=WAIT)
                page.wait_for_timeout(100)
            times += page.evaluate("window.painted")[1:]  # the first one waits until the search is loaded
            shifts.append(page.evaluate("window.shift"))
    late = statistics.quantiles(times, n=20)[-1]
    how = f"Othello, the computer with 0.1 s a move; {len(times)} clicks; 95th percentile {late:.3g} ms"
    yield at_most("click to painted answer, median", statistics.median(times), MOST, "ms", how)
    how = f"Othello from the load of the page to its {A_GAME}th answer, the worst of {len(shifts)} games"
    yield at_most("layout shift, cumulative", max(shifts), SHIFT, "", how)
