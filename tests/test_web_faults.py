"""What may go wrong around a table, and leaves it as it was: two servers, full pools, mistakes of ours."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from asked import Asker
from kibitz.core.registry import load
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.jobs import tree_jobs
from kibitz.jobs.job import Busy
from kibitz.jobs.visitor_queue import VisitorSearchQueue
from kibitz.position import Position
from kibitz.present.values import side_names
from kibitz.table.game_table import Settings, Stale
from kibitz.table.limits import Limits
from kibitz.table.table_seat import TableSeat
from kibitz.web import tables
from kibitz.web.app import AppState, application
from kibitz.web.board.html import board_of
from kibitz.web.board.orientation import facing_of
from kibitz.web.table_session import TableSession
from kibitz.web.visitors import Visitor
from web_house import SOMEBODY, Oracle, house, timed


def silent(folder: Path, **limits: Any) -> tuple[AppState, Oracle]:
    """A house whose searches never end by themselves."""
    oracle = Oracle(lambda do, args: None)
    return house(folder, oracle, limits=Limits(**limits)), oracle


async def begun(made: AppState, *seats: str) -> TableSession:
    sitting = [TableSeat(one) for one in seats]
    return await made.tables.begin(Visitor(SOMEBODY), load("tic_tac_toe"), sitting, Settings(1))


async def until(true: Callable[[], Any]) -> None:
    while not true():
        await asyncio.sleep(0.01)


@timed
async def test_a_game_that_goes_on_at_another_server_is_caught_up_with_by_people_and_by_the_computer(tmp_path: Path) -> None:
    (one, oracle), (other, _) = silent(tmp_path), silent(tmp_path)
    here = await begun(one, "human", "human")
    there = await other.tables.at(here.table.key)
    await there.change(lambda table: table.move("2,2", 1))
    with pytest.raises(Stale, match="elsewhere"):
        await here.change(lambda table: table.move("1,1", 1))
    assert here.table.names() == ["2,2"]
    await here.change(lambda table: table.move("1,1", table.version))
    assert one.store.sitting(here.table.key).moves == ("2,2", "1,1")  # type: ignore[union-attr]
    here = await begun(one, "human", "random")
    await here.change(lambda table: table.move("2,2", 1))
    await until(lambda: oracle.jobs)
    there = await other.tables.at(here.table.key)
    with pytest.raises(Stale):
        await there.change(lambda table: table.move("1,1", 1))
    await there.change(lambda table: table.answer("3,3"))
    oracle.jobs[0].end({"best": "1,1", "value": None})
    await until(lambda: here.table.names() == ["2,2", "3,3"])
    assert here.wrong == ""
    await one.close()
    await other.close()


@timed
async def test_a_waiting_request_keeps_its_search_longer_than_the_lease(tmp_path: Path) -> None:
    made, oracle = silent(tmp_path, lease=0.1)
    live = await begun(made, "random", "human")
    live.look()
    asking = asyncio.create_task(live.settled(60))
    await until(lambda: oracle.jobs)
    await asyncio.sleep(0.8)  # longer than two looks whether anybody waits
    assert not oracle.jobs[0].is_done
    asking.cancel()
    await until(lambda: oracle.jobs[0].is_cancelled)
    await made.close()


@timed
async def test_a_mistake_of_ours_is_told_and_not_made_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = []

    async def fail(live: TableSession) -> None:
        tried.append(live)
        raise RuntimeError("a mistake")

    made, _ = silent(tmp_path)
    live = await begun(made, "random", "human")
    for name in tables.TASKS:
        monkeypatch.setitem(tables.TASKS, name, fail)
    for _ in range(3):
        live.look()
        await asyncio.sleep(0.01)
    assert len(tried) == 1
    assert "log of the server" in live.wrong
    other = await begun(made, "human", "human")
    await other.change(lambda table: table.show_values("on"))
    other.advise()
    for _ in range(3):
        other.look()
        await asyncio.sleep(0.01)
    assert len(tried) == 3
    assert other.hint is not None
    assert "log of the server" in other.hint["wrong"]
    assert not other.wants_values
    await made.close()
    assert "a mistake" in caplog.text


@timed
async def test_who_found_no_place_and_leaves_does_not_go_on_asking(tmp_path: Path) -> None:
    asked = list[str]()

    def full(do: str, args: dict[str, Any]) -> Busy:
        asked.append(do)
        return Busy(30)

    made = house(tmp_path, Oracle(full), limits=Limits(lease=0.1))
    live = await begun(made, "random", "human")
    with live.audience.watched():
        live.look()
        await until(lambda: asked)
    await until(lambda: live.is_idle)
    await made.close()


@timed
async def test_what_is_only_asked_out_of_interest_lets_everything_else_go_first() -> None:
    oracle = Oracle(lambda do, args: None)
    searches: Any = VisitorSearchQueue(oracle, SOMEBODY)  # type: ignore[arg-type]

    async def search(do: str, waited_for: bool) -> Any:
        return await searches.search(do, {}, 1.0, lambda job: None, lambda: True, waited_for)

    first = asyncio.create_task(search("first", True))
    await until(lambda: oracle.jobs)
    interest = asyncio.create_task(search("interest", False))
    await asyncio.sleep(0.01)
    second = asyncio.create_task(search("second", True))
    await asyncio.sleep(0.01)
    oracle.jobs[0].end({})
    assert await interest is None
    await until(lambda: len(oracle.jobs) == 2)
    assert oracle.jobs[1].do == "second"
    oracle.jobs[1].end({})
    await asyncio.gather(first, second)


@timed
async def test_two_pages_of_one_visitor_do_not_take_their_trees_from_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_jobs, "MOMENT", 0.2)
    made, oracle = silent(tmp_path, lease=2.0)
    asker = Asker(application(made))
    await asker.get("/")  # for the cookie
    for _ in range(2):
        pages = await asyncio.gather(*(asker.get(f"/g/tic_tac_toe/tree?depth={depth}") for depth in (3, 4)))
        assert ["It comes by itself." in page.text for page in pages] == [True, True]
        assert [job.is_done for job in oracle.jobs] == [False, False]
    for ahead, said in ((2, "2 before you"), (0, "you are next")):
        oracle.ahead = ahead
        waiting = await asker.get("/g/tic_tac_toe/tree?depth=3", kibitz_fragment="waiting")
        assert said in waiting.text
        assert "<html" not in waiting.text
    page = await asker.get("/g/tic_tac_toe/tree?depth=3&show=all")
    assert 'href="/g/tic_tac_toe/tree?depth=3&amp;show=all"' in page.text
    await until(lambda: all(job.is_cancelled for job in oracle.jobs))
    await made.close()


@timed
async def test_a_match_that_nobody_waits_to_see_begun_ends(tmp_path: Path) -> None:
    made, oracle = silent(tmp_path)
    beginning = asyncio.create_task(made.matches.begin({"game": "tic_tac_toe"}, "none"))
    await until(lambda: oracle.jobs)
    beginning.cancel()
    await asyncio.wait({beginning})
    assert oracle.jobs[0].is_cancelled
    await made.close()


def test_a_game_with_a_list_among_its_parameters_is_drawn_too() -> None:
    @dataclass(frozen=True)
    class Listed(TicTacToe):
        more: list[int] = field(default_factory=list)

    board = board_of(Position(Listed()), True)
    assert not board.faults
    assert len(board.spots) == 9
    assert side_names(Listed()) == ("X", "O")
    assert facing_of(Listed()) == facing_of(TicTacToe())
