"""Learning from positions of stored games: which these are, that games begin there, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from commandline import here, refused_here
from kibitz import load
from kibitz.errors import LearningError
from kibitz.learning import stored_positions
from kibitz.learning.stored_positions import sample_stored
from kibitz.patterns.file import read_estimate
from kibitz.position import Position

GAME = "tic_tac_toe"
WON = ("1,1", "2,1", "1,2", "2,2", "1,3")


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path / "learned"))
    monkeypatch.chdir(tmp_path)
    Path("won.txt").write_text("1,1 2,1 1,2 2,2 1,3\n2,2 1,1\n", encoding="utf-8")
    here("convert", "won.txt", "--game", GAME, "--store", "games.db")


def test_positions_are_those_with_a_move_to_make_and_each_is_there_once() -> None:
    game = load(GAME)
    found = sample_stored(game, [WON, WON[:2], ("2,2",)], seed=1)
    assert found == [Position.after(game, names).state for names in (WON[:1], WON[:2], WON[:3], WON[:4], ("2,2",))]
    with pytest.raises(LearningError, match="no stored game of tic_tac_toe has a position after its start"):
        sample_stored(game, [()], seed=1)


def test_of_too_many_positions_a_seed_takes_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_positions, "MOST", 2)
    samples = [tuple(sample_stored(load(GAME), [WON], seed)) for seed in (1, 1, 2, 3, 4)]
    assert samples[0] == samples[1]
    assert len(set(samples)) > 1
    assert {len(sample) for sample in samples} == {2}


def test_the_match_has_to_be_there_and_of_the_same_game() -> None:
    assert "match 1 is one of tic_tac_toe, and nim is to be learned" in refused_here(
        "learn", "nim", "--match", "1", "--store", "games.db"
    )
    assert "no match 7" in refused_here("learn", GAME, "--match", "7", "--store", "games.db")
    assert "--store is where --match looks: say which match" in refused_here("learn", GAME, "--store", "games.db")


@pytest.mark.compiled
def test_games_begin_where_stored_ones_led_and_all_repeats() -> None:
    learn = ("learn", GAME, "--games", "300", "--threads", "1", "--no-match", "--json")
    stored = ("--match", "1", "--store", "games.db")
    here(*learn, "--to", "without.learned")
    one = json.loads(here(*learn, *stored, "--to", "one.learned"))
    here(*learn, *stored, "--to", "two.learned")
    plain, first, second = (read_estimate(Path(f"{name}.learned")) for name in ("without", "one", "two"))
    assert np.array_equal(first.weights, second.weights)
    assert not np.array_equal(first.weights, plain.weights)
    assert first.lineage.positions < plain.lineage.positions, "games that begin later are shorter"
    assert "--match 1 --store games.db" in one["resume"]
