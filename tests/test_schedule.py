"""The games of a match: everybody in every seat equally often, every game with a key of its own, balanced wherever it stops."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.fixture import Fixture
from kibitz.arena.planning import count_pairs, schedule_games
from kibitz.errors import MatchError

OPENINGS = st.lists(st.sampled_from(["", "1 2", "3 4", "5"]), max_size=8)


def sat(games: list[Fixture]) -> Counter[tuple[int, int]]:
    """How often each player sat in each seat."""
    return Counter((player, seat) for game in games for seat, player in enumerate(game.seats))


def keys_differ(games: list[Fixture]) -> bool:
    seeds = {(game.seed(1, seat), game.seed(1)) for game in games for seat in range(len(game.seats))}
    return len({game.key for game in games}) == len(games) and len(seeds) == sum(len(game.seats) for game in games)


@given(OPENINGS, st.integers(1, 6))
def test_all_at_one_board_sit_everywhere_equally_often(openings: list[str], players: int) -> None:
    games = schedule_games("pairs", players, players, openings)
    assert len(games) == len(openings) * players
    assert keys_differ(games)
    assert set(sat(games).values()) <= {len(openings)}
    assert [game.opening for game in games[::players]] == openings
    for pair in range(len(openings)):
        of_pair = games[pair * players : (pair + 1) * players]
        assert {(game.pair, game.opening) for game in of_pair} == {(pair, openings[pair])}
        assert [game.side for game in of_pair] == [*range(players)]
        assert set(sat(of_pair).values()) == {1}


@given(OPENINGS, st.integers(2, 9))
def test_a_round_robin_is_each_against_each_on_both_sides(openings: list[str], players: int) -> None:
    games = schedule_games("round_robin", players, 2, openings)
    assert keys_differ(games)
    assert len(games) == len(openings) * players * (players - 1)
    each = players * (players - 1)
    for number, opening in enumerate(openings):
        of_round = games[number * each : (number + 1) * each]
        assert {game.opening for game in of_round} == {opening}
        met = Counter(game.seats for game in of_round)
        assert met == Counter([*combinations(range(players), 2), *((b, a) for a, b in combinations(range(players), 2))])
    assert len(set(sat(games).values())) <= 1


@given(OPENINGS, st.integers(2, 9))
def test_in_a_gauntlet_all_meet_the_first(openings: list[str], players: int) -> None:
    games = schedule_games("gauntlet", players, 2, openings)
    assert keys_differ(games)
    assert all(game.opening == openings[at // (2 * (players - 1))] for at, game in enumerate(games))
    met = Counter(game.seats for game in games)
    assert met == Counter(
        {seats: len(openings) for rival in range(1, players) for seats in [(0, rival), (rival, 0)] if openings}
    )


@given(st.integers(2, 9), st.integers(0, 300))
def test_a_round_robin_that_stops_early_is_balanced(players: int, stop: int) -> None:
    """Between two openings exactly; within, nobody has played two pairs more than another who has not sat out."""
    games = schedule_games("round_robin", players, 2, ["", "1", "2", "3"])[:stop]
    played = Counter(dict.fromkeys(range(players), 0))
    played.update(player for game in games for player in game.seats)
    assert max(played.values()) - min(played.values()) <= 4


def test_two_players_by_hand() -> None:
    assert schedule_games("pairs", 2, 2, ["1 2", ""]) == [
        Fixture(0, 0, (0, 1), "1 2"),
        Fixture(0, 1, (1, 0), "1 2"),
        Fixture(1, 0, (0, 1), ""),
        Fixture(1, 1, (1, 0), ""),
    ]
    for form in ("round_robin", "gauntlet"):
        assert schedule_games(form, 2, 2, ["1 2", ""]) == schedule_games("pairs", 2, 2, ["1 2", ""])


def test_three_players_move_up_and_one_sits_alone() -> None:
    assert [game.seats for game in schedule_games("pairs", 3, 3, ["x"])] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert schedule_games("pairs", 1, 1, ["x", "y"]) == [Fixture(0, 0, (0,), "x"), Fixture(1, 0, (0,), "y")]


@pytest.mark.parametrize(("games", "seats", "whole"), [(1, 2, 1), (2, 2, 1), (101, 2, 51), (100, 3, 34), (7, 1, 7), (0, 2, 0)])
def test_games_are_rounded_up_to_whole_pairs(games: int, seats: int, whole: int) -> None:
    assert count_pairs(games, seats) == whole
    assert len(schedule_games("pairs", seats, seats, [""] * whole)) == whole * seats >= games


@pytest.mark.parametrize(
    ("form", "players", "seats", "says"),
    [
        ("swiss", 2, 2, "players do not meet as 'swiss': there are pairs, round_robin, gauntlet"),
        ("pairs", 2, 3, "a match at this game is between 3 players, but 2 came"),
        ("pairs", 3, 2, "a match at this game is between 2 players, but 3 came"),
        ("round_robin", 3, 3, "round_robin is for two players or more at a game of two; 3 came to a game of 3"),
        ("gauntlet", 1, 2, "gauntlet is for two players or more at a game of two; 1 came to a game of 2"),
    ],
)
def test_what_does_not_fit_is_told(form: str, players: int, seats: int, says: str) -> None:
    with pytest.raises(MatchError) as caught:
        schedule_games(form, players, seats, [""])
    assert str(caught.value) == says
