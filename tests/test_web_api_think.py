"""The JSON interface on positions: what a state says, what is no state, and what a search finds there."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api_asked import housed, said, using
from asked import Asker
from commandline import here
from kibitz.web.app import AppState
from quick_pool import QuickPool


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AppState]:
    with housed(tmp_path) as made:
        yield made


def test_a_state_says_all_that_a_face_needs(house: AppState) -> None:
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
        ({"game": "connect_four", "parameters": {"breadth": 8}}, (400, "connect_four has no parameter 'breadth'")),
        (
            {"game": "mine", "parameters": {"sticks": 99}, "moves": ["1"] * 99},
            (400, "mine.py, line 13, result, failed: ZeroDivisionError"),
        ),
        ({"game": "connect_four", "parameters": {"width": 10**10}}, (422, "Expected `int` <= 1000000000")),
        ({"game": "connect_four", "moves": "44"}, (422, "Expected `array`, got `str` - at `$.moves`.")),
        ({"game": "connect_four", "moves": ["4"] * 2001}, (422, "Expected `array` of length <= 2000")),
        ({"game": "connect_four", "moves": ["4" * 65]}, (422, "Expected `str` of length <= 64")),
        ({"game": "connect_four", "more": 1}, (422, "Object contains unknown field `more`.")),
        ([], (422, "Expected `object`, got `array`.")),
        ({}, (422, "Object missing required field `game`.")),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(house: AppState, body: Any, expected: tuple[int, str]) -> None:
    async def use(asker: Asker) -> None:
        code, sentence = said(await asker.send("/api/state", body))
        assert (code, sentence[: len(expected[1])]) == expected

    using(house, use)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 60_000, b'{"game": "\\ud800"}', b"null", b'{"game": NaN}'])
def test_what_is_no_json_is_refused(house: AppState, body: bytes) -> None:
    async def use(asker: Asker) -> None:
        kind = {"host": "localhost", "content-type": "application/json"}
        assert said(await asker.ask("POST", "/api/state", body, kind))[0] in (400, 422)
        own = {"host": "localhost", "sec-fetch-site": "same-origin", "content-type": "text/plain"}
        assert said(await asker.ask("POST", "/api/state", body, own))[0] == 415

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


@pytest.mark.parametrize("search", ["../x", "x.py", "kibitz", "", "__init__"])
def test_searches_come_from_the_list(house: AppState, search: str) -> None:
    async def use(asker: Asker) -> None:
        assert said(await asker.send("/api/think", {"game": "tic_tac_toe", "search": search}))[0] == 400

    using(house, use)
