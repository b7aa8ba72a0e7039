"""The form of a new game says how strong the levels are, in the numbers of the file that the computer takes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import Visitor as Person
from browser import violations
from kibitz.players.fitted_levels import SHIPPED, levels_of, read_levels
from kibitz.registry import load
from served import served
from visitor import Visitor


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the user's own levels."""
    return tmp_path_factory.mktemp("levels")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(NUMBA_DISABLE_JIT="1", KIBITZ_LEVELS=str(folder)) as running:
        yield running


def test_the_form_shows_the_levels_that_come_along(address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_LEVELS", str(tmp_path))
    found = levels_of(load("nim"))
    assert found is not None
    page = Visitor(address).get("/g/nim")
    rows = re.findall(
        r'<tr><th scope="row" class="number">(\d+)</th><td>([^<]*)</td><td>([^<]*)</td><td class="number">([^<]*)</td>', page
    )
    assert [row[0] for row in rows] == [str(number) for number in range(1, len(found[1].levels) + 1)]
    assert rows[0][1] == "one who takes a win that it sees"
    for (_, _, points, elo), level in zip(rows, found[1].levels, strict=True):
        assert points.replace("\N{NO-BREAK SPACE}", " ") == f"{level.score:.0%} of {level.games}"
        assert level.elo is not None
        assert elo.replace("\N{NO-BREAK SPACE}", " ").startswith(f"{level.elo:+.0f} ± ")
    assert "Above these nothing that was tried was clearly stronger." in page


@pytest.mark.parametrize("measured", [2, 0])
def test_levels_that_were_not_measured_are_not_shown(address: str, folder: Path, measured: int) -> None:
    held = read_levels(SHIPPED / "nim.levels")
    levels = tuple(level if number < measured else replace(level, games=0) for number, level in enumerate(held.levels))
    file = folder / "nim.levels"
    file.write_text(replace(held, levels=levels).text(), encoding="utf-8")
    page = Visitor(address).get("/g/nim")
    file.unlink()
    assert re.findall(r'<th scope="row" class="number">(\d+)</th>', page) == [str(number + 1) for number in range(measured)]
    assert ("How strong the levels are" in page) == (measured > 0)


def test_where_none_were_fitted_nothing_is_shown(address: str) -> None:
    assert "How strong the levels are" not in Visitor(address).get("/g/tree")


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1200, False)])
def test_a_person_opens_the_table_and_meets_no_barrier(visitor: Person, width: int, dark: bool) -> None:
    page = visitor.context(width=width, dark=dark).new_page()
    page.goto("/g/nim")
    page.get_by_text("How strong the levels are").click()
    expect(page.get_by_role("row", name="1 one who takes a win")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
