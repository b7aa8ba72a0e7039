"""Games that people played on the page, reviewed and looked at from the terminal: `play:` and the beginning of their key."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from commandline import here, refused_here
from kibitz.arena.store import Sitting, Store
from kibitz.arena.store.replay import resolve
from kibitz.thought import RESIGNED, GameRecord

KEY = "3f9a0c" + "1" * 26
MOVES = ("1,1", "1,2", "2,2", "3,3", "2,1", "2,3", "3,1")
GAME = Sitting(KEY, "ann", "tic_tac_toe", ("human", "greedy"), MOVES, "over", None, (1, -1))
SHALLOW = ("--search", "deepening", "--depth", "1")


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """One game that is over, one that was resigned, one that goes on; two of them have keys that begin alike."""
    place = str(tmp_path / "games.db")
    monkeypatch.setenv("KIBITZ_STORE", place)
    with Store.open(place) as kept:
        kept.keep_sitting(GAME)
        kept.keep_sitting(replace(GAME, key="ab" * 16, moves=MOVES[:3], ended="resigned", loser=1, payoffs=None))
        kept.keep_sitting(replace(GAME, key="abababa" + "0" * 25, moves=MOVES[:2], ended="", payoffs=None))
    return place


def reviewed(*arguments: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(here("review", *arguments, *SHALLOW, "--json"))
    return told


def test_a_game_of_people_is_reviewed(store: str) -> None:
    told = reviewed("play:3f9a0c")
    assert (told["game"], told["players"], told["moves"]) == ("tic_tac_toe", ["human", "greedy"], list(MOVES))
    assert (told["over"], told["payoffs"], told["forfeit"], told["reason"]) == (True, [1, -1], None, "")
    assert reviewed("tic_tac_toe", "--moves", f"play:{KEY.upper()}@3", "--store", store)["moves"] == list(MOVES[:3])


def test_who_resigned_is_said() -> None:
    assert "O resigned." in here("review", "play:abababab", *SHALLOW)
    told = reviewed("play:abababab")
    assert (told["over"], told["forfeit"], told["reason"]) == (False, 1, "resigned")
    assert reviewed("play:abababab@2")["forfeit"] is None
    assert "not over" in here("review", "play:abababa0", *SHALLOW)


def test_the_moves_of_a_game_of_people_are_taken_wherever_moves_are() -> None:
    for named, moves in [("play:3f9a0c", MOVES), ("play:3f9a0c1111@5", MOVES[:5]), ("play:3f9a0c@0", ())]:
        told = [
            here("play", "tic_tac_toe", *("human",) * 2, "--moves", text, typed="quit\n") for text in (named, " ".join(moves))
        ]
        assert told[0] == told[1]


def test_a_game_becomes_a_record_with_what_is_true_of_it() -> None:
    assert GAME.record() == GameRecord("tic_tac_toe", MOVES, ("human", "greedy"), (1, -1))
    left = replace(GAME, ended="resigned", loser=1, payoffs=(1, -1))
    assert left.record() == GameRecord("tic_tac_toe", MOVES, ("human", "greedy"), None, 1, RESIGNED)
    assert replace(GAME, ended="", loser=1).record() == GameRecord("tic_tac_toe", MOVES, ("human", "greedy"), None)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("play:999999", "no game in this store has a key that begins with 999999: it stands in the address of its page"),
        ("play:ababab", "more than one game in this store has a key that begins with ababab: write more of it"),
        ("play:3f9a0", "'play:3f9a0' names no stored game: write match:12/3/1"),
        ("play:3f9a0x", "names no stored game"),
        (f"play:{KEY}1", "names no stored game"),
        ("play:3f9a0c@8", "the game play:3f9a0c has 7 moves, not 8"),
        ("play:3f9a0c@", "names no stored game"),
    ],
)
def test_a_key_of_nothing_is_said_in_one_sentence(asked: str, sentence: str) -> None:
    assert sentence in refused_here("review", asked)
    assert sentence in refused_here("analyze", "tic_tac_toe", "--moves", asked)


def test_a_game_of_another_kind_and_a_file_that_is_gone_are_said(store: str) -> None:
    assert (
        refused_here("analyze", "nim", "--moves", "play:3f9a0c") == "kibitz: play:3f9a0c is a game of tic_tac_toe, not of nim"
    )
    with Store.open(store) as kept:
        kept.keep_sitting(replace(GAME, key="c" * 32, game="/gone/my_game.py"))
    assert "/gone/my_game.py" in refused_here("review", "play:cccccc")
    assert resolve("play:cccccc", store).moves == MOVES
