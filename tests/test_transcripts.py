"""The transcripts in `transcripts/`: each command is typed anew, and writes what stands below it.

`make golden` writes them anew: look at what has changed.
"""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from document import TRANSCRIPTS, rerun, stories

STORIES = [
    pytest.param(story, id=f"{file.stem}-{number}")
    for file in sorted(TRANSCRIPTS.glob("*.txt"))
    for number, story in enumerate(stories(file.read_text(encoding="utf-8")), 1)
]


@pytest.fixture(autouse=True)
def _reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of the story's own; what it imports from there is forgotten."""
    modules = set(sys.modules)
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    with contextlib.chdir(tmp_path):
        yield
    for name in set(sys.modules) - modules:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.filterwarnings("ignore::kibitz.errors.RulesWarning")  # a person reads them
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("story", STORIES)
def test_what_is_shown_is_what_comes(story: str) -> None:
    assert rerun(story) == story
