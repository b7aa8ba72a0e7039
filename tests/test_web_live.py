"""A table on a server that runs: a computer for which nobody waits, whose answer is too late, and games no page can bear."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from asked import Asker
from games_gone_wrong import Long, State
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.scene import Cell, Scene
from kibitz.table.game_table import Settings
from kibitz.table.limits import Limits
from kibitz.table.table_seat import TableSeat
from kibitz.web.app import AppState, application
from kibitz.web.board.table_view import Wish, news
from kibitz.web.table_session import TableSession
from kibitz.web.visitors import Visitor
from pooled import until
from web_forms import first
from web_house import SOMEBODY, Oracle, house, in_time

ENTERED, GATE = threading.Event(), threading.Event()


class Odd(Long):
    """Each move does something else that no page can bear."""

    def moves(self, state: State) -> Iterable[int]:
        return range(100_000 if state.made == 3 else 2)

    def is_over(self, state: State) -> bool:
        return state.made == 6

    def show(self, state: State) -> str:
        return "#" * (10**7 if state.made == 1 else 3)

    def scene(self, state: State) -> Scene | None:
        if state.made == 4:
            raise ValueError("no \n picture")
        return Scene(tuple(Cell(str(n), n % 50, n // 50) for n in range(1000)), {}) if state.made == 2 else None


class Slow(Long):
    """A move takes until a gate is open."""

    def play(self, state: State, move: int) -> State:
        ENTERED.set()
        GATE.wait(60)
        return super().play(state, move)


@asynccontextmanager
async def table(
    folder: Path, oracle: Oracle, game: Game | None = None, limits: Limits = Limits(), first: str = "computer:level=1"
) -> AsyncIterator[tuple[AppState, TableSession]]:
    """A table of a server, where the computer has the move if nobody else is named."""
    made = house(folder, oracle, limits=limits)
    await made.open()
    seats = [TableSeat(first), TableSeat("human")]
    yield made, await made.tables.begin(Visitor(SOMEBODY), game or load("connect_four"), seats, Settings(1))
    await made.close()


def test_a_search_for_which_nobody_waits_is_given_up_and_taken_up_again(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)

    async def leave() -> None:
        async with table(tmp_path, oracle, limits=Limits(lease=0.05)) as (_, live):
            for cancelled in ([False], [True, False]):
                with live.audience.watched():
                    live.look()
                    while len(oracle.jobs) < len(cancelled):
                        await asyncio.sleep(0.01)
                    assert [job.is_cancelled for job in oracle.jobs] == cancelled
                await until(lambda: live.is_idle)
            assert [job.is_cancelled for job in oracle.jobs] == [True, True]
        assert live.is_idle

    in_time(leave())


def test_an_answer_that_comes_after_the_game_was_given_up_is_not_played(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)

    async def resign() -> None:
        async with table(tmp_path, oracle) as (_, live):
            live.look()
            await until(lambda: bool(oracle.jobs))
            found: Any = first("move", oracle.jobs[0].args)
            oracle.jobs[0].end(found)
            await live.change(lambda table: table.resign(1))
            await until(lambda: live.is_idle)
            assert (live.table.ended, live.table.ply, live.table.version) == ("resigned", 0, 2)
            await live.change(lambda table: table.undo(2))
            await until(lambda: len(oracle.jobs) == 2)
            assert [job.is_done for job in oracle.jobs] == [True, False]
            await live.change(lambda table: table.resign(3))
            assert oracle.jobs[1].is_cancelled

    in_time(resign())


def test_a_stream_tells_of_the_thinking_and_of_what_is_played(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)

    async def show(live: TableSession, wish: Wish, name: str) -> dict[str, Any]:
        return {"id": name, "html": live.table.status()}

    async def listen() -> None:
        async with table(tmp_path, oracle) as (made, live):
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

    in_time(listen())


def test_boards_that_no_page_can_bear_are_shown_as_far_as_they_can_be(tmp_path: Path) -> None:
    """A stream says of one that cannot be drawn that it shows the text."""

    async def play() -> None:
        async with table(tmp_path, Oracle(first), Odd(), first="human") as (made, live):
            app, answered = application(made), list[asyncio.Task[None]]()

            async def once(scope: Any, receive: Any, send: Any) -> None:
                """The table is closed when something has been said of it."""

                async def heard(message: Any) -> None:
                    await send(message)
                    if b"data: " in message.get("body", b""):
                        answered.append(asyncio.create_task(live.close()))

                await app(scope, receive, heard)

            for made_so_far in range(6):
                page = await Asker(app).get(f"/play/{live.table.key}")
                assert page.code == 200
                assert len(page.body) < 60_000
                if made_so_far == 4:
                    answer = await Asker(once).get(f"/play/{live.table.key}/stream?since=1.0")
                    assert "the board as text" in json.loads(answer.text.partition("\n")[0].removeprefix("data: "))["html"]
                    live = await made.tables.at(live.table.key)
                await live.change(lambda table: table.move("1", table.version))

    in_time(play())


def test_a_rule_that_hangs_after_the_computers_move_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    async def end() -> None:
        async with table(tmp_path, Oracle(lambda do, args: {"best": "1", "value": None}), Slow()) as (made, live):
            live.look()
            await until(ENTERED.is_set)
            assert not live.is_idle
            await asyncio.wait_for(made.close(), 7)  # and the rule for eight at least

    try:
        in_time(end())
    finally:
        GATE.set()
