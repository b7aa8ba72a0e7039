"""Puzzles in the store: each once for its owner, what visitors made of them, and stores in which there are none yet."""

from dataclasses import replace

import pytest

from kibitz.arena.store import Puzzle, Store
from kibitz.arena.store.records import OPEN, REVEALED, SOLVED
from stored import names

VALUE = {"kind": "exact", "result": 1, "plies": 3}
WORTHS = ({"move": "1,1", "value": VALUE, "line": ["1,1", "2,2"]},)
ONE = Puzzle("ann", "play:a", "tic_tac_toe", ("2,2", "3,3"), "1,1", True, WORTHS, 5.0)
ALL = replace(ONE, owner="", source="match:1/0/0", moves=("1,1", "3,3"), kept=7.0)


def test_a_puzzle_is_kept_once_for_its_owner_and_comes_back_as_it_was(store: Store) -> None:
    assert store.puzzles("ann") == []
    assert store.keep_puzzles([]) == 0
    assert store.keep_puzzles([ONE, ALL]) == 2
    assert store.keep_puzzles([replace(ONE, best="9,9"), replace(ONE, owner="bob"), ALL]) == 1
    newer = replace(ONE, moves=("2,2", "1,1"), kept=9.0)
    store.keep_puzzles([newer, replace(ALL, game="nim")])
    assert store.puzzles("ann", ["tic_tac_toe"]) == [newer, ONE, ALL], "one's own first, the newest of them before the others"
    assert store.puzzles("eve", ["tic_tac_toe"]) == [ALL], "nobody sees those of others"
    assert store.puzzles("ann", []) == []
    assert store.puzzles("ann", most=1) == [newer]
    assert store.puzzle_games("eve") == ["nim", "tic_tac_toe"]
    store.keep_puzzles([replace(ONE, owner="")])
    assert store.puzzles("ann", ["tic_tac_toe"]) == [newer, ONE, ALL], "of two of one position that of one's own"


def test_a_key_is_that_of_a_position_of_a_game() -> None:
    assert ONE.key == replace(ONE, owner="bob", best="x").key
    others = [replace(ONE, game="nim"), replace(ONE, moves=("2,23,3",)), replace(ONE, moves=("2,2",))]
    assert len({one.key for one in (ONE, *others)}) == 4


def test_what_was_solved_stays_so_and_what_was_shown_is_not(store: Store) -> None:
    assert store.tries("ann") == {}
    for key, outcomes in (
        ("a", [OPEN, SOLVED, REVEALED]),
        ("b", [REVEALED, SOLVED]),
        ("c", [OPEN, OPEN]),
        ("d", [SOLVED, OPEN]),
    ):
        for outcome in outcomes:
            store.keep_try("ann", key, "nim", outcome)
    assert store.tries("ann") == {"a": SOLVED, "b": REVEALED, "c": OPEN, "d": SOLVED}
    assert store.tries("ann", ["nim"]) == store.tries("ann")
    assert store.tries("ann", ["hex"]) == store.tries("bob") == {}


def test_a_store_gets_the_tables_with_the_first_puzzle(store: Store) -> None:
    later = {"kibitz_puzzles", "kibitz_puzzle_tries", "kibitz_puzzle_days"}
    assert (store.puzzles("ann"), store.puzzle_games("ann"), store.tries("ann"), store.streak("ann", 9)) == ([], [], {}, 0)
    assert not later & names(store), "an old one has none, and is read all the same"
    with Store.open(store.url) as other:
        assert other.keep_puzzles([ONE]) == 1
        other.keep_try("ann", ONE.key, ONE.game, OPEN)
    assert (store.puzzles("ann"), store.tries("ann")) == ([ONE], {ONE.key: OPEN})


@pytest.mark.parametrize(
    ("days", "today", "streak"),
    [([7], 7, 1), ([7], 8, 1), ([7], 9, 0), ([5, 6, 7], 7, 3), ([4, 6, 7], 8, 2), ([7, 7, 8], 8, 2), ([9], 8, 0), ([], 8, 0)],
)
def test_a_streak_is_of_days_in_a_row_and_lasts_until_a_whole_day_is_missed(
    store: Store, days: list[int], today: int, streak: int
) -> None:
    for day in days:
        store.keep_day("ann", day)
    store.keep_day("bob", today)
    assert store.streak("ann", today) == streak
