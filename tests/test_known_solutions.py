"""Solved positions from the literature and from another solver: every exact value is the published one."""

import csv
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.board import Board64
from kibitz.core.registry import load
from kibitz.core.thought import Value
from kibitz.games.othello import State
from kibitz.position import Position
from kibitz.search.entry import think
from runs import PLAIN

SEARCH = "solve"
EARLIEST = 28 if PLAIN else 13  # so many discs lie at least; `make bench-solve` solves earlier positions

GOLDEN = Path(__file__).parent / "golden"


def table(name: str) -> list[dict[str, str]]:
    with (GOLDEN / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def value_of(score: int, discs: int) -> Value:
    """What a score on 7x6 means: the winner ends the game with its `score`-th disc from the last on a full board."""
    if score == 0:
        return Value("exact", 0)
    first_wins = (score > 0) == (discs % 2 == 0)
    last = 44 - 2 * abs(score) - first_wins  # the number of that disc; those of the first player are odd
    return Value("exact", 1 if score > 0 else -1, last - discs)


def sample() -> list[Any]:
    """The positions, those with as many discs together."""
    found: dict[str, list[tuple[str, int]]] = {}
    for row in table("connect_four_scores.csv"):
        if len(row["moves"]) >= EARLIEST:
            found.setdefault(f"{len(row['moves'])} discs", []).append((row["moves"], int(row["score"])))
    return [pytest.param(rows, id=name) for name, rows in sorted(found.items())]


def test_a_score_says_when_the_game_ends() -> None:
    """On the empty board of 42 squares 1 is a win with disc 41, -1 a loss by disc 42; 18 is a win with disc 7, the fastest."""
    assert value_of(1, 0) == Value("exact", 1, 41)
    assert value_of(-1, 0) == Value("exact", -1, 42)
    assert value_of(18, 6) == Value("exact", 1, 1)


@pytest.mark.twice
@pytest.mark.parametrize("rows", sample())
def test_connect_four_scores(rows: list[tuple[str, int]]) -> None:
    game = load("connect_four")
    wrong = {}
    for moves, score in rows:
        found = think(Position.after(game, moves), search=SEARCH).value
        if found != value_of(score, len(moves)):
            wrong[moves] = (found, score)
    assert not wrong


@pytest.mark.compiled
def test_othello_with_twenty_empty_squares() -> None:
    """FFO position 40: the score of the best move, which stands first."""
    line = next(
        line for line in (GOLDEN / "ffo_40_47.obf").read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    )
    board, best = line.split(";")[:2]
    black, white = (Board64(sum(1 << place for place, mark in enumerate(board[:64]) if mark == disc)) for disc in "XO")
    assert board.split()[1] == "X"
    move, score = best.strip().split(":")
    game = load("othello")
    thought = think(game, State(black, white, 0), search=SEARCH, all_moves=False)
    assert thought.value == Value("exact", int(score))
    assert game.move_name(game.start(), thought.line[0]) == move.lower()


@pytest.mark.compiled
def test_who_wins_connect_four() -> None:
    """Allis and Allen 1988: the first player, in the centre. Who wins is told sooner than when."""
    thought = think("connect_four", search=SEARCH, weak=True, threads=2)
    assert (thought.best, thought.value) == (3, Value("exact", 1))
