"""A tree in every form: an outline, data, the source of a drawing, a notebook, a file; and with any name of a move."""

import json
import re
from functools import reduce
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.core.registry import names
from kibitz.drawing.text import clean
from kibitz.errors import TreeError
from kibitz.explain.tree import writing
from kibitz.explain.tree.formats.dot import dot, quoted
from kibitz.explain.tree.formats.json import as_json
from kibitz.explain.tree.searched_tree import SearchFigures, duration, figures, size
from kibitz.explain.tree.shape import Branch, select_branch
from kibitz.explain.tree.text import outline, plain, text
from kibitz.explain.tree.tree import Tree
from kibitz.explain.tree.words import NOTES, window
from kibitz.explain.tree.writing import DrawingOptions
from kibitz.games.textbook.tree import Tree as Written
from nested_trees import traces
from runs import examples

ROOM = 2000
ATTRIBUTE = r'\w+=(?:"(?:[^"\\]|\\["\\n])*"|[A-Za-z_]\w*|-?[\d.]+)'
STATEMENT = re.compile(
    rf"  (?P<name>\w+)(?: -> (?P<to>\w+))? \[(?:label=(?P<label>\"(?:[^\"\\]|\\.)*\")|{ATTRIBUTE})(?:, {ATTRIBUTE})*\]"
)


@pytest.fixture(scope="module")
def textbook() -> Tree:
    return kibitz.tree("tree:file=two_ply", nodes=ROOM)


def said_by(label: str) -> str:
    """What a label shows: behind \\ stand signs of Graphviz' own, behind & those of HTML."""
    inner = label[1:-1]
    assert not re.search(r"&(?!amp;)", inner)
    return re.sub(r"\\(.)", lambda sign: "\n" if sign[1] == "n" else sign[1], inner).replace("&amp;", "&")


def drawn(source: str) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """The labels of the nodes, and those of the edges; an AssertionError where the source is none."""
    head, *lines, end = source.splitlines()
    assert (head, end) == ("digraph tree {", "}")
    nodes, edges = dict[str, str](), dict[tuple[str, str], str]()
    for line in lines:
        found = STATEMENT.fullmatch(line)
        assert found, line
        label = said_by(found["label"] or '""')
        if found["to"]:
            assert edges.setdefault((found["name"], found["to"]), label) is label
        elif found["name"] not in ("graph", "node", "edge"):
            assert nodes.setdefault(found["name"], label) is label
    assert {end for edge in edges for end in edge} <= set(nodes)
    return nodes, edges


@settings(max_examples=examples(60))
@given(found=traces(), shape=st.sampled_from(["whole", "line", "top:2"]), windows=st.booleans())
def test_every_form_has_each_node_once(found: Tree, shape: str, windows: bool) -> None:
    branch = select_branch(found.root, shape, most=1000)
    outline_fits(branch, windows)
    drawing_fits(branch, windows)
    data_fits(branch)


def outline_fits(branch: Branch, windows: bool) -> None:
    """A line for each node shows its value, and no line is two."""
    lines = outline(branch, windows)
    assert [line.node.index for line in lines if line.kind == "node"] == [one.node.index for one in branch]
    for line, said in zip(lines, plain(lines), strict=True):
        if line.kind == "node":
            assert ("?" if line.node.worth is None else str(line.node.worth)) in said
        assert (line.kind == "cut") == (" cut: " in said)
        assert "\n" not in said


def drawing_fits(branch: Branch, windows: bool) -> None:
    """The source of a drawing is valid; what is hidden or was skipped hangs below its node."""
    nodes, edges = drawn(dot(branch, windows))
    assert {f"n{one.node.index}" for one in branch} == {name for name in nodes if name.startswith("n")}
    assert len(edges) == len(nodes) - 1
    for one in branch:
        for left_out, kind in ((one.skipped, "skipped"), (one.hidden, "hidden")):
            assert ((f"n{one.node.index}", f"{kind}{one.node.index}") in edges) == bool(left_out)


def data_fits(branch: Branch) -> None:
    """Data is JSON, and adds up."""
    data: dict[str, Any] = json.loads(json.dumps(as_json(branch), allow_nan=False))
    rows = {row["index"]: row for row in data["tree"]}
    assert data["shown"] == len(rows) == len(branch)
    assert data["nodes"] == len(branch.node.tree) == rows[0]["nodes"]
    for row in data["tree"][1:]:
        assert row["ply"] == rows[row["parent"]]["ply"] + (row["move"] is not None)
    for one in branch:
        row, node = rows[one.node.index], one.node
        assert sum(other["parent"] == node.index for other in data["tree"]) + row["hidden"] == len(node.children)
        low, high = row["window"]
        assert (-inf if low is None else low, inf if high is None else high) == node.window
        value = row["value"] and (row["value"]["says"], row["value"]["result"])
        assert value == (node.worth and (node.worth.says, node.worth.result))


