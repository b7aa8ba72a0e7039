"""The JSON interface, as a program uses it."""

import asyncio
import html
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from asked import Answer, Asker, guarded, house_of
from commandline import here
from kibitz import registry
from kibitz.arena.fixture import Plan
from kibitz.web import ratings
from kibitz.web.api._asked import public
from kibitz.web.api._description import address, all_operations
from kibitz.web.house import House
from kibitz.web.job import Job
from kibitz.web.running import Run, Running
from quick_pool import QuickPool
from web_house import Oracle

OWN_GAME = '''
from dataclasses import dataclass
from kibitz import Game

@dataclass(frozen=True)
class Mine(Game):
    """Take one or two of `sticks`; who takes the last one wins."""
    sticks: int = 5
    def start(self): return (self.sticks,)
    def moves(self, state): return range(1, min(2, state[0]) + 1)
    def play(self, state, move): return (state[0] - move,)
    def is_over(self, state): return state[0] == 0
    def result(self, state): return -1 if self.sticks < 90 else 1 // 0
    def show(self, state): return "|" * state[0] + "\\ud800"
'''


@contextmanager
def housed(tmp_path: Path, **pools: Any) -> Iterator[House]:
    own = tmp_path / "mine.py"
    own.write_text(OWN_GAME)
    made: dict[str, Any] = {name: QuickPool() for name in ("thinkers", "readers", "series")}
    with house_of([str(own)], tmp_path / "games.db", **made | pools) as house:
        yield house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with housed(tmp_path) as made:
        yield made


def using(house: House, use: Callable[[Asker], Awaitable[Any]]) -> Any:
    """What comes of requests to an open house."""

    async def opened() -> Any:
        await house.open()
        try:
            return await use(Asker(guarded(house), patience=100))  # a search may have to be compiled
        finally:
            await house.close()

    return asyncio.run(opened())


def said(answer: Answer) -> tuple[int, str]:
    """The code and the sentence of an error."""
    assert set(answer.json) == {"error"}
    return answer.code, answer.json["error"]


def test_the_games_are_listed_the_operators_first(house: House) -> None:
    async def use(asker: Asker) -> None:
        games = (await asker.get("/api/games")).json["games"]
        assert [games[0]["slug"], games[0]["own"], games[0]["parameters"]] == [
            "mine", True, [{"name": "sticks", "kind": "whole number", "default": "5"}]]  # fmt: skip
        assert {game["slug"] for game in games} >= {"connect_four", "othello", "pig"}
        assert (await asker.get("/api/games/mine")).json == games[0]
        assert {"computer:level=4", "random", "minimax"} <= {*games[0]["opponents"]}
        assert said(await asker.get("/api/games/no"))[0] == 404

    using(house, use)


