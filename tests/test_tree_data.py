"""A tree for other programs: as data, and as the source of a drawing, with any name a move may have."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dot_language
from kibitz.drawing.text import clean
from kibitz.explain.tree.formats.dot import dot, quoted
from kibitz.explain.tree.formats.json import as_json
from kibitz.explain.tree.shape import select_branch
from kibitz.explain.tree.text import text
from kibitz.explain.tree.tree import Tree
from kibitz.games.tree import Tree as Written
from plain_traces import traced, traces


@settings(max_examples=60)
@given(found=traces(), shape=st.sampled_from(["whole", "line", "top:2"]), windows=st.booleans())
def test_the_source_of_a_drawing_is_valid_and_has_each_node_once(found: Tree, shape: str, windows: bool) -> None:
    branch = select_branch(found.root, shape, most=1000)
    drawing = dot_language.read(dot(branch, windows))
    there = {f"n{one.node.index}" for one in branch}
    assert there == {name for name in drawing.nodes if name.startswith("n")}
    assert len(drawing.edges) == len(drawing.nodes) - 1
    for one in branch:
        assert (f"n{one.node.index}", f"skipped{one.node.index}") in drawing.edges or not one.skipped
        assert (f"n{one.node.index}", f"hidden{one.node.index}") in drawing.edges or not one.hidden


@settings(max_examples=60)
@given(st.text() | st.text(alphabet='\\"&;\nan lt', max_size=9))
def test_a_label_shows_any_text_as_it_is(label: str) -> None:
    assert dot_language.shown(quoted(label)) == clean(label)


@pytest.mark.parametrize("name", ['a "b"', "\\N", "&lt;", "<script>", "x\ny", "\x1b[31m", "ends\\", "a, b", "é∞"])
def test_moves_with_strange_names_do_no_harm(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Written, "move_name", lambda self, state, move: "other" if move else name)
    branch = select_branch(traced(Written.from_nested({"tree": {"moves": {"a": 1, "b": 2}}})).root)
    drawing = dot_language.read(dot(branch))
    assert drawing.edges["n0", "n1"]["label"] == " ".join(clean(name).split())
    assert "\x1b" not in text(branch)
    assert len(text(branch).splitlines()) == 5
    assert json.loads(json.dumps(as_json(branch)))["tree"][1]["move"] == name


@settings(max_examples=60)
@given(found=traces(), shape=st.sampled_from(["whole", "line", "top:2"]))
def test_data_is_json_and_adds_up(found: Tree, shape: str) -> None:
    branch = select_branch(found.root, shape, most=1000)
    data: dict[str, Any] = json.loads(json.dumps(as_json(branch), allow_nan=False))
    rows = {row["index"]: row for row in data["tree"]}
    assert data["shown"] == len(rows) == len(branch)
    assert data["nodes"] == len(found) == rows[0]["nodes"]
    for row in data["tree"][1:]:
        assert row["parent"] in rows
        assert row["ply"] == rows[row["parent"]]["ply"] + (row["move"] is not None)
    for one in branch:
        row, node = rows[one.node.index], one.node
        shown_children = sum(other["parent"] == node.index for other in data["tree"][1:])
        assert shown_children + row["hidden"] == len(node.children)
        bounds = [-math.inf if low is None else low for low in row["window"][:1]] + [
            math.inf if high is None else high for high in row["window"][1:]
        ]
        assert tuple(bounds) == node.window
        assert (row["value"] is None) == (node.worth is None)
        if node.worth is not None:
            assert (row["value"]["says"], row["value"]["result"]) == (node.worth.says, node.worth.result)
