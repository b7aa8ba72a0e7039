"""Matches: a balanced schedule, every game once, the same whatever interrupts them, and a test that decides the same."""

import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import load
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Fixture
from kibitz.arena.match import Match, plan_match
from kibitz.arena.match_form import count_pairs, schedule_games
from kibitz.arena.sequential import Sequential
from kibitz.arena.standing import Standing
from kibitz.arena.store import Store
from kibitz.errors import KibitzError, MatchError
from matched import Here

OPENINGS = st.lists(st.sampled_from(["", "1 2", "3 4", "5"]), max_size=8)

# The schedule


def sat(games: list[Fixture]) -> Counter[tuple[int, int]]:
    """How often each player sat in each seat."""
    return Counter((player, seat) for game in games for seat, player in enumerate(game.seats))


@given(OPENINGS, st.integers(1, 6))
def test_all_at_one_board_sit_everywhere_equally_often(openings: list[str], players: int) -> None:
    games = schedule_games("pairs", players, players, openings)
    for pair, opening in enumerate(openings):
        of_pair = games[pair * players : (pair + 1) * players]
        assert [(game.pair, game.side, game.opening) for game in of_pair] == [(pair, side, opening) for side in range(players)]
        assert set(sat(of_pair).values()) == {1}
    assert len(games) == len(openings) * players
    seeds = {(game.seed(1, seat), game.seed(1)) for game in games for seat in range(players)}
    assert len(seeds) == len(games) * players


@given(st.sampled_from(["round_robin", "gauntlet"]), OPENINGS, st.integers(2, 9))
def test_all_meet_or_the_first_meets_all_on_both_sides_from_each_opening(form: str, openings: list[str], players: int) -> None:
    games = schedule_games(form, players, 2, openings)
    couples = [*combinations(range(players), 2)] if form == "round_robin" else [(0, other) for other in range(1, players)]
    each = 2 * len(couples)
    assert len(games) == len({game.key for game in games}) == len(openings) * each
    for number, opening in enumerate(openings):
        of_round = games[number * each : (number + 1) * each]
        assert {game.opening for game in of_round} == {opening}
        assert Counter(game.seats for game in of_round) == Counter([*couples, *((b, a) for a, b in couples)])


@given(st.integers(2, 9), st.integers(0, 300))
def test_a_round_robin_that_stops_early_is_balanced(players: int, stop: int) -> None:
    """Between two openings exactly; within, nobody has played two pairs more than another who has not sat out."""
    games = schedule_games("round_robin", players, 2, ["", "1", "2", "3"])[:stop]
    played = Counter(dict.fromkeys(range(players), 0))
    played.update(player for game in games for player in game.seats)
    assert max(played.values()) - min(played.values()) <= 4


def test_schedules_by_hand() -> None:
    assert schedule_games("pairs", 2, 2, ["1 2", ""]) == [
        Fixture(0, 0, (0, 1), "1 2"),
        Fixture(0, 1, (1, 0), "1 2"),
        Fixture(1, 0, (0, 1), ""),
        Fixture(1, 1, (1, 0), ""),
    ]
    assert [game.seats for game in schedule_games("pairs", 3, 3, ["x"])] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert schedule_games("pairs", 1, 1, ["x", "y"]) == [Fixture(0, 0, (0,), "x"), Fixture(1, 0, (0,), "y")]
    asked = [(1, 2), (2, 2), (101, 2), (100, 3), (7, 1), (0, 2)]
    assert [count_pairs(games, seats) for games, seats in asked] == [1, 1, 51, 34, 7, 0]


@pytest.mark.parametrize(
    ("form", "players", "seats", "says"),
    [
        ("ladder", 2, 2, "players do not meet as 'ladder': there are pairs, round_robin, gauntlet, swiss, knockout"),
        ("pairs", 2, 3, "a match at this game is between 3 players, but 2 came"),
        ("round_robin", 3, 3, "round_robin is for two players or more at a game of two; 3 came to a game of 3"),
        ("gauntlet", 1, 2, "gauntlet is for two players or more at a game of two; 1 came to a game of 2"),
    ],
)
def test_a_form_that_does_not_fit_is_told(form: str, players: int, seats: int, says: str) -> None:
    with pytest.raises(MatchError) as caught:
        schedule_games(form, players, seats, [""])
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("game", "players", "settings", "said"),
    [
        ("tic_tac_toe", ["random"], {}, "is for 2 players, but 1 came"),
        ("trio", ["random"] * 4, {}, "is for 3 players, but 4 came"),
        ("tic_tac_toe", ["random"] * 3, {"form": "pairs"}, "too many for pairs"),
        ("tic_tac_toe", ["random"] * 3, {"sprt": {"elo0": 0, "elo1": 5}}, "compares two players"),
        ("pig", ["perfect", "random"], {}, "perfect cannot play Pig, a game in which not one of two players wins"),
        ("tic_tac_toe", ["random", "grady"], {}, "did you mean greedy"),
        ("nim", ["random", "random"], {"sprt": {"elo0": 5, "elo1": 0}}, "elo0 below elo1"),
        ("openspiel:catch", ["random", "random"], {}, "is played alone"),
    ],
)
def test_what_does_not_fit_is_told_before_any_game(game: str, players: list[str], settings: dict[str, Any], said: str) -> None:
    with pytest.raises(KibitzError, match=said):
        plan_match(load(game), players, **settings)


