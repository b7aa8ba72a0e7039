"""The JSON interface as a whole: its games, its description, and what it says to those who ask it wrongly."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api_asked import housed, said, using
from asked import Asker
from kibitz import registry
from kibitz.web.api._operation import public
from kibitz.web.api.openapi import address, all_operations
from kibitz.web.app import AppState


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AppState]:
    with housed(tmp_path) as made:
        yield made


def test_the_games_are_listed_the_operators_first(house: AppState) -> None:
    async def use(asker: Asker) -> None:
        games = (await asker.get("/api/games")).json["games"]
        assert [games[0]["slug"], games[0]["own"], games[0]["parameters"]] == [
            "mine", True, [{"name": "sticks", "kind": "whole number", "default": "5"}]]  # fmt: skip
        assert {game["slug"] for game in games} >= {"connect_four", "othello", "pig"}
        assert (await asker.get("/api/games/mine")).json == games[0]
        assert {"computer:level=4", "random", "minimax"} <= {*games[0]["opponents"]}
        assert said(await asker.get("/api/games/no"))[0] == 404

    using(house, use)


def test_another_method_is_told_the_one_that_works(house: AppState) -> None:
    async def use(asker: Asker) -> None:
        assert said(await asker.get("/api/state")) == (405, "This address answers POST only.")
        assert said(await asker.send("/api/games", {})) == (405, "This address answers GET only.")
        assert said(await asker.ask("PUT", "/api/state")) == (405, "This server answers GET and POST only.")

    using(house, use)


def test_errors_outside_of_operations_are_json_too(house: AppState) -> None:
    async def use(asker: Asker) -> None:
        assert said(await asker.get("/api/nowhere"))[0] == 404
        assert said(await asker.ask("POST", "/api/games"))[0] == 405
        assert said(await asker.ask("DELETE", "/api/games"))[0] == 405
        assert said(await asker.ask("POST", "/api/state", b"", {"host": "localhost", "origin": "null"}))[0] == 403
        assert said(await asker.ask("GET", "/api/games", b"", {"host": "evil.example"}))[0] == 421
        kind = {"host": "localhost", "content-type": "application/json"}
        assert said(await asker.ask("POST", "/api/state", b"x" * 70_000, kind))[0] == 413

    using(house, use)


def test_every_operation_is_described_and_shown(house: AppState) -> None:
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


def test_the_examples_work(house: AppState) -> None:
    async def use(asker: Asker) -> None:
        for one in all_operations(house):
            if one.takes is not None and "{" not in one.path and one.path != "/api/matches":
                assert (await asker.send(one.path, one.example)).code == one.code

    using(house, use)


def test_of_files_only_the_names_are_told() -> None:
    assert public("/home/me/secret place/mine.py:Mine:sticks=4") == "mine.py:Mine:sticks=4"
    assert public("connect_four:width=8") == "connect_four:width=8"
