"""The page of what was learned of a game: its numbers are those of the command, and nobody meets a barrier."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from browser import Visitor as Person
from browser import violations
from kibitz.core.registry import load
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.jobs.kinds import learned
from kibitz.learning.preparation import prepare
from kibitz.learning.showcase import Showcase
from kibitz.patterns.file import EstimateFile
from kibitz.patterns.library import ESTIMATE_FILES
from kibitz.patterns.packed import Lineage
from served import served
from visitor import Visitor

MATCH = {
    "opponent": "no knowledge",
    "condition": "depth 4",
    "games": 40,
    "wins": 30,
    "draws": 4,
    "losses": 6,
    "score": 0.8,
    "elo": 240.8,
    "error": 99.0,
    "verdict": "wins",
}
GAMES = {"tic_tac_toe": (MATCH,), "kalah": ()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Estimates of two games, with weights as the dice fell."""
    folder = tmp_path_factory.mktemp("learned")
    for spec, matches in GAMES.items():
        game = load(spec)
        found = prepare(game)
        weights = np.random.default_rng(1).integers(-300, 300, found.layout.weights).astype(np.int16)
        lineage = Lineage(spec, rules_fingerprint(game), 60.0, 1234, 56789, 1, 1, "2026-11-22", "kibitz learn", matches)
        EstimateFile(lineage, found.layout, weights, found.most).write(folder / ESTIMATE_FILES.name(game))
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(NUMBA_DISABLE_JIT="1", KIBITZ_LEARNED=str(folder)) as running:
        yield running


def test_the_page_says_what_the_command_says(address: str, folder: Path) -> None:
    guest = Visitor(address)
    assert 'href="/g/tic_tac_toe/learned"' in guest.get("/g/tic_tac_toe")
    page = guest.get("/g/tic_tac_toe/learned")
    assert "The estimate was learned, 1 minute, 22 Nov 2026, from 1,234 games with 56,789 positions" in page
    assert re.search(r"<td>no knowledge</td>.*<td>wins</td>", page)
    game = load("tic_tac_toe")
    found = Showcase.of(game, folder / ESTIMATE_FILES.name(game), learned.GAMES)
    cells = re.findall(r'<td class="number"[^>]*>([^<]+)</td>', page)
    assert sorted(cells) == sorted(found.format_worth(one.worth) for one in found.inspection.stages[0].squares)
    assert str(folder) not in page


def test_of_other_games_it_says_how_something_is_learned(address: str) -> None:
    guest = Visitor(address)
    page = guest.get("/g/connect_four/learned?width=5&height=4")
    assert re.search("<code>kibitz learn connect_four:[^<]*width=5[^<]*</code> learns it", page)
    sentence = "width=zzz in connect_four:width=zzz,height=6,line=4 does not fit: width is a whole number."
    assert guest.refused("/g/connect_four/learned?width=zzz") == (400, sentence)


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1200, False)])
def test_the_page_has_no_barrier(address: str, visitor: Person, width: int, dark: bool) -> None:
    page = visitor.context(width=width, dark=dark).new_page()
    for slug in (*GAMES, "nim"):
        page.goto(f"/g/{slug}/learned")
        expect(page.locator("main")).to_contain_text(re.compile("The estimate was|Nothing yet"), timeout=60_000)
        assert violations(page) == [], slug
        assert page.evaluate("document.documentElement.scrollWidth") <= width
