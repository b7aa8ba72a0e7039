"""Walks through pages: what a person does in transcripts/page_walks.txt, and what the page shows after each step.

A step is shown by what has changed on the page, once that has come; `SEEN` says where each line is found. "one: press Hint" is
done in the window that was opened as "one".
"""

import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Page

import browser
import nasty
from browser import Reader, Visitor, violations
from played import PHONE, play, spot
from served import served
from transcript import Answer, replayed, sections
from tree_pages import page_of, place_of, searched

TRANSCRIPT = sections("page_walks")
TESTS = Path(__file__).parent
GAMES = [nasty.__file__, str(TESTS / "support" / "both_ways.py"), str(TESTS.parent / "examples" / "hex.py")]
PATIENCE = 20.0  # seconds for what is to be seen
STILL = 0.5  # seconds in which nothing more comes, when the answers are written anew
SEEN = """() => {
  const text = (one) => (one.ariaLabel ?? one.textContent).trim().replace(/\\s+/g, " ");
  const shown = (one) => one.checkVisibility() && (one.tagName !== "H1" || !document.querySelector("#table"));
  const all = (where) => [...document.querySelectorAll(where)].filter(shown).map(text).filter(Boolean).join(" | ");
  const one = document.activeElement;
  const item = one?.role === "treeitem" ? one.querySelector(":scope > .row :is(b, s)") : null;
  const line = (one) => text(one.querySelector(".row :is(b, s)")) + (one.ariaExpanded === "false" ? "+" : "");
  const beside = (button) => text(button) + (button.ariaPressed === "true" ? "*" : "");
  return {
    weighing: all(".weighing"),
    place: (location.pathname + location.search).replace(/play\\/[0-9a-f]{32}/, "play/..."),
    title: all("h1"),
    status: all("#status"),
    said: all("#said"),
    wrong: all("main .wrong"),
    verdict: all("#verdict"),
    hint: all("p#hint"),
    board: all("#board button"),
    marks: [...document.querySelectorAll(".board svg [class*=kb-wt-]")].map((mark) => mark.textContent).join(" "),
    beside: [...document.querySelectorAll("#table button:not(#board button, #stop)")].map(beside).join(" | "),
    moves: [...document.querySelectorAll("#moves li:not(.start) a")].map(text).join("; "),
    described: all("#described li, p#described"),
    step: document.getElementById("count") ? all("#count") : "",
    told: all("#told"),
    question: all("#question"),
    score: all("#score"),
    node: all("#node-title"),
    facts: all("#facts, #why"),
    outline: [...document.querySelectorAll("[role=treeitem]")].map(line).join(" | "),
    still: document.querySelector("#still .lines")?.innerText.trim().replace(/\\s*\\n\\s*/g, " / ") ?? "",
    counts: all("#counts td"),
    focus: item ? item.innerText : !one || one === document.body ? ""
      : one.dataset?.place || one.id || one.getAttribute("name") || text(one).slice(0, 40),
  };
}"""


