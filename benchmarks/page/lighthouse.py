"""What Lighthouse, Chromium's own examiner of pages, makes of each page: as on a slow phone, its usual conditions."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.row import Row
from benchmarks.served import new_game, served

LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = {"performance": "performance", "accessibility": "accessibility", "best-practices": "best practices"}
LEAST, TRIES, SECONDS = 95, 3, 180
FAILURES = 3  # of its program, now and then, before a page counts as one that it cannot examine
BROWSERS = ("chromium", "google-chrome", "chromium-browser")
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync"
PAGES = {
    "the front page": "/",
    "a new game": "/g/othello",
    "analysis": "/g/othello/analyse",
    "matches": "/matches",
    "a tree": "/g/tic_tac_toe/tree",
}


def rows() -> Iterator[Row]:
    """The best of three examinations of each page: a busy machine makes them worse, and nothing makes them better."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    with served() as address:
        game = new_game(address, "othello", **{"player-0": "human", "player-1": "human"})
        places = {**PAGES, "a game": game}
        for name, place in places.items():
            title, target = f"Lighthouse: {name}", f"at least {LEAST} each"
            if browser is None or shutil.which("npx") is None:
                yield Row(title, "not measured", target, how="needs npx, of Node.js, and Chromium")
                continue
            tried = [_examine(f"{address}{place}", browser) for _ in range(TRIES)]
            best = {category: max(one[category] for one in tried) for category in CATEGORIES}
            figure = ", ".join(f"{CATEGORIES[category]} {score}" for category, score in best.items())
            how = f"`npx {LIGHTHOUSE}` on {place if name != 'a game' else '/play/KEY'}"
            yield Row(title, figure, target, min(best.values()) >= LEAST, how)


def _examine(address: str, browser: str) -> dict[str, int]:
    """The scores of a page, 0 to 100, by category."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report.json")
        command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={file}"]
        command += [f"--chrome-flags={FLAGS}", f"--only-categories={','.join(CATEGORIES)}"]
        for failures in range(1, FAILURES + 1):
            done = subprocess.run(command, timeout=SECONDS, env={**os.environ, "CHROME_PATH": browser}, capture_output=True)
            if not done.returncode:
                break
            if failures == FAILURES:
                why = done.stderr.decode(errors="replace")[-2000:]
                raise RuntimeError(f"Lighthouse failed {FAILURES} times on {address}: {why}")
        report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return {category: round(100 * report["categories"][category]["score"]) for category in CATEGORIES}
