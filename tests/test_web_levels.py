"""The form of a new game says how strong the levels are, in the numbers of the file that the computer takes."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import Visitor as Person
from browser import violations
from kibitz.core.registry import load
from kibitz.players.fitted_levels import LEVEL_FILES, read_levels
from kibitz.position import Position
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.level_names import SKILLS, following_seats, level_of, level_strengths, plays_perfectly
from kibitz.table.table_seat import TableSeat
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
    found = LEVEL_FILES.find(load("nim"))
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
    held = read_levels(LEVEL_FILES.shipped / "nim.levels")
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


def test_the_list_names_the_levels_and_says_how_many_elo_they_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LEVELS", str(Path("nowhere")))
    strengths = level_strengths(load("nim"))
    found = LEVEL_FILES.find(load("nim"))
    assert found is not None
    assert [one.number for one in strengths] == list(range(1, 11))
    assert strengths[0].label == "level 1, newcomer"
    steps = [level.elo for level in found[1].levels[1:]]
    measured = [one for one in strengths if one.elo is not None]
    assert len(measured) == len(steps) > 0
    assert measured[-1].elo == pytest.approx(sum(step for step in steps if step is not None))
    assert re.fullmatch(r"level 2, beginner, about \+\d*[50]0 over level 1", strengths[1].label)
    assert re.fullmatch(r"about \+\d*[50]0 ± \d*[50]0 Elo over level 1: .*added up", strengths[1].title)
    assert measured[0].error is not None
    assert measured[-1].error is not None
    assert len(measured) == 1 or measured[-1].error > measured[0].error
    monkeypatch.setenv("KIBITZ_LEVELS", "none")
    assert [one.label for one in level_strengths(load("nim"))][-1] == "level 10, plays perfectly"
    assert [one.label for one in level_strengths(load("othello"))][-1] == "level 10, full strength"


def test_it_plays_perfectly_where_a_book_or_few_positions_say_so() -> None:
    perfect = ["tic_tac_toe", "connect_four", "nim", "tree", "kalah:pits=1,seeds=1"]
    others = ["othello", "hex", "checkers", "tic_tac_toe:width=4", "connect_four:width=6", "pig", "treasure", "chess", "oware"]
    assert [spec for spec in (*perfect, *others) if plays_perfectly(load(spec))] == perfect


def test_the_level_of_the_computer_is_another_from_now_on(address: str) -> None:
    visitor = Visitor(address)
    page = visitor.post("/g/othello/play", **{"player-0": "human", "player-1": "computer:level=1"})
    place = visitor.at
    found = re.search(r'<form id="level".*?name="version" value="(\d+)".*?</form>', page, re.DOTALL)
    assert found
    assert re.findall(r'<option value="(\d+)" selected>', found[0]) == ["1"]
    assert '<option value="3">3, learner</option>' in found[0]
    page = visitor.post(f"{place}/level", version=found[1], level="3")
    assert "White is now played by computer, level 3." in page
    assert '<option value="3" selected>' in page
    for level in ("0", "11", "x", ""):
        assert visitor.refused(f"{place}/level", {"version": found[1], "level": level}) == (
            400,
            "A level is a whole number from 1 to 10.",
        )
    page = visitor.post("/g/othello/play", **{"player-0": "human", "player-1": "random"})
    assert 'id="level"' not in page
    assert level_of(TABLE) == (1, 4)
    assert visitor.refused(f"{visitor.at}/level", {"version": "1", "level": "3"})[1] == "No computer plays at a level here."


def test_who_says_how_well_they_play_gets_a_level_that_fits(address: str) -> None:
    page = Visitor(address).get("/g/othello")
    links = re.findall(r'<a href="(/g/othello\?against=[^"]*)"[^>]*>([^<]*)</a>', page)
    assert [text for _, text in links] == list(SKILLS)
    chosen = Visitor(address).get(links[0][0])
    assert '<option value="computer:level=1" selected' in chosen
    assert 'aria-current="true">New to it</a>' in chosen
    assert Visitor(address).get("/g/othello?against=nonsense").count("selected") == 1
    assert "How well do you play it?" not in Visitor(address).get("/g/trio")


TABLE = GameTable.begin("k", "o", load("nim"), (TableSeat("human"), TableSeat("computer:level=4")), Settings(1, follows=True))


@pytest.mark.parametrize(
    ("table", "level"),
    [
        (TABLE, 4),
        (replace(TABLE, resigned=0), 3),
        (replace(TABLE, resigned=1), 5),
        (replace(TABLE, positions=(Position.after("nim:heaps=1", "1:1"),)), 5),
    ],
)
def test_a_level_follows_the_person(table: GameTable, level: int) -> None:
    assert following_seats(table) == (TableSeat("human"), TableSeat(f"computer:level={level}"))


def test_a_level_stays_within_the_ten_and_other_players_stay() -> None:
    at_top = replace(TABLE, seats=(TableSeat("computer:level=10"), TableSeat("human")), resigned=0)
    assert following_seats(at_top) == at_top.seats
    for seats in ((TableSeat("human"), TableSeat("greedy")), (TableSeat("human"), TableSeat("human"))):
        assert following_seats(replace(TABLE, seats=seats, resigned=1)) == seats


def test_the_next_game_is_a_level_lower_after_one_that_was_lost(address: str) -> None:
    visitor = Visitor(address)
    visitor.post("/g/nim/play", **{"player-0": "human", "player-1": "computer:level=4", "follows": "1"})
    key = visitor.at.rpartition("/")[2]
    version = re.search(r'name="version" value="(\d+)"', visitor.get(f"/play/{key}"))
    assert version
    visitor.post(f"/play/{key}/resign", version=version[1])
    visitor.post(f"/play/{key}/again")
    told = json.loads(visitor.get(f"/api/plays/{visitor.at.rpartition('/')[2]}"))
    assert [seat["spec"] for seat in told["seats"]] == ["human", "computer:level=3"]


def test_the_rules_of_users_are_not_walked_through_to_say_that_it_plays_perfectly() -> None:
    class OfAUser(type(load("tic_tac_toe"))):  # type: ignore[misc]  # a class of the package, made anew as a user would
        """The same game, from elsewhere."""

    assert plays_perfectly(load("tic_tac_toe"))
    assert not plays_perfectly(OfAUser())
    assert level_strengths(OfAUser())[-1].name == "full strength"
