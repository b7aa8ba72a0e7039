"""`--positions FILE`: a line of moves in, a JSON line out, in order and at once, for `analyze` and `solve`."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from commandline import done, kibitz, refused

OVER = "1,1 2,1 1,2 2,2 1,3"
FILE = f"\ufeff# a comment\r\n2,2 1,2 3,1\r\n\r\n  {OVER}\n   # another\n2,2 1,2 3,3 1,1\n"
MADE = [3, 5, 4]


@pytest.mark.parametrize("command", ["analyze", "solve"])
def test_every_line_is_answered_in_order(command: str, tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text(FILE, encoding="utf-8", newline="")
    told = [json.loads(line) for line in done(command, "tic_tac_toe", "--positions", str(file)).splitlines()]
    assert [row["to_move"] for row in told] == [made % 2 for made in MADE]
    assert [row["best"] is None for row in told] == [False, True, False]
    assert {row["stopped"] for row in told} == {"solved"}
    alone = [json.loads(done(command, "tic_tac_toe", "--moves", moves, "--json")) for moves in ("2,2 1,2 3,1", OVER)]
    assert [(row["value"], row["best"]) for row in told[:2]] == [(row["value"], row["best"]) for row in alone]


def test_moves_come_before_those_of_each_line() -> None:
    lines = done("solve", "tic_tac_toe", "--moves", "2,2 1,2", "--positions", "-", typed="3,1\n3,1 1,3 1,1\n").splitlines()
    values = [json.loads(line)["value"] for line in lines]
    assert [(value["result"], value["plies"]) for value in values] == [(-1, 4), (-1, 2)]


def test_a_wrong_line_of_a_file_is_told_before_anything_is_searched(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("2,2 1,2 3,1\n\n2,2 2,2\n", encoding="utf-8")
    said = refused("solve", "tic_tac_toe", "--positions", str(file))
    assert "line 3 of" in said
    assert "move 2: '2,2' is not allowed here" in said
    assert "does not exist" in refused("solve", "tic_tac_toe", "--positions", str(tmp_path / "none.txt"))
    assert "is a directory" in refused("analyze", "tic_tac_toe", "--positions", str(tmp_path))


def test_a_wrong_line_of_standard_input_leaves_what_was_answered_before() -> None:
    run = kibitz("solve", "tic_tac_toe", "--positions", "-", typed=f"{OVER}\n{OVER}\n9,9\n{OVER}\n")
    assert (run.returncode, len(run.stdout.splitlines())) == (2, 2)
    (sentence,) = run.stderr.splitlines()
    assert "line 3 of standard input: move 1: '9,9' is no move of this game" in sentence


def test_no_line_no_answer() -> None:
    assert done("analyze", "tic_tac_toe", "--positions", "-", typed="\n# nothing\n") == ""


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


def test_ctrl_c_ends_it_after_the_position_under_way(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("1212121\n" + "4\n" * 3, encoding="utf-8")  # the first game is over
    done("analyze", "connect_four", "--depth", "1")  # compiles, so that what is interrupted is the search
    command = [sys.executable, "-m", "kibitz", "analyze", "connect_four", "--time", "60", "--positions", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(4)  # well into the search, on a busy machine too
        process.send_signal(signal.SIGINT)
        told, complaint = process.communicate(timeout=30)
    assert [json.loads(line)["stopped"] for line in told.splitlines()] == ["solved", "interrupted"]
    assert (process.returncode, complaint) == (130, "kibitz: stopped\n")
