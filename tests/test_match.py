"""Matches: every game once, the same whatever interrupts them, a test that decides the same in any order of results."""

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from executors import Here
from kibitz import load
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.match import Match
from kibitz.arena.planning import plan_match
from kibitz.arena.standing import Sequential, Standing
from kibitz.arena.store import Store
from kibitz.errors import KibitzError, MatchError, StatisticsError


def begun(store: Store, *players: str, game: str = "tic_tac_toe", **settings: Any) -> Match:
    return Match(store, store.add(*plan_match(load(game), players, seed=5, **settings)))


def whole(store: Store, number: int) -> list[tuple[Fixture, tuple[str, ...], tuple[float, ...] | None]]:
    """Every game of a match, but for the time it took."""
    return [(fixture, played.moves, played.payoffs) for fixture, played in store.games(number)]


def test_every_scheduled_game_is_played_once_and_counted(store: Store) -> None:
    match = begun(store, "random", "greedy", games=40)
    standing = match.play(Here(), 2)
    games = list(store.games(match.number))
    assert [fixture for fixture, _ in games] == store.fixtures(match.number)
    scores: Counter[float] = Counter()
    for fixture, played in games:
        scores[played.scores(2)[fixture.seats.index(0)]] += 1
    assert standing.totals.results() == (scores[1.0], scores[0.0], scores[0.5])
    assert (standing.totals.played, standing.totals.scheduled, standing.ended) == (40, 40, True)
    assert standing.pairs.games == standing.singles.games == 40
    assert standing.pairs.score == standing.singles.score == (scores[1.0] + scores[0.5] / 2) / 40


def test_what_was_interrupted_goes_on_and_ends_as_if_it_had_not_been(store: Store) -> None:
    undisturbed = begun(store, "random", "greedy", games=30)
    undisturbed.play(Here(), 1)
    match = begun(store, "random", "greedy", games=30)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            Match(store, match.number).play(Here(most=3), 1)
    kept = match.standing().totals.played
    assert 0 < kept < 30
    resumed = Match(store, match.number).play(Here(), 2)
    assert resumed.before == kept
    assert whole(store, match.number) == whole(store, undisturbed.number)
    assert resumed.totals == undisturbed.standing().totals
    assert Match(store, match.number).play(Here(most=0), 1).totals == resumed.totals  # nothing is left to submit


@pytest.mark.usefixtures("unhurried")
def test_the_games_do_not_depend_on_what_the_process_played_before(store: Store) -> None:
    first, second = (begun(store, "random", "computer:level=1", games=6, game="nim:heaps=3-4") for _ in range(2))
    first.play(Here(), 1)
    random.seed(0)
    left = store.open_fixtures(second.number)
    random.shuffle(left)
    from kibitz.arena.crew.batch import Batch, play_batch

    for fixture in left:
        store.keep(second.number, play_batch(Batch(second.plan, (fixture,))))
    assert whole(store, first.number) == whole(store, second.number)


def test_a_match_hears_how_it_stands(store: Store) -> None:
    heard: list[Standing] = []
    begun(store, "random", "random", games=20).play(Here(), 1, heard.append)
    assert heard
    assert all(0 < one.totals.played <= 20 for one in heard)


