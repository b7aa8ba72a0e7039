"""The page of a table: played by forms, refused in sentences, found again after a restart."""

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.position import Position
from kibitz.registry import load
from kibitz.web.job import JobFailed
from kibitz.web.limits import Limits
from kibitz.web.live import Live
from kibitz.web.seats import Seat
from kibitz.web.stream import news
from kibitz.web.table import Settings
from kibitz.web.tables import Tables
from kibitz.web.view import Wish
from kibitz.web.visitors import Visitor
from web_house import FRAGMENT, Answer, Client, Oracle, house

NASTY = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Action, Cell, Game, Piece, Scene

class State(NamedTuple):
    left: int

@dataclass(frozen=True)
class Nasty(Game):
    """Take <script>alert(1)</script> one or two; whoever takes the last one wins."""
    def start(self): return State(9)
    def moves(self, state): return [n for n in (1, 2) if n <= state.left]
    def play(self, state, move):
        if state.left == 3: raise ValueError("<script>alert(2)</script>")
        return State(state.left - move)
    def is_over(self, state): return state.left <= 0
    def result(self, state): return -1
    def move_name(self, state, move): return f"\\"><script>alert({move})</script>"
    def show(self, state): return "<script>alert(3)</script>"
    def scene(self, state):
        if state.left > 6: return None
        cells = tuple(Cell(f"<script>{n}", n, 0) for n in range(1, 4))
        actions = tuple(Action(n, "<script>x", f"<script>{n}") for n in self.moves(state))
        return Scene(cells, {"<script>3": Piece("<script>alert(4)</script>", 0)}, actions)
