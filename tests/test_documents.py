"""The documents: what they show is what comes, their links lead somewhere, those on players and trees leave nothing out."""

import contextlib
import difflib
import re
import sys
from pathlib import Path

import pytest

import document
from kibitz.core import registry
from kibitz.core.rules import Game, Knowledge
from kibitz.games.textbook.tree import SHIPPED
from kibitz.players.engine import SETTINGS
from kibitz.players.levels import LEVELS

DOCS = Path(__file__).parent.parent / "docs"
PLAYERS, TREES = DOCS / "players.md", DOCS / "trees.md"

PLAIN = (
    "exact",
    "first_game",
    "lessons/connect_four",
    "lessons/formal_game",
    "lessons/monte_carlo",
    "lessons/othello",
    "lessons/several_players",
    "matches",
    "players",
    "protocols",
    "reference/boards",
    "reference/explain",
    "reference/play",
    "reference/rules",
    "reference/search",
    "start",
    "strength",
    "teaching",
    "trees",
)
# Many games or nodes, a page that thinks; and what does not compile is not learned.
COMPILED = ("lessons/estimate", "lessons/whole_tree", "reference/learning", "static_page")
RUN = [*PLAIN, *(pytest.param(name, marks=pytest.mark.compiled) for name in COMPILED)]

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("name", RUN)
def test_what_is_shown_is_what_comes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for times: each block in its order, in an empty folder."""
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    monkeypatch.setattr(sys, "path", [*sys.path])  # where a file of players was loaded from
    modules = set(sys.modules)
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    with contextlib.chdir(tmp_path):
        comes = document.timeless(document.rerun(text)).splitlines()
    for module in set(sys.modules) - modules:
        if str(getattr(sys.modules[module], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[module]
    differs = "\n".join(difflib.unified_diff(document.timeless(text).splitlines(), comes, "shown", "comes", n=1, lineterm=""))
    assert not differs, f"{differs}\npython tests/support/document.py docs/{name}.md writes it anew"


def test_every_link_leads_somewhere() -> None:
    for file in (
        *DOCS.rglob("*.md"),
        *DOCS.parent.glob("*.md"),
        *DOCS.parent.glob("examples/*/*.md"),
        DOCS.parent / "tests/README.md",
    ):
        assert not document.dead_links(file), file.name


def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# Two words, `code`\n\n## Two words, `code`\n\n```\n# none\n```\n")
    links = ["other.md", "other.md#two-words-code", "other.md#two-words-code-1", "#here", "https://example.org"]
    dead = ["none.md", "other.md#none", "#there", "none.md#here"]
    file = tmp_path / "page.md"
    file.write_text("# Here\n\n" + "\n".join(f"[x]({link})" for link in [*links, *dead]) + "\n`a[b](c)`\n")
    assert document.dead_links(file) == dead


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
    trees = sorted(SHIPPED.glob("*.json"))
    assert trees
    for tree in trees:
        assert f"| `{tree.stem}` |" in text


def test_methods_that_the_documents_name_are_in_the_contract() -> None:
    """In a table of what is wise, and wherever one is written with its arguments or its class."""
    wise = (DOCS / "strength.md").read_text(encoding="utf-8").partition("| method |")[2].partition("\n\n")[0]
    firsts = [row.split("|")[1] for row in wise.splitlines()[2:]]
    named: set[tuple[type, str]] = {(Knowledge, name) for first in firsts for name in re.findall(r"`(\w+)`", first)}
    assert len(named) >= 5
    for file in DOCS.rglob("*.md"):
        text = file.read_text(encoding="utf-8")
        named |= {(Game, name) for name in re.findall(r"`(\w+)\((?:self, )?state(?:, \w+)*\)`", text)}
        named |= {(Game, name) for name in re.findall(r"`Game\.(\w+)", text)}
        named |= {(Knowledge, name) for name in re.findall(r"`Knowledge\.(\w+)", text)}
    assert [name for cls, name in named if not hasattr(cls, name) and not hasattr(Knowledge, name)] == []