def test_a_test_ends_a_match_and_counts_the_games_up_to_its_verdict(store: Store) -> None:
    settings = {"elo0": 0.0, "elo1": 100.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"}
    match = begun(store, "random", "greedy", games=2000, sprt=settings)
    standing = match.play(Here(), 1)
    assert standing.test is not None
    assert (standing.test.verdict, standing.ended) == ("H0", True)
    assert match.test is not None
    assert match.test.decided is not None
    assert standing.totals.played == 2 * (match.test.decided + 1) == 2 * match.test.heard < 2000
    again = Match(store, match.number)
    assert again.play(Here(most=0), 1).totals == standing.totals


@given(st.lists(st.integers(0, 4), min_size=1, max_size=60), st.data())
def test_the_verdict_does_not_depend_on_how_much_is_heard_at_once(points: list[int], data: st.DataObject) -> None:
    settings: Mapping[str, Any] = {"elo0": 0.0, "elo1": 60.0}
    at_once, bit_by_bit = Sequential(**settings), Sequential(**settings)
    at_once.hear(points)
    while bit_by_bit.heard < len(points) and bit_by_bit.decided is None:
        bit_by_bit.hear(points[bit_by_bit.heard :][: data.draw(st.integers(1, 9))])
    assert bit_by_bit == at_once
    assert len(at_once.path) == at_once.heard
    assert at_once.decided in (None, at_once.heard - 1)


def test_points_of_pairs_stop_at_the_first_gap(store: Store) -> None:
    match = begun(store, "random", "greedy", games=8)

    def won(pair: int, side: int) -> Played:
        return Played(pair, side, (), (1.0, -1.0))

    store.keep(match.number, [won(0, 0), won(0, 1), won(2, 0), won(2, 1), won(1, 0)])
    assert store.points(match.number) == [2]
    store.keep(match.number, [won(1, 1)])
    assert store.points(match.number) == [2, 2, 2]
    assert store.points(match.number, 1) == [2, 2]
    assert store.totals(match.number, 1).played == 4
    assert store.totals(match.number, 1).penta() == (0, 0, 2, 0, 0)


@pytest.mark.untraced
def test_several_players_meet_each_other_and_are_rated(store: Store) -> None:
    match = begun(store, "random", "greedy", "minimax:depth=3", games=12)
    standing = match.play(Here(), 1)
    assert (match.plan.form, standing.totals.played, standing.is_duel) == ("round_robin", 36, False)
    table = match.crosstable()
    assert table.rows[-1].name == "random"
    assert sum(row.points for row in table.rows) == 36
    assert {row.games for row in table.rows} == {24}


def test_games_of_three_change_the_seats(store: Store) -> None:
    match = begun(store, "random", "random", "greedy", game="trio", games=9)
    match.play(Here(), 1)
    seats = Counter(fixture.seats for fixture, _ in store.games(match.number))
    assert set(seats.values()) == {3}
    assert len(seats) == 3


def test_a_player_of_a_file_plays_as_it_was_when_the_match_began(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mine(position):\n    return position.legal()[0]\n")
    match = begun(store, f"{file}:mine", "random", games=4)
    file.write_text("def mine(position):\n    raise ValueError('another one')\n")
    standing = match.play(Here(), 1)
    assert (standing.totals.played, standing.totals.faults) == (4, {})
    file.unlink()
    assert Match(store, match.number).standing().totals == standing.totals


@pytest.mark.parametrize(
    ("game", "players", "settings", "said"),
    [
        ("tic_tac_toe", ["random"], {}, "is for 2 players, but 1 came"),
        ("trio", ["random"] * 4, {}, "is for 3 players, but 4 came"),
        ("tic_tac_toe", ["random"] * 3, {"form": "pairs"}, "too many for pairs"),
        ("tic_tac_toe", ["random"] * 3, {"sprt": {"elo0": 0, "elo1": 5}}, "compares two players"),
        ("pig", ["perfect", "random"], {}, "perfect plays games of two"),
        ("tic_tac_toe", ["random", "grady"], {}, "did you mean greedy"),
    ],
)
def test_what_does_not_fit_is_told_before_any_game(game: str, players: list[str], settings: dict[str, Any], said: str) -> None:
    with pytest.raises(KibitzError, match=said):
        plan_match(load(game), players, **settings)


def test_a_test_that_decides_nothing_is_no_match() -> None:
    with pytest.raises(StatisticsError):
        plan_match(load("nim"), ["random", "random"], sprt={"elo0": 5, "elo1": 0})


def test_alone_there_is_no_match() -> None:
    with pytest.raises(MatchError, match="is played alone"):
        plan_match(load("openspiel:catch"), ["random", "random"])


def test_a_seed_is_drawn_where_none_is_given() -> None:
    seeds = {plan_match(load("nim"), ["random", "random"], games=2)[0].seed for _ in range(5)}
    assert len(seeds) > 1
    assert isinstance(plan_match(load("nim"), ["random", "random"], games=2)[0], Plan)
