"""What a page compiles before it is asked for: for those who look at the form of a new game, and never at anybody's cost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from asked import Asker
from kibitz.core.registry import load
from kibitz.jobs import preparations
from kibitz.jobs.job import Busy, JobFailed
from kibitz.jobs.kinds import move, prepare, values
from kibitz.jobs.worker import Stop
from kibitz.kernel import machine
from kibitz.web.app import application
from pooled import until
from web_forms import first
from web_house import FORM, SOMEBODY, Answer, Oracle, house, timed

PLAIN = """
from kibitz.games.textbook.nim import Nim

class Plain(Nim):
    compiles = False
"""
LEVEL_4 = ("move", "computer:level=4")
VALUES = ("values", "")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparations, "LOOK", 0.01)


def idle(do: str, args: dict[str, Any]) -> Answer:
    """What is compiled goes on until the test ends it."""
    return None if do == "prepare" else first(do, args)


@asynccontextmanager
async def opened(folder: Path, oracle: Oracle, *games: str, room: bool = True) -> AsyncIterator[Asker]:
    made = house(folder, oracle, games)
    await made.open()
    oracle.has_room = room
    yield Asker(application(made))
    await made.close()


def asked(oracle: Oracle) -> list[tuple[str, str, str]]:
    """What was compiled so far: the game, the job and the player."""
    jobs = [job for job in oracle.jobs if job.do == "prepare"]
    assert all(job.gives_way for job in jobs)
    return [(job.args["game"].partition(":")[0], job.args["what"], job.args["player"]) for job in jobs]


async def end(oracle: Oracle, number: int, how: Answer = None) -> None:
    """The job of that number is there, and ends."""
    await until(lambda: len(oracle.jobs) > number)
    oracle.jobs[number].end({} if how is None else how)
    await asyncio.sleep(0.05)


@timed
async def test_the_form_of_a_new_game_has_its_usual_opponent_compiled_and_its_values_once(tmp_path: Path) -> None:
    oracle = Oracle(idle)
    async with opened(tmp_path, oracle) as somebody:
        await somebody.ask("GET", "/g/nim")
        await end(oracle, 0)
        await end(oracle, 1)
        assert asked(oracle) == [("nim", *LEVEL_4), ("nim", *VALUES)]
        await somebody.ask("GET", "/g/nim")
        await asyncio.sleep(0.05)
        assert len(oracle.jobs) == 2


@timed
async def test_who_goes_through_all_games_begins_no_more_than_two(tmp_path: Path) -> None:
    oracle = Oracle(idle)
    async with opened(tmp_path, oracle) as somebody:
        for game in ("nim", "pig", "kalah", "othello", "tic_tac_toe"):
            await somebody.ask("GET", f"/g/{game}")
            await asyncio.sleep(0.02)
        assert asked(oracle) == [("nim", *LEVEL_4)]
        for number in range(4):
            await end(oracle, number)
        assert asked(oracle)[2:] == [("tic_tac_toe", *LEVEL_4), ("tic_tac_toe", *VALUES)]


@timed
async def test_nothing_is_compiled_for_a_page_that_is_fetched_in_advance(tmp_path: Path) -> None:
    oracle = Oracle(idle)
    async with opened(tmp_path, oracle) as somebody:
        await somebody.ask("HEAD", "/g/nim")
        await somebody.ask("GET", "/g/nim", headers={"host": "localhost", "sec-purpose": "prefetch;prerender"})
        await asyncio.sleep(0.05)
        assert asked(oracle) == []
        await somebody.ask("GET", "/g/nim")
        await until(lambda: bool(oracle.jobs))


@timed
async def test_the_games_of_the_front_page_follow_when_nobody_has_wished_for_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparations, "IDLE", 0.01)
    (tmp_path / "plain.py").write_text(PLAIN)
    oracle = Oracle(idle)
    made = house(tmp_path, oracle, (str(tmp_path / "plain.py"),))
    await made.open()
    somebody = Asker(application(made))
    made.preparations.begin(map(load, ("nim", "pig")), "computer:level=4")
    oracle.has_room = False
    await asyncio.sleep(0.05)
    assert asked(oracle) == [], "others are served first"
    oracle.has_room = True
    await until(lambda: asked(oracle) == [("nim", *LEVEL_4)])
    await somebody.ask("GET", "/g/kalah")
    await until(lambda: asked(oracle)[1:] == [("kalah", *LEVEL_4)])
    for number in (1, 2, 0, 3):
        await end(oracle, number)
    assert set(asked(oracle)[:4]) == {("nim", *LEVEL_4), ("nim", *VALUES), ("kalah", *LEVEL_4), ("kalah", *VALUES)}
    await until(lambda: asked(oracle)[4:] == [("pig", *LEVEL_4)])
    await made.close()


@timed
async def test_rules_that_are_not_compiled_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(PLAIN)
    oracle = Oracle(idle)
    async with opened(tmp_path, oracle, str(tmp_path / "plain.py")) as somebody:
        answer = await somebody.ask("GET", "/g/plain")
        assert answer.code == 200, answer.text
        await asyncio.sleep(0.05)
        assert asked(oracle) == []


@timed
async def test_as_long_as_there_is_no_room_nothing_begins_and_what_was_given_up_begins_again(tmp_path: Path) -> None:
    oracle = Oracle(idle)
    async with opened(tmp_path, oracle, room=False) as somebody:
        await somebody.ask("GET", "/g/nim")
        await asyncio.sleep(0.05)
        assert asked(oracle) == []
        oracle.has_room = True
        await until(lambda: len(oracle.jobs) == 1)
        oracle.jobs[0].cancel()
        await until(lambda: len(oracle.jobs) == 2)
        assert asked(oracle) == 2 * [("nim", *LEVEL_4)]
        oracle.answer = lambda do, args: Busy(1)
        await end(oracle, 1, JobFailed("this went wrong"))
        assert len(oracle.jobs) == 2, "what went wrong would go wrong again"
        oracle.answer = idle
        await until(lambda: len(oracle.jobs) == 3)
        assert asked(oracle)[2:] == [("nim", *VALUES)]


@timed
async def test_nobody_is_waited_for_who_asked_long_ago(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparations, "PATIENCE", 0.03)
    oracle = Oracle(idle)
    async with opened(tmp_path, oracle, room=False) as somebody:
        await somebody.ask("GET", "/g/nim")
        await asyncio.sleep(0.2)
        oracle.has_room = True
        await asyncio.sleep(0.1)
        assert asked(oracle) == []


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("computer:level=2", [("nim", "move", "computer:level=2"), ("nim", *VALUES)]),
        ("human", [("nim", *VALUES)]),
    ],
)
@timed
async def test_a_game_in_which_a_person_moves_first_has_its_players_compiled(
    tmp_path: Path, second: str, expected: list[tuple[str, str, str]]
) -> None:
    oracle = Oracle(idle)
    async with opened(tmp_path, oracle) as somebody:
        somebody.cookies["kibitz_visitor"] = SOMEBODY
        begun = await somebody.ask("POST", "/g/nim/play", f"player-0=human&player-1={second}".encode(), form())
        assert begun.code == 303, begun.text
        for number in range(len(expected)):
            await end(oracle, number)
        assert asked(oracle) == expected


def form() -> dict[str, str]:
    return {"host": "localhost", "sec-fetch-site": "same-origin", "content-type": FORM}


@pytest.mark.compiled
def test_what_was_prepared_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    args = {"game": "connect_four:width=5,height=4,line=3", "moves": ["2"], "player": "computer:level=4"}
    heard: list[str] = []

    def run(job: Any, **more: Any) -> None:
        job.run(args | more, lambda news: None, Stop())

    class Announcer:
        def __init__(self, doing: str, seconds: float) -> None:
            heard.append(doing.partition(":")[0])

        def __enter__(self) -> None: ...

        def __exit__(self, *problem: object) -> None: ...

    monkeypatch.setattr(machine, "_announcer", [Announcer])
    run(prepare, what="move")
    run(prepare, what="values")
    assert set(heard) == {"preparing Connect Four"}
    heard.clear()
    run(move)
    run(values, time=0.1)
    assert heard == []
