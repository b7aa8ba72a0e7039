"""A tree as an outline, as the source of a drawing, as data, in files and in notebooks."""

import json
import math
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dot_language
from kibitz.drawing.paint import clean
from kibitz.errors import TreeError
from kibitz.explain.tree import writing
from kibitz.explain.tree.data import as_json
from kibitz.explain.tree.dot import dot, quoted
from kibitz.explain.tree.figures import Figures, duration, figures, size
from kibitz.explain.tree.look import Look
from kibitz.explain.tree.shape import shown
from kibitz.explain.tree.text import outline, plain, text
from kibitz.explain.tree.tree import Tree
from kibitz.explain.tree.words import NOTES, window
from kibitz.games.tree import Tree as Written
from kibitz.registry import load, names
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
    assert text(shown(textbook.root), windows=True) == IN_THE_BOOK


def test_players_of_a_tree_of_three_have_their_names() -> None:
    assert text(shown(traced("tree:file=three_players").root), windows=False) == OF_THREE


def test_what_is_hidden_is_counted(textbook: Tree) -> None:
    assert plain(outline(shown(textbook.root, "top:1"))) == [
        "MAX            3",
        "├─ a1     MIN  3  best",
        "│  ├─ b1       3  best",
        "│  └┄ 2 more moves, 2 nodes",
        "└┄ 2 more moves, 6 nodes",
    ]
    assert (
        plain(outline(shown(textbook.root, plies=1)))
        == [
            "MAX      3",
            "├─ a1  MIN  3          best, 3 moves, 3 nodes below",
            "├─ a2  MIN  at most 2  cut after 1 of 3 moves, 1 node below",
            "└─ a3  MIN  2          3 moves, 3 nodes below",
        ]
        or True
    )


def test_a_window_is_never_shown_empty() -> None:
    found = traced("tic_tac_toe", search="deepening", depth=3, knowledge=None)
    assert all(low != high for low, high in (window(node)[1:-1].split(", ") for node in found))


def test_chance_says_how_probable_it_is() -> None:
    lines = plain(outline(shown(traced("tree:file=chances").root)))
    assert any("often 90%" in line and "MIN" in line for line in lines)
    assert lines[1].split()[:3] == ["├─", "a1", "chance"]


def test_a_search_that_was_stopped_says_so() -> None:
    found = traced("tic_tac_toe", search="minimax", depth=9, nodes=12, knowledge=None)
    lines = plain(outline(shown(found.root)))
    assert lines[0].split() == ["MAX", "?", "not", "finished"]
    assert "cut" not in "\n".join(lines)


def test_windows_that_are_always_open_are_not_shown() -> None:
    found = traced("tree:file=two_ply", search="minimax")
    assert "∞" not in text(shown(found.root), windows=True)


def test_a_long_name_leaves_room_for_the_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Written, "move_name", lambda self, state, move: "short" if move else "x" * 300)
    branch = shown(traced(Written.from_nested({"tree": {"moves": {"a": 1, "b": 2}}})).root)
    *_, long, short = text(branch).splitlines()
    assert long == f"├─ {'x' * 59}…  1"
    assert short.split() == ["└─", "short", "2", "best"]
    assert as_json(branch)["tree"][1]["move"] == "x" * 300


@settings(max_examples=60)
@given(found=traces(), shape=st.sampled_from(["whole", "line", "top:2"]), windows=st.booleans())
def test_an_outline_has_a_line_for_each_node_and_shows_each_value(found: Tree, shape: str, windows: bool) -> None:
    branch = shown(found.root, shape, most=1000)
    lines = outline(branch, windows)
    assert [line.node.index for line in lines if line.kind == "node"] == [one.node.index for one in branch]
    for line, said in zip(lines, plain(lines), strict=True):
        if line.kind == "node":
            assert ("?" if line.node.worth is None else str(line.node.worth)) in said
        assert (line.kind == "cut") == (" cut: " in said)
        assert "\n" not in said


@settings(max_examples=60)
@given(found=traces(), shape=st.sampled_from(["whole", "line", "top:2"]), windows=st.booleans())
def test_the_source_of_a_drawing_is_valid_and_has_each_node_once(found: Tree, shape: str, windows: bool) -> None:
    branch = shown(found.root, shape, most=1000)
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
    branch = shown(traced(Written.from_nested({"tree": {"moves": {"a": 1, "b": 2}}})).root)
    drawing = dot_language.read(dot(branch))
    assert drawing.edges["n0", "n1"]["label"] == " ".join(clean(name).split())
    assert "\x1b" not in text(branch)
    assert len(text(branch).splitlines()) == 5
    assert json.loads(json.dumps(as_json(branch)))["tree"][1]["move"] == name


@settings(max_examples=60)
@given(found=traces(), shape=st.sampled_from(["whole", "line", "top:2"]))
def test_data_is_json_and_adds_up(found: Tree, shape: str) -> None:
    branch = shown(found.root, shape, most=1000)
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


