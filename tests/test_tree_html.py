"""What is in the page of a tree: its data, its pseudocode, what it allows itself."""

import base64
import hashlib
import json
import re
from math import isfinite
from typing import Any

import pytest

import kibitz
from kibitz.explain.tree.html import html
from kibitz.explain.tree.html.listing import listing
from test_trace import plainly
from tree_pages import SEARCHES, all_of, book, large, page_of, searched

WIDEST = 54  # characters of a line of pseudocode


def data_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.untraced
def test_a_page_of_five_thousand_nodes_is_under_a_megabyte() -> None:
    data = data_in(large())
    assert len(data["parent"]) == 5000
    assert len(large().encode()) < 1_000_000
    assert data["nodes"] == 18_297


def test_the_page_allows_its_own_script_and_style_and_nothing_else() -> None:
    page = page_of(book())
    (style,), (script,) = (re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL) for tag in ("style", "script"))
    for part in (style, script):
        assert f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'" in page
    assert "default-src 'none'" in page
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)


@pytest.mark.parametrize("search", ["alphabeta", "deepening"])
def test_the_columns_say_what_the_nodes_do(search: str) -> None:
    tree = searched(search)
    data = data_in(html(all_of(tree.root), title="A title", sentence=lambda node: f"Cut: because of {node.index}, and so on."))
    assert data["title"] == "A title"
    boards = data["boards"]
    for place, node in enumerate(tree):
        assert data["worths"][data["value"][place]][0] == str(node.worth)
        assert data["parent"][place] == (-1 if node.parent is None else node.parent.index)
        assert data["best"].get(str(place)) == (None if node.best is None else node.best.index)
        told = f"Cut: because of {place}, and so on." if node.reason == "cut" and node.skipped else ""
        assert " ".join(data["phrases"][phrase] for phrase in data["why"].get(str(place), ())) == told
        if node.reason in ("cut", "searched"):
            assert [data["names"][name] for name in data["skipped"].get(str(place), [])] == list(node.skipped)
        scene = tree.game.scene(node.state)
        pieces = [boards["letters"].find(letter) for letter in boards["positions"][place]]
        names = [cell[4] for cell in boards["grounds"][0][0]]
        shown = {name: boards["pieces"][piece][0] for name, piece in zip(names, pieces, strict=True) if piece >= 0}
        assert scene is not None
        assert shown == {cell: piece.text for cell, piece in scene.pieces.items()}
        assert all("<g" in picture for _, _, picture in boards["pieces"])
        made = boards["last"].get(str(place))
        assert (None if made is None else names[made]) == (node.name or None)


def test_what_chance_brings_says_how_probable_it_is() -> None:
    with plainly():
        names = data_in(html(all_of(kibitz.tree("tree:file=chances").root)))["names"]
    assert {"often 90%", "seldom 10%", "a1"} <= set(names)


@pytest.mark.untraced
def test_a_part_of_a_tree_says_what_it_leaves_out() -> None:
    data = data_in(large())
    assert sum(data["hidden"].values()) > 0
    assert data["index"][0] == 0
    assert data["index"] == sorted(set(data["index"]))
    assert len(data["index"]) == 5000


@pytest.mark.parametrize("search", SEARCHES)
def test_windows_are_shown_where_the_search_narrows_them(search: str) -> None:
    tree = searched(search)
    assert data_in(page_of(tree))["windows"] == any(isfinite(node.window[0]) for node in tree)


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_has_its_pseudocode(search: str) -> None:
    written = listing(search)
    assert written is not None
    steps = {step.partition(".")[0] for _, steps in written["lines"] for step in steps}
    assert {"enter", "over", "call", "update", "return"} <= steps
    assert max(len(text) for text, _ in written["lines"]) <= WIDEST


def test_a_search_nobody_has_written_down_has_none() -> None:
    assert listing("dowsing") is None
