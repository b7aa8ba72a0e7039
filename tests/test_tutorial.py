"""The tutorial is run as a reader would: each block in its order, in an empty folder; what it shows is what comes."""

import contextlib
import difflib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from document import blocks, pictures, rerun, timeless

TUTORIAL = Path(__file__).parent.parent / "docs" / "minimax_in_an_hour.md"
TEXT = TUTORIAL.read_text()
AGAIN = "python tests/support/document.py docs/minimax_in_an_hour.md writes it anew"


@dataclass(frozen=True)
class Run:
    """The document as it comes when it is run, and the folder in which that was."""

    text: str
    folder: Path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """All of it, once."""
    folder = tmp_path_factory.mktemp("reader")
    modules = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(folder):
        patch.syspath_prepend(folder)
        patch.setenv("KIBITZ_STORE", str(folder / "games.db"))
        yield Run(rerun(TEXT), folder)
    for name in set(sys.modules) - modules:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]


@pytest.mark.compiled
def test_what_is_shown_is_what_comes(run: Run) -> None:
    """But for times. One test: whoever runs them side by side would run the whole document for each."""
    shown, comes = (timeless(text).splitlines() for text in (TEXT, run.text))
    told = "\n".join(difflib.unified_diff(shown, comes, "shown", "comes", n=1, lineterm=""))
    assert not told, f"{told}\n{AGAIN}"
    pictures_are_drawn_by_the_commands(run)
    counts_are_known(run)


def pictures_are_drawn_by_the_commands(run: Run) -> None:
    assert len(pictures(TUTORIAL)) == 4
    for picture in pictures(TUTORIAL):
        assert picture.read_text() == (run.folder / picture.name).read_text(), f"{picture.name} is another now: {AGAIN}"
    kept = TUTORIAL.with_suffix("")
    assert {picture.name for picture in kept.iterdir()} == {picture.name for picture in pictures(TUTORIAL)}


def counts_are_known(run: Run) -> None:
    """The counts of the literature are in what came, not only in the text around it."""
    outputs = "\n".join(block.text for block in blocks(run.text) if block.kind in ("text", "console"))
    for count in ("549,946 nodes", "0 18,297", "4,237 cuts", "0 5,478", "(1, 2, 6)", "best first 5"):
        assert count in outputs, count
    assert outputs.count("True\n") == 3  # the reader's own search visits what kibitz visits, node for node


def test_what_is_wrong_is_noticed_and_put_right(tmp_path: Path) -> None:
    """An output that is another, or that is not shown; times may differ. What a reader saves as a file is one."""
    with contextlib.chdir(tmp_path):
        assert rerun("```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n") == "```python\nprint(1 + 1)\n```\n\n```text\n2\n```\n"
        took = "```python\nprint('7 nodes, 3 ms')\n```\n```text\n{} nodes, 4.25 ms\n```\n"
        assert rerun(took.format(7)) == took.format(7)
        assert "7 nodes, 3 ms\n```" in rerun(took.format(8))
        assert "$ kibitz games --help\nUsage" in rerun("```console\n$ kibitz games --help\nanything\n```\n")
        rerun("```python\n# saved.py\nanswer = 42\n```\n")
        assert (tmp_path / "saved.py").read_text() == "# saved.py\nanswer = 42\n"
        with pytest.raises(AssertionError, match="does not show"):
            rerun("```python\nprint(2)\n```\n```python\n7\n```\n")
        with pytest.raises(AssertionError, match="does not show"):
            rerun("```python\nprint(2)\n```\n")
        with pytest.raises(AssertionError):
            rerun("```console\n$ kibitz tree no_such_game\n```\n")


def test_nothing_is_long() -> None:
    for block in blocks(TEXT):
        longest = 45 if block.kind == "python" else 25
        assert all(len(part.splitlines()) <= longest for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)), block.text
        assert max(map(len, block.text.splitlines())) <= (200 if block.kind == "text" else 128)
    (game,) = [block.text for block in blocks(TEXT) if block.text.startswith("# noughts.py")]
    assert 20 <= len(game[game.index("@dataclass") :].splitlines()) <= 30


def test_there_is_a_question_before_each_answer() -> None:
    """Above what is folded, in the same section, or it is one itself; and every fold is closed."""
    assert TEXT.count("<details>") == TEXT.count("</details>") == TEXT.count("<summary>") > 20
    for fold in re.finditer(r"<details>\n<summary>(.*)</summary>\n\n", TEXT):
        asked = re.split(r"</details>|^## ", TEXT[: fold.start()], flags=re.MULTILINE)[-1]
        own = "Exercise" in fold[1] or "question" in fold[1]
        assert own or any(f"**{word}" in asked for word in ("Predict.", "Try it yourself", "Think.")), fold[1]
