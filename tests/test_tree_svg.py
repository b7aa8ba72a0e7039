"""Drawn game trees: the textbook's as in the book, every node once, limits never as values, and no name breaks a picture."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawn_trees import ROOM, SVG, TEXTBOOK, PlainKalah, PlainNested, PlainTicTacToe, cut_at, nested, parts, shown, texts, whole
from kibitz.explain.tree.picture_style import DARK, LIGHT, tree_sheet
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.svg import MARKS, blocks, svg
from kibitz.explain.tree.svg.signs import ALPHA, BETA, Signs
from kibitz.explain.tree.tree import tree
from kibitz.position import Position
from nested_trees import nested_trees

EVIL = '<script>alert("&1")</script>'


def test_the_textbooks_tree_comes_out_as_in_the_book() -> None:
    found = nested(TEXTBOOK)
    picture = svg(whole(found.root))
    assert "alphabeta, the whole tree: 11 nodes, all shown; values as MAX counts them" in texts(picture, "kb-t-level")
    assert len(parts(picture, "kb-t-max")) == 1 + 1  # and one in the legend
    assert len(parts(picture, "kb-t-min")) == 3 + 1
    third = str(found.root.children[2].worth)
    assert texts(picture, "kb-t-value") == ["3", "3", "3", "12", "8", "at most 2", "2", third, "14", "5", "2"]
    assert texts(picture, "kb-t-limit")[0] == "at most 2"
    assert texts(picture, "kb-t-name") == ["a1", "b1", "b2", "b3", "a2", "c1", "a3", "d1", "d2", "d3"]
    assert texts(picture, "kb-t-grey") == ["c2", "c3"]
    assert len(parts(picture, "kb-t-bars")) == 2 * (2 + 1)
    assert {"MAX", "MIN", "end"} <= set(texts(picture, "kb-t-level"))
    assert f"{ALPHA} 3 {BETA} 14" in texts(picture, "kb-t-window")
    assert len(parts(picture, "kb-t-line")) == 2 + 1  # a1 and b1: no edge to what is only known to be at most 2
    assert sorted(shown(picture)) == list(range(11))


def test_max_stands_above_min_above_the_leaves() -> None:
    picture = svg(whole(nested(TEXTBOOK).root))

    def tips(kind: str) -> set[str]:
        blocks = [block for block in parts(picture, "kb-t-block") for part in block if kind in part.get("class", "").split()]
        points = [part.get("points", "").split() for block in blocks for part in block if kind in part.get("class", "").split()]
        return {"up" if float(tip.split(",")[1]) < float(base.split(",")[1]) else "down" for tip, base, _ in points}

    assert tips("kb-t-max") == {"up"}
    assert tips("kb-t-min") == {"down"}


def test_minimax_has_no_windows_and_cuts_nothing() -> None:
    picture = svg(whole(nested(TEXTBOOK, search="minimax").root))
    assert sorted(shown(picture)) == list(range(13))
    for kind in ("kb-t-window", "kb-t-bars", "kb-t-grey", "kb-t-limit"):
        assert not parts(picture, kind)


def test_windows_are_shown_when_they_are_asked_for() -> None:
    assert not parts(svg(whole(nested(TEXTBOOK).root), windows=False), "kb-t-window")


def test_the_legend_lists_what_occurs_and_nothing_else() -> None:
    def listed(picture: str) -> set[str]:
        return {mark for mark, (_, words) in MARKS.items() if words.split("}")[-1] in picture.replace("&#39;", "'")}

    all_marks = {"max", "min", "over", "line", "best"}
    assert listed(svg(whole(nested(TEXTBOOK, search="minimax").root))) == all_marks
    assert listed(svg(whole(nested(TEXTBOOK).root))) >= all_marks | {"cut", "limit"}
    assert "hidden" in listed(svg(cut_at(nested(TEXTBOOK).root, 1)))


@given(nested_trees(most_players=3), st.integers(0, 6), st.sampled_from([None, True, False]))
@settings(max_examples=60)
def test_every_shown_node_is_drawn_once(told: dict[str, Any], depth: int, stands: bool | None) -> None:
    branch = cut_at(nested(told).root, depth)
    picture = svg(branch, standing=stands)
    assert sorted(shown(picture)) == sorted(one.node.index for one in branch)
    hidden = [int(text) for text in texts(picture, "kb-t-grey") if text.startswith("+")]
    assert hidden == [one.hidden for one in branch if one.hidden]
    for edge in parts(picture, "kb-t-edge"):
        assert "NaN" not in edge.get("d", "")


@pytest.mark.untraced
@given(nested_trees(sums=("zero",), chance=False))
@settings(max_examples=60)
def test_a_limit_never_looks_like_a_value(told: dict[str, Any]) -> None:
    """Its text says what it is, and where a node's value is exact the emphasised edge leads to no mere limit."""
    branch = whole(nested(told).root)
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


