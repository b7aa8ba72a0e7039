"""Chromium without a window, for what the tests do with pages as a person does."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update"


def program() -> str | None:
    """The system's Chromium."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def running(program: str) -> Iterator[Browser]:
    """A browser, for as long as it is needed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*QUIET.split(), "--disable-sync"])
        try:
            yield browser
        finally:
            browser.close()


class Reader:
    """Opens pages that are files, and notes whatever they ask of the world and whatever goes wrong in them."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser, self._folder = browser, folder
        self._contexts: list[BrowserContext] = []
        self.asked: list[str] = []
        self.wrong: list[str] = []

    def open(self, text: str, *, width: int = 1200, height: int = 850, dark: bool = False) -> Page:
        """A page in a browser of its own that has never seen anything."""
        file = self._folder / f"page{len(self._contexts)}.html"
        file.write_text(text, "utf-8")
        scheme: Any = "dark" if dark else "light"
        context = self._browser.new_context(
            color_scheme=scheme, viewport={"width": width, "height": height}, reduced_motion="reduce", offline=True
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: self.wrong.append(message.text))
        page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        page.goto(file.as_uri())
        self.asked = [url for url in self.asked if url != file.as_uri() and not url.startswith("data:")]
        return page

    def close(self) -> None:
        """Nothing went out, and nothing went wrong."""
        for context in self._contexts:
            context.close()
        assert self.asked == []
        assert self.wrong == []


def violations(page: Page) -> list[str]:
    """What axe finds wrong with a page for people who cannot see, hear or use a mouse."""
    found = Axe().run(page)
    return [f"{one['id']}: {node['target']}" for one in found.response["violations"] for node in one["nodes"]]
