"""A table says one thing of its positions and moves, whichever search has found it; and nothing where nothing is known."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.registry import load
from kibitz.position import Position
from kibitz.web.pages import play
from web_forms import begin
from web_house import Answer, Client, Oracle, house

GUESS: dict[str, Any] = {"kind": "estimate", "result": -0.09, "plies": None}


def version(text: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', text)
    assert found
    return found[1]


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page without a script is answered when the computer has moved, however long that takes."""
    monkeypatch.setattr(play, "PATIENCE", 15.0)


@contextmanager
def valued(
    folder: Path, values: Callable[[int], dict[str, Any]], player: dict[str, Any], game: str = "connect_four", **others: Any
) -> Iterator[tuple[Client, str]]:
    """A new game, whose values are shown, at its address.

    `values`: what the moves are worth by their number; every player takes the first one, and says `player`.
    """

    def answer(do: str, args: dict[str, Any]) -> Answer:
        position = Position.after(load(args["game"]), args["moves"])
        names = [position.name(move) for move in position.legal()]
        said = {"best": names[0], "line": names[:1], "nodes": 9, "depth": 4, "nodes_per_second": 1e6} | others
        if do == "move":
            return said | {"value": player, "moves": []}
        moves = [{"move": name, "value": values(number)} for number, name in enumerate(names)]
        return said | {"value": moves[0]["value"], "moves": moves}

    with Client(house(folder, Oracle(answer))) as page:
        place = begin(page, game)
        page.post(f"{place}/values", data={"values": "on"})
        yield page, place


def shown(page: Client, place: str, wanted: str) -> str:
    """The page, once it shows that."""
    for _ in range(400):
        text = page.get(place).text
        if wanted in text:
            return text
    raise AssertionError(f"{wanted} never came")


def play_first(page: Client, place: str) -> None:
    """A person's move, and the computer's."""
    version = re.findall(r'name="version" value="(\d+)"', page.get(place).text)[0]
    page.post(f"{place}/move", data={"move": "1", "version": version})


def lost(number: int) -> dict[str, Any]:
    return {"kind": "exact", "result": -1, "plies": 40 - number}


def test_a_proved_move_stays_proved_when_it_was_played_whatever_the_computer_thinks(tmp_path: Path) -> None:
    with valued(tmp_path, lost, GUESS) as (page, place):
        shown(page, place, "loses in 40")
        play_first(page, place)
        text = shown(page, place, "Your move, X.")
        assert re.findall(r'<span class="worth[^"]*">([^<]*)</span>', text)[0] == "O wins in 39"
        first = re.findall(r'class="(kb-[\w -]+)" cx="[\d.]+" cy="([\d.]+)" r="4.5"', text)[:2]
        assert [kind for kind, _ in first] == ["kb-p0"] * 2, "filled: proved"
        assert first[0][1] == first[1][1], "the graph does not leave the loss"
        page.post(f"{place}/undo", data={"version": re.findall(r'name="version" value="(\d+)"', text)[0]})
        text = page.get(place).text
        assert "loses in 40" in text, "what was known before is known again, and nothing is searched for it"


