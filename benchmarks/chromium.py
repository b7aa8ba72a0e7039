"""A Chromium for measures of the page, where there is one."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update"
MISSING = "there is no Chromium here"


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser without a window; None where there is none."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS.split(), "--disable-sync"])
        yield browser
        browser.close()
