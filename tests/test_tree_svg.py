"""Drawn game trees: every node once, limits never as values, and no name breaks a picture; they look as in `transcripts/`."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.explain.tree.shape import Branch, select_branch
from kibitz.explain.tree.style import DARK, LIGHT, tree_sheet
from kibitz.explain.tree.svg import blocks, svg
from kibitz.explain.tree.svg.signs import Signs
from kibitz.explain.tree.tree import tree
from kibitz.games.textbook.tree import Tree as Written
from nested_trees import nested_trees
from runs import examples

SVG = "{http://www.w3.org/2000/svg}"
ROOM = 5000  # nodes: no tree here has more
EVIL = '<script>alert("&1")</script>'


def drawn(told: dict[str, Any], plies: int | None = None, **asked: Any) -> Branch:
    """All that a search looked at in a tree that is written down, or so many levels of it."""
    return select_branch(tree(Written.from_nested(told), nodes=ROOM, **asked).root, plies=plies)


def parts(picture: str, kind: str) -> list[ET.Element]:
    """The elements of a picture that have this class."""
    return [element for element in ET.fromstring(picture).iter() if kind in element.get("class", "").split()]


def texts(picture: str, kind: str) -> list[str]:
    """What is written in them."""
    return [element.text or "" for element in parts(picture, kind)]


def shown(picture: str) -> list[int]:
    """The numbers of the nodes that are drawn."""
    return [int(found) for element in parts(picture, "kb-t-block") if (found := element.get("data-node")) is not None]


@given(nested_trees(most_players=3), st.integers(0, 6), st.sampled_from([None, True, False]))
@settings(max_examples=examples(60))
def test_every_shown_node_is_drawn_once(told: dict[str, Any], depth: int, stands: bool | None) -> None:
    branch = drawn(told, depth)
    picture = svg(branch, standing=stands)
    assert sorted(shown(picture)) == sorted(one.node.index for one in branch)
    hidden = [int(text) for text in texts(picture, "kb-t-grey") if text.startswith("+")]
    assert hidden == [one.hidden for one in branch if one.hidden]
    for edge in parts(picture, "kb-t-edge"):
        assert "NaN" not in edge.get("d", "")


@pytest.mark.untraced
@given(nested_trees(sums=("zero",), chance=False))
@settings(max_examples=examples(60))
def test_a_limit_never_looks_like_a_value(told: dict[str, Any]) -> None:
    """Its text says what it is, and where a node's value is exact the emphasised edge leads to no mere limit."""
    branch = drawn(told)
    limits = texts(svg(branch, standing=False), "kb-t-limit")
    assert limits == [str(one.node.worth) for one in branch if one.node.worth and one.node.worth.says != "exact"]
    assert all(text.startswith(("at most ", "at least ")) for text in limits)
    signs = Signs(branch)
    for one in branch:
        edges = {child.node: signs.edge(one.node, child.node) for child in one.children}
        best = [node for node, edge in edges.items() if edge != "kb-t-edge"]
        assert len(best) <= 1
        if one.node.worth is not None and one.node.worth.says == "exact":
            assert all(node.worth is not None and node.worth.says == "exact" for node in best)


def bushy(nodes: int) -> Branch:
    """A tree of about so many nodes."""
    inner = {"moves": {f"m{n}": n % 7 for n in range(9)}}
    many = {"moves": {f"k{n}": inner for n in range(9)}}
    return drawn({"tree": {"moves": {f"t{n}": many for n in range(nodes // 91)}}}, search="minimax")


@pytest.mark.parametrize("nodes", [91, 300, 1000])
def test_large_trees_lie_and_every_move_has_its_name(nodes: int) -> None:
    branch = bushy(nodes)
    picture = svg(branch)
    width, height = (float(number) for number in ET.fromstring(picture).get("viewBox", "").split()[2:])
    assert width < 1600
    assert height < 14 * 1.7 * len(branch) + 400
    assert len(shown(picture)) == len(branch)
    assert len(texts(picture, "kb-t-name")) == len(branch) - 1


def test_what_has_no_room_is_left_out_and_the_picture_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "SMALL", 50)
    branch = bushy(300)
    picture = svg(branch, standing=False)
    assert len(shown(picture)) == len(branch)
    assert 0 < len(texts(picture, "kb-t-name")) < len(branch) / 4
    assert "names and values are left out where there is no room" in texts(picture, "kb-t-level")


def test_no_name_breaks_a_picture() -> None:
    told = {"players": [EVIL, "b"], "tree": {"moves": {EVIL: {"moves": {EVIL: 1, "x": 2}}, "y": {"moves": {EVIL: 0, "z": 3}}}}}
    for picture in (svg(drawn(told)), svg(drawn(told), standing=False)):
        assert "<script" not in picture
        assert texts(picture, "kb-t-name").count(EVIL) == 3
        tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(picture).iter()}
        assert tags <= {"svg", "title", "desc", "style", "rect", "text", "g", "path", "polygon", "circle"}


def test_light_and_dark_name_the_same_things_and_boards_have_the_look_of_their_game() -> None:
    assert LIGHT.keys() == DARK.keys()
    assert "prefers-color-scheme: dark" in tree_sheet()
    kalah = svg(select_branch(tree("kalah", depth=1, nodes=ROOM).root))
    assert ".kb-wood .kb-cell" in kalah
    assert ".kb-felt" not in kalah
    assert "http" not in "".join(ET.fromstring(kalah).itertext())


def test_a_long_line_of_play_is_no_trouble() -> None:
    told: Any = 1
    for _ in range(60):
        told = {"moves": {"on": told, "off": 0}}
    branch = drawn({"tree": told})
    assert len(shown(svg(branch))) == len(branch)