def test_a_state_says_all_that_a_face_needs(house: House) -> None:
    async def use(asker: Asker) -> None:
        state = (await asker.send("/api/state", {"game": "tic_tac_toe", "moves": ["2,2", "1,1"]})).json
        assert (state["to_move"], state["over"], state["payoffs"], len(state["legal"])) == (0, False, None, 7)
        assert state["moves"] == ["2,2", "1,1"]
        assert {piece["cell"]: piece["owner"] for piece in state["scene"]["pieces"]} == {"2,2": 0, "1,1": 1}
        assert [action["move"] for action in state["scene"]["actions"]] == state["legal"]
        over = (await asker.send("/api/state", {"game": "mine", "parameters": {"sticks": 2}, "moves": ["2"]})).json
        assert (over["over"], over["payoffs"], over["legal"], over["scene"]) == (True, [1.0, -1.0], [], None)
        assert over["game"] == "mine.py:Mine:sticks=2"
        assert (await asker.send("/api/state", {"game": "pig"})).json["to_move"] in (0, "chance")

    using(house, use)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"game": "chess"}, (404, "There is no such game here: GET /api/games lists them.")),
        ({"game": "tic_tac_toe", "moves": ["5,5"]}, (400, "Move 1: '5,5' is no move of this game")),
        ({"game": "tic_tac_toe", "moves": ["1,1", "1,1"]}, (400, "Move 2: '1,1' is not allowed here")),
        ({"game": "connect_four", "parameters": {"width": 10**9}}, (400, "Width is at most")),
        ({"game": "connect_four", "parameters": {"width": -4}}, (400, "")),
        ({"game": "connect_four", "parameters": {"width": "8,height=9"}}, (400, "Width is a whole number.")),
        ({"game": "connect_four", "parameters": {"breadth": 8}}, (400, "Connect_four has no parameter 'breadth'")),
        ({"game": "mine", "parameters": {"sticks": 99}, "moves": ["1"] * 99}, (400, "The rules of Mine failed: mine.py, line")),
        ({"game": "connect_four", "parameters": {"width": 10**10}}, (422, "Expected `int` <= 1000000000")),
        ({"game": "connect_four", "moves": "44"}, (422, "Expected `array`, got `str` - at `$.moves`.")),
        ({"game": "connect_four", "moves": ["4"] * 2001}, (422, "Expected `array` of length <= 2000")),
        ({"game": "connect_four", "moves": ["4" * 65]}, (422, "Expected `str` of length <= 64")),
        ({"game": "connect_four", "more": 1}, (422, "Object contains unknown field `more`.")),
        ([], (422, "Expected `object`, got `array`.")),
        ({}, (422, "Object missing required field `game`.")),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(house: House, body: Any, expected: tuple[int, str]) -> None:
    async def use(asker: Asker) -> None:
        code, sentence = said(await asker.send("/api/state", body))
        assert (code, sentence[: len(expected[1])]) == expected

    using(house, use)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 60_000, b'{"game": "\\ud800"}', b"null", b'{"game": NaN}'])
def test_what_is_no_json_is_refused(house: House, body: bytes) -> None:
    async def use(asker: Asker) -> None:
        kind = {"host": "localhost", "content-type": "application/json"}
        assert said(await asker.ask("POST", "/api/state", body, kind))[0] in (400, 422)
        own = {"host": "localhost", "sec-fetch-site": "same-origin", "content-type": "text/plain"}
        assert said(await asker.ask("POST", "/api/state", body, own))[0] == 415

    using(house, use)


def test_a_game_is_begun_played_taken_back_and_given_up(house: House) -> None:
    async def use(asker: Asker) -> None:
        new = {"game": "tic_tac_toe", "seats": ["human", "human"], "seed": 1}
        begun = await asker.send("/api/plays", new)
        assert begun.code == 201
        place = f"/api/plays/{begun.json['key']}"
        moved = (await asker.send(f"{place}/moves", {"move": "2,2", "version": 1})).json
        assert (moved["version"], moved["state"]["moves"], moved["thinking"]) == (2, ["2,2"], False)
        assert (await asker.get(place)).json == moved
        stale = said(await asker.send(f"{place}/moves", {"move": "1,1", "version": 1}))
        assert (stale[0], "gone on" in stale[1]) == (409, True)
        assert said(await asker.send(f"{place}/moves", {"move": "2,2", "version": 2}))[0] == 400
        assert (await asker.get(place)).json == moved
        back = (await asker.send(f"{place}/undo", {"version": 2})).json
        assert (back["version"], back["state"]["moves"]) == (3, [])
        given_up = (await asker.send(f"{place}/resign", {"version": 3})).json
        assert (given_up["ended"], given_up["resigned"]) == ("resigned", 0)
        assert said(await asker.send(f"{place}/moves", {"move": "1,1", "version": 4}))[0] == 400

    using(house, use)


def test_the_computer_answers_and_one_may_wait_for_it(house: House) -> None:
    async def use(asker: Asker) -> None:
        play = (await asker.send("/api/plays", {"game": "tic_tac_toe", "seats": ["human", "level-1"]})).json
        place = f"/api/plays/{play['key']}"
        await asker.send(f"{place}/moves", {"move": "2,2", "version": 1})
        seen = (await asker.get(f"{place}?wait=5")).json
        assert (seen["version"], len(seen["state"]["moves"]), seen["thinking"]) == (3, 2, False)

    using(house, use)


