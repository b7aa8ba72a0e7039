"""Matches by rules that break their contract: one sentence that blames the rules, nothing stored as a result, games kept."""

import json
from pathlib import Path

import pytest

from commandline import here, refused, refused_here
from matched import own_store

RULES = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    said: int

@dataclass(frozen=True)
class Count(Game):
    """Say 1 or 2; whoever brings the sum beyond 4 is paid for it."""

    compiles = False

    def start(self):
        return State(0)

    def moves(self, state):
        return {moves}

    def play(self, state, move):
        return State(state.said + move)

    def is_over(self, state):
        return state.said > 4

    def to_move(self, state):
        return {mover}
{pays}
'''
RESULT = "    def result(self, state):\n        return {}\n"
PAYOFFS = "    def payoffs(self, state):\n        return {}\n"


def rules(folder: Path, pays: str, moves: str = "range(1, 3)", mover: str = "state.said % 2") -> Path:
    """A file with rules that break their contract in one place."""
    file = folder / "lawless.py"
    file.write_text(RULES.format(moves=moves, mover=mover, pays=pays), encoding="utf-8")
    return file


MATCH = ("match", "random", "greedy", "--openings", "start", "--game")
LAWLESS = [
    ({"pays": PAYOFFS.format("(float('nan'), 0)")}, "payoffs"),
    ({"pays": PAYOFFS.format("(float('inf'), 0)")}, "payoffs"),
    ({"pays": PAYOFFS.format("(1,)")}, "payoffs"),
    ({"pays": PAYOFFS.format("(1, 2, 3)")}, "payoffs"),
    ({"pays": PAYOFFS.format("('a', 'b')")}, "payoffs"),
    ({"pays": PAYOFFS.format("None")}, "payoffs"),
    ({"pays": RESULT.format("0.5")}, "result"),
    ({"pays": RESULT.format("None")}, "result"),
    ({"pays": RESULT.format("float('nan')")}, "result"),
    ({"pays": RESULT.format("1 // 0")}, "ZeroDivisionError"),
    ({"pays": RESULT.format("1"), "mover": "5"}, "to_move"),
    ({"pays": RESULT.format("1"), "mover": "None"}, "to_move"),
    ({"pays": RESULT.format("1"), "moves": "()"}, "no move"),
    ({"pays": RESULT.format("1"), "moves": "(1, 'two')"}, "moves"),
]


@pytest.mark.parametrize("clock", ["0.5", "60"])
@pytest.mark.parametrize(("how", "said"), LAWLESS)
def test_rules_are_blamed_and_no_player_is(
    how: dict[str, str], said: str, clock: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_store(monkeypatch, tmp_path)
    game = str(rules(tmp_path, **how))
    sentence = refused_here(
        "match", "random", "greedy", "--game", game, "--games", "4", "--clock", clock, "--openings", "start"
    )
    assert sentence.startswith("kibitz: ")
    assert said in sentence
    assert "random" not in sentence.replace(game, "")
    assert "lost" not in sentence
    assert here("match", "--export", "1") == ""


def test_in_processes_of_their_own_it_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_store(monkeypatch, tmp_path)
    game = str(rules(tmp_path, PAYOFFS.format("(float('nan'), 0)")))
    assert "payoffs" in refused(
        "match", "random", "greedy", "--game", game, "--games", "4", "--openings", "start", "--workers", "2"
    )


def test_what_was_played_before_stays_and_is_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_store(monkeypatch, tmp_path)
    game = str(rules(tmp_path, PAYOFFS.format("(float('nan') if __import__('random').random() < 0.1 else 1, 0)")))
    assert "payoffs" in refused_here(
        "match", "random", "greedy", "--game", game, "--games", "200", "--seed", "1", "--openings", "start"
    )
    lines = here("match", "--export", "1").splitlines()
    assert lines
    assert all(json.loads(line, parse_constant=pytest.fail)["payoffs"] == [1, 0] for line in lines)
