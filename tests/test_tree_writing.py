"""A tree in a file: of every kind, whole or as it was before, and what cannot be written is told first."""

from pathlib import Path

import pytest

from kibitz.errors import TreeError
from kibitz.explain.tree import writing
from kibitz.explain.tree.shape import select_branch
from kibitz.explain.tree.tree import Tree
from kibitz.explain.tree.writing import DrawingOptions
from kibitz.registry import names
from plain_traces import traced


@pytest.fixture(scope="module")
def textbook() -> Tree:
    return traced("tree:file=two_ply")


@pytest.mark.parametrize("ending", names("explain.tree.formats"))
def test_every_kind_of_file_is_written(textbook: Tree, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"it.{ending}"
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


def test_a_name_as_long_as_a_folder_takes_is_no_hindrance(textbook: Tree, tmp_path: Path) -> None:
    file = tmp_path / f"{'n' * 240}.txt"
    writing.write(select_branch(textbook.root), file)
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


def test_wishes_for_a_file_that_cannot_be_are_refused_in_a_sentence(tmp_path: Path) -> None:
    for name in ("it.xyz", "it", "it.PNG"):
        with pytest.raises(TreeError, match=r"a tree is written as \.dot, .* or \.txt: .* ends in none of these"):
            writing.format_of(tmp_path / name, DrawingOptions())
    with pytest.raises(TreeError, match=r"\.dot shows no boards: "):
        writing.format_of(tmp_path / "it.dot", DrawingOptions(boards=True))
    with pytest.raises(TreeError, match="cannot be written: name a file in a folder that is there"):
        writing.format_of(tmp_path / "no" / "it.dot", DrawingOptions())
    assert writing.format_of(tmp_path / "it.DOT", DrawingOptions(boards=False)).MOST > 0
