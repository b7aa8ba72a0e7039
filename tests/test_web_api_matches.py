"""The JSON interface on players and their matches: written as on the command line, begun, watched and read."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api_asked import housed, said, using
from asked import Asker
from kibitz.arena.fixture import Plan
from kibitz.web import ratings
from kibitz.web.app import AppState
from kibitz.web.job import Job
from kibitz.web.running import Run
from quick_pool import QuickPool
from web_house import Oracle

PLAYERS = [
    ("level-4", "computer:level=4"),
    ("computer:level=4", "computer:level=4"),
    ("computer:time=0.5", "computer:time=0.5"),
    ("minimax:depth=3", "minimax:depth=3"),
    ("alphabeta:depth=3,time=0.2", "alphabeta:depth=3,time=0.2"),
    ("random", "random"),
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AppState]:
    with housed(tmp_path) as made:
        yield made


@pytest.mark.parametrize(("written", "spec"), PLAYERS)
def test_a_player_is_written_as_on_the_command_line(tmp_path: Path, written: str, spec: str) -> None:
    pool = QuickPool(slow=True)

    async def use(asker: Asker) -> None:
        play = (await asker.send("/api/plays", {"game": "tic_tac_toe", "seats": ["human", written]})).json
        assert play["seats"][1]["spec"] == spec
        new = {"game": "tic_tac_toe", "players": [{"player": written}, {"player": "random"}]}
        asking = asyncio.create_task(asker.send("/api/matches", new))
        while not pool.jobs:
            await asyncio.sleep(0.01)
        assert pool.jobs[0].args["plan"]["players"] == [spec, "random"]
        pool.jobs[0].cancel()
        assert (await asking).code == 409

    with housed(tmp_path, series=pool) as house:
        using(house, use)


@pytest.mark.parametrize(
    "written",
    [
        "chess",
        "level-99",
        "x.py",
        "minimax:depth",
        "minimax:depth=3,weights=x",
        "minimax:depth=2,depth=3",
        "random:depth=2",
        "computer:level=4,weights=x",
        "computer:time=99",
        "level-4:time=1",
    ],
)
def test_no_other_player_can_be_written(house: AppState, written: str) -> None:
    async def use(asker: Asker) -> None:
        code, why = said(await asker.send("/api/plays", {"game": "nim", "seats": ["human", written]}))
        assert code == 400
        assert "list" not in why
        players = [{"player": written}, {"player": "random"}]
        assert said(await asker.send("/api/matches", {"game": "nim", "players": players}))[0] == 400

    using(house, use)


def test_who_names_no_player_is_told_which_there_are(house: AppState) -> None:
    async def use(asker: Asker) -> None:
        _, why = said(await asker.send("/api/plays", {"game": "nim", "seats": ["human", "nobody"]}))
        assert all(name in why for name in ("human", "computer:level=1 to 10", "computer:time=SECONDS", "random", "minimax"))
        players = [{"player": "human"}, {"player": "random"}]
        _, why = said(await asker.send("/api/matches", {"game": "nim", "players": players}))
        assert "there are computer:level=1 to 10" in why
        twice = [{"player": "minimax:depth=2", "depth": 3}, {"player": "random"}]
        assert said(await asker.send("/api/matches", {"game": "nim", "players": twice}))[1].startswith("A depth, or a time")

    using(house, use)


def test_a_match_is_begun_watched_and_read(tmp_path: Path) -> None:
    async def use(asker: Asker) -> None:
        new = {"game": "nim", "players": [{"player": "random"}, {"player": "greedy"}], "games": 4, "seed": 1}
        begun = await asker.send("/api/matches", new)
        assert (begun.code, begun.json) == (202, {"match": 1})
        for _ in range(600):
            match = (await asker.get("/api/matches/1")).json
            if not match["running"]:
                break
            await asyncio.sleep(0.05)
        assert match["why"] == ""
        assert (match["games"], match["players"], match["a_wins"] + match["b_wins"]) == (4, ["random", "greedy"], 4)
        assert [one["match"] for one in (await asker.get("/api/matches")).json["matches"]] == [1]
        games = (await asker.get("/api/matches/1/games?skip=1&most=2")).json["games"]
        assert [(one["pair"], one["side"]) for one in games] == [(0, 1), (1, 0)]
        assert (await asker.get("/api/matches/1/games/0/1")).json == games[0]
        assert games[0]["payoffs"] in ([1.0, -1.0], [-1.0, 1.0])
        for gone in ("/api/matches/2", "/api/matches/1/games/9/0", f"/api/matches/{10**30}", "/api/matches/2/games"):
            assert said(await asker.get(gone))[0] == 404
        for players in ([{"player": "./x.py:f"}] * 2, [{"player": "random"}], [{"player": "minimax:depth=0"}] * 2):
            assert said(await asker.send("/api/matches", new | {"players": players}))[0] == 400

    from kibitz.web.pool import Pool

    with housed(tmp_path, series=Pool(1, 0)) as house:
        using(house, use)


def test_matches_are_listed_a_page_at_a_time(house: AppState) -> None:
    for _ in range(22):
        house.store.add(Plan("nim", ("random", "greedy"), 1), [])

    async def use(asker: Asker) -> None:
        for query, numbers in (("", range(1, 23)), ("?skip=20", range(21, 23)), ("?skip=1&most=2", (2, 3)), ("?skip=22", ())):
            told = (await asker.get(f"/api/matches{query}")).json
            assert ([one["match"] for one in told["matches"]], told["total"]) == ([*numbers], 22)
        for query in ("most=101", "most=0", "skip=-1", "skip=x"):
            assert said(await asker.get(f"/api/matches?{query}"))[0] == 422
        for page, numbers in ((1, range(22, 2, -1)), (2, (2, 1)), (3, ())):
            shown = (await asker.get(f"/matches?page={page}")).text
            assert re.findall(r'href="/match/(\d+)"', shown) == [str(one) for one in numbers]
            assert f"page {page} of 2" in shown

    using(house, use)


def test_ratings_of_several_are_told_as_soon_as_they_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "PATIENCE", 0.01)
    row = {"player": "/home/me/mine.py:f", "elo": 7.5, "elo_error": None, "points": 1.5, "games": 2}
    known = {"ratings": [row], "advantage": [1.0, None]}
    pool = Oracle(lambda do, args: None)
    with housed(tmp_path, readers=pool) as house:
        house.store.add(Plan("nim", ("random", "/home/me/mine.py:f", "greedy"), 1), [])

        async def use(asker: Asker) -> None:
            async def told() -> list[Any]:
                match = (await asker.get("/api/matches/1")).json
                assert "elo" not in match
                return [match["ratings"], match["advantage"]]

            assert await told() == [None, None]
            job = pool.jobs[0]
            assert (job.do, job.args["match"]) == ("ratings", 1)
            job.end({"said": {}, "told": known})
            shown = [[row | {"player": "mine.py:f"}], [1.0, None]]
            assert await told() == shown
            running = house.running
            playing = running._runs[1] = Run(1, "none", Job(1, "series", {}, "", 1, lambda job: None))
            playing.job.hear({"standing": {}})
            assert await told() == [None, None]  # its worker knows best
            playing.job.hear({"standing": known})
            assert await told() == shown
            assert len(pool.jobs) == 1
            del running._runs[1]

        using(house, use)
