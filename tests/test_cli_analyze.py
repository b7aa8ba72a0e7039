"""`kibitz analyze` and `kibitz bench` as a program reads them: the promised keys, limits, Ctrl-C, rules that do not compile."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from commandline import here, kibitz, refused_here
from heard import interrupted
from kibitz import Thought, Value, registry
from kibitz.cli import _report
from kibitz.present.values import ValueWords
from kibitz.search.handle import Thinking

VALUE = ["kind", "result", "plies"]
EFFORT = ["depth", "nodes", "seconds", "nodes_per_second", "table_hits", "threads", "stopped", "informed"]
KEYS = ["game", "to_move", "value", "best", "line", "moves", *EFFORT]


def test_analyze_as_json_is_one_object_with_the_promised_keys() -> None:
    run = kibitz("analyze", "tic_tac_toe", "--moves", "2,2 1,2", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    told = json.loads(run.stdout)
    assert list(told) == KEYS
    assert (told["game"], told["to_move"], told["stopped"], told["threads"]) == ("tic_tac_toe", 0, "solved", 1)
    assert told["value"] == {"kind": "exact", "result": 1, "plies": 5}
    assert told["best"] == told["line"][0] == told["moves"][0]["move"]
    assert len(told["line"]) == 5
    assert all(list(row) == ["move", "value", "line"] and list(row["value"]) == VALUE for row in told["moves"])
    assert {row["move"] for row in told["moves"]} == {"1,1", "1,3", "2,1", "2,3", "3,1", "3,2", "3,3"}
    results = [row["value"]["result"] for row in told["moves"]]
    assert results == sorted(results, reverse=True)


def test_analyze_for_people_says_whose_value_it_is() -> None:
    told = here("analyze", "tic_tac_toe", "--moves", "2,2 1,2")
    assert "X to move: X wins in 5" in told
    assert "Nothing is left to search" in told
    assert "\x1b" not in told


@pytest.mark.compiled  # plain, the guard of five seconds may end it
def test_analyze_only_the_best_move_visits_fewer_positions() -> None:
    best = json.loads(here("analyze", "tic_tac_toe", "--best", "--json"))
    every = json.loads(here("analyze", "tic_tac_toe", "--json"))
    assert best["nodes"] < every["nodes"]
    assert best["value"] == every["value"]


def test_analyze_without_distance_tells_results_only() -> None:
    told = json.loads(here("analyze", "tic_tac_toe", "--moves", "2,2 1,2", "--no-distance", "--json"))
    assert told["value"] == {"kind": "exact", "result": 1, "plies": None}


def test_analyze_by_solve_proves_and_takes_no_depth() -> None:
    told = json.loads(here("analyze", "tic_tac_toe", "--search", "solve", "--time", "60", "--json"))
    assert (told["stopped"], told["value"]) == ("solved", {"kind": "exact", "result": 0, "plies": None})
    assert "no depth" in refused_here("analyze", "tic_tac_toe", "--search", "solve", "--depth", "3")


@pytest.mark.parametrize("search", [name for name in registry.names("search") if name != "solve"])
def test_analyze_with_every_search_keeps_to_the_depth(search: str) -> None:
    told = json.loads(here("analyze", "tic_tac_toe", "--search", search, "--depth", "3", "--json"))
    assert (told["depth"], told["stopped"], told["value"]["kind"]) == (3, "depth", "estimate")


def test_analyze_names_the_searches_there_are() -> None:
    assert "did you mean minimax or" in refused_here("analyze", "tic_tac_toe", "--search", "minmax")


def test_analyze_a_game_that_is_over() -> None:
    over = ("analyze", "tic_tac_toe", "--moves", "1,1 2,1 1,2 2,2 1,3")
    told = json.loads(here(*over, "--json"))
    assert list(told) == KEYS
    assert (told["best"], told["line"], told["moves"], told["value"]["result"]) == (None, [], [], -1)
    assert here(*over).endswith("The game is over: X wins.\n")


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
    (warning,) = run.stderr.splitlines()
    assert "runs as plain Python" in warning
    assert json.loads(run.stdout)["best"] == "2"


def test_bench_measures_every_search() -> None:
    rows = json.loads(here("bench", "tic_tac_toe", "--time", "0.1", "--json"))["rows"]
    assert {row["search"] for row in rows} == {"perft", *registry.names("search")}
    assert all(row["nodes_per_second"] > 0 for row in rows)
    assert "tic_tac_toe" in here("bench", "tic_tac_toe", "--time", "0.1")


ROW = """
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kibitz import Game


class Step(NamedTuple):
    left: int


@dataclass(frozen=True)
class Row(Game):
    '''Go one step further, 600 times; then the game is a draw.'''

    compiles: ClassVar[bool] = False

    def start(self):
        return Step(600)

    def moves(self, state):
        return range(1)

    def play(self, state, move):
        return Step(state.left - 1)

    def is_over(self, state):
        return state.left == 0

    def result(self, state):
        return 0
"""


def test_a_search_that_can_look_no_deeper_says_so_and_not_that_a_depth_was_wanted(tmp_path: Path) -> None:
    rules = tmp_path / "row.py"
    rules.write_text(ROW)
    told = here("analyze", str(rules), "--search", "minimax", "--nodes", "5000")
    assert told.endswith("\nNo search looks further ahead than 250 plies, and this one has come so far.\n")
    assert here("analyze", str(rules), "--depth", "3").endswith("\nThe depth wanted is reached.\n")


def test_where_nothing_is_proved_no_bounds_are_said_to_be() -> None:
    words, nothing = ValueWords(registry.load("tic_tac_toe")), (Value("at_least", -1, 1), Value("at_most", 1, 1))
    thought = Thought(0, nothing[0], stopped="nodes", bounds=nothing)
    assert _report.reason(thought, words, None) == "The nodes are spent."
    known = replace(thought, bounds=(Value("at_least", 0), nothing[1]))
    assert _report.reason(known, words, None) == "The nodes are spent: these bounds are proved."


def test_what_is_known_of_a_game_may_be_left_out_or_named() -> None:
    asked = ["analyze", "othello:size=4", "--depth", "1", "--json"]
    wise, none, discs = (
        [one["value"]["result"] for one in json.loads(here(*asked, "--knowledge", name))["moves"]]
        for name in ("auto", "none", "Discs")
    )
    assert json.loads(here(*asked))["moves"][0]["value"]["result"] == wise[0]
    assert set(none) == {0}
    assert len({tuple(wise), tuple(none), tuple(discs)}) == 3
    assert "did you mean Discs?" in refused_here(*asked, "--knowledge", "Disks")
