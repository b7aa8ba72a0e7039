"""Who asks again gets the same answer: with a depth, a seed and one thread every command writes the same in another process.

The other process has other hashes: what goes through a set of words goes in another order there.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from document import timeless
from kibitz.core import registry
from shelf import READY

SEARCHES = [name for name in registry.names("search") if name not in ("expectiminimax", "mcts", "proof", "solve")]
METHODS = [name for name in registry.names("arena.tuning.methods") if name != "regression"]
TUNING = (
    "tune connect_four:width=4,height=4 --player alphabeta:depth=1 --steps 2 --pairs-per-step 1 --verify 2 --seed 3 --workers 1"
)
COMMANDS = {
    "searches": [
        *(f"analyze {name} --depth 2 --json" for name in READY),
        "analyze connect_four:width=4,height=4 --depth 4",
        "analyze othello:size=4 --depth 4 --best --json",
        "analyze connect_four:width=4,height=4 --nodes 500 --json",
        "analyze tic_tac_toe --positions {positions} --depth 4",
        *(f"analyze tic_tac_toe --moves 2,2,1,1 --depth 4 --search {name} --json" for name in SEARCHES),
        "analyze tic_tac_toe --nodes 500 --search mcts --json",
        "analyze tic_tac_toe --moves 2,2,1,1 --nodes 500 --search proof --json",
        "analyze einstein --depth 2 --search expectiminimax --json",
        "solve tic_tac_toe --moves 2,2 --all --json",
        "solve kalah:pits=2,seeds=2 --all --json",
        "solve connect_four:width=4,height=4 --nodes 300 --no-book --json",
        "solve tic_tac_toe --everything --to whole.solution",
        "book tic_tac_toe --plies 2 --to small.book",
        "perft othello --depth 3 --divide",
    ],
    "games": [
        "play tic_tac_toe deepening:depth=3 computer:level=2,depth=2 --seed 4",
        "play pig greedy random --seed 4",
        "play trio maxn:depth=2 random greedy --seed 4",
        "match deepening:depth=2 random --game tic_tac_toe --games 6 --seed 5 --workers 1 --openings random:2",
        "match --export 1",
        "match --show 1/0/1",
        "match --list",
        "match random greedy minimax:depth=1 --game nim --games 2 --seed 5 --workers 2 --json",
        "match --export 2 --text",
        *(f"{TUNING} --method {name} --to {name}.json --json" for name in METHODS),
        "elo --penta 3,5,6,6,7 --sprt 0,10",
    ],
    "explanations": [
        "review tic_tac_toe --moves 2,2,1,2,1,1,3,3 --depth 4 --json",
        "review connect_four:width=4,height=4 --moves 1,2,1,2,1 --depth 3 --to game.html",
        "tree tic_tac_toe --moves 2,2,1,1,1,2 --depth 3 --json",
        "tree tree:file=two_ply --why",
        "tree tic_tac_toe --moves 2,2,1,1,1,2,3,2 --to tree.html",
        "tree trio --depth 2 --to tree.svg",
        "tree tic_tac_toe --moves 2,2,1,1 --growth --depth 3 --time 600 --json",
    ],
    "rules": [
        "check nim:heaps=1-2-3 --seed 3 --time 20 --json",
        "check {broken} --seed 3 --time 3",
        "games --json",
        "new my_game",
    ],
}
MEASURED = {"seconds", "mean_seconds", "longest_seconds", "nodes_per_second", "created"}
BROKEN = f"{Path(__file__).parent / 'broken' / 'turns.py'}:CentreFirst"
DRIVER = """
import json, sys
import commandline

if __name__ == "__main__":
    answers = []
    for words in json.load(sys.stdin):
        code, written, complaint = commandline.run_here(*words)
        assert code == int("broken" in words[1]), (words, code, complaint)
        answers.append(written)
    sys.__stdout__.write(json.dumps(answers))
"""

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("family", COMMANDS)
def test_commands_write_the_same_again(family: str, tmp_path: Path) -> None:
    """To the terminal and into files."""
    positions = tmp_path / "positions.txt"
    positions.write_text("2,2\n1,1 2,2\n\n", encoding="utf-8")
    lines = [line.format(positions=positions, broken=BROKEN) for line in COMMANDS[family]]
    processes = [begin(lines, tmp_path / seed, seed) for seed in "12"]
    for line, *answers in zip(lines, *(answered(process) for process in processes), strict=True):
        one, other = (unmeasured(answer, tmp_path) for answer in answers)
        assert one == other, line
        assert one, line
    files, same = (
        {file.name: file.read_bytes() for file in (tmp_path / seed).iterdir() if not file.name.startswith("games.db")}
        for seed in "12"
    )
    assert files == same
    assert len(files) == sum(" --to " in line or line.startswith("new") for line in lines)


def begin(lines: list[str], folder: Path, seed: str) -> "subprocess.Popen[str]":
    """A process that runs these commands in a new folder."""
    folder.mkdir()
    settings = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "NUMBA_DISABLE_JIT": "1",
        "KIBITZ_STORE": str(folder / "games.db"),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder, env=settings
    )
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(json.dumps([line.split() for line in lines]))
    return process


def answered(process: "subprocess.Popen[str]") -> list[str]:
    """What each command has written to the terminal."""
    assert process.stdout is not None
    with process.stdout as pipe:
        written = pipe.read()
    assert process.wait() == 0
    found: list[str] = json.loads(written)
    return found


def unmeasured(text: str, folder: Path) -> list[Any]:
    """The lines of an answer, without what a clock has measured, and without its folder."""
    lines = re.sub(rf"{re.escape(str(folder))}/\d|\d{{4}}-\d\d-\d\d \d\d:\d\d", "...", text).splitlines()
    return [
        _unmeasured(json.loads(line)) if line.startswith("{") else re.sub(r"[\d,.]+ (nodes/s|a second)", "MANY", timeless(line))
        for line in lines
    ]


def _unmeasured(told: Any) -> Any:
    if isinstance(told, list):
        return [_unmeasured(each) for each in told]
    if isinstance(told, dict):
        return {key: _unmeasured(value) for key, value in told.items() if key not in MEASURED}
    return told