def test_seats_and_keys_are_checked(house: House) -> None:
    async def use(asker: Asker) -> None:
        for seats in (["human"], ["human", "minimax:depth=0"], ["human", "./x.py:f"], ["human"] * 3):
            assert said(await asker.send("/api/plays", {"game": "tic_tac_toe", "seats": seats}))[0] == 400
        for key in ("0" * 32, "x", "0" * 5000, "../games"):
            assert (await asker.get(f"/api/plays/{key}")).code in (404, 414)
        for wait in ("nan", "-1", "1e999", "31", "x"):
            code = (await asker.get(f"/api/plays/{'0' * 32}?wait={wait}")).code
            assert code in (404, 422) if wait == "nan" else code == 422
        assert house.store.sittings() == []

    using(house, use)


PLAYERS = [
    ("level-4", "computer:level=4"),
    ("computer:level=4", "computer:level=4"),
    ("computer:time=0.5", "computer:time=0.5"),
    ("minimax:depth=3", "minimax:depth=3"),
    ("alphabeta:depth=3,time=0.2", "alphabeta:depth=3,time=0.2"),
    ("random", "random"),
]


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
def test_no_other_player_can_be_written(house: House, written: str) -> None:
    async def use(asker: Asker) -> None:
        code, why = said(await asker.send("/api/plays", {"game": "nim", "seats": ["human", written]}))
        assert code == 400
        assert "list" not in why
        players = [{"player": written}, {"player": "random"}]
        assert said(await asker.send("/api/matches", {"game": "nim", "players": players}))[0] == 400

    using(house, use)


def test_who_names_no_player_is_told_which_there_are(house: House) -> None:
    async def use(asker: Asker) -> None:
        _, why = said(await asker.send("/api/plays", {"game": "nim", "seats": ["human", "nobody"]}))
        assert all(name in why for name in ("human", "clock", "computer:level=1 to 10", "random", "minimax"))
        players = [{"player": "human"}, {"player": "random"}]
        _, why = said(await asker.send("/api/matches", {"game": "nim", "players": players}))
        assert "there are computer:level=1 to 10" in why
        twice = [{"player": "minimax:depth=2", "depth": 3}, {"player": "random"}]
        assert said(await asker.send("/api/matches", {"game": "nim", "players": twice}))[1].startswith("A depth, or a time")

    using(house, use)


def test_another_method_is_told_the_one_that_works(house: House) -> None:
    async def use(asker: Asker) -> None:
        assert said(await asker.get("/api/state")) == (405, "This address answers POST only.")
        assert said(await asker.send("/api/games", {})) == (405, "This address answers GET only.")
        assert said(await asker.ask("PUT", "/api/state")) == (405, "This server answers GET and POST only.")

    using(house, use)


@pytest.mark.compiled
def test_an_answer_is_that_of_analyze(tmp_path: Path) -> None:
    from kibitz.web.pool import Pool

    pool = Pool(1, 4)

    async def use(asker: Asker) -> Any:
        question = {"game": "tic_tac_toe", "moves": ["2,2"], "limit": {"depth": 9}, "all_moves": True}
        return (await asker.send("/api/think", question)).json

    with housed(tmp_path, thinkers=pool) as house:
        answer = using(house, use)
    told = json.loads(here("analyze", "tic_tac_toe", "--moves", "2,2", "--depth", "9", "--json"))
    assert answer.pop("words")
    assert all(move.pop("words") for move in answer["moves"])
    for measured in ("seconds", "nodes_per_second"):
        del answer[measured], told[measured]
    assert answer == told


def test_a_search_ends_with_the_visit(tmp_path: Path) -> None:
    pool = QuickPool(slow=True)

    async def use(asker: Asker) -> None:
        asking = asyncio.create_task(_leaves(asker.app, pool))
        await asyncio.wait_for(asking, 5)
        assert [(job.do, job.is_cancelled) for job in pool.jobs] == [("think", True)]

    with housed(tmp_path, thinkers=pool) as house:
        using(house, use)