def test_a_hint_and_the_values_say_one_number_for_a_move(tmp_path: Path) -> None:
    values: list[float] = [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
    better = {"kind": "estimate", "result": 7.66, "plies": None}
    with valued(tmp_path, lambda number: GUESS | {"result": values[number]}, better, game="kalah") as (page, place):
        assert "Hint" in shown(page, place, "estimate +6.0")
        page.post(f"{place}/hint", data={})
        text = shown(page, place, "Hint: ")
        hinted = re.search(r"Hint: (\w+) \(estimate \+7.7 for", text)
        assert hinted
        assert re.search(rf'aria-label="{hinted[1]}, 4 seeds, estimate \+7.7, this is the hint"', text)
        assert "+6.0" not in text


def test_a_hint_of_a_search_that_counts_no_plies_names_its_move_though_no_value_is_shown(tmp_path: Path) -> None:
    found = {"kind": "estimate", "result": [9.99, 9.98], "plies": None}
    with valued(tmp_path, lambda number: found, found, "treasure", depth=0, line=["up", "left"]) as (page, place):
        page.post(f"{place}/values", data={"values": "off"})
        page.post(f"{place}/hint", data={})
        text = shown(page, place, "Hint: ")
        assert re.search(r'id="hint" class="advice">Hint: up \(estimate A 9.99, B 9.98\), then perhaps left\.<', text)
        assert "this is the hint" in text


def test_where_nothing_is_known_nothing_is_advised_and_it_is_said_once(tmp_path: Path) -> None:
    nothing = {"kind": "estimate", "result": 0.0, "plies": None}
    with valued(tmp_path, lambda number: nothing, nothing, informed=False) as (page, place):
        text = shown(page, place, "Nothing is known of this game, and no result is in sight within 4 plies.")
        assert "estimate" not in text
        assert "kb-w-estimate" not in text
        assert "legend" not in text, "there is nothing to be explained"
        assert 'id="graph"' not in text
        page.post(f"{place}/hint", data={})
        text = shown(page, place, "No hint: ")
        assert "No hint: nothing is known of this game, and no result is in sight within 4 plies." in text
        assert "this is the hint" not in text
        page.post(f"{place}/values", data={"values": "exam"})
        play_first(page, place)
        text = shown(page, place, "Your move, X.")
        assert 'id="verdict" class="verdict">Nothing is known of this game' in text
        assert "+0.0" not in text


def test_an_end_that_is_in_sight_is_told_though_nothing_else_is_known(tmp_path: Path) -> None:
    nothing, some = {"kind": "estimate", "result": 0.0, "plies": None}, {"kind": "exact", "result": -1, "plies": 2}
    with valued(tmp_path, lambda number: some if number == 6 else nothing, GUESS, informed=False) as (page, place):
        text = shown(page, place, "loses in 2")
        assert re.findall('aria-label="column ([^"]*)"', text) == ["1", "2", "3", "4", "5", "6", "7, loses in 2"]
        assert "Nothing is known of the moves without a value" in text
        page.post(f"{place}/hint", data={})
        assert "this is the hint" not in shown(page, place, "No hint: nothing is known"), "the others may be better"


def test_where_all_is_proved_it_is_not_said_that_nothing_is_known(tmp_path: Path) -> None:
    with valued(tmp_path, lost, GUESS, informed=False) as (page, place):
        text = shown(page, place, "loses in 40")
        assert "weighing" not in text.replace("The values get better", "")
        assert "Nothing is known" not in text


def test_an_exam_names_what_was_better_and_counts_the_first_try_of_each_move(tmp_path: Path) -> None:
    def drawn_or_lost(number: int) -> dict[str, Any]:
        return {"kind": "exact", "result": 0 if number in (1, 2) else -1, "plies": None if number in (1, 2) else 8}

    with valued(tmp_path, drawn_or_lost, GUESS) as (page, place):
        shown(page, place, "loses in 8")
        page.post(f"{place}/values", data={"values": "exam"})
        play_first(page, place)
        text = shown(page, place, "Your move, X.")
        assert "That gave away a draw: now it is a loss. 2 and 3 were better.<" in text
        assert "0 of 1 moves gave nothing away." in text
        page.post(f"{place}/undo", data={"version": version(text)})
        page.post(f"{place}/move", data={"move": "2", "version": version(page.get(place).text)})
        text = shown(page, place, "Your move, X.")
        assert "You kept the draw." in text
        assert "0 of 1 moves gave nothing away." in text, "it was said before what is better"


def test_moves_that_are_all_estimated_alike_are_no_reason_for_a_hint(tmp_path: Path) -> None:
    with valued(tmp_path, lambda number: GUESS | {"result": 0.001 * number}, GUESS | {"result": 0.0}) as (page, place):
        shown(page, place, "estimate +0.0")
        page.post(f"{place}/hint", data={})
        text = shown(page, place, "No hint: ")
        assert "No hint: by the estimate all moves are alike." in text
        assert "this is the hint" not in text