def test_a_seed_is_drawn_where_none_is_given() -> None:
    assert len({plan_match(load("nim"), ["random", "random"], games=2)[0].seed for _ in range(5)}) > 1


# The games


def begun(store: Store, *players: str, game: str = "tic_tac_toe", **settings: Any) -> Match:
    return Match(store, store.add(*plan_match(load(game), players, seed=5, **settings)))


def whole(store: Store, number: int) -> list[tuple[Fixture, tuple[str, ...], tuple[float, ...] | None]]:
    """Every game of a match, but for the time it took."""
    return [(fixture, played.moves, played.payoffs) for fixture, played in store.games(number)]


def test_every_game_is_played_once_and_a_match_that_was_interrupted_ends_as_if_it_had_not_been(store: Store) -> None:
    undisturbed, heard = begun(store, "random", "greedy", games=30), list[Standing]()
    standing = undisturbed.play(Here(), 1, heard.append)
    assert [fixture for fixture, _, _ in whole(store, undisturbed.number)] == store.fixtures(undisturbed.number)
    scores = Counter(played.scores(2)[one.seats.index(0)] for one, played in store.games(undisturbed.number))
    assert standing.totals.results() == (scores[1.0], scores[0.0], scores[0.5])
    assert (standing.totals.played, standing.totals.scheduled, standing.ended) == (30, 30, True)
    assert standing.pairs.games == standing.singles.games == 30
    assert standing.pairs.score == standing.singles.score == (scores[1.0] + scores[0.5] / 2) / 30
    assert heard
    assert all(0 < one.totals.played <= 30 for one in heard)
    match = begun(store, "random", "greedy", games=30)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            Match(store, match.number).play(Here(most=3), 1)
    kept = match.standing().totals.played
    assert 0 < kept < 30
    resumed = Match(store, match.number).play(Here(), 2)
    assert resumed.before == kept
    assert whole(store, match.number) == whole(store, undisturbed.number)
    assert resumed.totals == standing.totals
    assert Match(store, match.number).play(Here(most=0), 1).totals == resumed.totals  # nothing is left to submit


@pytest.mark.usefixtures("unhurried")
def test_the_games_do_not_depend_on_what_the_process_played_before(store: Store) -> None:
    first, second = (begun(store, "random", "computer:level=1", games=6, game="nim:heaps=3-4") for _ in range(2))
    first.play(Here(), 1)
    left = store.open_fixtures(second.number)
    for fixture in random.sample(left, len(left)):
        store.keep(second.number, play_batch(Batch(second.plan, (fixture,))))
    assert whole(store, first.number) == whole(store, second.number)


def test_a_test_ends_a_match_and_counts_the_games_up_to_its_verdict(store: Store) -> None:
    settings = {"elo0": 0.0, "elo1": 100.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"}
    match = begun(store, "random", "greedy", games=2000, sprt=settings)
    standing = match.play(Here(), 1)
    assert standing.test is not None
    assert (standing.test.verdict, standing.ended) == ("H0", True)
    assert match.test is not None
    assert match.test.decided is not None
    assert standing.totals.played == 2 * (match.test.decided + 1) == 2 * match.test.heard < 2000
    assert Match(store, match.number).play(Here(most=0), 1).totals == standing.totals


@given(st.lists(st.integers(0, 4), min_size=1, max_size=60), st.data())
def test_the_verdict_does_not_depend_on_how_much_is_heard_at_once(points: list[int], data: st.DataObject) -> None:
    at_once, bit_by_bit = (Sequential(elo0=0.0, elo1=60.0) for _ in range(2))
    at_once.hear(points)
    while bit_by_bit.heard < len(points) and bit_by_bit.decided is None:
        bit_by_bit.hear(points[bit_by_bit.heard :][: data.draw(st.integers(1, 9))])
    assert bit_by_bit == at_once
    assert len(at_once.path) == at_once.heard
    assert at_once.decided in (None, at_once.heard - 1)


def test_several_players_meet_each_other_and_are_rated(store: Store) -> None:
    match = begun(store, "random", "greedy", "minimax:depth=2", games=12)
    standing = match.play(Here(), 1)
    assert (match.plan.form, standing.totals.played, standing.is_duel) == ("round_robin", 36, False)
    table = match.crosstable()
    assert table.rows[-1].name == "random"
    assert sum(row.points for row in table.rows) == 36
    assert {row.games for row in table.rows} == {24}


def test_a_player_of_a_file_plays_as_it_was_when_the_match_began(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mine(position):\n    return position.legal()[0]\n")
    match = begun(store, f"{file}:mine", "random", games=4)
    file.write_text("def mine(position):\n    raise ValueError('another one')\n")
    standing = match.play(Here(), 1)
    assert (standing.totals.played, standing.totals.faults) == (4, {})
