"""The clocks of two people who play by a link: whose time runs, who has lost by it, and what nobody gains by tricks."""

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from asked import OWN
from kibitz.core.registry import load
from kibitz.errors import PlayerError
from kibitz.table import clocks as table_clocks
from kibitz.table import permissions
from kibitz.table.clocks import TableClock, format_clock, name_clock, read_clock
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.remote_seats import RemoteSeats
from kibitz.table.saved_tables import sitting_of, table_of
from kibitz.table.table_seat import TableSeat
from kibitz.web.app import AppState
from kibitz.web.board.table_view import Wish, news
from kibitz.web.pages import play
from kibitz.web.table_session import TableSession
from kibitz.web.visitors import Visitor
from test_web_apart import APART, Person, invitation, refused, status
from web_forms import first
from web_house import FORM, Client, Oracle, Reply, house, timed

PEOPLE = (TableSeat("human"), TableSeat("human"))
Wait = Callable[[float], None]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Lets so many seconds pass at once."""

    def waited(seconds: float) -> None:
        monkeypatch.setattr(table_clocks, "_TICKS", table_clocks._TICKS - seconds)

    return waited


@pytest.fixture
def people(tmp_path: Path) -> Iterator[tuple[Person, Person, Person]]:
    """Who has begun a game with three minutes and two seconds for a move, who plays it, too, and who looks on."""
    with Client(house(tmp_path, Oracle(first))) as client:
        one, other, third = Person(client), Person(client), Person(client)
        one.at = other.at = third.at = str(one.send("/g/tic_tac_toe/play", **APART, clock="3+2").headers["location"])
        link = invitation(one)
        assert "The clock: 3+2, minutes" in other.get(link)
        other.send(link)
        for person in (one, other, third):
            person.get(one.at)
        yield one, other, third


def clocks(person: Person) -> list[float]:
    found = re.findall(r'id="clock-(\d)".*?data-left="([\d.]+)"', person.get(person.at))
    return [float(left) for _, left in sorted(found)]


def running(person: Person) -> list[str]:
    return re.findall(r'id="clock-(\d)"[^>]* data-runs', person.get(person.at))


def shown_version(person: Person) -> str:
    found = re.search(r'name="version" value="(\d+)"', person.get(person.at))
    assert found
    return found[1]


def open_game(one: Person, other: Person) -> None:
    """The first move of each, which is free."""
    one.post("move", move="2,2")
    other.post("move", move="1,1")


def begun(control: str = "60+2", ply: int = 2) -> GameTable:
    """A game of two people apart, after so many moves, at which the clocks stood at 1000."""
    settings = Settings(1, apart=RemoteSeats(("me", "you"), ("", "")), clock=control)
    table = GameTable.begin("k", "me", load("tic_tac_toe"), PEOPLE, settings)
    for move in ("2,2", "1,1", "1,2", "3,2")[:ply]:
        table = at(table, table_clocks.now(), move)
    return table


def at(table: GameTable, moment: float, move: str) -> GameTable:
    """The table after a move that was sent at that moment."""
    return table.kept_in_time(moment, lambda now: now.move(move, now.version))


@pytest.mark.parametrize(
    ("text", "control"),
    [("1+0", "60"), ("3+2", "180+2"), ("0.5+1", "30+1"), ("5", "300"), ("0,5 + 30", "30+30"), ("180+180", "10800+180")],
)
def test_a_clock_is_minutes_and_seconds(text: str, control: str) -> None:
    assert read_clock({"clock": "other", "clock-other": text}) == control
    assert read_clock({"clock": name_clock(control)}) == control


@pytest.mark.parametrize("text", ["", "0+5", "3+", "+2", "181", "3+181", "3-2", "1e3", "٣+٢", "nan", "3+2+1", "0.001"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(PlayerError, match="a clock is minutes, and seconds for each move"):
        read_clock({"clock": "other", "clock-other": text})


def test_a_form_with_another_clock_is_shown_again(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as client:
        answer = client.post("/g/nim/play", data=APART | {"clock": "other", "clock-other": "long"})
        assert answer.status_code == 400
        assert "A clock is minutes, and seconds for each move: 3+2, and at most 180+180." in answer.text
        assert 'name="clock-other" value="long"' in answer.text
        alone = client.post("/g/nim/play", data={"clock": "3+2"})
        assert 'id="clocks"' not in client.get(str(alone.headers["location"])).text


def test_what_a_clock_shows() -> None:
    shown = {7384.0: "2:03:04", 3600.0: "1:00:00", 3599.2: "1:00:00", 180.0: "3:00", 59.1: "1:00", 10.01: "0:11"}
    shown |= {10.0: "0:10.0", 9.87: "0:09.8", 0.05: "0:00.0", 0.0: "0:00.0"}
    assert {seconds: format_clock(seconds) for seconds in shown} == shown


def test_the_first_move_of_each_is_free_and_then_the_time_of_the_side_to_move_runs(
    people: tuple[Person, Person, Person], wait: Wait
) -> None:
    one, other, third = people
    wait(500)
    assert (clocks(one), running(one)) == ([180, 180], [])
    one.post("move", move="2,2")
    wait(500)
    assert (clocks(other), running(other)) == ([182, 180], [])
    other.post("move", move="1,1")
    wait(50)
    assert running(third) == ["0"]
    assert clocks(third) == [pytest.approx(132, abs=2), 182]
    one.post("move", move="1,2")
    wait(7)
    assert clocks(one) == [pytest.approx(134, abs=2), pytest.approx(175, abs=2)]
    assert ">You</b>" in one.page
    assert ">You</b>" not in third.get(third.at)
    told = json.loads(third.client.get(f"/api{one.at.replace('play', 'plays')}").text)["clock"]
    assert (told["base"], told["increment"], told["running"]) == (180, 2, 1)
    assert told["left"] == [pytest.approx(134, abs=2), pytest.approx(175, abs=2)]


def test_who_runs_out_of_time_has_lost_though_nobody_looked(people: tuple[Person, Person, Person], wait: Wait) -> None:
    one, other, third = people
    open_game(one, other)
    wait(183)
    assert status(third) == "X ran out of time: O wins."
    told = json.loads(third.client.get(f"/api{one.at.replace('play', 'plays')}").text)
    assert (told["ended"], told["late"], told["resigned"]) == ("timeout", 0, None)
    assert (told["clock"]["left"][0], told["clock"]["running"]) == (0, None)
    assert refused(one.post("move", move="1,2")) == "The game is over."


@pytest.mark.parametrize(
    ("action", "data"),
    [("move", {"move": "1,2"}), ("resign", {}), ("ask", {"what": "draw"}), ("answer", {"agrees": "1"}), ("undo", {})],
)
def test_whatever_comes_after_the_time_is_out_comes_too_late(
    people: tuple[Person, Person, Person], wait: Wait, action: str, data: dict[str, str]
) -> None:
    one, other, _ = people
    open_game(one, other)
    if action == "answer":
        other.post("ask", what="draw")
    version = shown_version(one)
    wait(183)
    one.send(f"{one.at}/{action}", **data, version=version)
    assert status(one) == status(other) == "X ran out of time: O wins."
    assert "1,2" not in one.page.partition('id="moves"')[2]


def test_the_end_is_kept_with_its_reason(people: tuple[Person, Person, Person], wait: Wait) -> None:
    one, other, third = people
    open_game(one, other)
    wait(183)
    status(third)
    sitting = third.client._house.store.sitting(one.at.rpartition("/")[2])
    assert sitting is not None
    record = sitting.record()
    assert (sitting.ended, record.payoffs, record.forfeit, record.reason) == ("timeout", None, 0, "lost on time")
    table = table_of(sitting, load("tic_tac_toe"))
    assert (table.ended, table.late, table.status()) == ("timeout", 0, "X ran out of time: O wins.")


def test_a_move_is_made_when_all_of_it_has_come(people: tuple[Person, Person, Person], wait: Wait) -> None:
    """Who sends the beginning of a request in time, and chooses the move later, has used the time until then."""
    one, other, _ = people
    open_game(one, other)

    def slowly(seconds: float, move: str, version: str) -> Iterator[bytes]:
        yield f"version={version}&".encode()
        wait(seconds)
        yield f"move={move}".encode()

    def send(body: Iterator[bytes]) -> Reply:
        return one.client._ask("POST", f"{one.at}/move", body, OWN | {"content-type": FORM})

    version = shown_version(one)
    assert one._with_cookies(lambda: send(slowly(100, "1,2", version))).status_code == 303
    assert clocks(one) == [pytest.approx(84, abs=2), pytest.approx(182, abs=2)]
    other.post("move", move="3,2")
    version = shown_version(one)
    one._with_cookies(lambda: send(slowly(90, "1,3", version)))
    assert status(one) == "X ran out of time: O wins."
    assert "1,3" not in one.page.partition('id="moves"')[2]


def test_time_that_the_rules_take_is_nobodys() -> None:
    table = begun()
    assert table.clock is not None
    table = replace(table, clock=replace(table.clock, since=table.clock.since - 60))
    assert table.clock is not None
    moment = table.clock.since + 5

    def slow(now: GameTable) -> GameTable:
        time.sleep(0.2)
        return now.move("1,2", now.version)

    after = table.kept_in_time(moment, slow)
    assert after.clock is not None
    assert after.clock.reading.left[0] == pytest.approx(table.clock.reading.left[0] - 5 + 2)
    assert after.clock.since >= table_clocks.now() - 0.1  # the other's time begins when the move is there


@timed
async def test_time_that_a_move_waits_for_the_table_is_nobodys(tmp_path: Path) -> None:
    made, live = await at_table(tmp_path)
    try:
        for move in ("2,2", "1,1"):
            await live.change(partial(moved, move=move))
        async with live._lock:
            sent = asyncio.ensure_future(live.change(partial(moved, move="1,2")))
            await asyncio.sleep(1)
        await sent
        assert live.table.clock is not None
        assert live.table.clock.reading.left[0] > 59.2
    finally:
        await made.close()


def test_a_move_that_is_sent_before_it_can_be_made_brings_no_time() -> None:
    """It waits for the one before it: its moment lies before its turn has begun."""
    table = begun(ply=3)
    assert table.clock is not None
    after = at(table, table.clock.since - 30, "3,2")
    assert after.clock is not None
    assert after.clock.reading.left[1] == table.clock.reading.left[1] + 2
    asked = table.kept_in_time(table.clock.since - 30, lambda now: permissions.ask(now, "you", "draw", now.version))
    assert asked.clock is not None
    assert asked.clock.since == table.clock.since


def test_taking_back_keeps_the_times_and_brings_no_second_increment() -> None:
    table = begun(ply=4)
    assert table.clock is not None
    left = table.clock.reading.left
    for _ in range(3):
        moment = table.clock.since + 4
        table = table.kept_in_time(moment, lambda now: now.undo(now.version, 1))
        assert table.ply == 3
        assert table.clock is not None
        assert table.clock.seat == 1
        table = at(table, table.clock.since + 1, "3,2")
    assert table.clock is not None
    assert [*table.clock.reading.left] == [pytest.approx(left[0] - 12, abs=0.5), pytest.approx(left[1] - 3, abs=0.5)]


def test_a_first_move_that_was_taken_back_is_free_no_more() -> None:
    table = begun(ply=1)
    table = table.kept_in_time(table_clocks.now(), lambda now: now.undo(now.version, 0))
    assert table.clock is not None
    assert table.clock.seat == 0


def test_nobody_asks_twice_in_one_position_while_the_clock_runs(people: tuple[Person, Person, Person], wait: Wait) -> None:
    """What is asked has to be read, and that takes time of whoever has the move."""
    one, other, _ = people
    open_game(one, other)
    other.post("ask", what="undo")
    wait(3)
    one.post("answer", agrees="0")
    assert clocks(one) == [pytest.approx(179, abs=2), 182]
    for what in ("undo", "draw"):
        assert refused(other.post("ask", what=what)) == "That cannot be asked here."
    assert 'id="ask-undo"' not in other.page
    one.post("move", move="1,2")
    assert 'id="ask-undo"' in other.get(other.at)


def test_a_question_stops_no_clock_and_a_draw_does(people: tuple[Person, Person, Person], wait: Wait) -> None:
    one, other, _ = people
    open_game(one, other)
    one.post("ask", what="draw")
    wait(20)
    assert running(one) == ["0"]
    other.post("answer", agrees="1")
    wait(500)
    assert clocks(one) == [pytest.approx(162, abs=2), 182]
    assert status(one) == "The game is drawn by agreement."


def test_the_next_game_has_full_clocks(people: tuple[Person, Person, Person], wait: Wait) -> None:
    one, other, _ = people
    open_game(one, other)
    wait(30)
    one.post("resign")
    assert clocks(one) == [pytest.approx(152, abs=2), 182]
    one.at = str(one.post("again").headers["location"])
    assert (clocks(one), running(one)) == ([180, 180], [])


def test_players_of_the_program_have_no_clock() -> None:
    seats = (TableSeat("human"), TableSeat("human"), TableSeat("random"))
    settings = Settings(1, apart=RemoteSeats(("me", "you", ""), ("", "", "")), clock="60+2")
    table = GameTable.begin("k", "me", load("trio"), seats, settings)
    for move in ("1,1", "1,2"):
        table = at(table, table_clocks.now(), move)
    assert table.thinks
    table = table.kept_in_time(table_clocks.now(), lambda now: now.answer("2,2"))
    assert table.clock is not None
    assert table.clock.reading.left[2] == 60
    assert table.clock.seat == 0


def test_time_while_the_server_was_down_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    table, game = begun(), load("tic_tac_toe")
    assert table.clock is not None
    sitting = sitting_of(replace(table, clock=replace(table.clock, since=table_clocks.now() - 20)))
    sitting = replace(sitting, settings=json.loads(json.dumps(sitting.settings)))

    def left(started: float, ticks: float) -> float:
        """What the side to move has left in a program that began at that time, so many seconds ago."""
        monkeypatch.setattr(table_clocks, "STARTED", started)
        monkeypatch.setattr(table_clocks, "_TICKS", time.monotonic() - ticks)
        clock = table_of(sitting, game).clock
        assert clock is not None
        assert (clock.seat, clock.reading.turns, clock.furthest) == (0, (1, 1), 2)
        return clock.at(table_clocks.now()).left[0]

    here = table_clocks.now()
    assert left(here - 100, 100) == pytest.approx(42, abs=1)  # the table had only left the memory
    assert left(here + 600, 5) == pytest.approx(57, abs=1)  # another program, ten minutes later
    assert left(here - 7200, 5) == pytest.approx(62, abs=1)  # the clock of the machine was set back meanwhile


def moved(table: GameTable, move: str) -> GameTable:
    return table.move(move, table.version)


async def ended(listening: AsyncIterator[object]) -> None:
    """Nobody listens any more."""
    assert isinstance(listening, AsyncGenerator)
    await listening.aclose()


async def at_table(folder: Path, clock: str = "60") -> tuple[AppState, TableSession]:
    """A house, and a table in it of the visitors "aa" and "bb"."""
    made = house(folder, Oracle(first))
    await made.open()
    settings = Settings(1, apart=RemoteSeats(("aa", "bb"), ("", "")), clock=clock)
    return made, await made.tables.begin(Visitor("aa"), load("tic_tac_toe"), PEOPLE, settings)


@timed
async def test_what_a_move_has_taken_is_kept_when_the_server_ends(tmp_path: Path) -> None:
    made, live = await at_table(tmp_path)
    for move in ("2,2", "1,1"):
        await live.change(partial(moved, move=move))
    await asyncio.sleep(0.3)
    await made.tables.close()
    sitting = made.store.sitting(live.table.key)
    assert sitting is not None
    assert sitting.settings["clocks"]["left"][0] <= 59.7
    assert (sitting.settings["clocks"]["seat"], sitting.moves) == (0, ("2,2", "1,1"))
    await made.close()


@timed
async def test_who_waits_is_told_of_the_end_without_asking(tmp_path: Path) -> None:
    made, live = await at_table(tmp_path, "0.4")
    try:
        for move in ("2,2", "1,1"):
            await live.change(partial(moved, move=move))

        async def show(live: TableSession, wish: Wish, name: str) -> dict[str, object]:
            return {"status": live.table.status()}

        listening = news(live, Wish(visitor="bb"), live.mark, show)
        began = time.monotonic()
        assert (await anext(listening))["status"] == "X ran out of time: O wins."
        assert 0.2 < time.monotonic() - began < 2
        await ended(listening)
    finally:
        await made.close()


@timed
async def test_the_other_one_hears_of_the_next_game(tmp_path: Path) -> None:
    made, live = await at_table(tmp_path)
    try:
        await live.change(lambda now: permissions.resign(now, "aa", now.version))

        async def show(live: TableSession, wish: Wish, name: str) -> dict[str, object]:
            return {"next": permissions.next_table(live.table)}

        listening = news(live, Wish(visitor="bb"), live.mark, show)
        hears = asyncio.ensure_future(anext(listening))
        await asyncio.sleep(0.05)
        both = [play._next_table(made, Visitor(one), live, False) for one in ("aa", "bb")]
        first_one, second_one = await asyncio.gather(*both)
        assert first_one is second_one
        assert (await hears)["next"] == first_one.table.key
        assert len(made.store.sittings()) == 2  # not a third one that nobody plays
        await ended(listening)
    finally:
        await made.close()


def test_a_page_listens_until_there_is_a_next_game(people: tuple[Person, Person, Person]) -> None:
    one, other, _ = people
    other.post("resign")
    for person in people:
        assert "data-stream" in person.get(person.at)
    assert "data-seen" in other.page  # not while nobody can see it
    place = str(one.post("again").headers["location"])
    for person in people:
        assert f'id="next" data-focus href="{place}"' in person.get(person.at)
        assert "data-stream" not in person.page


def test_clocks_count_what_is_left_only() -> None:
    clock = TableClock.read("60+2", {"left": [60, 5], "turns": [1, 1], "furthest": 2, "seat": 1, "since": table_clocks.now()})
    assert clock.late(clock.since + 4.9) is None
    assert clock.late(clock.since + 5) == 1
    assert clock.seconds_to_go(clock.since + 2) == pytest.approx(3)
    assert clock.run(None, clock.since + 1).late(clock.since + 500) is None
