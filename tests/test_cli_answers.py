"""`kibitz analyze`, `solve` and `bench` beyond the transcripts: every search, bounds, Ctrl-C, rules that do not compile."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from commandline import here, kibitz, run_here
from heard import interrupted
from kibitz import MoveValue, Thought, Value, load
from kibitz.books.make_book import make_book
from kibitz.cli import answers as _answers
from kibitz.cli.analysis.solve import Solutions
from kibitz.cli.options import SearchOptions
from kibitz.core import registry
from kibitz.position import Position
from kibitz.present.values import ValueWords
from kibitz.search.descriptor import takes_no_depth
from kibitz.search.drivers.handle import Thinking

AT_LEAST, AT_MOST = Value("at_least", 0), Value("at_most", 1, 41)
BETWEEN = "at least a draw for X, perhaps a win in 41 or later"
THREE = "tree:file=three_players"


@pytest.mark.parametrize("search", [name for name in registry.names("search") if not takes_no_depth(name)])
def test_analyze_with_every_search_keeps_to_the_depth(search: str) -> None:
    told = json.loads(here("analyze", "tic_tac_toe", "--search", search, "--depth", "2", "--json"))
    assert (told["depth"], told["stopped"], told["value"]["kind"]) == (2, "depth", "estimate")


@pytest.mark.compiled  # plain, the guard of five seconds may end it
def test_analyze_only_the_best_move_visits_fewer_positions() -> None:
    best = json.loads(here("analyze", "tic_tac_toe", "--best", "--json"))
    every = json.loads(here("analyze", "tic_tac_toe", "--json"))
    assert best["nodes"] < every["nodes"]
    assert best["value"] == every["value"]


def test_analyze_interrupted_gives_the_best_so_far(tmp_path: Path) -> None:
    run = interrupted(tmp_path / "heard", 3, Thinking, "analyze", "connect_four", "--time", "60", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout)["stopped"] == "interrupted"
    assert json.loads(run.stdout)["best"] is not None


@pytest.mark.compiled
def test_rules_that_do_not_compile_are_told_in_one_line_and_searched_all_the_same(tmp_path: Path) -> None:
    here("new", "my_game", folder=tmp_path)
    file = tmp_path / "my_game.py"
    rules = file.read_text(encoding="utf-8")
    loop = "for taken in range(1, min(self.most, state.stones) + 1):\n            yield taken"
    assert loop in rules
    file.write_text(rules.replace(loop, "yield from range(1, min(self.most, state.stones) + 1)"), encoding="utf-8")
    run = kibitz("analyze", "./my_game.py:stones=6", "--json", folder=tmp_path)
    assert run.returncode == 0
    preparing, warning = run.stderr.splitlines()
    assert preparing.startswith("kibitz: Preparing My Game: about ")
    assert "runs as plain Python" in warning
    assert json.loads(run.stdout)["best"] == "2"


def test_bench_measures_what_fits_and_says_why_not_the_rest() -> None:
    told = json.loads(here("bench", THREE, "--time", "0.05", "--json"))
    assert {row["search"] for row in told["rows"]} == {"perft", "maxn", "mcts", "paranoid", "best_reply"}
    assert all(row["nodes_per_second"] > 0 for row in told["rows"])
    refused = {one["search"]: one["why"] for one in told["refused"]}
    assert {*refused, *(row["search"] for row in told["rows"])} == {"perft", *registry.names("search")}
    why = "deepening needs a zero-sum game of two players, and Tree gives payoffs: take maxn"
    assert refused["deepening"] == why
    assert f"- {THREE}, deepening: {why}" in here("bench", THREE, "--time", "0.01")


# Bounds


def test_where_nothing_is_proved_no_bounds_are_said_to_be() -> None:
    words, nothing = ValueWords(load("tic_tac_toe")), (Value("at_least", -1, 1), Value("at_most", 1, 1))
    thought = Thought(0, nothing[0], stopped="nodes", bounds=nothing)
    assert _answers.reason(thought, words, None) == "The nodes are spent."
    known = replace(thought, bounds=(Value("at_least", 0), nothing[1]))
    assert _answers.reason(known, words, None) == "The nodes are spent: these bounds are proved."


class Fake:
    """A search that has proved two bounds, and goes on until it is stopped."""

    def __init__(self, position: Position, all_moves: bool) -> None:
        legal = position.legal()
        moves = tuple(MoveValue(move, AT_LEAST, (move,)) for move in legal) if all_moves else ()
        self.thought = Thought(legal[0], AT_LEAST, legal[:1], moves, 0, 7, 1.0, hits=0.5, bounds=(AT_LEAST, AT_MOST))

    def __iter__(self) -> Iterator[Thought]:
        yield self.thought
        raise KeyboardInterrupt

    def stop(self) -> None:
        self.thought = replace(self.thought, nodes=8)

    def result(self) -> Thought:
        return self.thought


def test_an_interrupted_proof_leaves_its_bounds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(SearchOptions, "begin", lambda self, position, all_moves, before: Fake(position, all_moves))
    start = Position.after(load("tic_tac_toe"))
    answers = Solutions(ValueWords(start.game), SearchOptions("solve", distance=True), False)
    answers.write(start, for_program=False)
    told = capsys.readouterr().out
    assert f"X to move: {BETWEEN}\n" in told
    assert "8 nodes" in told  # what it had when it was stopped
    assert told.endswith("\nInterrupted: these bounds are proved.\n")
    answers.write(start, for_program=True)
    said = json.loads(capsys.readouterr().out)
    low, high = {"kind": "at_least", "result": 0, "plies": None}, {"kind": "at_most", "result": 1, "plies": 41}
    assert (said["stopped"], said["bounds"]) == ("interrupted", [low, high])
    first, second = answers.so_far(start, Fake(start, all_moves=False).thought)
    assert first == f"X to move: {BETWEEN}"
    assert "7 nodes/s, table hits 50%" in second


@pytest.mark.compiled
@pytest.mark.parametrize("limit", [("--nodes", "20000"), ("--time", "0.3")])
def test_a_limit_leaves_bounds_that_are_proved(limit: tuple[str, str]) -> None:
    told = json.loads(here("solve", "connect_four", "--no-book", *limit, "--json"))
    assert told["stopped"] == limit[0].removeprefix("--")
    low, high = told["bounds"]
    assert (low["kind"], high["kind"]) == ("at_least", "at_most")
    assert low["result"] <= high["result"]


@pytest.mark.compiled
def test_a_book_answers_as_a_search_does_and_two_threads_as_one(tmp_path: Path) -> None:
    book = tmp_path / "it.book"
    make_book(load("tic_tac_toe"), 3, book)
    told, searched = (
        json.loads(here("solve", "tic_tac_toe", "--moves", "2,2 1,1", "--all", *more, "--json"))
        for more in (("--book", str(book)), ("--no-book", "--threads", "2"))
    )
    assert (told["nodes"], told["value"]["result"], len(told["moves"])) == (0, 0, 7)
    assert searched["nodes"] > 0
    assert {row["move"]: row["value"] for row in told["moves"]} == {row["move"]: row["value"] for row in searched["moves"]}


def test_everything_is_told_before_it_begins_and_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def solved(game: Any, file: Path, *, memory: int, progress: Any, scratch: str | None) -> SimpleNamespace:
        progress(0, "at least about 5,000 positions")
        progress(5478, "looking back")
        return SimpleNamespace(positions=5478, bytes=memory >> 20, value=Value("exact", 0), seconds=0.5)

    monkeypatch.setattr("kibitz.solutions.solve_everything", solved)
    asked = ("solve", "tic_tac_toe", "--everything", "--to", "all.solved", "--memory", "1GB")
    code, told, note = run_here(*asked)
    assert (code, note) == (0, "At least about 5,000 positions.\n")
    assert told == "From the start: draw.\n5,478 positions in 1,024 bytes of all.solved, 0.5 s.\n"
    code, told, note = run_here(*asked, "--json")
    assert (code, note, json.loads(told)["positions"]) == (0, "", 5478)  # no words where a program reads
