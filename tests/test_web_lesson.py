"""A class: who is in it, what the teacher sends, votes that nobody sees too early, and the tally."""

import asyncio
import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from asked import OWN, Asker
from kibitz.errors import KibitzError
from kibitz.table.classroom import MOST, Classroom
from kibitz.web.app import AppState, application
from kibitz.web.pages import lesson
from kibitz.web.server import Server
from test_web_apart import Person
from web_forms import first
from web_house import FORM, Client, Oracle, house, timed

SECRET = "s" * 16
TEACHER = f"/class/{SECRET}"
Class = tuple[Person, Person, Person]


def with_class(folder: Path) -> AppState:
    made = house(folder, Oracle(first))
    made.classroom, made.address = Classroom(SECRET), "http://10.0.0.1:8127/?token=abc"
    return made


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Class]:
    """The teacher, Anna and Ben."""
    with Client(with_class(tmp_path)) as client:
        teacher, anna, ben = Person(client), Person(client), Person(client)
        for person, name in ((anna, "Anna"), (ben, "=Ben()")):
            assert "Join the class" in person.get("/class")
            assert person.send("/class", **{"your-name": name}).headers["location"] == "/class"
        teacher.get(TEACHER)
        yield teacher, anna, ben


def send(teacher: Person, kind: str, game: str = "tic_tac_toe", moves: str = "") -> str:
    answer = teacher.send(TEACHER, do="send", kind=kind, game=game, moves=moves, level="1")
    if answer.status_code == 303:
        return ""
    found = re.search(r'role="alert">([^<]*)<', answer.text)
    assert found, answer.text
    return found[1].replace("&#39;", "'")


def vote(person: Person, move: str) -> int:
    return person.send("/class/vote", move=move).status_code


def tally(teacher: Person) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(teacher.get(f"{TEACHER}/tally.csv"))))


def test_there_is_no_class_unless_it_is_asked_for(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as client:
        assert client.get("/class").status_code == client.get(TEACHER).status_code == 404


def test_the_page_of_the_teacher_is_for_the_teacher(people: Class) -> None:
    _, anna, _ = people
    for guess in ("x" * 16, SECRET[:-1], "tally.csv"):
        assert anna.client.get(f"/class/{guess}").status_code == 404
    assert SECRET not in anna.get("/class") + anna.get("/")


def test_the_link_for_pupils_holds_the_token_and_is_a_picture_too(people: Class) -> None:
    text = people[0].get(TEACHER)
    assert '<a href="http://10.0.0.1:8127/class?token=abc">' in text
    assert re.search(r'aria-label="The link as a QR code"><svg viewBox="0 0 \d+ \d+"', text)


def test_nobody_without_a_name_is_in_the_class(people: Class) -> None:
    teacher, _, _ = people
    other = Person(teacher.client)
    other.get("/class")
    assert other.send("/class", **{"your-name": "  "}).status_code == 400
    assert vote(other, "1,1") == 400
    assert other.client.post("/class/play", data={}).status_code == 400
    assert [row["name"] for row in tally(teacher)] == ["Anna", "'=Ben()"]  # which no spreadsheet computes


def test_a_class_has_its_bounds() -> None:
    room = Classroom("s")
    for number in range(MOST):
        room.join(str(number), "x")
    room.join("0", "y")
    with pytest.raises(KibitzError, match=f"has {MOST} pupils"):
        room.join("another", "x")


def test_votes_are_hidden_until_the_teacher_shows_them_and_values_come_last(people: Class) -> None:
    teacher, anna, ben = people
    assert send(teacher, "vote", moves="2,2 1,1") == ""
    assert "Which move? Choose it on the board." in anna.get("/class")
    assert vote(anna, "9,9") == vote(anna, "2,2") == 400
    assert vote(anna, "3,3") == vote(ben, "1,2") == vote(anna, "1,2") == 303
    assert "You chose <b>1,2</b>" in anna.get("/class")
    for person, place in ((teacher, TEACHER), (anna, "/class")):
        assert "The votes" not in person.get(place)
    assert "2 of 2 have voted." in teacher.get(TEACHER)
    assert tally(teacher)[0]["vote"] == "1,2"
    teacher.send(TEACHER, do="votes")
    for person, place in ((teacher, TEACHER), (anna, "/class")):
        assert re.search(r'<th scope="row">1,2</th><td class="number">2</td>', person.get(place))
        assert "Worth" not in person.page
    assert vote(ben, "3,3") == 400
    teacher.send(TEACHER, do="values")
    assert re.search(r'<th scope="row">1,2</th>.*?class="worth win">wins in 7', anna.get("/class"))  # the oracle says so
    assert tally(teacher)[0]["vote_value"] == "wins in 7"


def test_another_position_begins_anew(people: Class) -> None:
    teacher, anna, _ = people
    send(teacher, "vote")
    vote(anna, "1,1")
    teacher.send(TEACHER, do="votes")
    send(teacher, "vote", "nim")
    assert "Which move?" in anna.get("/class")
    assert "0 of 2 have voted." in teacher.get(TEACHER)


@pytest.mark.parametrize(("kind", "values"), [("play", "Values off"), ("exam", "Exam")])
def test_each_pupil_plays_the_position_that_was_sent(people: Class, kind: str, values: str) -> None:
    teacher, anna, _ = people
    assert send(teacher, kind, moves="/g/tic_tac_toe/analyse?moves=2,2+1,1+1,2&ply=2") == ""
    assert "Play it" in anna.get("/class")
    anna.at = str(anna.send("/class/play").headers["location"])
    text = anna.get(anna.at)
    assert 'data-ply="2"' in text
    assert '<b class="whose">Anna</b> <span class="quiet">X</span>' in text
    assert '<b class="whose">Computer, level 1</b> <span class="quiet">O</span>' in text
    assert re.search(rf'aria-pressed="true">{values}<', text)
    assert anna.send("/class/play").headers["location"] == anna.at  # the same game
    anna.post("move", move="3,1")
    assert "tic_tac_toe" in tally(teacher)[0]["game"]
    assert anna.at in teacher.get(TEACHER)
    assert "Tic tac toe, move" in teacher.page


def test_what_cannot_be_sent_is_a_sentence_and_keeps_what_was_typed(people: Class) -> None:
    teacher, anna, _ = people
    assert "Move 2" in send(teacher, "vote", moves="2,2 2,2")
    assert 'value="2,2 2,2"' in teacher.send(TEACHER, do="send", kind="vote", game="tic_tac_toe", moves="2,2 2,2").text
    assert "before the end of the game" in send(teacher, "vote", moves="1,1 2,1 1,2 2,2 1,3")
    assert "before the end of the game" in send(teacher, "vote", "pig", "roll")
    assert "no such game" in send(teacher, "vote", "chaturanga")
    assert "no such game" in send(teacher, "vote", moves="/g/chaturanga/analyse")
    assert "choose what the class" in send(teacher, "dance").lower()
    assert "When your teacher sends a position" in anna.get("/class")


def test_a_sign_rings_on_the_other_pages_of_pupils_until_they_look(people: Class) -> None:
    teacher, anna, _ = people
    assert '<a id="bell" class="bell"' in anna.get("/")
    assert 'id="bell"' not in teacher.get("/")
    send(teacher, "vote")
    assert "Class: a new position" in anna.get("/g/nim")
    anna.get("/class")
    assert "Class: a new position" not in anna.get("/")


@timed
async def test_open_pages_hear_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson, "PACE", 0.01)
    made = with_class(tmp_path)
    room = made.classroom
    assert room is not None
    room.join("a", "Anna")
    await made.open()
    bell, page = lesson._bell_news(made, room, "a", False), lesson._pupil_news(made, room, "a", room.mark)
    teacher = lesson._teacher_news(made, room, lesson.PupilBoards(made, room), str(room.version))
    assert (await anext(teacher))["id"] == "pupils"
    waits = [asyncio.ensure_future(anext(one)) for one in (bell, page, teacher)]
    await asyncio.sleep(0.1)
    assert not any(one.done() for one in waits)
    room.send(await lesson._task(made, {"game": "nim", "kind": "vote", "moves": ""}))
    heard = await asyncio.gather(*waits)
    assert heard[0]["said"] == "Your teacher has sent a position."
    assert [one["id"] for one in heard] == ["bell", "lesson", "task"]
    room.join("b", "Ben")
    assert {(await anext(teacher))["id"], (await anext(teacher))["id"]} == {"task", "pupils"}
    room.vote("b", room.task.legal[0] if room.task else "")
    assert "1 of 2 have voted." in (await anext(teacher))["html"]
    assert (await anext(teacher))["id"] == "pupil-2"
    for one in (bell, page, teacher):
        await one.aclose()
    await made.close()


