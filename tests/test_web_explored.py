"""The analysis board tells what was played from a position in stored games, as often as it was."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.arena.store.records import NextMove
from kibitz.jobs.explorer import ROWS, count_moves
from web_forms import first
from web_house import Client, Oracle, house

NAMES = ("1,1", "2,2", "3,3")
QUEER = ('a"b', "a%b", "a_b", "é", "a\\b", "aab", "a[b", "A_B", "AAB", "é" * 40)


def keep(store: Store, game: str, *games: tuple[tuple[str, ...], tuple[float, ...] | None]) -> None:
    fixtures = [Fixture(pair, 0, (0, 1), "") for pair in range(len(games))]
    played = [Played(pair, 0, moves, paid) for pair, (moves, paid) in enumerate(games)]
    store.add_played(Plan(game, ("a", "b"), seed=1), fixtures, played)


def test_games_that_begin_alike_are_counted_and_no_others(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        win, loss, draw = (1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)
        keep(store, "tic_tac_toe", (NAMES, win), (("1,1", "3,3", "2,2"), draw), (("1,1", "2,2"), None), (("1,1",), loss))
        keep(store, "tic_tac_toe:width=4", (NAMES, win))
        keep(store, "tic_tac_toe", (("1,1", "2,2", "1,2"), loss), (("1,12", "2,2"), win))
        assert Counter(one.name for one in store.continuations("tic_tac_toe", ("1,1",), 10)) == {"2,2": 2, "3,3": 1}
        assert Counter(one.name for one in store.continuations("tic_tac_toe", (), 10)) == {"1,1": 4, "1,12": 1}
        assert store.continuations("tic_tac_toe", NAMES, 10) == []
        assert len(store.continuations("tic_tac_toe", (), 2)) == 2
        (one,) = store.continuations("tic_tac_toe:width=4", NAMES[:1], 10)
        assert one == NextMove("2,2", win)


@pytest.mark.parametrize("name", QUEER)
def test_names_mean_themselves(name: str, tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        keep(store, "nim", *(((queer, "x"), (1.0, -1.0)) for queer in QUEER))
        assert store.continuations("nim", (name,), 10) == [NextMove("x", (1.0, -1.0))]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.tuples(*[st.sampled_from([-1.0, 0.0, 1.0, 2.0])] * 3)), max_size=30))
def test_each_game_is_won_drawn_or_lost_for_who_moved(games: list[tuple[str, tuple[float, ...]]]) -> None:
    found = count_moves([NextMove(*one) for one in games], 1)
    assert sum(one.games for one in found) == len(games)
    assert [one.games for one in found] == sorted((one.games for one in found), reverse=True)
    for one in found:
        mine = [paid for name, paid in games if name == one.name]
        assert one.wins == sum(paid[1] > max(paid[0], paid[2]) for paid in mine)
        assert one.draws == sum(paid[1] == max(paid[0], paid[2]) for paid in mine)
        assert one.wins + one.draws + one.losses == one.games
        assert 0 <= one.score <= 1


def test_a_name_that_is_too_long_is_left_out(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        keep(store, "nim", (("a", "é" * 500), (1.0, -1.0)), (("a", "b"), (1.0, -1.0)))
        assert store.continuations("nim", ("a",), 10) == [NextMove("b", (1.0, -1.0))]
        assert store.continuations("NIM", ("a",), 10) == []


def test_only_the_most_played_moves_are_told() -> None:
    assert len(count_moves([NextMove(str(number), (1.0, -1.0)) for number in range(50)], 0)) == ROWS


def test_the_board_tells_them(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        assert "Played from here: no stored game" in page.get("/g/tic_tac_toe/analyse").text
    with Store.open(str(tmp_path / "games.db")) as store:
        keep(store, "tic_tac_toe", (NAMES, (1.0, -1.0)), (("1,1", "3,3"), (-1.0, 1.0)))
    with Client(house(tmp_path, Oracle(first))) as page:
        assert "Played from here: 1 move in 2 games" in page.get("/g/tic_tac_toe/analyse").text
        there = page.get("/g/tic_tac_toe/analyse?moves=1,1").text
        assert "Played from here: 2 moves in 2 games" in there
        assert 'href="/g/tic_tac_toe/analyse?moves=1,1+3,3"' in there