'''


def first(do: str, args: dict[str, Any]) -> Answer:
    """The first legal move; of all moves, that the first wins in 7, and the others are guessed to be bad."""
    position = Position.after(load(args["game"]), args["moves"])
    names = [position.name(move) for move in position.legal()]
    win, guess = {"kind": "exact", "result": 1, "plies": 7}, {"kind": "estimate", "result": -0.5, "plies": None}
    moves = [{"move": name, "value": guess if number else win} for number, name in enumerate(names)]
    return {"best": names[0], "value": win, "line": names[:1], "moves": moves, "nodes": 5, "depth": 3, "nodes_per_second": 2e6}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "nasty.py").write_text(NASTY)
    with Client(house(tmp_path, Oracle(first), [str(tmp_path / "nasty.py")])) as page:
        yield page


def begin(page: Client, slug: str, **fields: str) -> str:
    """A new game; its address."""
    answer = page.post(f"/g/{slug}/play", data={"player-0": "human"} | fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def version(text: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', text)
    assert found
    return found[1]


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


def test_while_the_computer_thinks_a_page_without_a_script_asks_again(tmp_path: Path) -> None:
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


def test_nothing_of_a_game_gets_into_the_page_as_markup(page: Client) -> None:
    place = begin(page, "nasty", **{"player-1": "human"})
    for form in (page.get("/"), page.get("/g/nasty")):
        assert "<script>alert" not in form.text
    for number in range(1, 4):
        shown = page.get(place).text
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert(3)" in shown or "&lt;script&gt;alert(4)" in shown
        name = f'"><script>alert({1 + (number == 3)})</script>'
        data = {"move": name, "version": str(number)}
        assert page.post(f"{place}/move", data=data, headers=FRAGMENT).status_code == 200
    shown = page.get(place).text
    assert "<script>" not in re.sub(r'<script type="module" src="[^"]*"></script>', "", shown)


def test_rules_that_fail_are_told_and_the_game_stays(page: Client) -> None:
    place = begin(page, "nasty", **{"player-1": "human"})
    for number in range(1, 4):
        page.post(f"{place}/move", data={"move": '"><script>alert(2)</script>', "version": str(number)})
    answer = page.post(f"{place}/move", data={"move": '"><script>alert(1)</script>', "version": "4"})
    assert answer.status_code == 400
    assert "The rules of Nasty failed" in answer.text
    assert "<script>alert" not in answer.text
    assert "Traceback" not in answer.text
    assert page.get(place).status_code == 200


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
    assert len(re.findall(r'aria-label="column \d, estimate -0.5"', shown)) == 6
    assert 'aria-pressed="true">Values<' in shown
    assert "kb-w-exact" in shown
    assert "kb-w-estimate" in shown
    page.post(f"{place}/values", data={"values": "off"})
    assert "wins in 7" not in page.get(place).text


def test_an_exam_hides_values_until_a_move_is_made(page: Client) -> None:
    place = begin(page, "connect_four")
    page.post(f"{place}/values", data={"values": "exam"})
    time.sleep(0.2)
    shown = page.get(place).text
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


def test_a_computer_that_fails_says_why_and_tries_again_when_asked(tmp_path: Path) -> None:
    problems: list[Answer] = [JobFailed("its process <b>died</b>")]
    oracle = Oracle(lambda do, args: problems.pop() if problems else first(do, args))
    with Client(house(tmp_path, oracle)) as page:
        place = begin(page, "connect_four")
        page.post(f"{place}/move", data={"move": "4", "version": "1"})
        shown = page.get(place).text
        assert "cannot play: its process &lt;b&gt;died&lt;/b&gt;." in shown
        assert len(oracle.jobs) == 1
        page.post(f"{place}/retry", data={})
        assert "Your move, X." in page.get(place).text


def test_a_computer_that_plays_what_it_may_not_is_told(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(lambda do, args: {"best": "99", "value": None}))) as page:
        place = begin(page, "connect_four")
        page.post(f"{place}/move", data={"move": "4", "version": "1"})
        assert "cannot play: &#39;99&#39; is not allowed here" in page.get(place).text


def test_a_game_is_found_again_by_another_server(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        place = begin(page, "connect_four")
        page.post(f"{place}/move", data={"move": "4", "version": "1"})
        cookies = dict(page.cookies)
    with Client(house(tmp_path, Oracle(first))) as page:
        page.cookies.update(cookies)
        assert place in page.get("/").text
        shown = page.get(place).text
        assert "Your move, X." in shown
        number = version(shown)
        page.post(f"{place}/move", data={"move": "3", "version": number})
        assert f"{place}?ply=4" in page.get(place).text
        assert f"{place}?ply=5" not in page.get(place).text
    with Client(house(tmp_path, Oracle(first))) as page:
        assert place not in page.get("/").text  # it is another visitor's


def test_a_game_that_is_not_served_any_more_is_told(tmp_path: Path) -> None:
    file = tmp_path / "nasty.py"
    file.write_text(NASTY)
    with Client(house(tmp_path, Oracle(first), [str(file)])) as page:
        place = begin(page, "nasty")
        cookies = dict(page.cookies)
    with Client(house(tmp_path, Oracle(first))) as page:
        page.cookies.update(cookies)
        answer = page.get(place)
        assert answer.status_code == 410
        assert "not served here any more" in answer.text
        assert page.get("/").status_code == 200


def test_a_search_for_which_nobody_waits_is_given_up_and_taken_up_again(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)

    async def leave() -> None:
        made = house(tmp_path, oracle, limits=Limits(lease=0.05))
        live = await _table(made)
        live.look()
        await asyncio.sleep(0.9)
        assert [job.is_cancelled for job in oracle.jobs] == [True]
        assert live.is_idle
        live.look()
        await asyncio.sleep(0.1)
        assert [job.is_cancelled for job in oracle.jobs] == [True, False]
        await made.close()
        assert live.is_idle

    asyncio.run(leave())


def test_an_answer_that_comes_after_the_game_was_given_up_is_not_played(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)

    async def resign() -> None:
        made = house(tmp_path, oracle)
        live = await _table(made)
        live.look()
        await asyncio.sleep(0.05)
        found: Any = first("move", oracle.jobs[0].args)
        oracle.jobs[0].end(found)
        await live.change(lambda table: table.resign(1))
        await asyncio.sleep(0.1)
        assert (live.table.ended, live.table.ply, live.table.version) == ("resigned", 0, 2)
        await live.change(lambda table: table.undo(2))
        await asyncio.sleep(0.1)
        assert [job.is_done for job in oracle.jobs] == [True, False]
        await live.change(lambda table: table.resign(3))
        assert oracle.jobs[1].is_cancelled
        await made.close()

    asyncio.run(resign())


def test_a_stream_tells_of_the_thinking_and_of_what_is_played(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)

    async def show(live: Live, wish: Wish, name: str) -> dict[str, Any]:
        return {"id": name, "html": live.table.status()}

    async def listen() -> None:
        made = house(tmp_path, oracle)
        live = await _table(made)
        heard = news(live, Wish(), live.mark, show)
        event = asyncio.ensure_future(anext(heard))
        await asyncio.sleep(0.05)
        found: Any = first("move", oracle.jobs[0].args)
        oracle.jobs[0].hear(found)
        assert (await event)["id"] == "thinking"
        oracle.jobs[0].end(found)
        told: list[Any] = []
        while {"id": "table", "html": "Your move, O."} not in told:
            told.append(await anext(heard))
        await made.close()
        assert [event async for event in heard] == []

    asyncio.run(listen())


async def _table(made: Any) -> Live:
    """The computer has the move."""
    await made.open()
    seats = [Seat("computer:level=1"), Seat("human")]
    return await made.room(Tables).begin(Visitor("0" * 32), load("connect_four"), seats, Settings(1))  # type: ignore[no-any-return]


def _until(page: Client, place: str, text: str) -> str:
    for _ in range(50):
        shown = page.get(place).text
        if text in shown:
            return shown
        time.sleep(0.05)
    raise AssertionError(f"{text} never came")
