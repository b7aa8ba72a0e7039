"""A tree as an outline: the textbook's as in the book, on a terminal, in a notebook and in the document on trees."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.explain.tree.formats.json import as_json
from kibitz.explain.tree.shape import select_branch
from kibitz.explain.tree.text import outline, plain, text
from kibitz.explain.tree.tree import Tree
from kibitz.explain.tree.words import NOTES, window
from kibitz.games.tree import Tree as Written
from kibitz.registry import names
from plain_traces import traced, traces

IN_THE_BOOK = """\
All values are MAX's.

MAX            3          (-∞, ∞)
├─ a1     MIN  3          (-∞, ∞)  best
│  ├─ b1       3          (-∞, ∞)  best
│  ├─ b2       12         (-∞, 3)
│  └─ b3       8          (-∞, 3)
├─ a2     MIN  at most 2  (3, ∞)   cut
│  ├─ c1       2          (3, ∞)   refutes
│  └╌ cut: c2 c3
└─ a3     MIN  2          (3, ∞)
   ├─ d1       14         (3, ∞)
   ├─ d2       5          (3, 14)
   └─ d3       2          (3, 5)   best"""
OF_THREE = """\
A value says what each gets: (A, B, C).

A               (1, 2, 6)
├─ a1        B  (1, 2, 6)  best
│  ├─ b1     C  (1, 2, 6)  best
│  │  ├─ c1     (1, 2, 6)  best
│  │  └─ c2     (4, 2, 3)
│  └─ b2     C  (6, 1, 2)
│     ├─ c3     (6, 1, 2)  best
│     └─ c4     (7, 4, 1)
└─ a2        B  (1, 5, 2)
   ├─ b3     C  (1, 5, 2)  best
   │  ├─ c5     (5, 1, 1)
   │  └─ c6     (1, 5, 2)  best
   └─ b4     C  (5, 4, 5)
      ├─ c7     (7, 7, 1)
      └─ c8     (5, 4, 5)  best"""


@pytest.fixture(scope="module")
def textbook() -> Tree:
    return traced("tree:file=two_ply")


def test_the_textbooks_tree_comes_out_as_in_the_book(textbook: Tree) -> None:
    assert text(select_branch(textbook.root), windows=True) == IN_THE_BOOK


def test_players_of_a_tree_of_three_have_their_names() -> None:
    assert text(select_branch(traced("tree:file=three_players").root), windows=False) == OF_THREE


def test_what_is_hidden_is_counted(textbook: Tree) -> None:
    assert plain(outline(select_branch(textbook.root, "top:1"))) == [
        "MAX            3",
        "├─ a1     MIN  3  best",
        "│  ├─ b1       3  best",
        "│  └┄ 2 more moves, 2 nodes",
        "└┄ 2 more moves, 6 nodes",
    ]
    assert plain(outline(select_branch(textbook.root, plies=1))) == [
        "MAX         3",
        "├─ a1  MIN  3          best, 3 moves, 3 nodes below",
        "├─ a2  MIN  at most 2  cut after 1 of 3 moves, 1 node below",
        "└─ a3  MIN  2          3 moves, 3 nodes below",
    ]


def test_a_window_is_never_shown_empty() -> None:
    found = traced("tic_tac_toe", search="deepening", depth=3, knowledge=None)
    assert all(low != high for low, high in (window(node)[1:-1].split(", ") for node in found))


def test_chance_says_how_probable_it_is() -> None:
    lines = plain(outline(select_branch(traced("tree:file=chances").root)))
    assert any("often 90%" in line and "MIN" in line for line in lines)
    assert lines[1].split()[:3] == ["├─", "a1", "chance"]


def test_a_search_that_was_stopped_says_so() -> None:
    found = traced("tic_tac_toe", search="minimax", depth=9, nodes=12, knowledge=None)
    lines = plain(outline(select_branch(found.root)))
    assert lines[0].split() == ["MAX", "?", "not", "finished"]
    assert "cut" not in "\n".join(lines)


def test_windows_that_are_always_open_are_not_shown() -> None:
    found = traced("tree:file=two_ply", search="minimax")
    assert "∞" not in text(select_branch(found.root), windows=True)


def test_a_long_name_leaves_room_for_the_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Written, "move_name", lambda self, state, move: "short" if move else "x" * 300)
    branch = select_branch(traced(Written.from_nested({"tree": {"moves": {"a": 1, "b": 2}}})).root)
    *_, long, short = text(branch).splitlines()
    assert long == f"├─ {'x' * 59}…  1"
    assert short.split() == ["└─", "short", "2", "best"]
    assert as_json(branch)["tree"][1]["move"] == "x" * 300


@settings(max_examples=60)
@given(found=traces(), shape=st.sampled_from(["whole", "line", "top:2"]), windows=st.booleans())
def test_an_outline_has_a_line_for_each_node_and_shows_each_value(found: Tree, shape: str, windows: bool) -> None:
    branch = select_branch(found.root, shape, most=1000)
    lines = outline(branch, windows)
    assert [line.node.index for line in lines if line.kind == "node"] == [one.node.index for one in branch]
    for line, said in zip(lines, plain(lines), strict=True):
        if line.kind == "node":
            assert ("?" if line.node.worth is None else str(line.node.worth)) in said
        assert (line.kind == "cut") == (" cut: " in said)
        assert "\n" not in said


def test_reasons_stand_below_the_cuts(textbook: Tree) -> None:
    """In the outline, in the data, and at the node itself; without the wish nowhere."""
    branch, said = select_branch(textbook.root), [node.why for node in textbook if node.reason == "cut"]
    lines = text(branch, reasons=True).splitlines()
    assert [line for line in lines if said[0] in line] == [f"│     {said[0]}"]
    assert lines[lines.index(f"│     {said[0]}") - 1] == "│  └╌ cut: c2 c3"
    assert "need not be looked at" not in text(branch)
    assert [node["why"] for node in as_json(branch, reasons=True)["tree"] if node["why"]] == said
    assert not any(node["why"] for node in as_json(branch)["tree"])
    assert str(textbook) == text(branch)


def test_a_notebook_shows_the_outline(textbook: Tree) -> None:
    shows = textbook._repr_mimebundle_()
    assert shows["text/plain"].startswith("All values are MAX's.\n\nMAX")
    assert "1 cut" in shows["text/plain"]
    if "svg" in names("explain.tree.formats"):
        assert shows["text/html"].startswith('<img alt="the tree"')
        assert "data:image/svg+xml;base64," in shows["text/html"]
        assert shows["image/svg+xml"].startswith("<svg")


def test_the_page_on_trees_shows_the_textbook_and_names_every_field_and_mark(textbook: Tree) -> None:
    page = (Path(__file__).parent.parent / "docs" / "tree.md").read_text(encoding="utf-8")
    assert IN_THE_BOOK in page
    data = as_json(select_branch(textbook.root))
    for field in {*data, *data["tree"][0], *data["tree"][0]["value"]}:
        assert f"`{field}`" in page
    for reason, note in NOTES.items():
        assert f'"{reason}"' in page
        assert f"`{note}`" in page or not note
    for shape in names("explain.tree.shapes"):
        assert f"| `{shape}" in page
