"""The front page lists a visitor's games: those that go on, and those that are over, with a way to their review."""

import re
import time
from pathlib import Path
from typing import Any

import pytest

from kibitz.arena.store.records import Sitting
from kibitz.table.served_games import Catalog
from kibitz.web.board.own_games import finished, unfinished
from test_web_apart import APART, Person, invitation
from web_forms import begin, first
from web_house import Client, Oracle, house

CATALOG = Catalog.of([])
PERSON, PROGRAM = "human", "computer:level=3"


VERSUS = " against computer, level 3"


def sitting(*seats: str, game: str = "nim", moves: int = 0, **how: Any) -> Sitting:
    return Sitting("k", "o", game, seats, ("1:1",) * moves, **how)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (sitting(PERSON, PROGRAM, moves=1, ended="over", payoffs=(1, -1)), f"1 move{VERSUS}: won"),
        (sitting(PROGRAM, PERSON, moves=2, ended="over", payoffs=(1, -1)), f"2 moves{VERSUS}: lost"),
        (sitting(PERSON, PROGRAM, ended="over", payoffs=(0, 0)), f"0 moves{VERSUS}: drawn"),
        (sitting(PERSON, PROGRAM, ended="resigned", loser=0), f"0 moves{VERSUS}: given up"),
        (sitting(PERSON, PROGRAM, ended="resigned", loser=1), f"0 moves{VERSUS}: won"),
        (sitting(PERSON, PERSON, ended="agreed"), "0 moves: drawn"),
        (sitting(PERSON, PERSON, ended="over", payoffs=(1, -1)), "0 moves"),
        (sitting(PERSON, PROGRAM, "greedy", game="trio", ended="over", payoffs=(2, -1, -1)), f"0 moves{VERSUS} and greedy"),
    ],
)
def test_how_a_game_went_is_told_for_the_only_person(kept: Sitting, said: str) -> None:
    (one,) = finished(CATALOG, [kept], "o")
    assert re.fullmatch(r"\d+ \w+ \d{4}, (.*)", one.words)[1] == said  # type: ignore[index]  # it is one
    assert unfinished(CATALOG, [kept], "o")[0].words.rpartition(", ")[0] == said.partition(":")[0]


def test_games_that_are_no_longer_served_are_left_out() -> None:
    kept = [sitting(PERSON, PERSON, game=game) for game in ("./gone.py", "nim")]
    assert [one.name for one in finished(CATALOG, kept, "o")] == ["Nim"]


def test_the_front_page_leads_to_the_game_and_to_its_review(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        assert "Finished" not in page.get("/").text
        place = begin(page, "nim")
        assert "Your games" in page.get("/").text
        version = re.search(r'name="version" value="(\d+)"', page.get(place).text)
        assert version
        page.post(f"{place}/resign", data={"version": version[1]})
        front = page.get("/").text
        assert "Your games" not in front
        assert f'<a href="{place}">Nim</a>' in front
        assert f'<a href="{place}/review">Review' in front
        assert ": given up" in front


@pytest.mark.parametrize(
    ("days", "when"), [(0, r"\d\d:\d\d"), (40, r"\d+ [A-Z][a-z]{2}( \d{4})?"), (400, r"\d+ [A-Z][a-z]{2} \d{4}")]
)
def test_a_game_in_progress_says_since_when_it_waits(days: int, when: str) -> None:
    kept = sitting(PERSON, PROGRAM, moves=1, changed=time.time() - days * 86_400)
    assert re.fullmatch(rf"1 move{VERSUS}, {when}", unfinished(CATALOG, [kept], "o")[0].words)


def test_both_people_of_a_game_find_it_and_where_one_is_waited_for_comes_first(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as client:
        one, other, third = Person(client), Person(client), Person(client)
        begin_apart = APART | {"your-name": "Anna"}
        place = str(one.send("/g/tic_tac_toe/play", **begin_apart).headers["location"])
        one.at = place
        other.send(invitation(one), **{"your-name": "Ben"})
        third.get("/")
        assert "0 moves against Ben, your move, " in one.get("/")
        assert "0 moves against Anna, Anna to move, " in other.get("/")
        assert "Your games" not in third.get("/")
        other.send("/g/nim/play", **{"player-0": "human", "player-1": "human"})  # which changed later
        assert other.get("/").index("<b>Nim</b>") < other.page.index("<b>Tic tac toe</b>")
        one.at = place
        one.post("move", move="1,1")
        assert other.get("/").index("<b>Tic tac toe</b>") < other.page.index("<b>Nim</b>")
        assert "1 move against Anna, your move, " in other.page
