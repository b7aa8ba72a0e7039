"""Chromium without a window, for what the tests do with pages as a person does."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Request, Response, expect, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update"
PATIENCE = 20_000  # milliseconds, where a search may first have to be compiled
LEFT = "net::ERR_ABORTED"  # the visitor has gone on: no fault
expect.set_options(timeout=PATIENCE)  # its own 5 s are few where the server, the browser and a worker may each stand still


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


# Instead of a sound a page has the pitches that it would have made, in `heard`.
HEARD = """() => {
  window.heard = [];
  window.AudioContext = class {
    currentTime = 0;
    createOscillator() {
      return { frequency: { set value(pitch) { heard.push(pitch); } }, connect: (next) => next, start() {}, stop() {} };
    }
    createGain() {
      return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
    }
  };
}"""


class Reader:
    """Opens pages that are files, and notes whatever they ask of the world and whatever goes wrong in them."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser, self._folder = browser, folder
        self._contexts: list[BrowserContext] = []
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.beside: list[Path] = []  # folders whose files a page may read

    def open(self, text: str, *, width: int = 1200, height: int = 850, dark: bool = False) -> Page:
        """A page in a browser of its own that has never seen anything."""
        file = self._folder / f"page{len(self._contexts)}.html"
        file.write_text(text, "utf-8")
        page = self.visit(file, width=width, height=height, dark=dark)
        self.asked = [url for url in self.asked if url != file.as_uri() and not url.startswith("data:")]
        return page

    def visit(self, file: Path, address: str = "", *, width: int = 1200, height: int = 850, dark: bool = False) -> Page:
        """A file that is there, in such a browser; `address`: what stands behind its name."""
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
        page.goto(file.as_uri() + address)
        return page

    def close(self) -> None:
        """Nothing went out, and nothing went wrong."""
        for context in self._contexts:
            context.close()
        allowed = tuple(f"{folder.as_uri()}/" for folder in self.beside)
        assert [url for url in self.asked if not url.startswith(allowed)] == []
        assert self.wrong == []


def violations(page: Page) -> list[str]:
    """What axe finds wrong with a page for people who cannot see, hear or use a mouse."""
    found = Axe().run(
        page, options={"preload": not page.url.startswith("file:")}
    )  # no page from the disk may read a style sheet
    return [f"{one['id']}: {node['target']}" for one in found.response["violations"] for node in one["nodes"]]


class Visitor:
    """Goes to a server as a person does, and notes whatever goes wrong there: in the page, by its policy, or on the way.

    `forgiven`: parts of what is noted that belong to a test, such as the answer 409 to a form that came too late.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self.address = address.rstrip("/")
        self._contexts: list[BrowserContext] = []
        self.wrong: list[str] = []
        self.forgiven: list[str] = []

    def context(
        self,
        *,
        width: int = 1200,
        height: int = 850,
        dark: bool = False,
        touch: bool = False,
        script: bool = True,
        motion: bool = False,
    ) -> BrowserContext:
        """A browser that the server has never seen: another visitor.

        `touch`: a phone. `script`: with JavaScript. `motion`: what moves is seen to move.
        """
        scheme: Any = "dark" if dark else "light"
        context = self._browser.new_context(
            base_url=self.address,
            color_scheme=scheme,
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            java_script_enabled=script,
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        context.on("page", self._watch)
        self._contexts.append(context)
        return context

    def open(self, place: str = "/", **how: Any) -> Page:
        """A page of the server in a browser of its own; `how` as for `context`."""
        page = self.context(**how).new_page()
        page.goto(place)
        self.ready(page, how.get("script", True))
        return page

    def ready(self, page: Page, script: bool = True) -> None:
        """Waits until the script of the page runs: what is clicked before that is done as without it."""
        if script:
            expect(page.locator("html.scripted")).to_be_attached(timeout=PATIENCE)

    def begin(self, game: str, *seats: str, page: Page | None = None, **how: Any) -> Page:
        """A new game, by its form: who sits on each side ("human", "level-4", "random"; what is offered first, if none).

        `page`: where it begins (None: in a browser of its own, `how` as for `context`). Parameters of the game: set_width="4".
        """
        fields = {name: how.pop(name) for name in list(how) if name.startswith("set_") or name in ("seconds", "seed")}
        page = page or self.context(**how).new_page()
        page.goto(f"/g/{game}")
        for side, seat in enumerate(seats):
            page.locator(f"[name=player-{side}]").select_option(seat)
        if fields:
            page.locator("details.more:has(.fields) > summary").click()
        for name, text in fields.items():
            page.locator(f"[name={name.replace('_', '-', 1)}]").fill(text)
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/play/*")
        self.ready(page, how.get("script", True))
        return page

    def close(self) -> None:
        """Ends all visits. Nothing went wrong, but for what is forgiven."""
        for context in self._contexts:
            context.close()
        wrong = [one for one in self.wrong if not any(part in one for part in self.forgiven)]
        assert wrong == [], wrong

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.wrong.append(f"an error of the script: {error}"))
        page.on("console", lambda message: self.wrong.append(f"console: {message.text} {message.location['url']}"))
        page.on("dialog", self._dialog)
        page.on("request", self._asked)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _dialog(self, dialog: Dialog) -> None:
        self.wrong.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.address}/", "data:")):
            self.wrong.append(f"asked the world for {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self.wrong.append(f"no answer from {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.wrong.append(f"{response.status} from {response.url}")