@timed
async def test_a_stream_tells_what_has_changed_since_the_page_was_made(tmp_path: Path) -> None:
    made = with_class(tmp_path)
    room = made.classroom
    assert room is not None
    room.join("a", "Anna")
    await made.open()
    mark, version = room.mark, str(room.version)
    room.send(await lesson._task(made, {"game": "nim", "kind": "vote", "moves": ""}))
    bell, page = lesson._bell_news(made, room, "a", False), lesson._pupil_news(made, room, "a", mark)
    teacher = lesson._teacher_news(made, room, lesson.PupilBoards(made, room), version)
    assert [(await anext(one))["id"] for one in (bell, page, teacher)] == ["bell", "lesson", "task"]
    marks = {mark, room.mark}
    room.close_vote()
    marks.add(room.mark)
    room.show_values({"moves": [], "informed": True})
    assert len({*marks, room.mark}) == 4
    for one in (bell, page, teacher):
        await one.aclose()
    await made.close()


@timed
async def test_two_clicks_begin_one_game(tmp_path: Path) -> None:
    made = with_class(tmp_path)
    room = made.classroom
    assert room is not None
    asker = Asker(application(made))
    await made.open()
    body = b"your-name=Anna"
    joined = await asker.ask("POST", "/class", body, OWN | {"content-type": FORM})
    assert joined.code == 303
    room.send(await lesson._task(made, {"game": "nim", "kind": "play", "moves": ""}))
    both = await asyncio.gather(*(asker.ask("POST", "/class/play", b"", OWN | {"content-type": FORM}) for _ in range(2)))
    assert both[0].headers["location"] == both[1].headers["location"]
    assert len(made.store.sittings()) == 1
    await made.close()


def test_the_server_prints_the_link_of_the_teacher(tmp_path: Path) -> None:
    server = Server.at([], "127.0.0.1", 0, store=str(tmp_path / "games.db"), is_class=True)
    try:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/class/[\w-]{16}", server.teacher)
        assert server.house.link("class").endswith("/class")
    finally:
        server.sockets.close()
    usual = Server.at([], "127.0.0.1", 0, store=str(tmp_path / "games.db"))
    usual.sockets.close()
    assert usual.teacher == ""