def test_boards_stand_in_the_nodes_of_a_small_tree() -> None:
    found = tree(Position.after(PlainTicTacToe(), "2,2 1,1 1,3 3,1 2,1"), nodes=ROOM)
    branch = whole(found.root)
    picture = svg(branch)
    assert len(ET.fromstring(picture).findall(f".//{SVG}use")) == len(branch)
    assert len(parts(picture, "kb-hash")) == 1  # the empty board is drawn once
    assert len(parts(picture, "kb-last")) == len(branch) - 1
    assert not parts(svg(branch, boards=False), "kb-hash")
    assert len(ET.fromstring(svg(branch, boards=True, standing=False)).findall(f".//{SVG}use")) == len(branch)


def test_small_boards_have_numbers_instead_of_seeds_and_the_look_of_their_game() -> None:
    picture = svg(whole(tree(Position.after(PlainKalah()), depth=1, nodes=ROOM).root))
    assert not parts(picture, "kb-seeds")
    assert {"4", "5", "0"} <= set(texts(picture, "kb-piece"))
    assert len(parts(picture, "kb-wood")) == 1 + 7  # the empty board, and what stands on each
    assert ".kb-wood .kb-cell" in picture
    assert ".kb-felt" not in picture


def test_a_drawn_tree_holds_no_drawn_trees() -> None:
    assert not parts(svg(whole(nested(TEXTBOOK).root)), "kb-cell")


def test_several_players_stand_in_boxes_with_their_names() -> None:
    told = {"players": ["Ann", "Bob", "Cy"], "tree": {"moves": {"x": {"moves": {"y": {"payoffs": [1, 2, 3]}}}}}}
    picture = svg(whole(nested(told).root))
    assert {"Ann", "Bob", "end"} <= set(texts(picture, "kb-t-level"))
    assert texts(picture, "kb-t-value") == ["Ann", "(1, 2, 3)", "Bob", "(1, 2, 3)", "(1, 2, 3)"]
    assert not parts(picture, "kb-t-max")


def test_chance_is_a_circle_and_says_how_probable_a_move_is() -> None:
    told = {"tree": {"moves": {"toss": {"chance": {"heads": 3, "tails": 1}, "moves": {"heads": 4, "tails": -4}}}}}
    picture = svg(whole(nested(told).root))
    assert "chance" in texts(picture, "kb-t-level")
    assert {"heads 75%", "tails 25%"} <= set(texts(picture, "kb-t-name"))
    assert [element.tag for element in parts(picture, "kb-t-chance")] == [f"{SVG}circle"] * 2


def test_what_was_not_finished_is_said() -> None:
    picture = svg(whole(nested(TEXTBOOK, nodes=6, depth=2).root))
    assert texts(picture, "kb-t-value").count("?") == 2
    assert len(parts(picture, "kb-t-unfinished")) == 2 + 1
    assert any("stopped before its end" in text for text in texts(picture, "kb-t-level"))


def test_the_horizon_is_marked() -> None:
    picture = svg(whole(nested(TEXTBOOK, depth=1).root))
    assert len(parts(picture, "kb-t-horizon")) == 3 + 1
    assert any("1 ply" in text for text in texts(picture, "kb-t-level"))


def bushy(nodes: int) -> Branch:
    """A tree of about so many nodes."""
    inner = {"moves": {f"m{n}": n % 7 for n in range(9)}}
    many = {"moves": {f"k{n}": inner for n in range(9)}}
    return whole(nested({"tree": {"moves": {f"t{n}": many for n in range(nodes // 91)}}}, search="minimax").root)


@pytest.mark.parametrize("nodes", [91, 300, 3000])
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
    for picture in (svg(whole(nested(told).root)), svg(whole(nested(told).root), standing=False)):
        assert "<script" not in picture
        assert texts(picture, "kb-t-name").count(EVIL) == 3
        tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(picture).iter()}
        assert tags <= {"svg", "title", "desc", "style", "rect", "text", "g", "path", "polygon", "circle"}


def test_it_stands_alone_with_a_title_and_a_description() -> None:
    root = ET.fromstring(svg(whole(nested(TEXTBOOK).root)))
    assert [child.tag for child in root][:3] == [f"{SVG}title", f"{SVG}desc", f"{SVG}style"]
    assert root.get("role") == "img"
    assert "The root's value is 3. The best line is a1 b1." in str(root[1].text)
    assert "http" not in "".join(root.itertext())


def test_light_and_dark_name_the_same_things() -> None:
    assert LIGHT.keys() == DARK.keys()
    assert "prefers-color-scheme: dark" in tree_sheet()


def test_a_long_line_of_play_is_no_trouble() -> None:
    told: Any = 1
    for _ in range(60):
        told = {"moves": {"on": told, "off": 0}}
    found = tree(PlainNested.from_nested({"tree": told}), nodes=ROOM)
    assert len(shown(svg(whole(found.root)))) == len(found)
