"""A report on a game: small games whose truth is known, the same seed, and what is refused."""

import json
from pathlib import Path

import pytest

from commandline import done, here
from games_gone_wrong import Long
from kibitz.core.registry import load
from kibitz.errors import GameError, ReportError, RulesError
from kibitz.explain.report.gathering import Reporting, report
from kibitz.explain.report.sample import (
    ReportOrder,
)
from race_game import Race
from reported import FEW, SECTIONS, Coin, Purse, Steps, few


def test_tic_tac_toe_is_as_it_is_known() -> None:
    """5,478 positions, 549,946 nodes; random games as `test_playouts` has them; 3 first moves; nobody is proved to lose."""
    found = few("tic_tac_toe", games=15, playouts=100)
    positions = found.sample.positions
    assert (positions.walked, positions.whole) == (5478, True)
    assert found.tree is not None
    assert found.tree.error is not None
    assert 10**found.tree.log10 == pytest.approx(549_946, rel=2.5 * found.tree.error)
    assert found.random_results is not None
    assert found.random_results.seats[0].wins.share == pytest.approx(0.585, abs=0.12)
    assert found.length is not None
    assert 5 <= found.length.least <= found.length.most <= 9
    assert [(row.ply, row.average.mean) for row in found.branching[:5]] == [(ply, 9 - ply) for ply in range(5)]
    assert sorted(map(len, found.sample.openings)) == [1, 4, 4]
    assert found.moves is not None
    assert found.moves.proved == found.moves.looked == 45
    assert found.skill[0].pays
    assert "There are 5,478 positions, all of them counted." in str(found)


def test_a_game_with_one_move_is_told_as_it_is() -> None:
    found = few(Steps(1))
    told = str(found)
    assert "Between equal players, the first player (First) wins 100 % (at least" in told
    assert "Nobody ever has a choice" in told
    assert "There are 2 positions, all of them counted." in told
    assert "The tree of all games has about 2 nodes." in told
    assert "No game has been won in which anybody had a choice." in told
    assert "There is only one first move" in told
    assert found.moves is None
    assert found.decided is None


def test_what_is_always_alike_is_known_without_error() -> None:
    """Three moves at each of four plies: 1 + 3 + 9 + 27 + 81 positions, which are the tree; the second player wins."""
    found = few(Steps(4, 3))
    assert (found.sample.positions.walked, found.sample.positions.whole) == (121, True)
    assert found.tree is not None
    assert 10**found.tree.log10 == pytest.approx(121)
    assert found.tree.error == pytest.approx(0, abs=1e-9)
    assert found.results is not None
    assert [seat.wins.share for seat in found.results.seats] == [0, 1]
    assert found.choices is not None
    assert (found.choices.mean, found.choices.error) == (3, 0)
    assert found.moves is not None
    assert (found.moves.dead.mean, found.moves.only.share, found.moves.free.share) == (0, 0, 1)


def test_chance_alone_falls_by_its_weights() -> None:
    found = few(Coin(), games=30)
    assert found.results is not None
    assert found.random_results is not None
    assert found.random_results.seats[0].wins.share == pytest.approx(0.75, abs=0.1)
    assert found.branching == ()
    assert "Nobody ever moves: chance decides." in str(found)
    assert found.tree is not None
    assert found.tree.error is not None
    assert 10**found.tree.log10 == pytest.approx(3, rel=2.5 * found.tree.error)


def test_a_race_of_three_with_dice() -> None:
    found = few(Race())
    assert len(found.names) == 3
    assert found.results is not None
    assert sum(seat.points.points for seat in found.results.seats) == pytest.approx(3)
    assert found.choices is not None
    assert found.choices.mean == 2
    assert all(row.ply % 2 for row in found.branching)
    assert "chance begins" in str(found)
    assert all(step.even == pytest.approx(1 / 3) for step in found.skill)


def test_one_player_alone_is_told_what_it_gets() -> None:
    found = few(Purse(), games=4, playouts=60)
    assert found.skill[-1].payoff.mean == 6
    assert len(found.skill) == 4
    told = str(found)
    assert "A single player has no opponent." in told
    assert "A random mover gets" in told
    assert found.moves is None
    assert found.openings == ()


def test_the_same_seed_gives_the_same_report_and_another_one_another() -> None:
    one, again, other = (few("connect_four:width=4,height=4", seed=seed).as_json() for seed in (5, 5, 6))
    assert one == again
    assert one["random_length"] != other["random_length"]


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["tic_tac_toe", "pig"])
def test_compiled_and_plain_the_same_seed_gives_the_same_report(spec: str) -> None:
    words = ("report", spec, *FEW, "--seed", "3", "--json")
    assert json.loads(here(*words)) == json.loads(done(*words, NUMBA_DISABLE_JIT="1"))


def test_a_longer_report_begins_with_the_shorter_one() -> None:
    short, long = few("nim:heaps=1-2-3", games=2).sample, few("nim:heaps=1-2-3", games=5).sample
    assert long.equal[:2] == short.equal
    assert long.random[: len(short.random)] == short.random
    assert long.stronger[: len(short.stronger)] == short.stronger


def test_an_interrupted_report_is_a_report() -> None:
    """Whatever it was doing: each of the reports on the way has a page, JSON and sentences."""
    order = ReportOrder(games=2, playouts=4)
    reports = list(Reporting("nim:heaps=1-2-3", order))
    assert len(reports) > 6
    for one in reports:
        assert list(one.as_json()["sentences"]) == SECTIONS
        assert "<h2>" in one.html()
        assert str(one)
    assert "Stopped early, after 0 of 2 rounds." in str(reports[0])
    assert reports[-1].sample.is_whole
    assert "Stopped early" not in str(reports[-1])


def test_minutes_end_it_in_the_midst_of_a_game() -> None:
    found = report("nim:heaps=1-2-3", games=10**6, playouts=4, minutes=0.05)
    assert 0 < len(found.sample.equal) < 10**6
    assert "Stopped early" in str(found)
    hasty = report("tic_tac_toe", games=10**6, minutes=1e-9)
    assert hasty.sample.equal == ()
    assert len(hasty.sample.random) == 20
    assert "No game between equal players has ended yet." in str(hasty)
    assert "<h2>" in hasty.html()


def test_games_that_are_given_up_are_told(tmp_path: Path) -> None:
    found = report("tic_tac_toe", games=4, playouts=20, longest=7)
    assert found.endless > 0
    told = str(found)
    assert "games of players were cut off after 7 plies." in told
    assert "random games were cut off after 7 plies." in told
    assert found.as_json()["games"]["given_up"] == found.endless


def test_what_cannot_be_reported_is_refused() -> None:
    with pytest.raises(ReportError, match="none ended within 50 plies"):
        report(Long(), games=1, longest=50)
    with pytest.raises(ReportError, match="over before it begins"):
        report(Steps(0), games=1)
    with pytest.raises(ReportError, match="ask for one game or more"):
        report(Steps(1), games=0)
    with pytest.raises(RulesError, match=r"the weight 0\.0"):
        report(Coin(weight=0.0), games=1)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "pig:target=12", "trio"])
def test_workers_make_the_same_report(spec: str) -> None:
    alone, by_two = (report(spec, games=4, playouts=8, seed=3, workers=workers) for workers in (None, 2))
    assert alone.as_json() == by_two.as_json()


def test_workers_need_a_game_that_they_can_load() -> None:
    class Own(type(load("tic_tac_toe"))):  # type: ignore[misc]
        """Rules that stand in no file."""

    with pytest.raises(GameError, match="cannot be loaded by a worker: put the game into a file"):
        report(Own(), games=1, playouts=4, workers=1)
