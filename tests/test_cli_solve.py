"""`kibitz solve` as a program and as a person read it: values, bounds, limits, Ctrl-C, books, and the whole game at once."""

import json
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pexpect
import pytest

import fair
from commandline import done, here, refused_here
from kibitz import MoveValue, Thought, Value, load, registry
from kibitz.cli import main
from kibitz.cli._options import SearchOptions
from kibitz.cli.solve import Solutions
from kibitz.position import Position
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords
from kibitz.tables.make_book import make_book
from screen import terminal

EFFORT = ["depth", "nodes", "seconds", "nodes_per_second", "table_hits", "threads", "stopped", "informed"]
KEYS = ["game", "to_move", "value", "best", "line", "moves", *EFFORT, "bounds"]
LATE = ("--moves", "2,2 1,2")
WIN = {"kind": "exact", "result": 1, "plies": 5}
AT_LEAST, AT_MOST = Value("at_least", 0), Value("at_most", 1, 41)
BETWEEN = "at least a draw for X, perhaps a win in 41 or later"
closes_in = pytest.mark.skipif("solve" not in registry.names("search"), reason="needs a search that closes in on a value")


class Fake:
    """A search that has proved two bounds, and goes on until it is stopped."""

    def __init__(self, position: Position, all_moves: bool) -> None:
        legal = position.legal()
        self.thought = Thought(legal[0], AT_LEAST, legal[:1], nodes=7, seconds=1.0, hits=0.5, bounds=(AT_LEAST, AT_MOST))
        if all_moves:
            self.thought = replace(self.thought, moves=tuple(MoveValue(move, AT_LEAST, (move,)) for move in legal))

    def __iter__(self) -> Iterator[Thought]:
        yield self.thought
        raise KeyboardInterrupt

    def stop(self) -> None:
        self.thought = replace(self.thought, nodes=8)

    def result(self) -> Thought:
        return self.thought


def interrupted(game: str, monkeypatch: pytest.MonkeyPatch, all_moves: bool = False) -> tuple[Solutions, Position]:
    monkeypatch.setattr(SearchOptions, "begin", lambda self, position, all_moves, before: Fake(position, all_moves))
    request = SearchOptions("solve", distance=True)
    return Solutions(ValueWords(load(game)), request, all_moves), Position.after(load(game))


# What it finds


def test_json_has_the_promised_keys_and_both_bounds() -> None:
    told = json.loads(here("solve", "tic_tac_toe", *LATE, "--json"))
    assert list(told) == KEYS
    assert (told["game"], told["to_move"], told["stopped"], told["threads"]) == ("tic_tac_toe", 0, "solved", 1)
    assert (told["value"], told["bounds"], told["moves"]) == (WIN, [WIN, WIN], [])
    assert told["best"] == told["line"][0]
    assert len(told["line"]) == 5


def test_all_gives_the_exact_value_of_every_move_best_first() -> None:
    told = json.loads(here("solve", "tic_tac_toe", *LATE, "--all", "--threads", "2", "--json"))
    assert {row["move"] for row in told["moves"]} == {"1,1", "1,3", "2,1", "2,3", "3,1", "3,2", "3,3"}
    values = [row["value"] for row in told["moves"]]
    assert values == [WIN] * 6 + [{"kind": "exact", "result": 0, "plies": None}]


def test_weak_says_only_who_wins() -> None:
    value = {"kind": "exact", "result": 1, "plies": None}
    told = json.loads(here("solve", "tic_tac_toe", *LATE, "--weak", "--all", "--json"))
    assert (told["value"], told["bounds"], told["moves"][0]["value"]) == (value, [value, value], value)


def test_a_margin_has_no_distance_and_weakly_no_size() -> None:
    told = json.loads(done("solve", "kalah:pits=1,seeds=2", "--json", NUMBA_DISABLE_JIT="1"))
    assert told["value"] == {"kind": "exact", "result": -2, "plies": None}
    assert "Second wins\n" in done("solve", "kalah:pits=1,seeds=2", "--weak", NUMBA_DISABLE_JIT="1")


def test_for_people_it_draws_the_board_and_says_it_in_words() -> None:
    told = here("solve", "tic_tac_toe", *LATE)
    assert "X to move: X wins in 5\n" in told
    assert "Nothing is left to search" in told
    over = here("solve", "tic_tac_toe", "--moves", "1,1 2,1 1,2 2,2 1,3")
    assert over.endswith("The game is over: X wins.\n")
    assert json.loads(here("solve", "tic_tac_toe", "--moves", "1,1 2,1 1,2 2,2 1,3", "--json"))["bounds"][0]["result"] == -1


# Bounds


def test_bounds_are_said_in_words() -> None:
    words = ValueWords(load("tic_tac_toe"))
    assert words.between(AT_LEAST, AT_MOST, 0) == BETWEEN
    assert (
        words.between(Value("at_least", -1, 6), Value("at_most", 0), 1) == "at most a draw for O, perhaps a loss in 6 or later"
    )
    assert words.between(Value("exact", 1, 3), Value("exact", 1, 3), 1) == "O wins in 3"
    margins = ValueWords(load("othello:size=4"))
    assert margins.between(Value("at_least", -4), Value("at_most", 2), 0) == "anything from a loss by 4 to a win by 2 for X"


