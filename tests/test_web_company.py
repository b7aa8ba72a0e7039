"""Who invites another person from the form of a new game gets a game for two, with scripts and without."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import browser
from served import served
from web_forms import first
from web_house import Client, Oracle, Reply, house

LINK = re.compile(r"/play/[0-9a-f]{32}/join/[0-9a-f]+")


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    with Client(house(tmp_path, Oracle(first), ["tree:file=three_players"])) as client:
        yield client


def begun(page: Client, slug: str, fields: dict[str, str]) -> Reply:
    """The table that the form leads to, where the other person is invited."""
    answer = page.post(f"/g/{slug}/play", {"apart": "1"} | fields)
    assert answer.status_code == 303, answer.text
    return page.get(answer.headers["location"])


@pytest.mark.parametrize(
    ("fields", "own"),
    [
        ({}, "Black"),
        ({"player-0": "human", "player-1": "computer:level=4"}, "Black"),
        ({"player-0": "computer:level=4", "player-1": "human"}, "White"),
        ({"player-0": "human", "player-1": "human", "begins": "last"}, "White"),
        ({"player-0": "human", "player-1": "computer:level=4", "begins": "last"}, "White"),
        ({"player-0": "human", "player-1": "alphabeta", "depth-1": "3", "follows": "1"}, "Black"),
        ({"player-0": "random", "player-1": "greedy"}, "Black"),
    ],
)
def test_the_other_seat_is_left_to_the_one_who_is_invited(page: Client, fields: dict[str, str], own: str) -> None:
    table = begun(page, "othello", fields).text
    other = {"Black": "White", "White": "Black"}[own]
    assert len(set(LINK.findall(table))) == 1
    assert f"You play {own}." in table
    assert f"invitation for {other}" in table


def test_of_three_seats_two_are_for_people(page: Client) -> None:
    table = begun(page, "tree_file_three_players", {"player-0": "human", "player-1": "random", "player-2": "random"}).text
    assert len(set(LINK.findall(table))) == 1


def test_a_mistake_opens_what_it_is_in_and_nothing_else(page: Client) -> None:
    for fields, is_open in (({"clock": "0+0", "apart": "1"}, False), ({"seconds": "many"}, True), ({"set-size": "7"}, True)):
        answer = page.post("/g/othello/play", fields)
        assert answer.status_code == 400
        assert bool(re.search(r'<details class="more" open>\s*<summary>Board, time', answer.text)) == is_open, fields


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(NUMBA_DISABLE_JIT="1") as running:
        yield running


def test_the_tick_sets_the_other_side_to_a_person_and_back(visitor: browser.Visitor) -> None:
    page = visitor.context().new_page()
    page.goto("/g/othello")
    other, box = page.locator("[name=player-1]"), page.locator("[name=apart]")
    before = other.input_value()
    box.check()
    expect(other).to_have_value("human")
    expect(page.locator("[name=player-1] option:not([disabled])")).to_have_count(1)
    expect(page.locator("[name=follows]")).to_be_disabled()
    box.uncheck()
    expect(other).to_have_value(before)
    expect(page.locator("[name=player-1] option[disabled]")).to_have_count(0)
    box.check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#status")).to_contain_text("Your move, Black")
    assert LINK.search(page.content())