class Walker:
    """People at their windows."""

    def __init__(self, visitor: Visitor, explore: Callable[[str], Page]) -> None:
        self.visitor, self.explore = visitor, explore
        self.windows: dict[str, Page] = {}
        self.shown: dict[Page, dict[str, str]] = {}

    def say(self, line: str, expected: str | None) -> str:
        """Takes a step, and waits until it shows what is expected, or until nothing more comes."""
        words = [one.replace(" BAD", nasty.BAD) for one in shlex.split(line)]
        name = words.pop(0) if words[0].endswith(":") else ""
        word, *words = words
        if word in ("open", "visit", "beside", "tree"):
            self.windows[name] = self.window(word, *words)
        else:
            self.step(self.windows[name], word, *words)
        page, until = self.windows[name], time.monotonic() + (STILL if expected is None else PATIENCE)
        seen, text = self.look(page)
        while text != expected and time.monotonic() < until:
            page.wait_for_timeout(20)
            before, (seen, text) = text, self.look(page)
            if expected is None and text != before:
                until = time.monotonic() + STILL
        self.shown[page] = seen
        return text

    def look(self, page: Page) -> tuple[dict[str, str], str]:
        """What a page shows, and what has changed of it."""
        try:
            seen: dict[str, str] = page.evaluate(SEEN)
        except Error:  # on the way to another page
            return {}, ""
        if seen.pop("weighing"):  # values that may become better
            return seen, ""
        if page.url.startswith("file:") or "search=alphabeta" in page.url:  # the same explorer at two places
            del seen["place"], seen["title"]
        before = self.shown.get(page, {})
        lines = [f"   {name}: {text or '-'}" for name, text in seen.items() if text != before.get(name, "")]
        return seen, "\n".join(lines).replace(nasty.BAD, " BAD") or "   (as before)"

    def window(self, word: str, place: str, *how: str) -> Page:
        """Of another visitor at a place, "phone", "dark" or "noscript"; of one who visits what another shows; or a tree."""
        if word == "tree":
            return self.explore(place)
        if word == "beside":
            page = self.windows[place].context.new_page()
            page.goto(self.windows[place].url)
            return page
        if word == "visit":
            more = next((one for one in how if one.startswith("?")), "")
            place = urlsplit(self.windows[place].url).path + more
        looks: dict[str, Any] = (PHONE if "phone" in how else {}) | {"script": "noscript" not in how, "dark": "dark" in how}
        return self.visitor.open(place, **looks)

    def step(self, page: Page, word: str, *words: str) -> None:
        """Something that a person does."""
        match word, *words:
            case "begin", game, *more:  # who sits there, and "set_size=4" and the like
                seats = [one for one in more if "=" not in one]
                settings: dict[str, Any] = dict(one.split("=") for one in more if "=" in one)
                self.visitor.begin(game, *seats, page=page, script=page.locator("html.scripted").count() > 0, **settings)
            case "go", place:
                page.goto(place)
            case "play", *moves:
                play(page, *moves, touch=bool(page.evaluate("navigator.maxTouchPoints")))
            case "move", name:  # and waits for nothing
                spot(page, name).click()
            case "press" | "follow" as how, name:
                role: Any = {"press": "button", "follow": "link"}[how]
                page.get_by_role(role, name=name, exact=True).first.click()
            case "click", where:
                page.locator(where).first.click()
            case "focus", name:
                page.get_by_role("button", name=name, exact=True).first.focus()
            case "choose", field, value:
                if not page.locator(f"[name={field}]").is_visible():
                    page.locator(f"details.more:has([name={field}]) > summary").click()
                page.locator(f"[name={field}]").select_option(value)
            case ("look",):
                pass
            case "key", *keys:
                for key in keys:
                    page.keyboard.press(key)
            case "tab-to", wanted:
                for _ in range(60):
                    page.keyboard.press("Tab")
                    if page.evaluate(SEEN)["focus"] == wanted:
                        break
            case "answer", text:  # to a question of the quiz
                page.locator("#answer").fill(text)
                page.keyboard.press("Enter")
            case "drag", share:  # the slider of the steps, to a share of its length; it is still held
                box = page.locator("#time").bounding_box()
                assert box is not None
                page.mouse.move(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
                page.mouse.down()
                page.mouse.move(box["x"] + box["width"] * float(share), box["y"] + box["height"] / 2)
            case ("reload",):
                page.reload()
            case ("back",):
                page.go_back()
            case ("forward",):
                page.go_forward()
            case "offline" | "online" as line, *_:
                page.context.set_offline(line == "offline")
            case "lose", requests:  # they never arrive
                page.route(requests, lambda route: route.abort())
            case "find", requests:
                page.unroute(requests)
            case ("axe",):  # no barrier for those who cannot see or use a mouse, on a telephone too
                assert violations(page) == []
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            case "forgive", *codes:  # that stand in the console
                self.visitor.forgiven += codes
            case _:
                raise AssertionError(f"nobody can {word}")


@contextmanager
def session(visitor: Visitor | None = None, explore: Callable[[str], Page] | None = None) -> Iterator[Answer]:
    with ExitStack() as stack:
        if visitor is None:
            address = stack.enter_context(served(GAMES, NUMBA_DISABLE_JIT="1"))
            visitor = Visitor(stack.enter_context(browser.running(str(browser.program()))), address)
        yield Walker(visitor, explore or partial(on_server, visitor)).say


def on_server(visitor: Visitor, search: str) -> Page:
    page = visitor.open(place_of(search))
    page.locator("#outline li").first.wait_for()
    return page


@pytest.fixture
def address() -> Iterator[str]:
    """A server with games of the package and files of a user: each walk has its own, for what one proves another would see."""
    with served(GAMES, NUMBA_DISABLE_JIT="1") as running:
        yield running


@pytest.mark.parametrize("section", TRANSCRIPT)
def test_what_people_do_and_what_they_see(visitor: Visitor, section: str) -> None:
    assert replayed(TRANSCRIPT[section], lambda: session(visitor)) == TRANSCRIPT[section]


@pytest.mark.parametrize("section", [title for title, text in TRANSCRIPT.items() if "> tree " in text])
def test_the_page_that_is_one_file_shows_the_same(visitor: Visitor, reader: Reader, section: str) -> None:
    def explore(search: str) -> Page:
        return reader.open(page_of(searched(search)))

    assert replayed(TRANSCRIPT[section], lambda: session(visitor, explore)) == TRANSCRIPT[section]