@settings(max_examples=examples(60))
@given(st.text() | st.text(alphabet='\\"&;\nan lt', max_size=9))
def test_a_label_shows_any_text_as_it_is(label: str) -> None:
    assert said_by(quoted(label)) == clean(label)


@pytest.mark.parametrize("name", ['a "b"', "\\N", "&lt;", "<script>", "x\ny", "\x1b[31m", "ends\\", "a, b", "é∞", "x" * 300])
def test_moves_with_strange_names_do_no_harm(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long one leaves room for the values; in data every name is itself."""
    monkeypatch.setattr(Written, "move_name", lambda self, state, move: "other" if move else name)
    branch = select_branch(kibitz.tree(Written.from_nested({"tree": {"moves": {"a": 1, "b": 2}}}), nodes=ROOM).root)
    _, edges = drawn(dot(branch))
    assert edges["n0", "n1"] == " ".join(clean(name).split())
    lines = text(branch).splitlines()
    assert "\x1b" not in text(branch)
    assert len(lines) == 5
    assert max(map(len, lines)) < 80
    assert as_json(branch)["tree"][1]["move"] == name


def test_a_window_is_never_shown_empty() -> None:
    found = kibitz.tree("tic_tac_toe", search="deepening", depth=3, knowledge=None, nodes=ROOM)
    assert all(low != high for low, high in (window(node)[1:-1].split(", ") for node in found))


def test_the_figures_of_a_search_that_was_proved_or_interrupted() -> None:
    """One that looked no deeper, for the value was proved, has not been to the end of every game."""
    game = kibitz.load("tic_tac_toe")
    state = reduce(game.play, (0, 3, 1, 4), game.start())
    proved = figures(kibitz.tree(game, state, search="deepening", nodes=ROOM))
    assert (proved.depth, proved.guesses) == (None, True)
    assert proved.ended == "The value is proved, so it was searched no deeper."
    found = SearchFigures("minimax", 2_000_000, 0, 2.5, 48_000_000, "interrupted", None, False, False)
    assert found.sentence == "minimax: 2,000,000 nodes, 0 cuts, 2.5 s, 48 MB of trace."
    assert found.ended == "Interrupted: this is the tree so far."


def test_times_and_sizes_are_said_shortly() -> None:
    times = {0.00213: "2.1 ms", 0.0112: "11 ms", 0.0998: "100 ms", 0.5: "500 ms", 3.44: "3.4 s"}
    assert {seconds: duration(seconds) for seconds in times} == times
    assert [size(count) for count in (264, 439_128, 13_198_704, 2_000_000_000)] == ["264 bytes", "439 kB", "13.2 MB", "2 GB"]


def test_a_notebook_shows_the_outline_and_a_picture(textbook: Tree) -> None:
    shows = textbook._repr_mimebundle_()
    assert shows["text/plain"].startswith(f"{textbook}\n\nalphabeta: 11 nodes, 1 cut, ")
    assert str(textbook) == text(select_branch(textbook.root))
    assert shows["text/html"].startswith('<img alt="the tree"')
    assert "data:image/svg+xml;base64," in shows["text/html"]
    assert shows["image/svg+xml"].startswith("<svg")


def test_the_page_on_trees_shows_the_textbook_and_names_every_field_and_mark(textbook: Tree) -> None:
    page = (Path(__file__).parent.parent / "docs" / "tree.md").read_text(encoding="utf-8")
    assert text(select_branch(textbook.root), windows=True) in page
    data = as_json(select_branch(textbook.root))
    for field in {*data, *data["tree"][0], *data["tree"][0]["value"]}:
        assert f"`{field}`" in page
    for reason, note in NOTES.items():
        assert f'"{reason}"' in page
        assert f"`{note}`" in page or not note
    for shape in names("explain.tree.shapes"):
        assert f"| `{shape}" in page


@pytest.mark.parametrize("ending", names("explain.tree.formats"))
def test_every_kind_of_file_is_written(textbook: Tree, tmp_path: Path, ending: str) -> None:
    """Whatever was there before, and with a name as long as a folder takes."""
    file = tmp_path / f"{'n' * 240}.{ending}"
    file.write_text("what was there")
    writing.write(select_branch(textbook.root), file)
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
        writing.write(select_branch(textbook.root), file)
    assert file.read_text() == "before"
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


def test_an_ending_is_known_in_capitals_and_others_are_refused(tmp_path: Path) -> None:
    assert writing.format_of(tmp_path / "it.DOT", DrawingOptions(boards=False)).MOST > 0
    with pytest.raises(TreeError, match=r"a tree is written as \.dot, .* or \.txt: .* ends in none of these"):
        writing.format_of(tmp_path / "it.PNG", DrawingOptions())
