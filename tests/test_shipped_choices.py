"""The choices of searches that kibitz ships: they fit the rules, players take them, and the document has them all."""

import json
import re
from pathlib import Path

import pytest

from kibitz import load
from kibitz.arena.match import plan_match
from kibitz.players.choice import CHOICE_FILES, choice_for, read_choice
from player_kinds import engine
from test_choose import way_in_a_match

SHIPPED = sorted(CHOICE_FILES.shipped.glob("*.json"))


def spec_of(path: Path) -> str:
    """The game of a file: `hex-size=11.json` is for hex:size=11."""
    return path.stem.replace("-", ":", 1)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_it_is_of_these_rules(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Players trust it, without asking for the rules' fingerprint."""
    monkeypatch.setenv("KIBITZ_CHOICES", str(tmp_path))
    game = load(spec_of(path))
    assert CHOICE_FILES.name(game) == path.name
    assert choice_for(game) == read_choice(path, game)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_in_a_match_the_computer_takes_the_search_that_it_takes_elsewhere(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable in ("KIBITZ_CHOICES", "KIBITZ_LEARNED"):
        monkeypatch.setenv(variable, str(tmp_path))
    game, spec = load(spec_of(path)), "computer:level=10,time=0.1"
    plan, fixtures = plan_match(game, [spec] * game.players, games=game.players, openings="start", seed=1)
    assert way_in_a_match(plan, fixtures) == engine(spec).way(game)
    assert engine(spec).way(game)[0] == json.loads(path.read_text("utf-8"))["search"]


def test_the_document_has_all_with_their_matches() -> None:
    page = (Path(__file__).parent.parent / "docs" / "players.md").read_text("utf-8")
    shown = page.partition("kibitz ships these choices")[2].partition("Longer matches")[0]
    rows = re.findall(r"^\| (\S+) \| `(\S+)` \| (.+) \|$", shown, re.MULTILINE)
    assert rows == [told(path) for path in SHIPPED]


def told(path: Path) -> tuple[str, str, str]:
    """A row of the table: the game, the search, and how each challenger did against the best so far."""
    found = read_choice(path, load(spec_of(path)))
    matches = (f"`{row['challenger']}` {100 * row['score']:.0f} % of {row['games']}" for row in found.matches)
    return spec_of(path), found.player.removeprefix("computer:search="), ", ".join(matches)
