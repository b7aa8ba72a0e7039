"""`kibitz review` as people and programs read it: where games come from, the promised keys, files, Ctrl-C, wrong questions."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from commandline import done, here, refused_here
from heard import interrupted
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.explain.review.reviewing import Reviewing

GAME = "tic_tac_toe"
MOVES = "1,1 1,2 2,2 3,3 2,1 2,3 3,1"
SHALLOW = ("--search", "deepening", "--depth", "1")
KEYS = [
    *("game", "sides", "players", "moves", "over", "payoffs", "forfeit", "reason", "opening", "whole", "thresholds", "plies"),
    *("end", "values", "summary", "nodes"),
]
PLY = [
    *("number", "to_move", "move", "verdict", "proved", "only", "forced", "opening", "before", "after", "lost", "best", "line"),
    "shown",
    *("equal", "refutation", "refuted", "threat", "said"),
]
SUMMARY = ["side", "best", "good", "later", "sooner", "inaccuracy", "mistake", "blunder", "forced", "proved", "estimated"]


def reviewed(*arguments: str) -> dict[str, Any]:
    """A review that knows little: where it does not matter what it says."""
    told: dict[str, Any] = json.loads(here("review", *arguments, *SHALLOW, "--json"))
    return told


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store with one match of two games: one to its end, and one that a player lost by a fault."""
    place = str(tmp_path / "games.db")
    monkeypatch.setenv("KIBITZ_STORE", place)
    with Store.open(place) as kept:
        fixtures = [Fixture(0, side, (side, 1 - side), "1,1") for side in (0, 1)]
        number = kept.add(Plan(GAME, ("random", 'the "best" one'), seed=1), fixtures)
        kept.keep(number, [Played(0, 0, tuple(MOVES.split()), (1, -1)), Played(0, 1, ("1,1", "1,2"), None, 0, "it slept")])
    return place


@pytest.mark.untraced
def test_json_is_one_object_with_the_promised_keys() -> None:
    told = json.loads(here("review", GAME, "--moves", MOVES, "--nodes", "200000", "--json"))
    assert list(told) == KEYS
    assert (told["game"], told["over"], told["payoffs"], told["whole"]) == (GAME, True, [1, -1], True)
    assert all(list(ply) == PLY for ply in told["plies"])
    assert [ply["verdict"] for ply in told["plies"]] == ["best", "mistake", *["best"] * 5]
    mistake = told["plies"][1]
    assert mistake["before"] == {"kind": "exact", "result": 0, "plies": None}
    assert mistake["after"] == {"kind": "exact", "result": -1, "plies": 6}
    assert (mistake["lost"], mistake["best"], len(mistake["refutation"])) == (1, "2,2", 5)
    assert told["plies"][2]["threat"] == {"moves": ["3,3"], "plies": 1}
    assert told["thresholds"] == {"span": 2, "inaccuracy": 0.1, "mistake": 0.25, "blunder": 0.6}
    assert all(list(row) == SUMMARY for row in told["summary"])
    assert [point["value"] for point in told["values"][0]["points"]] == [0, 0, 1, 1, 1, 1, 1, 1]
    assert [row["mistake"] for row in told["summary"]] == [0, 1]


@pytest.mark.untraced
def test_people_read_marks_sentences_a_graph_and_the_limits() -> None:
    told = here("review", GAME, "--moves", MOVES, "--nodes", "200000")
    assert "2.  O    1,2   ?  mistake  proved   X wins in 5" in told
    assert "Threw away a draw and allowed a win in 5 for X. Better: 2,2" in told
    assert "X threatens 3,3." in told
    assert "The only move that wins." in told
    assert " 1 ┤    ● ● ● ● ● ●" in told
    assert "The game is over: X wins." in told
    assert "inaccuracy from 0.2, mistake from 0.5, blunder from 1.2, where a win is 1" in told
    assert "\x1b" not in told


def test_a_stored_game_names_its_players(store: str) -> None:
    told = reviewed("match:1/0/0")
    assert (told["game"], told["players"], told["moves"]) == (GAME, ["random", 'the "best" one'], MOVES.split())
    assert reviewed(GAME, "--moves", "match:1/0/0@3")["moves"] == MOVES.split()[:3]
    fault = reviewed("match:1/0/1", "--store", store)
    assert (fault["forfeit"], fault["reason"], fault["over"]) == (0, "it slept", False)
    assert "not of nim" in refused_here("review", "nim", "match:1/0/0")
    assert "has 7 moves, not 9" in refused_here("review", "match:1/0/0@9")


