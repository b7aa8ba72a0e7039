"""A review as a page, a picture and in a notebook: nothing that a game says gets into it but as text."""

import base64
import html.parser
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

import kibitz
from kibitz import Limit, Position
from kibitz.explain.review.graph import courses
from kibitz.explain.review.reviewing import Review, review
from kibitz.games.tic_tac_toe import TicTacToe

GAME = kibitz.load("tic_tac_toe")


@dataclass(frozen=True)
class Rude(TicTacToe):
    """A game that says <b>more</b> than it should: <script>alert("title")</script> & so on."""

    compiles: ClassVar[bool] = False

    def player_names(self) -> list[str]:
        return ["<script>alert(1)</script>", "\"'>&lt;"]

    def move_name(self, state: Any, move: int) -> str:
        return f"<img/onerror=alert({move})>"


class Tags(html.parser.HTMLParser):
    """All tags and attributes of a page, its links and its ids."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def rude() -> Review:
    game = Rude()
    return review(Position.after(game).play(0).play(1).play(4), players=["</style><script>", "&amp;"], limit=Limit(depth=2))


@pytest.mark.untraced
def test_a_page_holds_nothing_that_a_game_says_but_as_text() -> None:
    page = Tags()
    text = rude().html()
    page.feed(text)
    assert not page.tags & {"script", "img", "b", "iframe", "object", "link"}
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "&lt;/style&gt;" in text
    ids = [value for name, value in page.attributes if name == "id"]
    links = [value for name, value in page.attributes if name == "href"]
    assert len(ids) == len(set(ids)) == 3
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    assert not re.search(r"src=|url\(|@import|https?:", text.replace("http://www.w3.org/2000/svg", ""))


@pytest.mark.untraced
def test_the_graph_is_a_picture_of_its_own() -> None:
    seen = rude()
    root = ET.fromstring(seen.svg())
    assert root.tag.endswith("svg")
    assert not [element for element in root.iter() if element.tag.rpartition("}")[2] in ("script", "a", "image")]
    mixed = review(GAME, "1,1 1,2 2,2 3,3 2,1 2,3 3,1", search="deepening", limit=Limit(depth=2))
    points = [point for course in courses(mixed) for point in course.points]
    kinds = [point.sure for point in points]
    assert {True, False} == set(kinds)
    circles = [element.get("class") or "" for element in ET.fromstring(mixed.svg()).iter() if element.tag.endswith("circle")]
    assert sum("kb-hollow" in one for one in circles) == kinds.count(False) + 1  # one stands in the legend
    assert {"●", "○"} <= set(str(mixed))


def test_a_notebook_shows_text_a_picture_and_the_moves() -> None:
    shown = rude()._repr_mimebundle_()
    assert list(shown) == ["text/plain", "text/html", "image/svg+xml"]
    data = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', shown["text/html"])
    assert data is not None
    assert base64.b64decode(data[1]).decode() == shown["image/svg+xml"]
    assert "<script" not in shown["text/html"]
    assert "\x1b" not in shown["text/plain"]
    json.dumps(shown)
