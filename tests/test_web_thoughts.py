"""Values on the page: marks, words, and the verdict of an exam."""

from typing import Any

import pytest

from kibitz import registry
from kibitz.present.answer import blank, thought_of, value_of
from kibitz.present.marks import all_alike, describe_move, judged, legend, mark, signed
from kibitz.present.values import ValueWords
from kibitz.thought import MoveValue, Thought, Value

FOUR, OTHELLO, PIG, TRIO = (ValueWords(registry.load(name)) for name in ("connect_four", "othello", "pig", "trio"))


@pytest.mark.parametrize(
    ("words", "value", "text", "outcome", "told"),
    [
        (FOUR, Value("exact", 1, 7), "+7", "win", "wins in 7"),
        (FOUR, Value("exact", -1, 8), "\u22128", "loss", "loses in 8"),
        (FOUR, Value("exact", 0), "=", "draw", "draw"),
        (FOUR, Value("estimate", 0.31), "\u2248+0.3", "win", "estimate +0.3"),
        (FOUR, Value("estimate", -0.001), "\u2248+0.0", "draw", "estimate +0.0"),
        (FOUR, Value("at_least", 0), "\u2265=", "draw", "at least a draw"),
        (OTHELLO, Value("exact", 12), "+12", "win", "wins by 12"),
        (OTHELLO, Value("estimate", -21.4), "\u2248\u221221", "loss", "estimate \u221221"),
        (PIG, Value("estimate", 0.1), "\u224855%", "win", "estimate First wins 55 % of games"),
        (TRIO, Value("exact", -1, payoffs=(-1, 2, -1)), "\u22121", "loss", "X \u22121, O 2, V \u22121"),
        (TRIO, Value("exact", 0, payoffs=(0, 0, 0)), "0", "draw", "X 0, O 0, V 0"),
    ],
)
def test_a_value_has_a_mark_and_words(words: ValueWords, value: Value, text: str, outcome: str, told: str) -> None:
    worth = mark(words, value, 0)
    assert (worth.text, worth.outcome, worth.exact) == (text, outcome, value.kind == "exact")
    assert describe_move(words, value, 0) == told


def test_a_value_of_several_is_the_movers() -> None:
    value = Value("exact", 2, payoffs=(-1, 2, -1))
    assert (mark(TRIO, value, 1).text, mark(TRIO, value, 1).outcome) == ("2", "win")


WIN, DRAW, LOSS, GUESS = Value("exact", 1, 7), Value("exact", 0), Value("exact", -1, 4), Value("estimate", 0.4)


@pytest.mark.parametrize(
    ("values", "made", "told"),
    [
        ({"1": WIN, "2": DRAW}, "1", "You kept the win."),
        ({"1": WIN, "2": Value("exact", 1, 11)}, "2", "You kept the win, though it could be won in 7, and now takes 11."),
        ({"1": WIN, "2": DRAW}, "2", "That gave away a win: now it is a draw."),
        ({"1": WIN, "2": GUESS, "3": LOSS}, "3", "That gave away a win: now it is a loss."),
        ({"1": DRAW, "2": LOSS}, "2", "That gave away a draw: now it is a loss."),
        ({"1": LOSS, "2": Value("exact", -1, 2)}, "2", "Nothing was lost: every move loses here."),
        ({"1": GUESS, "2": DRAW}, "2", "By the estimate, 1 was better: estimate +0.4, and yours draw."),
        ({"1": GUESS, "2": DRAW}, "1", "By the estimate, that was the best move."),
        ({"1": DRAW, "2": Value("estimate", -0.4)}, "1", "By the estimate, that was the best move."),
        ({}, "9", "You moved before the values were known."),
    ],
)
def test_only_what_is_proved_is_claimed_of_a_move(values: dict[str, Value], made: str, told: str) -> None:
    assert judged(FOUR, values, made, 0, len(values)) == told


def test_what_a_worker_says_wrongly_is_no_value() -> None:
    said: list[Any] = [None, [], {}, {"kind": "sure", "result": 1}]
    for wrong in (*said, {"kind": "exact", "result": "1"}, {"kind": "exact", "result": []}):
        assert value_of(wrong) is None
    answer = {
        "value": {"kind": "exact", "result": 0, "plies": None},
        "best": "3",
        "moves": [{"move": "4", "value": None}, {"move": "3", "value": {"kind": "exact", "result": 0, "plies": None}}],
        "bounds": [{"kind": "at_least", "result": 0, "plies": None}],
        "depth": 3,
    }
    assert thought_of(answer, {"4": 3, "3": 2}) == Thought(2, DRAW, (), (MoveValue(2, DRAW, (2,)),), 3)
    assert thought_of({"wrong": "no"}, {}) is None
    assert thought_of({"value": None, "best": "99"}, {}) is None


def test_a_search_that_knows_nothing_says_so_and_estimates_nothing() -> None:
    answer = {"value": {"kind": "estimate", "result": 0.0, "plies": None}, "depth": 4, "informed": False}
    assert blank(answer) == 4
    assert blank({"wrong": "it was given up"}) is None
    thought = thought_of(answer, {})
    assert thought is not None
    assert not thought.informed


@pytest.mark.parametrize(
    ("values", "made", "count", "told"),
    [
        ({"1": LOSS}, "1", 7, "Yours: loses in 4; of some other moves nothing is known."),
        ({"1": LOSS}, "2", 7, "Nothing is known of that move."),
        ({"1": WIN, "2": LOSS}, "2", 7, "That gave away a win: now it is a loss."),
        ({"1": Value("estimate", -0.29), "2": Value("estimate", -0.31)}, "2", 2, "By the estimate, no move was better."),
        ({"1": Value("estimate", 0.04), "2": DRAW}, "2", 2, "By the estimate, no move was better."),
    ],
)
def test_what_is_not_known_or_not_seen_is_no_blame(values: dict[str, Value], made: str, count: int, told: str) -> None:
    assert judged(FOUR, values, made, 0, count) == told


def test_moves_are_alike_where_no_number_that_is_shown_is_another() -> None:
    alike = {"1": Value("estimate", 0.01), "2": Value("estimate", -0.02)}
    assert all_alike(FOUR, alike, 0)
    assert not all_alike(FOUR, alike | {"3": Value("estimate", 0.2)}, 0)
    assert not all_alike(FOUR, {"1": DRAW, "2": DRAW}, 0), "this is known, and no estimate"


def test_numbers_below_0_have_one_sign_and_moves_keep_theirs() -> None:
    assert signed("estimate -0.31, 16-20 and -\u221e: A -1") == "estimate \u22120.31, 16-20 and \u2212\u221e: A \u22121"


def test_the_legend_tells_of_what_there_is() -> None:
    assert legend(FOUR, True, False) == "+7 wins in 7, \u22127 loses in 7; = draw; solid: proved"
    assert legend(PIG, False, True) == "dashed, \u2248: an estimate"
