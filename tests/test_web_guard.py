"""Who may ask the page, from where, and how often."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from asked import asked, guarded, house_of
from kibitz.web import guard
from kibitz.web.app import AppState
from kibitz.web.guard import Pace, Token
from web_transcript import compare

TOKEN = Token("a-token-of-letters-and-digits", 8127)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AppState]:
    with house_of(["tic_tac_toe"], tmp_path / "games.db") as made:
        yield made


def compare_all(folder: Path, write: bool = False) -> None:
    with house_of(["tic_tac_toe"], folder / "games.db") as made, asyncio.Runner() as runner:
        apps = {"a server of this machine": guarded(made), "a server for everybody": guarded(made, by_number=True)}
        compare("web_guard.txt", apps | {"a server with a token": guarded(made, TOKEN)}, runner, write)


def test_who_asks_from_where_is_answered_as_before(tmp_path: Path) -> None:
    """Its names and no others, own pages and no foreign ones, the token and where it is put, static files and nothing else."""
    compare_all(tmp_path)


def test_a_request_without_a_host_is_not_answered(house: AppState) -> None:
    assert [asked(guarded(house), ("GET", "/"), headers=said)[0].code for said in ({}, {"host": ""})] == [421, 421]


def test_one_address_may_not_ask_too_often_where_others_can_come(house: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 0.0))  # all at the same moment
    slow = replace(house, limits=replace(house.limits, requests=2.0))
    codes = [answer.code for answer in asked(guarded(slow, TOKEN), *[("GET", "/nowhere")] * 20)]
    assert codes == [403] * 16 + [429] * 4
    assert {answer.code for answer in asked(guarded(slow), *[("GET", "/nowhere")] * 20)} == {404}


def test_a_pace_forgives_with_time_and_forgets_the_oldest() -> None:
    bucket = Pace(rate=2.0, burst=3.0, most=2)
    asking = [*[("a", 0.0)] * 5, ("a", 0.5), ("a", 0.5), ("b", 0.5), ("c", 0.5), ("a", 0.5)]
    assert [bucket.allows(*one) for one in asking] == [True] * 3 + [False] * 2 + [True, False] + [True] * 3
