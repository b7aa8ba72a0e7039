"""From the click on a first move to the painted answer, where nothing was ever compiled; once more with both cores busy."""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.chromium import MISSING, chromium
from benchmarks.page.clicks import WAIT, WATCH
from benchmarks.row import Row, at_most
from benchmarks.served import new_game, served
from kibitz.core import catalogue

LEVELS, MOST, MOST_BUSY = (4, 8), 1000.0, 2000.0  # milliseconds
CHOSEN = 500  # milliseconds
PARTS = 4  # clicks at most until a move is complete
OTHERS = ("amazons", "pig", "treasure", "tree")  # a click on their first button is not yet a whole move
OWN = tuple(str(Path("examples", name)) for name in ("domineering.py", "hex.py"))
BUSY = "while True: pass"


def rows() -> Iterator[Row]:
    """The slowest game, of a server with an empty cache for each; none where there is no Chromium."""
    with chromium() as browser:
        for cores, most in ((0, MOST), (os.cpu_count() or 1, MOST_BUSY)):
            what = "the first answer of a new game" + (", all cores busy" if cores else "")
            if browser is None:
                yield Row(what, "not measured", f"at most {most:.0f} ms", None, MISSING)
                continue
            with _busy(cores):
                times = {(game, level): _first(browser, game, level) for game in (*_shipped(), *OWN) for level in LEVELS}
            for level in LEVELS:
                of_level = {game: time for (game, one), time in times.items() if one == level}
                slowest, median = max(of_level, key=of_level.__getitem__), statistics.median(of_level.values())
                how = f"{len(of_level)} games, each with a new server and an empty cache; median {median:.0f} ms"
                yield at_most(f"{what}, level {level} (slowest: {slowest})", of_level[slowest], most, "ms", how)


def _shipped() -> list[str]:
    """The games for two whose first move is a click or two."""
    return [name for name, game in catalogue.games().items() if game.players == 2 and name not in OTHERS]


def _first(browser: Any, game: str, level: int) -> float:
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as cache, _environment(KIBITZ_CACHE_DIR=cache, KIBITZ_COMPILE=""):
        own = [game] if game.endswith(".py") else []
        from playwright.sync_api import TimeoutError as NotThere

        with served(*own) as address:
            players = {"player-0": "human", "player-1": f"computer:level={level}"}
            page = browser.new_page(viewport={"width": 1200, "height": 850})
            page.goto(address + new_game(address, Path(game).stem, **players))
            page.locator("html.scripted").wait_for(state="attached")
            page.evaluate(WATCH)
            moves = page.locator("#moves li").count()
            for _ in range(PARTS):
                page.locator("#board button:not([disabled])").first.click()
                with contextlib.suppress(NotThere):  # a piece was chosen, and its target comes next
                    page.locator(f"#moves li:nth-child({moves + 1})").wait_for(state="attached", timeout=CHOSEN)
                    break
            page.locator(f"#moves li:nth-child({moves + 2})").wait_for(state="attached", timeout=WAIT)
            page.locator("#status.yours").wait_for(timeout=WAIT)
            page.wait_for_timeout(100)
            found = float(page.evaluate("window.painted.at(-1)"))
            page.close()
            return found


@contextmanager
def _environment(**more: str) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _busy(cores: int) -> Iterator[None]:
    """So many processes that do nothing but compute."""
    running = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(cores)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()