async def _leaves(app: Any, pool: QuickPool) -> None:
    """Asks for a search, and goes as soon as it is begun."""
    body = iter([json.dumps({"game": "tic_tac_toe"}).encode()])

    async def receive() -> Any:
        if (sent := next(body, None)) is not None:
            return {"type": "http.request", "body": sent}
        while not pool.jobs:
            await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        pass

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/api/think", "query_string": b"", "headers": headers}
    await app(scope, receive, send)


def test_who_asks_while_all_are_busy_is_told_when_to_come_again(tmp_path: Path) -> None:
    async def use(asker: Asker) -> None:
        answer = await asker.send("/api/think", {"game": "tic_tac_toe"})
        assert (said(answer)[0], answer.headers["retry-after"]) == (503, "3")

    with housed(tmp_path, thinkers=QuickPool(is_full=True)) as house:
        using(house, use)


@pytest.mark.parametrize("search", ["../x", "x.py", "kibitz", "", "_think"])
def test_searches_come_from_the_list(house: House, search: str) -> None:
    async def use(asker: Asker) -> None:
        assert said(await asker.send("/api/think", {"game": "tic_tac_toe", "search": search}))[0] == 400

    using(house, use)


def test_errors_outside_of_operations_are_json_too(house: House) -> None:
    async def use(asker: Asker) -> None:
        assert said(await asker.get("/api/nowhere"))[0] == 404
        assert said(await asker.ask("POST", "/api/games"))[0] == 405
        assert said(await asker.ask("DELETE", "/api/games"))[0] == 405
        assert said(await asker.ask("POST", "/api/state", b"", {"host": "localhost", "origin": "null"}))[0] == 403
        assert said(await asker.ask("GET", "/api/games", b"", {"host": "evil.example"}))[0] == 421
        kind = {"host": "localhost", "content-type": "application/json"}
        assert said(await asker.ask("POST", "/api/state", b"x" * 70_000, kind))[0] == 413

    using(house, use)


def test_every_operation_is_described_and_shown(house: House) -> None:
    async def use(asker: Asker) -> None:
        described = (await asker.get("/api/openapi.json")).json
        page = (await asker.get("/api")).text
        for one in all_operations(house):
            told = described["paths"][address(one.path)][one.method.lower()]
            assert str(one.code) in told["responses"]
            assert f"<code>{one.method} {address(one.path)}</code>" in page
        for title, command in re.findall(r"<h2>(.*?)</h2>.*?<pre[^>]*><code>(.*?)</code>", page, re.DOTALL):
            one = next(one for one in all_operations(house) if one.title == html.unescape(title))
            assert (" -d " in command or " -X POST " in command) == (one.method == "POST")
            assert ("application/json" in command) == (one.method == "POST")
        place = described["components"]["schemas"]["Place"]
        assert place["properties"]["game"]["enum"][0] == "mine"
        assert registry.names("web.api")

    using(house, use)


def test_the_examples_work(house: House) -> None:
    async def use(asker: Asker) -> None:
        for one in all_operations(house):
            if one.takes is not None and "{" not in one.path and one.path != "/api/matches":
                assert (await asker.send(one.path, one.example)).code == one.code

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


def test_matches_are_listed_a_page_at_a_time(house: House) -> None:
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
            running = house.room(Running)
            playing = running._runs[1] = Run(1, "none", Job(1, "series", {}, "", 1, lambda job: None))
            playing.job.hear({"standing": {}})
            assert await told() == [None, None]  # its worker knows best
            playing.job.hear({"standing": known})
            assert await told() == shown
            assert len(pool.jobs) == 1
            del running._runs[1]

        using(house, use)


def test_of_files_only_the_names_are_told() -> None:
    assert public("/home/me/secret place/mine.py:Mine:sticks=4") == "mine.py:Mine:sticks=4"
    assert public("connect_four:width=8") == "connect_four:width=8"
