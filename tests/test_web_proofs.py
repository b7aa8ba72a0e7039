"""What a search has proved is kept with the game, and handed to all that speaks of it later: reviews, values, trees."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from commandline import here
from kibitz.core.bounds import Bounds
from kibitz.core.registry import load
from kibitz.core.thought import Value
from kibitz.position import Position
from kibitz.proofs import Proofs
from kibitz.table.proved_positions import ProvedPositions
from kibitz.table.served_games import Catalog
from kibitz.web.app import AppState
from kibitz.web.tables import _unproved
from web_forms import begin
from web_house import Answer, Client, Oracle, house

LOST, GUESS = {"kind": "exact", "result": -1, "plies": 32}, {"kind": "estimate", "result": 0.3, "plies": None}
WON = {"kind": "exact", "result": 1, "plies": 33}


def told(worths: dict[str, dict[str, Any]], value: dict[str, Any]) -> Callable[[str, dict[str, Any]], Answer]:
    """Whoever asks hears `worths` of the moves named there, of all others a guess, and `value` of the position."""

    def answer(do: str, args: dict[str, Any]) -> Answer:
        if do == "review":
            return None
        position = Position.after(load(args["game"]), args["moves"])
        names = [position.name(move) for move in position.legal()]
        moves = [{"move": name, "value": worths.get(name, GUESS), "line": [name]} for name in names]
        found = {"to_move": position.to_move, "best": names[0], "line": names[:1], "value": value, "moves": moves}
        return found | {"nodes": 9, "depth": 4, "nodes_per_second": 1e6, "stopped": "time", "informed": True}

    return answer


def version(page: Client, place: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page.get(place).text)
    assert found
    return found[1]


def act(page: Client, place: str, what: str, **fields: str) -> None:
    assert page.post(f"{place}/{what}", data={"version": version(page, place)} | fields).status_code == 303


def shown(page: Client, place: str, words: str) -> None:
    for _ in range(200):
        if words in page.get(place).text:
            return
    raise AssertionError(f"{words} never came")


def reviewed(page: Client, oracle: Oracle, place: str) -> list[Any]:
    """The proofs that a review is begun with."""
    assert page.post(f"{place}/review", data={"seconds": "0.1"}).status_code == 303
    job = next(one for one in reversed(oracle.jobs) if one.do == "review")
    return list(job.args["proofs"])


def opened(folder: Path, oracle: Oracle) -> AppState:
    """A house whose reviews are begun in the pool of the test."""
    made = house(folder, oracle)
    pools: Any = oracle
    made.reviews._pool._pool = pools
    return made


def test_a_review_is_given_what_the_table_has_proved_after_a_restart_too(tmp_path: Path) -> None:
    oracle = Oracle(told({"4": WON}, WON))
    with Client(opened(tmp_path, oracle)) as page:
        place = begin(page, "connect_four", **{"player-1": "human"})
        page.post(f"{place}/values", data={"values": "on"})
        shown(page, place, "wins in 33")
        act(page, place, "move", move="4")
        act(page, place, "resign")
        cookies = dict(page.cookies)
        entries = reviewed(page, oracle, place)
    proofs = Proofs(load("connect_four"))
    proofs.recall(json.loads(json.dumps(entries)))
    assert proofs.bounds((), 0) == Bounds.of(Value("exact", 1, 33))
    assert proofs.bounds((3,), 1) == Bounds.of(Value("exact", -1, 32))
    again = Oracle(told({}, GUESS))
    with Client(opened(tmp_path, again)) as page:
        page.cookies |= cookies
        kept = Proofs(load("connect_four"))
        kept.recall(reviewed(page, again, place))
        assert kept.bounds((3,), 1) == proofs.bounds((3,), 1)
        text = page.get(place).text
        assert "O loses" in text or "X wins in 32" in text


def test_a_table_of_an_older_store_opens_without_proofs(tmp_path: Path) -> None:
    oracle = Oracle(told({}, GUESS))
    made = opened(tmp_path, oracle)
    with Client(made) as page:
        place = begin(page, "connect_four", **{"player-1": "human"})
        act(page, place, "move", move="4")
        act(page, place, "resign")
        kept = made.store.sitting(place.rpartition("/")[2])
        assert kept is not None
        settings = {name: text for name, text in kept.settings.items() if name != "proofs"}
        made.store.keep_sitting(replace(kept, settings=settings, version=kept.version + 1))
        cookies = dict(page.cookies)
    again = Oracle(told({}, GUESS))
    with Client(opened(tmp_path, again)) as page:
        page.cookies |= cookies
        assert "resigned" in page.get(place).text
        assert reviewed(page, again, place) == []


def test_proofs_of_other_moves_than_those_of_the_rules_today_are_left(tmp_path: Path) -> None:
    made = house(tmp_path, Oracle(told({"4": WON}, WON)))
    with Client(made) as page:
        place = begin(page, "connect_four", **{"player-1": "human"})
        page.post(f"{place}/values", data={"values": "on"})
        shown(page, place, "wins in 33")
        act(page, place, "move", move="4")
        kept = made.store.sitting(place.rpartition("/")[2])
    assert kept is not None
    moves, entries = kept.settings["proofs"]
    assert moves == [3]
    assert entries


def test_an_analysis_says_what_the_table_has_proved_and_the_other_way_round() -> None:
    catalog = Catalog.of([])
    proved = ProvedPositions(catalog)
    there = told({"4": WON}, WON)("values", {"game": "connect_four", "moves": []})
    here = told({}, GUESS)("values", {"game": "connect_four", "moves": []})
    assert isinstance(there, dict)
    assert isinstance(here, dict)
    assert proved.held("connect_four", [], here) == here
    proved.learn("connect_four", [], there)
    held = proved.held("connect_four", [], here)
    assert (held["best"], held["line"], held["value"]) == ("4", ["4"], WON)
    assert held["moves"][0] == {"move": "4", "value": WON, "line": ["4"]}
    after = told({}, GUESS)("values", {"game": "connect_four", "moves": ["4"]})
    assert isinstance(after, dict)
    assert proved.held("connect_four", ["4"], after)["value"] == LOST
    assert proved.held("connect_four", ["3"], after) == after, "other moves lead to another position"
    assert proved.held("connect_four:width=8", ["4"], after) == after
    proved.learn("connect_four", ["4"], after)
    assert proved.held("connect_four", [], here) == held, "no estimate overrules it"


def test_a_position_is_worth_what_a_move_of_it_is_proved_to_be_worth() -> None:
    proved = ProvedPositions(Catalog.of([]))
    for mover, moves in ((0, []), (1, ["1"])):
        here = told({}, GUESS)("values", {"game": "connect_four", "moves": moves})
        assert isinstance(here, dict)
        proved.learn("connect_four", [*moves, "4"], {"to_move": 1 - mover, "value": LOST})
        assert proved.held("connect_four", moves, here)["value"] == WON | {"kind": "at_least"}


def test_what_is_no_proof_of_two_players_is_not_kept() -> None:
    proved = ProvedPositions(Catalog.of([]))
    for answer in ({}, {"to_move": "chance", "value": WON}, {"to_move": 0, "value": None}, {"to_move": 0, "value": GUESS}):
        proved.learn("connect_four", [], answer)
    proved.learn("treasure", [], {"to_move": 0, "value": WON})
    proved.learn("nothing", [], {"to_move": 0, "value": WON})
    assert not proved._known


def test_a_tree_and_the_values_of_a_table_hear_what_an_analysis_has_proved(tmp_path: Path) -> None:
    made = house(tmp_path, Oracle(told({}, GUESS)))
    made.proved.learn("connect_four", ["4"], {"to_move": 1, "value": LOST, "moves": [{"move": "3", "value": LOST}]})
    with Client(made) as page:
        place = begin(page, "connect_four", **{"player-1": "human"})
        page.post(f"{place}/values", data={"values": "on"})
        shown(page, place, "wins in 33")
        act(page, place, "move", move="4")
        shown(page, place, "X wins in 32")


def test_the_terminal_reviews_a_game_with_what_its_table_has_proved(tmp_path: Path) -> None:
    oracle = Oracle(told({"4": WON}, WON))
    with Client(opened(tmp_path, oracle)) as page:
        place = begin(page, "connect_four", **{"player-1": "human"})
        page.post(f"{place}/values", data={"values": "on"})
        shown(page, place, "wins in 33")
        for move in ("4", "2"):
            act(page, place, "move", move=move)
        act(page, place, "resign")
    store, key = str(tmp_path / "games.db"), place.rpartition("/")[2]
    for name, cut in ((f"play:{key[:12]}", 2), (f"play:{key[:12]}@1", 1)):
        found = json.loads(here("review", name, "--store", store, "--nodes", "20", "--knowledge", "none", "--json"))
        assert [ply["before"] for ply in found["plies"]] == [WON, LOST][:cut]
        assert found["plies"][0]["verdict"] == "best"


def test_an_engine_of_others_proves_nothing() -> None:
    said = {"best": "4", "value": WON, "moves": [{"move": "4", "value": WON}], "bounds": [WON, WON], "depth": 3}
    assert _unproved(said) == {"best": "4", "value": {"kind": "estimate", "result": 1, "plies": None}, "depth": 3}
