"""Proved limits in words: every pair of them as a person would say it, and none that says what is not so."""

import re
from itertools import product

import pytest

from graph_game import random_graph
from kibitz import Value, load
from kibitz.present.values import ValueWords

GAME, MARGINS = "tic_tac_toe", "othello:size=4"  # at most 1, and 16


def win(plies: int | None = None, by: float = 1) -> Value:
    return Value("exact", by, plies)


def loss(plies: int | None = None, by: float = 1) -> Value:
    return Value("exact", -by, plies)


DRAW = Value("exact", 0)
FINISHED = [
    (win(11), win(10), "X wins in 10 or 11"),
    (win(11), win(7), "X wins in 7 to 11"),
    (win(11), win(1), "X wins in 11 or sooner"),
    (win(11), None, "X wins in 11 or sooner"),
    (win(7), win(7), "X wins in 7"),
    (win(), None, "X wins sooner or later"),
    (DRAW, win(41), "at least a draw for X, perhaps a win in 41 or later"),
    (DRAW, win(), "at least a draw for X"),
    (DRAW, win(1), "at least a draw for X"),
    (DRAW, None, "at least a draw for X"),
    (DRAW, DRAW, "draw"),
    (loss(6), win(9), "anything from a loss in 6 to a win in 9 for X"),
    (loss(6), win(1), "at worst a loss in 6 for X"),
    (loss(6), None, "at worst a loss in 6 for X"),
    (loss(6), DRAW, "at most a draw for X, perhaps a loss in 6 or later"),
    (loss(28), loss(36), "O wins in 28 to 36"),
    (loss(28), loss(29), "O wins in 28 or 29"),
    (loss(1), loss(29), "O wins in 29 or sooner"),
    (None, loss(29), "O wins in 29 or sooner"),
    (loss(1), DRAW, "at most a draw for X"),
    (None, DRAW, "at most a draw for X"),
    (loss(1), win(9), "at best a win in 9 for X"),
    (None, win(9), "at best a win in 9 for X"),
    (loss(1), win(1), "nothing is proved yet"),
    (loss(), win(), "nothing is proved yet"),
    (None, None, "nothing is proved yet"),
]
BY = [
    (win(by=2), win(by=6), "X wins by 2 to 6"),
    (win(by=2), win(by=3), "X wins by 2 or 3"),
    (win(by=2), win(by=16), "X wins by 2 or more"),
    (win(by=2), None, "X wins by 2 or more"),
    (win(9, 2), None, "X wins by 2 or more"),
    (win(9, 2), win(7, 2), "X wins by 2 in 7 to 9"),
    (win(9, 16), None, "X wins by 16 in 9 or sooner"),
    (DRAW, win(by=6), "at least a draw for X, perhaps a win by 6 at most"),
    (DRAW, win(by=16), "at least a draw for X"),
    (loss(by=4), win(by=2), "anything from a loss by 4 to a win by 2 for X"),
    (loss(by=4), DRAW, "at most a draw for X, perhaps a loss by 4 at most"),
    (loss(by=16), DRAW, "at most a draw for X"),
    (loss(by=16), win(by=2), "at best a win by 2 for X"),
    (loss(by=4), win(by=16), "at worst a loss by 4 for X"),
    (loss(by=6), loss(by=2), "O wins by 2 to 6"),
    (loss(by=16), loss(by=2), "O wins by 2 or more"),
    (loss(by=16), win(by=16), "nothing is proved yet"),
]


@pytest.mark.parametrize(("game", "low", "high", "told"), [(GAME, *row) for row in FINISHED] + [(MARGINS, *row) for row in BY])
def test_two_limits_are_said_as_a_person_says_them(game: str, low: Value | None, high: Value | None, told: str) -> None:
    words = ValueWords(load(game))
    assert words.between(low, high, 0) == told
    swapped = told.translate(str.maketrans("XO", "OX"))
    assert words.between(low, high, 1) == swapped


@pytest.mark.parametrize("kind", ["at_least", "at_most"])
@pytest.mark.parametrize("value", [win(5), win(), DRAW, loss(4), loss()])
def test_one_limit_is_said_as_one_of_two(kind: str, value: Value) -> None:
    words = ValueWords(load(GAME))
    least = kind == "at_least"
    limit = Value("at_least" if least else "at_most", value.result, value.plies)
    assert words.say(limit, 0) == words.between(limit if least else None, None if least else limit, 0)


@pytest.mark.parametrize("game", [GAME, MARGINS])
def test_a_sentence_claims_what_the_limits_prove_and_no_more(game: str) -> None:
    """Every pair of limits; each claim that a sentence makes is read back, and asked of every value in between."""
    words = ValueWords(load(game))
    if game == GAME:
        values = [*(win(plies) for plies in range(1, 6)), DRAW, *(loss(plies) for plies in range(5, 0, -1))]
    else:
        values = [Value("exact", result) for result in range(16, -17, -1)]
    for one, other in product(range(len(values)), repeat=2):
        if one <= other:
            told = words.between(values[other], values[one], 0)
            held = [value for value in values if claims(told, value)]
            trivial = one == 0 or other == len(values) - 1
            assert held == values[one : other + 1] or (trivial and set(held) >= set(values[one : other + 1])), told


def claims(told: str, value: Value) -> bool:
    """Whether a sentence leaves open that this is the value for X."""
    size = value.plies if value.plies is not None else abs(value.result)
    result = (value.result > 0) - (value.result < 0)
    if told == "nothing is proved yet":
        return True
    if told == "draw":
        return result == 0
    if found := re.fullmatch(r"([XO]) wins (in|by) (\d+)(?: (to|or) (\d+|sooner|more))?", told):
        first, last = int(found[3]), found[5] or found[3]
        inside = size <= first if last == "sooner" else size >= first if last == "more" else first <= size <= int(last)
        return result == (1 if found[1] == "X" else -1) and inside
    if found := re.fullmatch(r"at (least|most) a draw for X(?:, perhaps a (win|loss) (in|by) (\d+) (or later|at most))?", told):
        side = 1 if found[1] == "least" else -1
        far = found[4] is None or (size >= int(found[4]) if found[3] == "in" else size <= int(found[4]))
        return result == 0 or (result == side and far)
    found = re.fullmatch(r"(?:at (?:worst|best)|anything from) (a \w+ \w+ \d+)(?: to (a \w+ \w+ \d+))? for X", told)
    assert found is not None, told
    for limit in filter(None, found.groups()):
        _, what, how, number = limit.split()
        beyond = size < int(number) if how == "in" else size > int(number)
        if result == (1 if what == "win" else -1) and beyond:
            return False
    return True


def test_where_a_game_does_not_say_how_large_results_get_every_limit_says_something() -> None:
    words = ValueWords(random_graph(1))
    assert (
        words.between(Value("at_least", -500), Value("at_most", 500), 0)
        == "anything from a loss by 500 to a win by 500 for First"
    )
    assert words.between(None, Value("at_most", -2), 0) == "Second wins by 2 or more"
    assert words.between(Value("at_least", 500), None, 0) == "First wins by 500 or more"
