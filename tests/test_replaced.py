"""Files of the user's that others took the place of come back, as many as there were, and nothing is lost on the way."""

from pathlib import Path

import pytest

from kibitz.files.replaced import bring_back, replacing

NAME = "othello-size=6.learned"


def put(file: Path, content: str) -> None:
    with replacing(file):
        file.write_text(content, encoding="utf-8")


def lying(folder: Path) -> dict[str, str]:
    return {one.name: one.read_text(encoding="utf-8") for one in folder.iterdir()}


def test_what_was_there_before_comes_back_step_by_step(tmp_path: Path) -> None:
    file = tmp_path / NAME
    for content in ("first", "second", "third"):
        put(file, content)
    assert bring_back(file).read_text(encoding="utf-8") == "third"
    assert file.read_text(encoding="utf-8") == "second"
    put(file, "fourth")
    for undone, back in (("fourth", "second"), ("second", "first"), ("first", None)):
        assert bring_back(file).read_text(encoding="utf-8") == undone
        assert (file.read_text(encoding="utf-8") if file.exists() else None) == back
    assert sorted(lying(tmp_path).values()) == ["first", "fourth", "second", "third"], "each is there still"
    with pytest.raises(FileNotFoundError):
        bring_back(file)


def test_a_content_that_could_not_be_written_leaves_no_trace(tmp_path: Path) -> None:
    file = tmp_path / NAME
    put(file, "first")
    with pytest.raises(OSError, match="disk is full"), replacing(file):
        raise OSError("the disk is full")
    assert lying(tmp_path) == {NAME: "first"}


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / NAME
    others = ("othello-size=8-before-7.learned", "othello-size=6-before-7.levels", "othello-size=6-before-x.learned")
    for name in others:
        (tmp_path / name).write_text("of others", encoding="utf-8")
    put(file, "mine")
    assert bring_back(file).name == "othello-size=6-undone-1.learned"
    assert not file.exists()
    assert dict.fromkeys(others, "of others").items() <= lying(tmp_path).items()
