"""Two people at one table by a link: who may move, what they ask of each other, and what somebody who looks on may do."""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kibitz.core.registry import load
from kibitz.errors import KibitzError, PlayerError
from kibitz.table import permissions
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.remote_seats import RemoteSeats
from kibitz.table.table_seat import TableSeat
from kibitz.web.board.table_view import Facts, thinking
from kibitz.web.pages import play
from kibitz.web.visitors import Visitor
from web_forms import first
from web_house import Client, Oracle, Reply, house, timed

APART = {"player-0": "human", "player-1": "human", "apart": "1"}


@dataclass
class Person:
    """A browser with cookies of its own."""

    client: Client
    cookies: dict[str, str] = field(default_factory=dict)
    at: str = ""
    page: str = ""

    def get(self, place: str) -> str:
        self.at = place
        return self._heard(self._with_cookies(lambda: self.client.get(place)))

    def post(self, action: str, **data: str) -> Reply:
        """A form of the page of the table, with the version that it shows."""
        version = re.search(r'name="version" value="(\d+)"', self.get(self.at))
        sent = {"version": version[1] if version else "1"} | data
        answer = self._with_cookies(lambda: self.client.post(f"{self.at}/{action}", data=sent))
        self.get(self.at)
        return answer

    def send(self, place: str, **data: str) -> Reply:
        return self._with_cookies(lambda: self.client.post(place, data=data))

    def _heard(self, reply: Reply) -> str:
        assert reply.status_code == 200, reply.text
        self.page = reply.text
        return reply.text

    def _with_cookies(self, ask: "object") -> Reply:
        jar = self.client.cookies
        jar.clear()
        jar.update(self.cookies)
        reply: Reply = ask()  # type: ignore[operator]  # a function of none
        self.cookies = dict(jar)
        return reply


@pytest.fixture
def people(tmp_path: Path) -> Iterator[tuple[Person, Person, Person]]:
    """Who has begun the game, who was invited and sat down, and who has only the address."""
    with Client(house(tmp_path, Oracle(first))) as client:
        one, other, third = Person(client), Person(client), Person(client)
        one.at = other.at = third.at = str(one.send("/g/tic_tac_toe/play", **APART).headers["location"])
        link = invitation(one)
        assert "You are invited to play O." in other.get(link)
        assert other.send(link).headers["location"] == one.at
        for person in (one, other, third):
            person.get(one.at)
        yield one, other, third


def invitation(person: Person) -> str:
    found = re.search(r'<a href="(/play/[0-9a-f]{32}/join/[0-9a-f]{24})">invitation for O</a>', person.get(person.at))
    assert found, person.page
    return found[1]


def status(person: Person) -> str:
    found = re.search(r'id="status" class="status[^>]*>([^<]*)<', person.get(person.at))
    assert found
    return found[1]


def refused(answer: Reply) -> str:
    assert answer.status_code in (400, 409), answer.status_code
    found = re.search(r'class="wrong"[^>]*>([^<]*)', answer.text)
    assert found, answer.text
    return found[1]


@pytest.mark.parametrize(("is_open", "words"), [(False, "Only this machine can open it."), (True, "the link that was printed")])
def test_it_is_said_what_an_invitation_needs_as_long_as_there_is_one(tmp_path: Path, is_open: bool, words: str) -> None:
    served = house(tmp_path, Oracle(first))
    served.visitors.is_open = is_open
    with Client(served) as client:
        one, other = Person(client), Person(client)
        one.at = other.at = str(one.send("/g/tic_tac_toe/play", **APART).headers["location"])
        assert words in one.get(one.at)
        assert ("kibitz serve --host 0.0.0.0" in one.page) is not is_open
        other.send(invitation(one))
        assert words not in one.get(one.at)


def test_each_moves_for_one_side_and_nobody_else_does(people: tuple[Person, Person, Person]) -> None:
    one, other, third = people
    assert refused(other.post("move", move="2,2")) == "It is not your move."
    assert refused(third.post("move", move="2,2")) == "You are watching: two others play here."
    assert "You are watching." in third.page
    assert 'value="2,2"' in one.page
    assert 'value="2,2"' not in other.page
    assert one.post("move", move="2,2").status_code == 303
    assert 'value="1,1"' in other.get(other.at)
    assert 'value="1,1"' not in one.get(one.at)
    assert other.post("move", move="1,1").status_code == 303
    assert status(one) == "Your move, X."
    assert status(third) == status(other) == "X to move."
    assert "You play O." in other.page


