"""The page of a table: played by forms, refused in sentences, with values, an exam and hints."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.web.pages import play
from web_forms import begin, first
from web_house import FRAGMENT, Client, Oracle, house


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page without a script is answered when the computer has moved, however long that takes."""
    monkeypatch.setattr(play, "PATIENCE", 15.0)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    with Client(house(tmp_path, Oracle(first))) as page:
        yield page


def moves(text: str) -> list[str]:
    return re.findall(r'<button[^>]* name="move" value="([^"]*)"', text)


def test_one_click_begins_a_game_against_the_computer_and_another_is_answered(page: Client) -> None:
    assert "X (begins)" in page.get("/g/connect_four").text
    place = begin(page, "connect_four")
    shown = page.get(place)
    assert shown.status_code == 200
    assert sorted(moves(shown.text)) == list("1234567")
    made = page.post(f"{place}/move", data={"move": "4", "version": "1"}, headers=FRAGMENT)
    assert made.status_code == 200
    assert made.text.lstrip().startswith('<div id="table"')
    assert made.headers["kibitz-location"] == place
    assert "X (you) plays 4." in made.text
    after = _until(page, place, "Your move, X.")
    assert "O (computer, level 4) plays" in after


def test_without_a_script_the_answer_is_waited_for(page: Client) -> None:
    place = begin(page, "connect_four")
    made = page.post(f"{place}/move", data={"move": "4", "version": "1"})
    assert (made.status_code, made.headers["location"]) == (303, place)
    shown = page.get(place).text
    assert "Your move, X." in shown
    assert "http-equiv" not in shown


def test_while_the_computer_thinks_a_page_without_a_script_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "PATIENCE", 0.1)
    with Client(house(tmp_path, Oracle(lambda do, args: None))) as page:
        place = begin(page, "connect_four", **{"player-0": "computer:level=1", "player-1": "human"})
        shown = page.get(place).text
        assert '<noscript><meta http-equiv="refresh"' in shown
        assert moves(shown) == []
        assert "Move now" in shown


@pytest.mark.parametrize(
    ("fields", "code", "told"),
    [
        ({"move": "4", "version": "1"}, 409, "has gone on since"),
        ({"move": "4", "version": ""}, 409, "belongs to no position"),
        ({"move": "4"}, 409, "belongs to no position"),
        ({"move": "4", "version": "9" * 40}, 409, "belongs to no position"),
        ({"move": "4", "version": "\u0664"}, 409, "belongs to no position"),
        ({"move": "9", "version": "3"}, 400, "not allowed here"),
        ({"move": "", "version": "3"}, 400, "not allowed here"),
        ({"version": "3"}, 400, "not allowed here"),
        ({"move": "<script>" * 50, "version": "3"}, 400, "not allowed here"),
    ],
)
def test_a_move_that_cannot_be_is_refused_and_changes_nothing(
    page: Client, fields: dict[str, str], code: int, told: str
) -> None:
    place = begin(page, "connect_four")
    page.post(f"{place}/move", data={"move": "4", "version": "1"})
    before = page.get(place).text
    for headers in (FRAGMENT, {}):
        answer = page.post(f"{place}/move", data=fields, headers=headers)
        assert answer.status_code == code
        assert told in answer.text
        assert 'id="table"' in answer.text
        assert "<script>&" not in answer.text
        assert "<script><" not in answer.text
    assert re.findall('data-since="[0-9]+', page.get(place).text) == re.findall('data-since="[0-9]+', before)


def test_other_actions_want_the_page_they_were_on_too(page: Client) -> None:
    place = begin(page, "connect_four")
    page.post(f"{place}/move", data={"move": "4", "version": "1"})
    for action in ("undo", "resign"):
        assert page.post(f"{place}/{action}", data={"version": "1"}).status_code == 409
        assert page.post(f"{place}/{action}", data={}).status_code == 409
    assert page.post(f"{place}/values", data={"values": "sure"}).status_code == 400
    assert page.post(f"{place}/nothing", data={}).status_code == 404
    assert page.post(f"{place}/undo", data={"version": "3"}).status_code == 303
    assert "Taken back." in page.get(place).text
    assert page.post(f"{place}/resign", data={"version": "4"}).status_code == 303
    assert "X (you) resigned: O (computer, level 4) wins." in page.get(place).text
    again = page.post(f"{place}/again", data={"turned": "1"})
    assert again.status_code == 303
    assert again.headers["location"] != place
    assert "Your move, O." in page.get(again.headers["location"]).text


def test_what_is_not_there_and_what_no_form_offers(page: Client) -> None:
    for place in ("/play/" + "0" * 32, "/play/x", "/g/nothing", "/play/" + "0" * 32 + "/stream"):
        assert page.get(place).status_code == 404
    for fields in (
        {"player-1": "./evil.py:make"},
        {"seconds": "1e9"},
        {"player-1": "perfect:file=/etc/passwd"},
        {"player-1": "minimax", "depth-1": "9999"},
        {"player-1": "minimax", "seconds-1": "99"},
        {"set-width": "1e9"},
        {"set-width": "./x"},
        {"set-width": "99999"},
    ):
        answer = page.post("/g/connect_four/play", data=fields)
        assert answer.status_code == 400
        assert 'class="wrong"' in answer.text
    assert page.post("/g/connect_four/play", data={}, kind="application/json").status_code == 415


