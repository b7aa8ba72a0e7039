"""The computer at a table: what it says too late or wrongly, who waits for it, and what is found again after a restart."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from kibitz.registry import load
from kibitz.web.job import JobFailed
from kibitz.web.limits import Limits
from kibitz.web.live import Live
from kibitz.web.pages import play
from kibitz.web.table import Settings, TableSeat
from kibitz.web.view import Wish, news
from kibitz.web.visitors import Visitor
from pooled import until
from web_forms import begin, first
from web_house import Answer, Client, Oracle, house


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page without a script is answered when the computer has moved, however long that takes."""
    monkeypatch.setattr(play, "PATIENCE", 15.0)


def version(text: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', text)
    assert found
    return found[1]


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


def test_a_player_that_cannot_play_can_be_exchanged(tmp_path: Path) -> None:
    def answer(do: str, args: dict[str, Any]) -> Answer:
        return JobFailed("it cannot be solved") if args.get("player") == "perfect" else first(do, args)

    with Client(house(tmp_path, Oracle(answer))) as page:
        place = begin(page, "connect_four", **{"player-1": "perfect"})
        page.post(f"{place}/move", data={"move": "4", "version": "1"})
        shown = page.get(place).text
        assert "O (perfect) cannot play: it cannot be solved." in shown
        assert '<option value="computer:level=4">computer, level 4</option>' in shown
        for wrong in ("evil.py:player", "perfect:file=/etc/passwd", ""):
            refused = page.post(f"{place}/exchange", data={"player": wrong, "version": version(shown)})
            assert (refused.status_code, "No such player can be had here" in refused.text) == (400, True)
        stale = page.post(f"{place}/exchange", data={"player": "random", "version": "1"})
        assert stale.status_code == 409
        page.post(f"{place}/exchange", data={"player": "computer:level=2", "version": version(shown)})
        shown = page.get(place).text
        assert "Your move, X." in shown
        assert "O (computer, level 2) plays" in shown
        assert "cannot play" not in shown
        assert page.post(f"{place}/exchange", data={"player": "random", "version": version(shown)}).status_code == 400
        cookies = dict(page.cookies)
    with Client(house(tmp_path, Oracle(answer))) as page:
        page.cookies.update(cookies)
        assert "against computer, level 2" in page.get("/").text, "the store knows who plays now"


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


def test_a_search_for_which_nobody_waits_is_given_up_and_taken_up_again(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)

    async def leave() -> None:
        made = house(tmp_path, oracle, limits=Limits(lease=0.05))
        live = await _table(made)
        with live.audience.watched():
            live.look()
            await until(lambda: bool(oracle.jobs))
        await until(lambda: live.is_idle)
        assert [job.is_cancelled for job in oracle.jobs] == [True]
        with live.audience.watched():
            live.look()
            await until(lambda: len(oracle.jobs) == 2)
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
        await until(lambda: bool(oracle.jobs))
        found: Any = first("move", oracle.jobs[0].args)
        oracle.jobs[0].end(found)
        await live.change(lambda table: table.resign(1))
        await asyncio.sleep(0.1)
        assert (live.table.ended, live.table.ply, live.table.version) == ("resigned", 0, 2)
        await live.change(lambda table: table.undo(2))
        await until(lambda: len(oracle.jobs) == 2)
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
        await until(lambda: bool(oracle.jobs))
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
    seats = [TableSeat("computer:level=1"), TableSeat("human")]
    return await made.tables.begin(Visitor("0" * 32), load("connect_four"), seats, Settings(1))  # type: ignore[no-any-return]
