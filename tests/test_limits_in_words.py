"""Proved limits in words: every pair of them as a person would say it, and none that says what is not so."""

import re
from itertools import product

import pytest

from golden_file import assert_golden
from graph_game import random_graph
from kibitz import Value, load
from kibitz.core.thought import Kind
from kibitz.present.values import ValueWords

GAME, MARGINS = "tic_tac_toe", "othello:size=4"  # at most 1, and 16
NUMBERS: dict[str, list[tuple[float, int | None]]] = {  # results, and plies where they are known
    GAME: [(-1, 1), (-1, 6), (-1, 28), (-1, 29), (-1, None), (0, None), (1, None), (1, 41), (1, 10), (1, 9), (1, 1)],
    MARGINS: [
        (-16, None),
        (-6, None),
        (-4, None),
        (0, None),
        (2, 9),
        (2, 7),
        (2, None),
        (3, None),
        (6, None),
        (16, 9),
        (16, None),
    ],
    "any": [(-500, None), (-2, None), (0, None), (500, None)],  # a game that does not say how large results get
}


def words_of(spec: str) -> ValueWords:
    return ValueWords(random_graph(1) if spec == "any" else load(spec))


def test_two_limits_are_said_as_a_person_says_them() -> None:
    lines = []
    for spec, numbers in NUMBERS.items():
        words, limits = words_of(spec), [None, *(Value("exact", *number) for number in numbers)]
        lines.append(f"# {spec}: at least, at most\n")
        for low, high in product(limits, limits):
            if low is None or high is None or low.order <= high.order:
                told, pair = words.between(low, high, 0), " ".join(f"{show(limit):>9}" for limit in (low, high))
                lines.append(f"{pair}  {told}\n")
                first, second = words.names
                assert words.between(low, high, 1) == told.replace(first, "*").replace(second, first).replace("*", second)
    assert_golden("limits.txt", "".join(lines))


def show(limit: Value | None) -> str:
    if limit is None:
        return "-"
    return f"{limit.result:+g}" + (f" in {limit.plies}" if limit.plies else "")


@pytest.mark.parametrize("kind", ["at_least", "at_most"])
@pytest.mark.parametrize("number", [(1, 5), (1, None), (0, None), (-1, 4), (-1, None)])
def test_one_limit_is_said_as_one_of_two(kind: Kind, number: tuple[float, int | None]) -> None:
    words, limit = words_of(GAME), Value(kind, *number)
    low, high = (limit, None) if kind == "at_least" else (None, limit)
    assert words.say(limit, 0) == words.between(low, high, 0)


@pytest.mark.parametrize("game", [GAME, MARGINS])
def test_a_sentence_claims_what_the_limits_prove_and_no_more(game: str) -> None:
    """Every pair of limits; each claim that a sentence makes is read back, and asked of every value in between."""
    words = words_of(game)
    if game == GAME:
        wins = [Value("exact", 1, plies) for plies in range(1, 6)]
        values = [*wins, Value("exact", 0), *reversed([-win for win in wins])]
    else:
        values = [Value("exact", result) for result in range(16, -17, -1)]
    for one, other in product(range(len(values)), repeat=2):
        if one <= other:
            told = words.between(values[other], values[one], 0)
            held = [value for value in values if claims(told, value)]
            trivial = one == 0 or other == len(values) - 1
            assert held == values[one : other + 1] or (trivial and set(held) >= set(values[one : other + 1])), told


def claims(told: str, value: Value) -> bool:
    """Whether a sentence leaves open that this is the value for X, or Black."""
    told = told.replace("Black", "X").replace("White", "O")
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