def test_an_invitation_is_taken_once_and_not_by_looking_at_it(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as client:
        one, other, third = Person(client), Person(client), Person(client)
        table = str(one.send("/g/nim/play", **APART).headers["location"])
        found = re.search(r"/play/[0-9a-f]{32}/join/[0-9a-f]{24}", one.get(table))
        assert found
        assert "You sit at this table already." in one.get(found[0])
        assert one.send(found[0]).status_code == 409
        for person in (other, third):
            person.get(found[0])
        assert other.send(found[0]).status_code == 303
        gone = third.send(found[0])
        assert gone.status_code == 410
        assert "his invitation leads to no free seat" in gone.text
        assert client.get(f"{table}/join/{'0' * 24}").status_code == 410
        assert "/join/" not in one.get(table)


def test_a_move_is_taken_back_when_the_other_agrees(people: tuple[Person, Person, Person]) -> None:
    one, other, _ = people
    one.post("move", move="2,2")
    other.post("move", move="1,1")
    assert refused(other.post("ask", what="everything")) == "That cannot be asked here."
    one.post("ask", what="undo")
    assert "You have asked" in one.page
    assert "X asks to take the last move back." in other.get(other.at)
    assert refused(one.post("answer", agrees="1")) == "Nothing is asked of you now."
    other.post("answer", agrees="0")
    assert "O would rather not." in one.get(one.at)
    assert "1,1" in re.findall(r"</span> (\d,\d)", one.page)
    one.post("undo")
    other.post("answer", agrees="1")
    assert "None yet." in one.get(one.at)
    assert status(one) == "Your move, X."


def test_a_question_lapses_with_the_next_move(people: tuple[Person, Person, Person]) -> None:
    one, other, _ = people
    one.post("move", move="2,2")
    one.post("ask", what="undo")
    other.post("move", move="1,1")
    assert "asks to take" not in re.sub(r'data-said="[^"]*"', "", other.get(other.at))
    assert refused(other.post("answer", agrees="1")) == "Nothing is asked of you now."


def test_a_draw_is_offered_and_agreed_and_kept(people: tuple[Person, Person, Person]) -> None:
    one, other, third = people
    assert refused(third.post("ask", what="draw")) == "You are watching: two others play here."
    other.post("ask", what="draw")
    assert "O offers a draw." in one.get(one.at)
    one.post("answer", agrees="1")
    assert status(other) == "The game is drawn by agreement."
    assert refused(one.post("move", move="2,2")) == "The game is over."
    told = json.loads(third.client.get(f"/api{one.at.replace('play', 'plays')}").text)
    assert (told["ended"], told["resigned"]) == ("agreed", None)


def test_each_gives_up_for_oneself_and_both_come_to_the_same_next_game(people: tuple[Person, Person, Person]) -> None:
    one, other, third = people
    assert refused(third.post("resign")) == "You are watching: two others play here."
    other.post("resign")
    assert status(one) == "O resigned: X wins."
    assert third.post("again").status_code == 403
    place = str(one.post("again", turned="1").headers["location"])
    assert f'href="{place}"' in other.get(other.at)
    assert other.post("again").headers["location"] == place
    for person in (one, other):
        person.at = place
    assert refused(one.post("move", move="2,2")) == "It is not your move."
    assert other.post("move", move="2,2").status_code == 303


def test_the_computer_helps_nobody_before_the_end(people: tuple[Person, Person, Person]) -> None:
    one, other, _ = people
    for action, data in (("hint", {}), ("values", {"values": "on"})):
        assert "the computer keeps what it knows until the game is over" in refused(one.post(action, **data)).lower()
    assert 'id="hint-button"' not in one.page
    assert 'id="values"' not in one.page
    other.post("resign")
    assert 'id="values"' in one.get(one.at)


def test_values_that_were_shown_after_a_game_are_hidden_in_the_next_one(people: tuple[Person, Person, Person]) -> None:
    one, other, third = people
    other.post("resign")
    third.post("values", values="on")
    place = str(one.post("again").headers["location"])
    for person in people:
        person.at = place
    for move, person in (("2,2", one), ("1,1", other)):
        assert person.post("move", move=move).status_code == 303
    assert all("wins in" not in person.get(place) and "≈" not in person.page for person in people)


def test_another_game_begins_when_this_one_is_over(people: tuple[Person, Person, Person]) -> None:
    assert people[0].post("again").status_code == 409


def test_who_looks_on_stops_and_exchanges_nobody(people: tuple[Person, Person, Person]) -> None:
    _, _, third = people
    for action in ("stop", "retry", "exchange"):
        assert refused(third.post(action, player="random")) == "You are watching: two others play here."


def test_a_seat_of_the_program_is_not_given_to_nobody() -> None:
    seats = (TableSeat("human"), TableSeat("human"), TableSeat("random"))
    apart = RemoteSeats(("me", "you", ""), ("", "", ""))
    table = GameTable.begin("k", "me", load("trio"), seats, Settings(1, apart=apart))
    table = table.move("1,1", 1).move("1,2", 2)
    assert table.thinks
    with pytest.raises(KibitzError, match="nobody holds that seat"):
        permissions.exchange(table, "me", "human", table.version)
    assert permissions.exchange(table, "me", "greedy", table.version).seats[2].spec == "greedy"


def test_two_who_begin_another_game_at_once_meet_in_one(people: tuple[Person, Person, Person]) -> None:
    seats = (TableSeat("human"), TableSeat("human"))
    table = GameTable.begin("k", "me", load("nim"), seats, Settings(1, apart=RemoteSeats(("me", "you"), ("", ""))))
    first = permissions.followed_by(table, "me", "a" * 32)
    assert permissions.followed_by(first, "you", "b" * 32) == first


@timed
async def test_two_moves_that_are_sent_at_once_are_one(tmp_path: Path) -> None:
    """The second is for the position after the first, in which the other one has the move."""
    made = house(tmp_path, Oracle(first))
    await made.open()
    try:
        settings = Settings(1, apart=RemoteSeats(("aa", "bb"), ("", "")))
        seats = [TableSeat("human"), TableSeat("human")]
        live = await made.tables.begin(Visitor("aa"), load("tic_tac_toe"), seats, settings)
        moves = (("1,1", "1"), ("1,2", "2"))
        sent = [play.ACTIONS["move"](live, {"move": move, "version": version}, "aa") for move, version in moves]
        wrong = await asyncio.gather(*sent, return_exceptions=True)
        assert live.table.names() == ["1,1"]
        assert [str(one) for one in wrong if one is not None] == ["it is not your move"]
    finally:
        await made.close()


def test_what_a_third_player_thinks_is_not_told() -> None:
    seats = (TableSeat("human"), TableSeat("human"), TableSeat("computer:level=4"))
    table = GameTable.begin("k", "me", load("trio"), seats, Settings(1, apart=RemoteSeats(("me", "you", ""), ("", "", ""))))
    table = table.move("1,1", 1).move("1,2", 2)
    news = {"value": {"kind": "estimate", "result": None, "payoffs": [0.1, 0.2, -0.3]}, "line": ["1,3", "2,2"], "depth": 3}
    shown = thinking(table, Facts("", thinking=news))
    assert shown is not None
    assert (shown["value"], shown["line"], shown["depth"]) == ("", "", "3")


def test_programs_have_no_seat(people: tuple[Person, Person, Person]) -> None:
    one, _, third = people
    place = f"/api{one.at.replace('play', 'plays')}"
    for action, data in (("moves", '{"move": "2,2", "version": 1}'), ("resign", '{"version": 2}')):
        sent = third.client._ask("POST", f"{place}/{action}", data.encode(), {"content-type": "application/json"})
        assert sent.status_code == 400
        assert "You are watching" in sent.text


def test_a_link_needs_somebody_to_invite() -> None:
    with pytest.raises(PlayerError, match="a link invites another person: choose a person for two sides"):
        RemoteSeats.begin([0], 2, "me", 0)


def test_seats_are_kept() -> None:
    apart = RemoteSeats.begin([0, 1], 2, "me", 1)
    assert apart.holders == ("", "me")
    joined = apart.join(apart.invites[0], "you")
    assert (joined.seat_of("you"), joined.seat_of("me"), joined.seat_of("them"), joined.seat_of("")) == (0, 1, None, None)
    assert RemoteSeats.read({**vars(joined)}) == joined
    assert joined.turned().holders == ("me", "you")
    with pytest.raises(PlayerError, match="taken by somebody else"):
        joined.join(apart.invites[0], "them")
