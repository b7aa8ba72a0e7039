"""A computer at a table that thinks on a person's time: what it found is played at once, and nothing else is changed by it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.jobs.job import Job
from kibitz.position import Position
from kibitz.table.game_table import Settings
from kibitz.table.saved_tables import sitting_of, table_of
from kibitz.table.table_seat import TableSeat
from kibitz.web.table_session import TableSession
from kibitz.web.visitors import Visitor
from pooled import until
from web_forms import begin, first
from web_house import SOMEBODY, Client, Oracle, house, timed

GAME = load("connect_four")


def found(job: Job) -> Any:
    """The first legal move, and the first legal reply as the one that is expected."""
    answer: Any = first(job.do, job.args)
    after = Position.after(load(job.args["game"]), [*job.args["moves"], answer["best"]])
    return answer | {"line": [answer["best"], *([] if after.is_over else [after.name(after.legal()[0])])]}


@asynccontextmanager
async def pondering(
    folder: Path, oracle: Oracle, ponders: bool = True, game: Game = GAME, legal: bool = False
) -> AsyncIterator[TableSession]:
    """A table where the computer has made the first move, and a person has the next; `legal`: it expects one that may come."""
    made = house(folder, oracle)
    await made.open()
    seats, settings = [TableSeat("computer:time=1"), TableSeat("human")], Settings(1, 1.0, ponders=ponders)
    live = await made.tables.begin(Visitor(SOMEBODY), game, seats, settings)
    with live.audience.watched():
        live.look()
        await until(lambda: bool(oracle.jobs))
        answer = found(oracle.jobs[0])
        if legal:
            answer |= {"line": [answer["best"], next(iter(live.table.answer(answer["best"]).legal()))]}
        oracle.jobs[0].end(answer)
        await until(lambda: live.table.waits)
        yield live
    await made.close()


def asked(oracle: Oracle) -> list[tuple[str, list[str]]]:
    """What was searched, and after which moves."""
    return [(job.do, job.args["moves"]) for job in oracle.jobs]


async def reply(live: TableSession, text: str) -> None:
    """The person moves."""
    await live.change(lambda table: table.move(text, table.version))


@timed
async def test_the_answer_to_the_expected_reply_is_there_when_it_comes(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle) as live:
        await until(lambda: len(oracle.jobs) == 2)
        assert asked(oracle)[1] == ("move", ["1", "1"])
        assert live.job is None  # nobody sees it
        oracle.jobs[1].end(found(oracle.jobs[1]))
        await reply(live, "1")
        await until(lambda: live.table.waits)
        assert live.table.names() == ["1", "1", "1"]
        await until(lambda: len(oracle.jobs) == 3)
        assert asked(oracle)[2] == ("move", ["1", "1", "1", "1"])  # and so on


@timed
async def test_a_search_under_way_goes_on_when_the_expected_reply_comes(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle) as live:
        await until(lambda: len(oracle.jobs) == 2)
        await reply(live, "1")
        await until(lambda: live.job is oracle.jobs[1])  # now it is seen, and can be stopped
        live.stop()
        assert oracle.jobs[1].is_stopped
        assert not oracle.jobs[1].is_cancelled
        oracle.jobs[1].end(found(oracle.jobs[1]))
        await until(lambda: live.table.waits)
        assert live.table.names() == ["1", "1", "1"]


@timed
async def test_another_reply_is_thought_about_anew(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle) as live:
        await until(lambda: len(oracle.jobs) == 2)
        await reply(live, "4")
        await until(lambda: len(oracle.jobs) == 3)
        assert oracle.jobs[1].is_cancelled
        assert asked(oracle)[2] == ("move", ["1", "4"])
        oracle.jobs[2].end(found(oracle.jobs[2]))
        await until(lambda: live.table.waits)
        assert live.table.names() == ["1", "4", "1"]


@timed
async def test_what_is_asked_meanwhile_goes_first(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle) as live:
        await until(lambda: len(oracle.jobs) == 2)
        live.advise()
        await until(lambda: len(oracle.jobs) == 3)
        assert oracle.jobs[1].is_cancelled
        assert asked(oracle)[2] == ("move", ["1"])
        oracle.jobs[2].end(found(oracle.jobs[2]))
        await until(lambda: live.hint is not None)
        await reply(live, "1")  # what was broken off is searched again
        await until(lambda: len(oracle.jobs) == 4)
        assert asked(oracle)[3] == ("move", ["1", "1"])


@timed
async def test_a_move_taken_back_and_a_game_given_up_end_it(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle) as live:
        await until(lambda: len(oracle.jobs) == 2)
        await live.change(lambda table: table.resign(table.version))
        await until(lambda: oracle.jobs[1].is_cancelled)
        assert live.ahead is None


@timed
async def test_what_fails_while_a_person_thinks_is_tried_when_it_is_needed(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle) as live:
        await until(lambda: len(oracle.jobs) == 2)
        oracle.jobs[1].end(found(oracle.jobs[1]) | {"wrong": "too little memory"})
        await reply(live, "1")
        await until(lambda: len(oracle.jobs) == 3)
        assert asked(oracle)[2] == ("move", ["1", "1"])
        assert live.wrong == ""


@timed
async def test_unless_it_is_wished_nothing_is_thought(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle, ponders=False) as live:
        await asyncio.sleep(0.1)
        assert len(oracle.jobs) == 1
        assert live.ahead is None


@timed
@pytest.mark.parametrize("legal", [False, True])
async def test_dice_that_nobody_has_seen_are_not_looked_at(legal: bool, tmp_path: Path) -> None:
    """The line may go on with a throw, or with the move after the one that fell."""
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle, game=load("einstein"), legal=legal) as live:
        await asyncio.sleep(0.1)
        assert len(oracle.jobs) == 1
        assert live.ahead is None
        assert live.wrong == ""


@timed
async def test_another_player_in_the_seat_thinks_for_itself(tmp_path: Path) -> None:
    oracle = Oracle(lambda do, args: None)
    async with pondering(tmp_path, oracle) as live:
        await until(lambda: len(oracle.jobs) == 2)
        await reply(live, "1")
        await live.change(lambda table: table.exchange("computer:level=3", table.version))
        await until(lambda: len(oracle.jobs) == 3)
        assert oracle.jobs[1].is_cancelled
        assert oracle.jobs[2].args["player"] == "computer:level=3"


def test_the_form_asks_and_the_store_keeps_it(tmp_path: Path) -> None:
    made = house(tmp_path, Oracle(first))
    with Client(made) as page:
        assert 'name="ponders"' in page.get("/g/connect_four").text
        for wish in ({"ponders": "1"}, {}):
            key = begin(page, "connect_four", **wish).rpartition("/")[2]
            kept = made.store.sitting(key)
            assert kept is not None
            table = table_of(kept, GAME)
            assert table.settings.ponders is bool(wish)
            assert sitting_of(table).settings["ponders"] is bool(wish)