@pytest.mark.compiled
@pytest.mark.parametrize("source", ["store", "json", "text"])
def test_nobody_is_blamed_for_the_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    with Store.open(str(tmp_path / "games.db")) as kept:
        number = kept.add(Plan(GAME, ("random", "greedy"), seed=1), [Fixture(0, 0, (0, 1), "1,1 1,2")])
        kept.keep(number, [Played(0, 0, tuple(MOVES.split()), (1, -1))])
    name, file = "match:1/0/0", tmp_path / "games.exported"
    if source != "store":
        file.write_text(here("match", "--export", "1", *(["--text"] if source == "text" else [])), encoding="utf-8")
        name = str(file)
    told = json.loads(here("review", name, "--nodes", "200000", "--json"))
    assert told["opening"] == 2
    assert [ply["opening"] for ply in told["plies"]] == [True, True, *[False] * 5]
    assert [ply["verdict"] for ply in told["plies"]] == [None, None, *["best"] * 5]
    assert not any(ply["said"] or ply["lost"] or ply["best"] for ply in told["plies"][:2])
    assert [row["mistake"] for row in told["summary"]] == [0, 0], "1,2 throws a draw away, but nobody chose it"
    assert [point["value"] for point in told["values"][0]["points"]] == [0, 0, 1, 1, 1, 1, 1, 1]
    lines = here("review", name, "--nodes", "200000").splitlines()
    assert next(line for line in lines if line.startswith("2.")).split()[:4] == ["2.", "O", "1,2", "opening"]
    assert "The first 2 moves are the opening, which no player chose: not judged, and not counted." in lines


@pytest.mark.parametrize("text", [[], ["--text"]])
def test_an_exported_game_is_read_back(store: str, tmp_path: Path, text: list[str]) -> None:
    file = tmp_path / "games.exported"
    file.write_text(here("match", "--export", "1", *text), encoding="utf-8")
    first, second = (reviewed(str(file), "--number", str(number)) for number in (1, 2))
    assert (first["players"], first["moves"], first["payoffs"]) == (["random", 'the "best" one'], MOVES.split(), [1, -1])
    assert (second["moves"], second["forfeit"], second["reason"]) == (["1,1", "1,2"], 0, "it slept")
    assert "holds 2 games: say which with --number 1 to 2" in refused_here("review", str(file))
    assert "no number 3" in refused_here("review", str(file), "--number", "3")
    assert "not of nim" in refused_here("review", "nim", str(file), "--number", "1")


def test_a_file_of_moves_is_one_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("# ours\n1,1 1,2\n\n2,2 3,3\n2,1 2,3 3,1\n", encoding="utf-8")
    assert reviewed(GAME, str(file))["moves"] == MOVES.split()
    file.write_text("1,1 1,2\n\n1,2\n", encoding="utf-8")
    assert f"line 3 of {file}: move 1: '1,2' is not allowed here" in refused_here("review", GAME, str(file))
    assert "does not say which game it is" in refused_here("review", str(file))
    file.write_text('{"game": "tic_tac_toe", "moves": ["1,1", "1,1"]}\n', encoding="utf-8")
    assert f"line 1 of {file}: move 2: '1,1' is not allowed here" in refused_here("review", str(file))
    file.write_text("{no json\n", encoding="utf-8")
    assert "is no game as `kibitz match --export` writes it" in refused_here("review", str(file))


def test_wrong_questions_are_told_in_a_sentence(tmp_path: Path) -> None:
    assert "say what to review" in refused_here("review")
    assert "nothing to review" in refused_here("review", GAME)
    assert "move 2" in refused_here("review", GAME, "--moves", "1,1 1,1")
    assert "one game at a time" in refused_here("review", GAME, "nim")
    assert ".html, .json, .svg" in refused_here("review", GAME, "--moves", "1,1", "--to", str(tmp_path / "it.pdf"))
    assert "there is no file game.txt" in refused_here("review", GAME, "game.txt")
    assert "did you mean" in refused_here("review", GAME, "--moves", "1,1", "--search", "minmax")


def test_files_are_written_as_their_names_say(tmp_path: Path) -> None:
    short = ("review", GAME, "--moves", MOVES, *SHALLOW, "--to")
    for name, begins in (("it.html", "<!DOCTYPE html>"), ("it.svg", "<svg"), ("it.json", '{"game"'), ("IT.SVG", "<svg")):
        assert here(*short, str(tmp_path / name)) == f"{tmp_path / name} holds the review.\n"
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    told = here(*short, str(tmp_path / "it.svg"), "--json")
    assert json.loads(told) == json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))


def test_help_states_the_limits_without_the_compiler() -> None:
    told = done("review", "--help")
    assert "0.1, 0.25 and 0.6" in " ".join(told.split())
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
