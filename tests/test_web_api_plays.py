"""The JSON interface at a table: games are begun, played, taken back and given up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api_asked import housed, said, using
from asked import Asker
from kibitz.web.app import AppState


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AppState]:
    with housed(tmp_path) as made:
        yield made


def test_a_game_is_begun_played_taken_back_and_given_up(house: AppState) -> None:
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


def test_the_computer_answers_and_one_may_wait_for_it(house: AppState) -> None:
    async def use(asker: Asker) -> None:
        play = (await asker.send("/api/plays", {"game": "tic_tac_toe", "seats": ["human", "level-1"]})).json
        place = f"/api/plays/{play['key']}"
        await asker.send(f"{place}/moves", {"move": "2,2", "version": 1})
        seen = (await asker.get(f"{place}?wait=5")).json
        assert (seen["version"], len(seen["state"]["moves"]), seen["thinking"]) == (3, 2, False)

    using(house, use)


def test_seats_and_keys_are_checked(house: AppState) -> None:
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
