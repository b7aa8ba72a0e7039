"""The page of a table, without scripts and without a network: what transcripts/web_play.txt does there, and what it shows."""

import re
import shlex
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import nasty
from kibitz.jobs.job import JobFailed
from kibitz.web.pages import play
from transcript import replayed, sections
from web_forms import first
from web_house import FRAGMENT, Answer, Client, Oracle, Reply, house

TRANSCRIPT = sections("web_play")
SHOWN = (r'class="wrong[^>]*>(.*?)</p>', r'class="happened">(.*?)</p>', r'id="status"[^>]*>(.*?)</p>')
SAID = (r'id="verdict"[^>]*>(.*?)</p>', r'id="hint"[^>]*>(.*?)</p>', r'id="thinking"[^>]*>(.*?)</div>', r"legend\">(.*?)</p>")
BUTTON = re.compile(r"<button([^>]*)>(.*?)</button>", re.DOTALL)
FIELD = re.compile(r'<(?:input type="text"|(select)) name="([^"]+)"(?: value="([^"]*)")?[^>]*>(?(1)(.*?)</select>)', re.DOTALL)
LONG = re.compile("^(board [0-9]*|beside|form):.*")  # what is not written again where nothing of it has changed
LABEL = re.compile(r'aria-label="([^"]*)"')


class Sitting:
    """A visitor at a table; the server can be started again on its store, with other games or for another visitor."""

    def __init__(self, folder: Path, servers: ExitStack) -> None:
        self.folder, self.servers, self.answers, self.place = folder, servers, "first", ""
        self.before: list[str] = []
        self.page = self.start(nasty.__file__)

    def start(self, *games: str) -> Client:
        self.servers.close()
        oracle = Oracle(self.oracle)
        self.page = self.servers.enter_context(Client(house(self.folder, oracle, games)))
        return self.page

    def oracle(self, do: str, args: dict[str, Any]) -> Answer:
        """What is found: the first move, unless something else was wanted; a perfect player never finds anything."""
        wanted, self.answers = self.answers, "first" if self.answers == "fails once" else self.answers
        if wanted == "fails once" or args.get("player") == "perfect":
            return JobFailed("its process <b>died</b>")
        return {"first": first(do, args), "silent": None, "illegal": {"best": "99", "value": None}}[wanted]

    def say(self, line: str) -> str:
        command, *words = shlex.split(line)
        fields = dict(word.split("=", 1) for word in words if "=" in word)
        match command:
            case "oracle":
                self.answers = " ".join(words)
                return ""
            case "restart":
                cookies = dict(self.page.cookies)
                self.start(*([] if "without" in words else [nasty.__file__]))
                self.page.cookies.update(cookies if "stranger" not in words else {})
                return ""
            case "new":
                reply = self.page.post(f"/g/{words[0]}/play", fields)
                self.place = reply.headers.get("location", self.place)
                return self.shown(reply)
            case "get":
                return self.shown(self.page.get(self.at(words[0] if words else "")))
            case "until":
                return self.shown(self.until(words[0]))
            case "game":
                cards = re.findall(r"<li\b(?:(?!<li\b).)*</li>", self.page.get("/").text, re.DOTALL)
                told = next((plain(card) for card in cards if self.place in card), "it is not among one's games")
                return re.sub(r", \d\d:\d\d$", ", TIME", told)
        if command == "move":
            fields["move"] = next((name for name in nasty.MOVES if name.startswith(words[0] or "-")), words[0])
        place = self.at(words[0] if command == "post" else command)
        kind = {"kind": "application/json"} if "json" in words else {}
        reply = self.page.post(place, fields, FRAGMENT if "part" in words else {}, **kind)
        if command == "again":
            self.place = reply.headers["location"]
        return self.shown(reply)

    def at(self, place: str) -> str:
        return place if place.startswith("/") else f"{self.place}{'/' if place and place[0] != '?' else ''}{place}"

    def until(self, words: str) -> Reply:
        for _ in range(400):
            reply = self.page.get(self.place)
            if re.search(words, reply.text):
                return reply
            time.sleep(0.02)
        raise AssertionError(f"{words} never came: {reply.text}")

    def shown(self, reply: Reply) -> str:
        """The code; after a form that leads elsewhere the page there."""
        led = ""
        if reply.status_code == 303:
            where = reply.headers["location"]
            reply, led = self.page.get(where), f"to {where.replace(self.place or ' ', 'the table')}, "
        assert not re.search(r"<(script>|img|svg onload|b onclick)|Traceback", reply.text)
        if reply.text.lstrip().startswith('<div id="table"'):
            led = f"part of {reply.headers.get('kibitz-location', 'nowhere').replace(self.place, 'the table')}, "
        lines = list(said(reply.text))
        known, self.before = self.before, lines
        brief = (LONG.sub(r"\1: as before", line) if line in known else line for line in lines)
        return "\n   ".join([f"{led}{reply.status_code}", *brief])


def said(text: str) -> Iterator[str]:
    """What a page says, the fields of a form, and what can be pressed: the board's buttons by their version, and the others."""
    for pattern in (*SHOWN, *SAID):
        for found in re.findall(pattern, text, re.DOTALL):
            if words := plain(found):
                yield words
    if "http-equiv" in text:
        yield "(asks again by itself)"
    moves = [plain(one) for one in re.findall(r'<li class="by-.*?</li>', text, re.DOTALL)]
    if moves:
        pairs, drawn = " in pairs" * ("moves pairs" in text), ", with a graph" * ('id="graph"' in text)
        yield f"moves{pairs}{drawn}: {'; '.join(moves)}"
    if fields := [f"{name}={chosen(unescape(inside)) if inside else value}" for _, name, value, inside in FIELD.findall(text)]:
        yield f"form: {' '.join(fields)}"
    board, others = list[str](), list[str]()
    version = re.search(r'name="version" value="(\d+)"', text)
    for attributes, inside in BUTTON.findall(text):
        label = LABEL.search(attributes)
        pressed = "*" if 'aria-pressed="true"' in attributes else ""
        (board if re.search(r'name="(move|from)"', attributes) else others).append(
            plain(label[1] if label else inside) + pressed
        )
    named = ((f"board {version[1] if version else ''}", board), ("beside", others))
    yield from (f"{name}: {' | '.join(parts)}" for name, parts in named if parts)


def chosen(options: str) -> str:
    """Of a list what is chosen, or what stands first."""
    found = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
    return found[1] if found else ""


def plain(markup: str) -> str:
    text = " ".join(unescape(re.sub("<[^>]*>", "", markup)).split())
    return re.sub(r"line \d+", "line N", text.replace(nasty.BAD, " BAD"))


@contextmanager
def session() -> Iterator[Callable[[str, str | None], str]]:
    """A page without a script is answered when the computer has moved; where it never does, soon."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        sitting = Sitting(Path(folder), servers)

        def answer(line: str, expected: str | None) -> str:
            patience = 0.1 if sitting.answers == "silent" else 15.0
            with mock.patch.object(play, "PATIENCE", patience):
                return sitting.say(line)

        yield answer


@pytest.mark.parametrize("section", TRANSCRIPT)
def test_what_is_done_on_a_page_and_what_it_shows(section: str) -> None:
    assert replayed(TRANSCRIPT[section], session) == TRANSCRIPT[section]
