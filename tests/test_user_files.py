"""Files of rules that print, exit, import or hold several games: what a command answers, and where what they print goes."""

import json
import sys
from pathlib import Path

import pytest

from commandline import done, here, kibitz, refused_here
from kibitz.errors import GameError, RulesWarning
from kibitz.registry import load, spec_of

RULES = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

LOADED

class State(NamedTuple):
    made: int

@dataclass(frozen=True)
class NAME(Game):
    """Two moves at any time, for four plies; whoever made the last one has won."""
    compiles = False
    def start(self): return State(0)
    def moves(self, state): return range(2)
    def play(self, state, move):
        PLAYED
        return State(state.made + 1)
    def is_over(self, state): return state.made >= 4
    def result(self, state): return -1
'''


def rules(file: Path, loaded: str = "", played: str = "pass", name: str = "Four") -> str:
    """A file of rules that does something when it is loaded, and when a move is played."""
    text = RULES.replace("LOADED", loaded).replace("PLAYED", played).replace("NAME", name)
    file.write_text(text, encoding="utf-8")
    return str(file)


PRINTS = "import os; print('chatter'); sys_out = __import__('sys').stdout; sys_out.write('chatter')"


@pytest.mark.parametrize(
    "command",
    [
        ["analyze", "FILE", "--depth", "4"],
        ["analyze", "FILE", "--depth", "4", "--positions", "-"],
        ["solve", "FILE"],
        ["tree", "FILE"],
        ["perft", "FILE", "--depth", "3"],
        ["bench", "FILE", "--time", "0.05"],
        ["review", "FILE", "--moves", "0 0 0 0", "--depth", "3"],
        ["games", "FILE"],
        ["check", "FILE", "--time", "0.3"],
    ],
    ids=" ".join,
)
def test_rules_that_print_leave_the_answer_alone(command: list[str], tmp_path: Path) -> None:
    spec = rules(tmp_path / "loud.py", PRINTS, "print('chatter')")
    (line,) = here(*(spec if word == "FILE" else word for word in command), "--json", typed="0 0").splitlines()
    assert isinstance(json.loads(line), dict)


def test_what_machine_code_or_a_child_prints_leaves_the_answer_alone(tmp_path: Path) -> None:
    spec = rules(tmp_path / "loud.py", "import os; os.write(1, b'chatter')", "os.write(1, b'chatter')")
    run = kibitz("perft", spec, "--depth", "2", "--json")
    assert run.returncode == 0
    assert json.loads(run.stdout)["leaves"] == 4
    assert "chatter" in run.stderr


def test_a_file_prints_to_standard_error_while_it_is_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load(rules(tmp_path / "loud.py", PRINTS))
    out, err = capsys.readouterr()
    assert (out, err) == ("", "chatter\nchatter")


def test_a_file_that_exits_is_no_game(tmp_path: Path) -> None:
    said = refused_here("analyze", rules(tmp_path / "leaves.py", "import sys; sys.exit(0)"))
    assert said == "kibitz: leaves.py, line 6, cannot be read: SystemExit: 0"


def test_a_file_with_null_bytes_is_told_without_a_line_that_there_is_not(tmp_path: Path) -> None:
    file = tmp_path / "null.py"
    file.write_bytes(b"x = 1\n\0\n")
    said = refused_here("analyze", str(file))
    assert said.startswith("kibitz: null.py cannot be read: ")
    assert "None" not in said


def test_a_file_that_is_interrupted_is_read_anew(tmp_path: Path) -> None:
    spec = rules(tmp_path / "stopped.py", "raise KeyboardInterrupt")
    before = set(sys.modules)
    with pytest.raises(KeyboardInterrupt):
        load(spec)
    assert not {name for name in set(sys.modules) - before if name.startswith("stopped")}


def test_a_game_may_be_imported_from_another_file(tmp_path: Path) -> None:
    rules(tmp_path / "elsewhere_rules.py", name="Elsewhere")
    file = tmp_path / "mine.py"
    file.write_text("from elsewhere_rules import Elsewhere\n")
    game = load(str(file))
    assert type(game).__name__ == "Elsewhere"
    assert spec_of(load(spec_of(game))) == spec_of(game)
    file = tmp_path / "shipped.py"
    file.write_text("from kibitz import Game\nfrom kibitz.games.nim import Nim\n")
    assert spec_of(load(str(file))) == "nim"
    file = tmp_path / "none.py"
    file.write_text("from kibitz import Game\n")
    with pytest.raises(GameError, match="defines no game: write a class"):
        load(str(file))


def test_of_several_games_in_a_file_the_last_is_taken_and_that_is_said(tmp_path: Path) -> None:
    spec = rules(tmp_path / "several.py")
    with open(spec, "a", encoding="utf-8") as more:
        more.write('''
@dataclass(frozen=True)
class Five(Four):
    """One more."""
    def is_over(self, state): return state.made >= 5

class State2(NamedTuple):
    made: int

@dataclass(frozen=True)
class Other(Game):
    """Another game."""
    def start(self): return State2(0)
    def moves(self, state): return range(3)
    def play(self, state, move): return State2(state.made + 1)
    def is_over(self, state): return state.made >= 2
    def result(self, state): return 0
''')
    with pytest.warns(RulesWarning) as told:
        assert type(load(spec)).__name__ == "Other"
    (said,) = told
    assert str(said.message) == (
        f"{spec} has several games; this is the last of them, Other: for another one write {spec}:Four or {spec}:Five"
    )
    assert type(load(f"{spec}:Five")).__name__ == "Five"


def test_a_game_that_others_of_the_file_begin_with_needs_no_choice(tmp_path: Path) -> None:
    spec = rules(tmp_path / "two.py")
    with open(spec, "a", encoding="utf-8") as more:
        more.write("\n@dataclass(frozen=True)\nclass Five(Four):\n    def is_over(self, state): return state.made >= 5\n")
    assert type(load(spec)).__name__ == "Five"


def test_a_tree_in_a_file_says_how_it_is_written() -> None:
    assert refused_here("tree", "a.json") == "kibitz: a.json is no game by itself: a tree in a file is tree:file=a.json"
    assert refused_here("tree", "tree:a.json").endswith("write name=value, for instance file=a.json")


def test_games_tells_of_those_that_are_named() -> None:
    told = here("games", "tree")
    assert told.startswith("tree  ")
    assert "file: alliance, centipede, " in told
    assert "checkers" not in told
    assert [one["name"] for one in json.loads(here("games", "nim", "pig", "--json"))["games"]] == ["nim", "pig"]
    assert "did you mean nim" in refused_here("games", "nimm")


def test_the_answer_is_written_to_a_pipe_as_it_was() -> None:
    assert json.loads(done("games", "nim", "--json"))["games"][0]["name"] == "nim"
