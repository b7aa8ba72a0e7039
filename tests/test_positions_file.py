"""`--positions FILE`: a line of moves in, a JSON line out, in order and at once, for `analyze` and `solve`."""

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from commandline import here, kibitz, refused_here
from kibitz import Thought, Value
from kibitz.cli import main
from kibitz.cli.options import SearchOptions
from kibitz.position import Position

OVER = "1,1 2,1 1,2 2,2 1,3"
FILE = f"\ufeff# a comment\r\n2,2 1,2 3,1\r\n\r\n  {OVER}\n   # another\n2,2 1,2 3,3 1,1\n"
MADE = [3, 5, 4]


@pytest.mark.parametrize("command", ["analyze", "solve"])
def test_every_line_is_answered_in_order(command: str, tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text(FILE, encoding="utf-8", newline="")
    told = [json.loads(line) for line in here(command, "tic_tac_toe", "--positions", str(file)).splitlines()]
    assert [row["to_move"] for row in told] == [made % 2 for made in MADE]
    assert [row["best"] is None for row in told] == [False, True, False]
    assert {row["stopped"] for row in told} == {"solved"}
    alone = [json.loads(here(command, "tic_tac_toe", "--moves", moves, "--json")) for moves in ("2,2 1,2 3,1", OVER)]
    assert [(row["value"], row["best"]) for row in told[:2]] == [(row["value"], row["best"]) for row in alone]


def test_moves_come_before_those_of_each_line() -> None:
    lines = here("solve", "tic_tac_toe", "--moves", "2,2 1,2", "--positions", "-", typed="3,1\n3,1 1,3 1,1\n").splitlines()
    values = [json.loads(line)["value"] for line in lines]
    assert [(value["result"], value["plies"]) for value in values] == [(-1, 4), (-1, 2)]


def test_a_wrong_line_of_a_file_is_told_before_anything_is_searched(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("2,2 1,2 3,1\n\n2,2 2,2\n", encoding="utf-8")
    said = refused_here("solve", "tic_tac_toe", "--positions", str(file))
    assert "line 3 of" in said
    assert "move 2: '2,2' is not allowed here" in said
    assert "does not exist" in refused_here("solve", "tic_tac_toe", "--positions", str(tmp_path / "none.txt"))
    assert "is a directory" in refused_here("analyze", "tic_tac_toe", "--positions", str(tmp_path))


def test_a_wrong_line_of_standard_input_is_answered_with_what_is_wrong() -> None:
    run = kibitz("solve", "tic_tac_toe", "--positions", "-", typed=f"{OVER}\n# note\n9,9\n{OVER}\n2,2 2,2\n{OVER}\n")
    assert run.returncode == 2
    first, wrong, second, again, third = map(json.loads, run.stdout.splitlines())
    assert first["value"] == second["value"] == third["value"]
    assert wrong["line"] == 3
    assert wrong["error"].startswith("line 3 of standard input: move 1: '9,9' is not a move of this game")
    assert again["line"] == 5
    assert again["error"].startswith("line 5 of standard input: move 2: '2,2' is not allowed here")
    assert run.stderr == "kibitz: 2 of 5 lines could not be read: each is answered with what is wrong there\n"


def test_no_line_no_answer() -> None:
    assert here("analyze", "tic_tac_toe", "--positions", "-", typed="\n# nothing\n") == ""


@pytest.mark.parametrize("command", ["analyze", "solve"])
def test_an_answer_comes_before_the_next_line_is_written(command: str) -> None:
    arguments = [sys.executable, "-m", "kibitz", command, "tic_tac_toe", "--positions", "-"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for moves in ("2,2 1,2 3,1", "2,2 1,2 3,2", OVER):
            process.stdin.write(moves + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["game"] == "tic_tac_toe"
        process.stdin.close()
        assert process.stdout.read() == ""
    assert process.returncode == 0


@dataclass
class Fake:
    """A search that has found the first move, when Ctrl-C is pressed the second time that one is begun."""

    move: int
    pressed: bool

    def __iter__(self) -> Iterator[Thought]:
        yield self.result()
        if self.pressed:
            raise KeyboardInterrupt

    def stop(self) -> None:
        self.move += 1

    def result(self) -> Thought:
        return Thought(self.move, Value("estimate", 0.5), (self.move,), stopped="time")


def test_ctrl_c_ends_it_after_the_position_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[Position] = []

    def begin(request: SearchOptions, position: Position, all_moves: bool, before: object) -> Fake:
        begun.append(position)
        return Fake(0, len(begun) == 2)

    file = tmp_path / "lines.txt"
    file.write_text("4\n44\n444\n4444\n", encoding="utf-8")
    monkeypatch.setattr(SearchOptions, "begin", begin)
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    with pytest.raises(SystemExit) as ended:
        main(["analyze", "connect_four", "--positions", str(file)])
    told = capsys.readouterr()
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert [(answer["best"], answer["stopped"]) for answer in answers] == [("1", "time"), ("2", "interrupted")]
    assert (ended.value.code, told.err) == (130, "kibitz: stopped\n")