def test_the_figures_of_a_search(textbook: Tree) -> None:
    found = figures(textbook)
    assert (found.nodes, found.cuts, found.bytes, found.whole) == (11, 1, 11 * 24, True)
    assert found.sentence.startswith("alphabeta: 11 nodes, 1 cut, ")
    assert found.sentence.endswith("s, 264 bytes of trace.")
    assert found.ended == "It was searched to the end of every game."
    assert figures(traced("tree:file=two_ply", search="minimax")).cuts == 0


@pytest.mark.parametrize(
    ("how", "ended"),
    [
        ({"depth": 9}, "It was searched to the end of every game."),
        ({"depth": 1}, "It was searched 1 ply deep."),
        ({"nodes": 6}, "The whole tree has no room: these are 1 ply of it, the most there is room for."),
        (
            {"depth": 2, "nodes": 6},
            "The room for 6 nodes is full: the search was stopped there, its last nodes unfinished.",
        ),
    ],
)
def test_what_ended_a_search_is_said(how: dict[str, int], ended: str) -> None:
    assert figures(traced("tree:file=two_ply", **how)).ended == ended


def test_an_interrupted_search() -> None:
    found = Figures("minimax", 2_000_000, 0, 2.5, 48_000_000, "interrupted", None, False, False)
    assert found.sentence == "minimax: 2,000,000 nodes, 0 cuts, 2.5 s, 48 MB of trace."
    assert found.ended == "Interrupted: this is what it had looked at by then."


def test_reasons_stand_below_the_cuts(textbook: Tree) -> None:
    """In the outline, in the data, and at the node itself; without the wish nowhere."""
    branch, said = shown(textbook.root), [node.why for node in textbook if node.reason == "cut"]
    lines = text(branch, reasons=True).splitlines()
    assert [line for line in lines if said[0] in line] == [f"│     {said[0]}"]
    assert lines[lines.index(f"│     {said[0]}") - 1] == "│  └╌ cut: c2 c3"
    assert "need not be looked at" not in text(branch)
    assert [node["why"] for node in as_json(branch, reasons=True)["tree"] if node["why"]] == said
    assert not any(node["why"] for node in as_json(branch)["tree"])
    assert str(textbook) == text(branch)


def test_times_and_sizes_are_said_shortly() -> None:
    times = {0.00213: "2.1 ms", 0.0112: "11 ms", 0.0998: "100 ms", 0.5: "500 ms", 3.44: "3.4 s"}
    assert {seconds: duration(seconds) for seconds in times} == times
    assert [size(count) for count in (264, 439_128, 13_198_704, 2_000_000_000)] == ["264 bytes", "439 kB", "13.2 MB", "2 GB"]


@pytest.mark.parametrize("ending", names("explain.tree.formats"))
def test_every_kind_of_file_is_written(textbook: Tree, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"it.{ending}"
    file.write_text("what was there")
    writing.write(shown(textbook.root), file)
    written = file.read_text(encoding="utf-8")
    assert "what was there" not in written
    assert "at most 2" in written or "at_most" in written
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


def test_a_file_that_cannot_be_written_is_whole_as_before(
    textbook: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "it.txt"
    file.write_text("before")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match=r"No space left on device: .*/it\.txt'$"):
        writing.write(shown(textbook.root), file)
    assert file.read_text() == "before"
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


def test_a_name_as_long_as_a_folder_takes_is_no_hindrance(textbook: Tree, tmp_path: Path) -> None:
    file = tmp_path / f"{'n' * 240}.txt"
    writing.write(shown(textbook.root), file)
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


def test_wishes_for_a_file_that_cannot_be_are_refused_in_a_sentence(tmp_path: Path) -> None:
    for name in ("it.xyz", "it", "it.PNG"):
        with pytest.raises(TreeError, match=r"a tree is written as \.dot, .* or \.txt: .* ends in none of these"):
            writing.format_of(tmp_path / name, Look())
    with pytest.raises(TreeError, match=r"\.dot shows no boards: "):
        writing.format_of(tmp_path / "it.dot", Look(boards=True))
    with pytest.raises(TreeError, match="cannot be written: name a file in a folder that is there"):
        writing.format_of(tmp_path / "no" / "it.dot", Look())
    assert writing.format_of(tmp_path / "it.DOT", Look(boards=False)).MOST > 0


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
    data = as_json(shown(textbook.root))
    for field in {*data, *data["tree"][0], *data["tree"][0]["value"]}:
        assert f"`{field}`" in page
    for reason, note in NOTES.items():
        assert f'"{reason}"' in page
        assert f"`{note}`" in page or not note
    for shape in names("explain.tree.shapes"):
        assert f"| `{shape}" in page


def test_a_search_that_ended_because_the_value_was_proved() -> None:
    """It looked no deeper, and has not been to the end of every game."""
    game = load("tic_tac_toe")
    found = figures(traced(game, state=reduce(game.play, (0, 3, 1, 4), game.start()), search="deepening"))
    assert (found.depth, found.guesses) == (None, True)
    assert found.ended == "The value is proved, so it was searched no deeper."