def test_the_address_of_a_form_leads_to_its_page(page: Client) -> None:
    """After a mistake the browser shows it, and a reload or a look from elsewhere asks for it without the form."""
    wrong = page.post("/g/connect_four/play", data={"seconds": "long"})
    assert wrong.status_code == 400
    place = begin(page, "connect_four")
    for address, to in (("/g/connect_four/play", "/g/connect_four"), (f"{place}/move", place), ("/match/7/stop", "/match/7")):
        answer = page.get(address)
        assert (answer.status_code, answer.headers["location"]) == (303, to)


def test_what_is_wrong_with_a_form_is_said_in_words_of_people(page: Client) -> None:
    told = page.post("/g/connect_four/play", data={"player-1": "computer:level=4", "depth-1": "3"}).text
    assert "Computer, level 4 takes no depth or time: leave these empty, or take one of the searches." in told
    place = begin(page, "connect_four", **{"player-0": "minimax", "player-1": "human", "seconds": "0,2"})
    assert "X (minimax, 0.2 s)" in page.get(place).text


def test_searches_sit_at_a_table_with_a_depth_or_the_time_that_is_set(page: Client) -> None:
    form = page.get("/g/connect_four").text
    for part in ('<select name="player-1">', '<option value="minimax">minimax</option>', 'name="set-width"'):
        assert part in form
    for depth, said in (("3", "depth 3"), ("", "0.2 s")):
        place = begin(page, "connect_four", **{"player-0": "minimax", "depth-0": depth, "player-1": "human", "seconds": "0.2"})
        assert f"X (minimax, {said})" in page.get(place).text
    told = page.post("/g/connect_four/play", data={"player-1": "minimax", "depth-1": "0"}).text
    assert "A depth is a whole number of plies from 1 to 1,000." in told
    assert '<option value="minimax" selected>' in told
    assert 'name="depth-1" value="0"' in told


def test_parameters_make_another_board(page: Client) -> None:
    shown = page.get(begin(page, "connect_four", **{"set-width": "5", "set-height": "4"})).text
    assert sorted(moves(shown)) == list("12345")


def test_moves_in_two_steps_need_no_script(page: Client) -> None:
    place = begin(page, "checkers", **{"player-1": "human"})
    shown = page.get(place).text
    assert moves(shown) == []
    assert re.findall(r'form="pick" name="from" value="(\d+)"', shown) == ["9", "10", "11", "12"]
    picked = page.get(f"{place}?from=11").text
    assert sorted(moves(picked)) == ["11-15", "11-16"]
    assert 'aria-label="11, put it back"' in picked
    assert moves(page.get(f"{place}?from=<script>").text) == []
    page.post(f"{place}/move", data={"move": "11-15", "version": "1"})
    assert "B plays 11-15." in page.get(place).text


def test_an_earlier_position_can_be_looked_at_and_not_be_played(page: Client) -> None:
    place = begin(page, "connect_four")
    page.post(f"{place}/move", data={"move": "4", "version": "1"})
    back = page.get(f"{place}?ply=1").text
    assert moves(back) == []
    assert "Back to the game" in back
    assert "After 1 of 2 moves." in back
    for ply in ("2", "999", "-1", "x", "9" * 50):
        assert "Your move, X." in page.get(f"{place}?ply={ply}").text


def test_values_stand_in_the_names_of_the_buttons(page: Client) -> None:
    place = begin(page, "connect_four")
    assert page.post(f"{place}/values", data={"values": "on"}).status_code == 303
    shown = _until(page, place, "wins in 7")
    assert re.search(r'aria-label="column \d, wins in 7"', shown)
    assert len(re.findall(r'aria-label="column \d, estimate \u22120.5"', shown)) == 6
    assert 'aria-pressed="true">Values<' in shown
    assert "kb-w-exact" in shown
    assert "kb-w-estimate" in shown
    page.post(f"{place}/values", data={"values": "off"})
    assert "wins in 7" not in page.get(place).text


def test_an_exam_hides_values_until_a_move_is_made(page: Client) -> None:
    place = begin(page, "connect_four")
    page.post(f"{place}/values", data={"values": "exam"})
    shown = _until(page, place, r'data-since="2\.[^0]')  # something is known
    assert "wins in" not in shown
    assert 'id="graph"' not in shown
    assert page.post(f"{place}/move", data={"move": "1", "version": "2"}).status_code == 303
    assert "By the estimate, 4 was better" in page.get(place).text or "You kept the win." in page.get(place).text


def test_a_hint_is_shown_on_the_board_and_in_words(page: Client) -> None:
    place = begin(page, "connect_four")
    assert page.post(f"{place}/hint", data={}).status_code == 303
    shown = page.get(place).text
    assert "Hint: " in shown
    assert "this is the hint" in shown


def _until(page: Client, place: str, text: str) -> str:
    for _ in range(200):
        shown = page.get(place).text
        if re.search(text, shown):
            return shown
        time.sleep(0.05)
    raise AssertionError(f"{text} never came")
