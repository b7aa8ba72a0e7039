"""The documents on players, trees from files and the page without a server: what they show is what comes, and all is named."""

import contextlib
import difflib
import sys
from pathlib import Path

import pytest

import document
from kibitz import registry
from kibitz.players.engine import SETTINGS
from kibitz.players.levels import LEVELS

DOCS = Path(__file__).parent.parent / "docs"
PLAYERS, TREES, STATIC = DOCS / "players.md", DOCS / "trees.md", DOCS / "static_page.md"

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("file", [PLAYERS, TREES, STATIC], ids=lambda file: file.stem)
def test_what_is_shown_is_what_comes(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for times: each block in its order, in an empty folder."""
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    monkeypatch.setattr(sys, "path", [*sys.path])  # where a file of players was loaded from
    text = file.read_text(encoding="utf-8")
    with contextlib.chdir(tmp_path):
        comes = document.timeless(document.rerun(text)).splitlines()
    differs = "\n".join(difflib.unified_diff(document.timeless(text).splitlines(), comes, "shown", "comes", n=1, lineterm=""))
    assert not differs, f"{differs}\npython tests/document.py docs/{file.name} writes it anew"


def test_every_link_leads_somewhere() -> None:
    for file in (*DOCS.glob("*.md"), *DOCS.parent.glob("*.md")):
        assert not document.dead_links(file), file.name


def test_every_kind_of_player_and_every_setting_is_named() -> None:
    text = PLAYERS.read_text(encoding="utf-8")
    for kind in (*registry.names("players"), *registry.names("search"), "human"):
        assert f"`{kind}`" in text, kind
    for setting in SETTINGS:
        assert f"\n| `{setting}=" in text, setting


def test_the_levels_are_what_they_are() -> None:
    rows = [line for line in PLAYERS.read_text(encoding="utf-8").splitlines() if line[:3] in {f"| {n}" for n in range(1, 6)}]
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    told = {int(number): (plies, slips) for row in cells for number, plies, slips in (row[:3], row[4:])}
    assert told.keys() == LEVELS.keys()
    for number, (plies, slips) in told.items():
        level = LEVELS[number]
        assert plies == ("any" if level.depth is None else str(level.depth))
        assert slips.startswith("never" if level.slip == 0 else f"{level.slip:.0%}".replace("%", " %"))


def test_every_tree_that_comes_along_is_named() -> None:
    text = TREES.read_text(encoding="utf-8")
    for tree in (Path(registry.__file__).parent / "games" / "trees").glob("*.json"):
        assert f"| `{tree.stem}` |" in text
