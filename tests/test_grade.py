"""Grading what students hand in: what is right passes, what is wrong is named, and nothing harms the grader."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.cli.app import commands
from kibitz.grading import grade as grading
from kibitz.grading.agreement import answer
from kibitz.grading.grade import Content, GradeOrder, grade

RIGHT = """
from math import inf

seen = []


def minimax(game, state, max_moves=True):
    seen.append(state)
    if game.is_over(state):
        return game.result(state) if max_moves else -game.result(state)
    values = [minimax(game, game.play(state, move), not max_moves) for move in game.moves(state)]
    return max(values) if max_moves else min(values)


def alphabeta(game, state, alpha=-inf, beta=inf, max_moves=True):
    seen.append(state)
    if game.is_over(state):
        return game.result(state) if max_moves else -game.result(state)
    best = -inf if max_moves else inf
    for move in game.moves(state):
        value = alphabeta(game, game.play(state, move), alpha, beta, not max_moves)
        if max_moves:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def middle(position):
    return position.legal()[len(position.legal()) // 2]
"""
UNNOTED = RIGHT.replace("seen = []\n", "").replace("    seen.append(state)\n", "")
WRONG = {
    "cuts too late": (RIGHT.replace("alpha >= beta", "alpha > beta"), "alphabeta", "node "),
    "forgets whose result it is": (RIGHT.replace(" if max_moves else -game.result(state)", ""), "minimax", "the value is"),
    "goes backwards": (RIGHT.replace("in game.moves(state)]", "in reversed(list(game.moves(state)))]"), "minimax", "node 2"),
    "stops early": ("def minimax(game, state, max_moves=True):\n    return 0\n", "minimax", "nodes, and minimax at 0"),
    "calls itself": ("def minimax(game, state, max_moves=True):\n    return minimax(game, state)\n", "minimax", "without end"),
    "fails": ("def minimax(game, state, max_moves=True):\n    return 1 / 0\n", "minimax", "ZeroDivisionError"),
}
ORDER = GradeOrder("tic_tac_toe", "random", 4, 5.0, 1)


def handed_in(folder: Path, text: str, name: str = "alice.py") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("text", [RIGHT, UNNOTED], ids=["notes what it sees", "notes nothing"])
@pytest.mark.parametrize("spec", ["tic_tac_toe", "tree:file=two_ply", "nim:heaps=2-3"])
@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
def test_the_book_agrees_with_itself(tmp_path: Path, text: str, spec: str, name: str) -> None:
    found = answer(str(handed_in(tmp_path, text)), name, spec, 1)
    assert found.get("nodes", 0) > 10, found


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_is_named(tmp_path: Path, kind: str) -> None:
    text, name, words = WRONG[kind]
    assert words in answer(str(handed_in(tmp_path, text)), name, "tic_tac_toe", 1)["wrong"]


def test_what_is_in_a_file_is_read_without_running_it(tmp_path: Path) -> None:
    found = Content.of(handed_in(tmp_path, f"raise SystemExit\n{RIGHT}\nclass Mine(kibitz.Game):\n    pass\n"))
    assert (found.has_game, found.searches, found.players) == (True, ("minimax", "alphabeta"), ("middle",))


def test_a_player_and_a_search_pass(tmp_path: Path) -> None:
    found = grade(handed_in(tmp_path, RIGHT), ORDER)
    assert found.passed, found
    assert [part.part for part in found.parts] == ["minimax", "alphabeta", "games against random"]
    assert found.parts[2].facts["games"] == 4


def test_nothing_that_a_file_does_harms_the_grader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "STARTING", 8.0)
    order = GradeOrder("tic_tac_toe", "random", 2, 1.0, 1)
    hangs = "def minimax(game, state, max_moves=True):\n    while True:\n        pass\n"
    forges = (
        "import os\nos.write(1, b'\\nkey {\"nodes\": 99}\\n')\ndef minimax(game, state, max_moves=True):\n    os._exit(0)\n"
    )
    leaves = "def first(position):\n    import os\n    os._exit(0)\n"
    assert [part.sentence for part in grade(handed_in(tmp_path, hangs), order).parts] == ["did not end in time"]
    assert not grade(handed_in(tmp_path, forges, "bob.py"), order).passed
    assert not grade(handed_in(tmp_path, leaves, "carol.py"), order).passed
    (broken,) = grade(handed_in(tmp_path, "def minimax(:\n", "dave.py"), order).parts
    assert broken.sentence.startswith("not Python: ")


def test_the_command(tmp_path: Path) -> None:
    good, empty = handed_in(tmp_path, RIGHT), handed_in(tmp_path, "x = 1\n", "bob.py")
    done = CliRunner().invoke(commands, ["grade", str(good), str(empty), "--games", "0", "--time", "5", "--json"])
    assert done.exit_code == 1, done.output
    found = json.loads(done.stdout)["grades"]
    assert [one["passed"] for one in found] == [True, False]
    told = CliRunner().invoke(commands, ["grade", str(empty), "--games", "0"])
    assert "bob.py  nothing to grade" in told.output
