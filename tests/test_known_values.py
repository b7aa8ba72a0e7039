"""Known values as targets: positions of solutions, books and stored games with their worth, and what learning makes of them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commandline import here, refused_here
from kibitz import Position, load
from kibitz.errors import LearningError
from kibitz.learning import known_values as module
from kibitz.learning.known_values import _of_games, known_values
from kibitz.patterns.file import read_estimate
from kibitz.search.entry import solve
from kibitz.solutions import solve_everything

GAME = "tic_tac_toe"


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("values") / "whole.solution"
    solve_everything(GAME, file)
    return str(file)


def by_hand(position: Position, known: dict[Any, int]) -> int:
    """Plain minimax: 1 for a position that the side to move wins."""
    if position.state not in known:
        if position.payoffs is not None:
            known[position.state] = int(position.payoffs[position.to_move])
        else:
            known[position.state] = max(-by_hand(position.play(move), known) for move in position.legal())
    return known[position.state]


def test_values_of_a_solution_are_those_of_plain_minimax(solution: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLIES", 0)
    found = known_values(load(GAME), solution, None, seed=2)
    assert len(found) > 100
    known: dict[Any, int] = {}
    for state, result in found:
        seen = Position.after(GAME)
        here_ = Position(seen.game, state, (), to_move_of(state))
        assert result == by_hand(here_, known)
    assert known_values(load(GAME), solution, None, seed=2) == found
    assert known_values(load(GAME), solution, None, seed=3) != found


def to_move_of(state: Any) -> int:
    """By the number of marks."""
    mine, theirs = (bin(int(getattr(field, "bits", field))).count("1") for field in state[:2])
    return (mine + theirs) % 2


def test_a_book_knows_what_it_holds(tmp_path: Path) -> None:
    book = str(tmp_path / "small.book")
    here("book", GAME, "--plies", "2", "--to", book)
    found = known_values(load(GAME), book, None, seed=1)
    assert 1 < len(found) <= 1 + 9 + 72
    thought = solve(Position.after(GAME))
    assert dict(found)[Position.after(GAME).state] == thought.value.result == 0


def test_of_games_it_is_the_mean_of_their_results_for_the_side_to_move() -> None:
    won, lost = ("1,1", "2,1", "1,2", "2,2", "1,3"), ("1,1", "2,1", "1,2", "2,2", "3,3", "2,3")
    games: list[Any] = [(won, (1.0, -1.0)), (lost, (-1.0, 1.0)), (won, (1.0, -1.0)), (("2,2",), None)]
    found = dict(_of_games(load(GAME), games))
    start, after = (Position.after(GAME, names).state for names in ((), won[:1]))
    assert found[start] == pytest.approx(1 / 3)
    assert found[after] == pytest.approx(-1 / 3)
    assert found[Position.after(GAME, lost[:5]).state] == 1.0
    assert Position.after(GAME, ("2,2",)).state not in found
    assert len(found) == 6


def test_what_says_nothing_is_refused(tmp_path: Path, solution: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    with pytest.raises(LearningError, match="is not a game of two players with one result and no dice"):
        known_values(load("pig"), solution, None, 1)
    learn = ("learn", GAME, "--games", "10", "--to", str(tmp_path / "x.learned"), "--values")
    assert "match:first does not name a match: write match:12" in refused_here(*learn, "match:first")
    assert "match:12345678901234567890 does not name a match" in refused_here(*learn, "match:12345678901234567890")
    (tmp_path / "openings.epd").write_text("8/8/8/8/8/2k5/8/K6R w - - hmvc 0;\n", encoding="utf-8")
    here("match", "random", "random", "--game", "chess", "--games", "2", "--openings", f"file:{tmp_path / 'openings.epd'}")
    chess = ("learn", "chess", "--games", "9", "--to", str(tmp_path / "x.learned"), "--values", "match:1")
    assert "games of match 1 begin from positions of their own" in refused_here(*chess)
    assert "there is no file" in refused_here(*learn, str(tmp_path / "none.solution"))
    (tmp_path / "odd.book").write_bytes(b"odd")
    assert "odd.book" in refused_here(*learn, str(tmp_path / "odd.book"))
    assert "nim" in refused_here("learn", "nim", *learn[2:], solution)


# Learning.


@pytest.mark.compiled
def test_known_values_make_a_learner_know_more(tmp_path: Path, solution: str) -> None:
    learn = ("learn", GAME, "--games", "150", "--threads", "1", "--no-match", "--json")
    errors = {}
    for name, more in (("without", ()), ("with", ("--values", solution)), ("again", ("--values", solution))):
        file = tmp_path / f"{name}.learned"
        found = json.loads(here(*learn, *more, "--to", str(file)))
        estimate = read_estimate(file).estimate(load(GAME))
        known = known_values(load(GAME), solution, None, seed=9)[:400]
        errors[name] = float(np.mean([(estimate.evaluate(state) - result) ** 2 for state, result in known]))
    assert errors["with"] == errors["again"]
    assert errors["with"] < 0.9 * errors["without"]
    assert f"--values {solution}" in found["resume"]


@pytest.mark.compiled
def test_workers_learn_them_as_well(tmp_path: Path, solution: str) -> None:
    learn = ("learn", GAME, "--games", "400", "--no-match", "--values", solution)
    for name, workers in (("one", "2"), ("two", "2")):
        here(*learn, "--workers", workers, "--to", str(tmp_path / f"{name}.learned"))
    here("learn", GAME, "--games", "400", "--no-match", "--workers", "2", "--to", str(tmp_path / "plain.learned"))
    one, two, plain = (read_estimate(tmp_path / f"{name}.learned").weights for name in ("one", "two", "plain"))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, plain)