def test_an_interrupted_search_leaves_its_bounds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers, start = interrupted("tic_tac_toe", monkeypatch)
    answers.write(start, as_json=False)
    told = capsys.readouterr().out
    assert f"X to move: {BETWEEN}\n" in told
    assert "8 nodes" in told  # what it had when it was stopped
    assert told.endswith("\nInterrupted: these bounds are proved.\n")
    answers.write(start, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert said["bounds"] == [
        {"kind": "at_least", "result": 0, "plies": None},
        {"kind": "at_most", "result": 1, "plies": 41},
    ]
    assert said["stopped"] == "interrupted"


def test_the_progress_line_shows_the_bounds_the_speed_and_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, start = interrupted("tic_tac_toe", monkeypatch)
    first, second = answers.so_far(start, Fake(start, all_moves=False).thought)
    assert first == f"X to move: {BETWEEN}"
    assert "7 nodes/s, table hits 50%" in second


@pytest.mark.compiled
@closes_in
@pytest.mark.parametrize("limit", [("--nodes", "20000"), ("--time", "0.3")])
def test_a_limit_leaves_bounds_that_are_proved(limit: tuple[str, str]) -> None:
    told = json.loads(here("solve", "connect_four", "--no-book", *limit, "--json"))
    assert told["stopped"] == limit[0].removeprefix("--")
    low, high = told["bounds"]
    assert (low["kind"], high["kind"]) == ("at_least", "at_most")
    assert low["result"] <= high["result"]


def test_on_a_terminal_it_shows_progress_and_ctrl_c_ends_it() -> None:
    screen = terminal("solve", "connect_four", "--no-book")
    try:
        screen.expect(r"solving, \d+ s")
        screen.expect(r"X to move: [^\r\n]+\r\n[^\r\n]*nodes/s, table hits")
        pressed = fair.now()
        screen.sendintr()
        screen.expect_exact("Interrupted")
        assert fair.now() - pressed < 5  # of many minutes
        screen.expect(pexpect.EOF)
        screen.close()
        assert screen.exitstatus == 0
    finally:
        screen.close(force=True)


# Books


@pytest.mark.compiled
def test_a_book_answers_without_a_search(tmp_path: Path) -> None:
    book = tmp_path / "it.book"
    make_book(load("tic_tac_toe"), 3, book)
    told = json.loads(here("solve", "tic_tac_toe", "--moves", "2,2 1,1", "--all", "--book", str(book), "--json"))
    assert (told["nodes"], told["value"]["result"], len(told["moves"])) == (0, 0, 7)
    searched = json.loads(here("solve", "tic_tac_toe", "--moves", "2,2 1,1", "--all", "--no-book", "--json"))
    assert searched["nodes"] > 0
    assert {row["move"]: row["value"] for row in told["moves"]} == {row["move"]: row["value"] for row in searched["moves"]}
    beyond = json.loads(here("solve", "tic_tac_toe", "--moves", "2,2 1,2 1,1", "--book", str(book), "--json"))
    assert (beyond["value"]["result"], beyond["nodes"] > 0) == (-1, True)
    assert "contradict" in refused_here("solve", "tic_tac_toe", "--book", str(book), "--no-book")


# Everything


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--to", "x"), "--to says nothing without --everything"),
        (("--memory", "1GB"), "--memory says nothing without --everything"),
        (("--everything",), "add --to FILE"),
        (("--everything", "--to", "x", "--moves", "1,1"), "leave --moves out"),
        (("--everything", "--to", "x", "--all"), "leave --all out"),
        (("--everything", "--to", "x", "--positions", "-"), "leave --positions out"),
    ],
)
def test_what_does_not_go_together_is_said(arguments: tuple[str, ...], said: str) -> None:
    assert said in refused_here("solve", "tic_tac_toe", *arguments)


def test_everything_is_asked_for_and_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[Any] = []

    def solve_everything(game: Any, file: Path, *, memory: int, progress: Any) -> SimpleNamespace:
        asked.append((registry.spec_of(game), file, memory))
        progress(0, "at least about 5,000 positions")
        progress(5478, "looking back")
        return SimpleNamespace(positions=5478, bytes=11000, value=Value("exact", 0), seconds=0.5)

    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setitem(sys.modules, "kibitz.tables", SimpleNamespace(solve_everything=solve_everything))
    for more in ([], ["--json"]):
        with pytest.raises(SystemExit) as ended:
            main(["solve", "tic_tac_toe", "--everything", "--to", "all.solved", "--memory", "1GB", *more])
        assert ended.value.code == 0
    assert asked == [("tic_tac_toe", Path("all.solved"), 2**30)] * 2
    told = capsys.readouterr()
    assert told.err == "At least about 5,000 positions.\n"  # once: not where a program reads
    *people, program = told.out.splitlines()
    assert people == ["From the start: draw.", "5,478 positions in 11,000 bytes of all.solved, 0.5 s."]
    assert json.loads(program) == {
        "game": "tic_tac_toe",
        "positions": 5478,
        "value": value_as_json(Value("exact", 0)),
        "bytes": 11000,
        "seconds": 0.5,
        "to": "all.solved",
    }
