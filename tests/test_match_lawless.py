"""Matches by rules that break their contract: one sentence that blames the rules, nothing stored as a result, games kept."""

import json
from pathlib import Path

import pytest

from commandline import here, refused_here
from matched import RULES, own_store

PAYS = "    def result(self, state):\n        return 1\n"
PAYOFFS = "    def payoffs(self, state):\n        return {}\n"
MOVES = "        yield 1\n        yield 2\n"
MATCH = ("match", "random", "greedy", "--openings", "start", "--seed", "1", "--game", "count.py", "--games")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own_store(monkeypatch, tmp_path)


def write_rules(old: str, new: str) -> None:
    assert old in RULES
    Path("count.py").write_text(RULES.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        *((PAYS, PAYOFFS.format(paid), "payoffs") for paid in ("(float('nan'), 0)", "(1,)", "(1, 2, 3)", "('a', 'b')", "None")),
        *(("return 1", f"return {paid}", "result") for paid in ("0.5", "float('nan')")),
        ("return 1", "return 1 // 0", "ZeroDivisionError"),
        (PAYS, f"{PAYS}\n    def to_move(self, state):\n        return 5\n", "to_move"),
        (PAYS, f"{PAYS}\n    def to_move(self, state):\n        return None\n", "to_move"),
        (MOVES, "        return ()\n", "no move"),
        (MOVES, "        return (1, 'two')\n", "moves"),
    ],
)
def test_rules_are_blamed_and_no_player_is(old: str, new: str, said: str) -> None:
    write_rules(old, new)
    sentence = refused_here(*MATCH, "4")
    assert sentence.startswith("kibitz: ")
    assert said in sentence
    assert "random" not in sentence
    assert "lost" not in sentence
    assert here("match", "--export", "1") == ""


def test_what_was_played_before_stays_and_is_json() -> None:
    write_rules(PAYS, PAYOFFS.format("(float('nan') if __import__('random').random() < 0.1 else 1, 0)"))
    assert "payoffs" in refused_here(*MATCH, "200")
    lines = here("match", "--export", "1").splitlines()
    assert lines
    assert all(json.loads(line, parse_constant=pytest.fail)["payoffs"] == [1, 0] for line in lines)
