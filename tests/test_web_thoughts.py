"""Values on the page: marks, words, and the verdict of an exam."""

from typing import Any

import pytest

from kibitz import registry
from kibitz.thought import Value
from kibitz.web.thoughts import judged, legend, mark, moves_of, said, value_of
from kibitz.wording.values import ValueWords

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
        (OTHELLO, Value("estimate", -21.4), "\u2248\u221221", "loss", "estimate -21"),
        (PIG, Value("estimate", 0.1), "\u224855%", "win", "estimate First wins 55 % of games"),
        (TRIO, Value("exact", -1, payoffs=(-1, 2, -1)), "\u22121", "loss", "X -1, O 2, V -1"),
        (TRIO, Value("exact", 0, payoffs=(0, 0, 0)), "0", "draw", "X 0, O 0, V 0"),
    ],
)
def test_a_value_has_a_mark_and_words(words: ValueWords, value: Value, text: str, outcome: str, told: str) -> None:
    worth = mark(words, value, 0)
    assert (worth.text, worth.outcome, worth.exact) == (text, outcome, value.kind == "exact")
    assert said(words, value, 0) == told


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
        ({"1": WIN}, "9", "You moved before the values were known."),
    ],
)
def test_only_what_is_proved_is_claimed_of_a_move(values: dict[str, Value], made: str, told: str) -> None:
    assert judged(FOUR, values, made, 0) == told


def test_what_a_worker_says_wrongly_is_no_value() -> None:
    said: list[Any] = [None, [], {}, {"kind": "sure", "result": 1}]
    for wrong in (*said, {"kind": "exact", "result": "1"}, {"kind": "exact", "result": []}):
        assert value_of(wrong) is None
    assert moves_of(
        {"moves": [{"move": "4", "value": None}, {"move": "3", "value": {"kind": "exact", "result": 0, "plies": None}}]}
    ) == {"3": DRAW}


def test_the_legend_tells_of_what_there_is() -> None:
    assert legend(FOUR, True, False) == "+7 wins in 7, \u22127 loses in 7; = draw; solid: proved"
    assert legend(PIG, False, True) == "dashed, \u2248: an estimate"
