"""`kibitz review` as people and programs read it: where games come from, the promised keys, files, Ctrl-C, wrong questions."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from commandline import done, here, refused_here
from golden_file import assert_golden
from heard import interrupted
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.explain.review.reviewing import Reviewing

GAME = "tic_tac_toe"
MOVES = "1,1 1,2 2,2 3,3 2,1 2,3 3,1"
SHALLOW = ("--search", "deepening", "--depth", "1")


def reviewed(*arguments: str) -> dict[str, Any]:
    """A review that knows little: where it does not matter what it says."""
    told: dict[str, Any] = json.loads(here("review", *arguments, *SHALLOW, "--json"))
    return told


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store with one match of two games: one to its end, and one that a player lost by a fault; "1,1" is their opening."""
    place = str(tmp_path / "games.db")
    monkeypatch.setenv("KIBITZ_STORE", place)
    with Store.open(place) as kept:
        fixtures = [Fixture(0, side, (side, 1 - side), "1,1") for side in (0, 1)]
        number = kept.add(Plan(GAME, ("random", 'the "best" one'), seed=1), fixtures)
        kept.keep(number, [Played(0, 0, tuple(MOVES.split()), (1, -1)), Played(0, 1, ("1,1", "1,2"), None, 0, "it slept")])
    return place


def test_puzzles_are_told_in_words_and_for_programs() -> None:
    asked = ("review", GAME, "--moves", "2,2 3,1 3,3 2,1", "--nodes", "20000", "--puzzles")
    assert here(*asked) == "After 2,2 3,1 3,3, O: 1,1 (draw, proved)\n"
    told = json.loads(here(*asked, "--json"))
    (one,) = told["puzzles"]
    assert (told["game"], one["moves"], one["best"], one["proved"]) == (GAME, ["2,2", "3,1", "3,3"], "1,1", True)
    assert {worth["value"]["result"] for worth in one["worths"][1:]} == {-1}
    none = here("review", GAME, "--moves", "1,1", "--nodes", "20000", "--puzzles")
    assert none == "In no position of this game exactly one move is good.\n"


@pytest.mark.untraced
def test_programs_and_people_read_all_of_it() -> None:
    asked = ("review", GAME, "--moves", MOVES)
    told = json.loads(here(*asked, "--search", "deepening", "--depth", "4", "--json"))
    assert_golden("review.json", json.dumps(told, indent=1) + "\n")
    assert_golden("review.txt", here(*asked, *SHALLOW))


def test_a_stored_game_names_its_players_and_its_opening(store: str) -> None:
    told = reviewed("match:1/0/0")
    assert (told["game"], told["players"], told["moves"]) == (GAME, ["random", 'the "best" one'], MOVES.split())
    assert (told["opening"], [ply["opening"] for ply in told["plies"]]) == (1, [True, *[False] * 6])
    assert reviewed(GAME, "--moves", "match:1/0/0@3")["moves"] == MOVES.split()[:3]
    fault = reviewed("match:1/0/1", "--store", store)
    assert (fault["forfeit"], fault["reason"], fault["over"]) == (0, "it slept", False)
    assert "not of nim" in refused_here("review", "nim", "match:1/0/0")
    assert "has 7 moves, not 9" in refused_here("review", "match:1/0/0@9")


@pytest.mark.parametrize("text", [[], ["--text"]])
@pytest.mark.usefixtures("store")
def test_an_exported_game_is_read_back(tmp_path: Path, text: list[str]) -> None:
    file = tmp_path / "games.exported"
    file.write_text(here("match", "--export", "1", *text), encoding="utf-8")
    first, second = (reviewed(str(file), "--number", str(number)) for number in (1, 2))
    assert (first["players"], first["moves"], first["payoffs"]) == (["random", 'the "best" one'], MOVES.split(), [1, -1])
    assert (second["moves"], second["forfeit"], second["reason"]) == (["1,1", "1,2"], 0, "it slept")
    assert first["opening"] == second["opening"] == 1
    assert "holds 2 games: say which with --number 1 to 2" in refused_here("review", str(file))
    assert "no number 3" in refused_here("review", str(file), "--number", "3")
    assert "not of nim" in refused_here("review", "nim", str(file), "--number", "1")


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ((GAME,), "1,1 1,2\n\n1,2\n", "line 3 of {file}: move 1: '1,2' is not allowed here"),
        ((), "1,1 1,2\n\n1,2\n", "does not say which game it is"),
        ((), '{"game": "tic_tac_toe", "moves": ["1,1", "1,1"]}\n', "line 1 of {file}: move 2: '1,1' is not allowed here"),
        ((), "{no json\n", "is not a game as `kibitz match --export` writes it"),
    ],
)
def test_a_file_of_moves_is_one_game(tmp_path: Path, game: tuple[str, ...], text: str, sentence: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text("# ours\n1,1 1,2\n\n2,2 3,3\n2,1 2,3 3,1\n", encoding="utf-8")
    assert reviewed(GAME, str(file))["moves"] == MOVES.split()
    file.write_text(text, encoding="utf-8")
    assert sentence.format(file=file) in refused_here("review", *game, str(file))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "say which game"),
        ((GAME,), "nothing to review"),
        ((GAME, "--moves", "1,1 1,1"), "move 2"),
        ((GAME, "nim"), "one game at a time"),
        ((GAME, "--moves", "1,1", "--to", "it.pdf"), ".html, .json, .svg"),
        ((GAME, "game.txt"), "there is no file game.txt"),
        ((GAME, "--moves", "1,1", "--search", "minmax"), "did you mean"),
        ((GAME, "--moves", "1,1", "--ties", "last"), "ties is for the search maxn"),
    ],
)
def test_wrong_questions_are_told_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused_here("review", *arguments, folder=tmp_path)


@pytest.mark.untraced
def test_ties_are_broken_as_asked() -> None:
    """At the start two squares are equally good to the depth of two plies."""
    asked = ("review", "trio", "--moves", "1,1", "--depth", "2", "--json", "--ties")
    best = [json.loads(here(*asked, ties))["plies"][0]["best"] for ties in ("first", "last")]
    assert best == ["2,2", "2,3"]


def test_files_are_written_as_their_names_say(tmp_path: Path) -> None:
    short = ("review", GAME, "--moves", MOVES, *SHALLOW, "--to")
    for name, begins in (("it.html", "<!DOCTYPE html>"), ("it.svg", "<svg"), ("it.json", '{"game"'), ("IT.SVG", "<svg")):
        assert here(*short, str(tmp_path / name)) == f"{tmp_path / name} holds the review.\n"
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    told = here(*short, str(tmp_path / "it.svg"), "--json")
    assert json.loads(told) == json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))


def test_help_states_the_limits_without_the_compiler() -> None:
    told = " ".join(done("review", "--help").split())
    assert "0.1, 0.25 and 0.6" in told
    assert "kibitz review match:12/3/1" in told


@pytest.mark.untraced
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """Minimax, as plain Python, is done with the end of the game soon, and with its beginning after half a minute or more."""
    command = ("review", GAME, "--moves", MOVES, "--search", "minimax", "--depth", "9", "--json")
    run = interrupted(tmp_path / "heard", 3, Reviewing, *command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert (run.returncode, run.stderr) == (0, "")
    review = json.loads(run.stdout)
    assert review["whole"] is False
    assert len(review["plies"]) >= 3
    assert [ply["number"] for ply in review["plies"]] == list(range(8 - len(review["plies"]), 8))
    assert len(review["values"][0]["points"]) == len(review["plies"]) + 1
