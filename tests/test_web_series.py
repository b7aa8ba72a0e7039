"""A match that is played for the page: as `kibitz match` plays it, stopped, gone on with, and killed in the middle."""

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import fair
import needs
import served
from kibitz.arena.match import Match, plan_match
from kibitz.arena.standing import standing_as_json
from kibitz.arena.store import Store
from kibitz.core.registry import load
from kibitz.jobs.kinds import ratings, series
from kibitz.jobs.matches import RunningMatches
from kibitz.jobs.worker import Stop
from kibitz.runtime.deadlines import left_behind
from kibitz.table.limits import Limits
from pooled import until
from visitor import Visitor
from watched import FORM, GAME, PLAYERS, lines, several, told_elo, twin
from web_house import Oracle

pytestmark = pytest.mark.untraced


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def run(
    file: str, tell: Callable[[dict[str, Any]], None] = lambda news: None, stop: Stop | None = None, **args: Any
) -> dict[str, Any]:
    return series.run({"store": file, **args}, tell, stop or Stop())


def wanted(games: int) -> dict[str, Any]:
    return {"game": GAME, "players": list(PLAYERS), "games": games, "openings": "auto", "seed": 5}


@pytest.mark.parametrize("pace", [None, 0.0])
def test_a_series_is_the_match_that_kibitz_match_plays(file: str, pace: float | None) -> None:
    seen: list[dict[str, Any]] = []
    done = run(file, seen.append, plan=wanted(10), pace=pace)
    plan, games = twin(10)
    with Store.open(file) as store:
        assert store.plan(done["match"]) == plan
        assert lines(list(store.games(done["match"]))) == lines(games)
    assert (done["standing"]["games"], done["stopped"], done["again"]) == (10, False, False)
    shown = {(news["pair"], news["side"], tuple(news["moves"])) for news in seen if news["pair"] is not None}
    starts = [(how, len(one.opening.split())) for one, how in games]
    every = {(how.pair, how.side, how.moves[:ply]) for how, start in starts for ply in range(start, len(how.moves) + 1)}
    assert shown == (set() if pace is None else every)


def test_a_series_stops_between_two_moves_and_goes_on_as_if_nothing_had_been(file: str) -> None:
    stop, over = Stop(), list[int]()

    def tell(news: dict[str, Any]) -> None:
        if news["pair"] == 1 and len(news["moves"]) == 4 and not over:
            over.append(len(news["recent"]))
            stop.ask()

    begun = run(file, tell, stop, plan=wanted(10), pace=0.001)
    assert begun["stopped"] is True
    assert [begun["standing"]["games"]] == over, "the game under way was played on"
    assert run(file, match=begun["match"])["standing"]["games"] == 10
    with Store.open(file) as store:
        assert lines(list(store.games(begun["match"]))) == lines(twin(10)[1])


def test_a_stop_ends_a_slow_pace_at_once(file: str) -> None:
    stop, began = Stop(), fair.now()
    threading.Timer(0.2, stop.ask).start()
    run(file, stop=stop, plan=wanted(10), pace=30.0)
    assert fair.now() - began < 10


@needs.named_pipes
def test_a_player_that_no_clock_stops_loses_and_another_process_goes_on(file: str, tmp_path: Path) -> None:
    sleeper, gate = tmp_path / "sleeper.py", tmp_path / "gate"
    os.mkfifo(gate)
    sleeper.write_text(f"def sleeps(position):\n    open({str(gate)!r})\n", "utf-8")  # until somebody writes there
    plan, fixtures = plan_match(load(GAME), (f"{sleeper}:sleeps", "greedy"), games=4, seed=1, openings="start", clock=0.1)
    with Store.open(file) as store:
        number = store.add(plan, fixtures)
        done = run(file, match=number)
        assert (done["again"], done["standing"]["games"]) == (True, 1)
        assert store.game(number, 0, 0)[1].forfeit == 0
    gate.open("w").close()
    asyncio.run(until(lambda: not left_behind()))


def test_a_series_whose_process_is_worn_out_goes_on_in_another_one_and_says_why_it_ends() -> None:
    async def work() -> None:
        pool, catalog = Oracle(lambda do, args: None), SimpleNamespace(check=lambda spec: None)
        house: Any = SimpleNamespace(series=pool, limits=Limits(), store=SimpleNamespace(url="games.db"), catalog=catalog)
        running = RunningMatches(house)
        running.go_on(7, GAME, "none")
        running.go_on(7, GAME, "quick")
        assert len(pool.jobs) == 1, "one match is played by one process at a time"
        pool.jobs[0].end({"again": True, "stopped": False})
        await until(lambda: len(pool.jobs) == 2)
        assert [job.args["match"] for job in pool.jobs] == [7, 7]
        assert running.of(7) is not None
        pool.jobs[1].end({"again": False, "stopped": True})
        await until(lambda: running.of(7) is None)
        assert "60 minutes" in running.why(7)

    asyncio.run(work())


def test_a_series_of_several_tells_their_elo(file: str) -> None:
    with Store.open(file) as store:
        number = several(store, 6)
        standing = run(file, match=number)["standing"]
        assert standing["crosstable"]["ratings"]["elo"] == told_elo(store, number)
        match = Match(store, number)
        told = standing_as_json(match.standing(), match.crosstable())
    rated = ratings.run({"store": file, "match": number}, lambda news: None, Stop())
    assert rated == {"said": standing["crosstable"]["ratings"], "told": {name: told[name] for name in ("ratings", "advantage")}}
    assert rated["told"] == {name: standing[name] for name in ("ratings", "advantage")}


def test_a_killed_server_loses_no_finished_game_and_the_match_goes_on(file: str) -> None:
    with served.running(store=file) as server:
        visitor = Visitor(server.address)
        visitor.post("/g/tic_tac_toe/watch", **FORM | {"pace": "quick", "openings": "random", "plies": "8"})
        visitor.waits("/match/1", r"<b>([2-9]|1[01])</b> of 12 games")
        server.process.kill()
        server.process.wait()
    with Store.open(file) as store:
        kept = list(store.games(1))
        assert 2 <= len(kept) < 12
    with served.running(store=file) as server:
        visitor = Visitor(server.address)
        assert "Go on" in visitor.get("/match/1")
        visitor.post("/match/1/on", pace="none")
        visitor.waits("/match/1", "<b>12</b> of 12 games")
    with Store.open(file) as store:
        games = list(store.games(1))
        assert games[: len(kept)] == kept
        assert lines(games) == lines(twin(12, openings="random:8")[1])
