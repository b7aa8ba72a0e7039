"""How a move is judged: by its value and the best one's, as proved only if it is, and told in the units of the game."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import Position, Value
from kibitz.core.bounds import Bounds
from kibitz.core.thought import Kind, MoveValue
from kibitz.explain.review.finding import Finding
from kibitz.explain.review.judge import BAD, Judge, Ply, VerdictScale
from kibitz.explain.review.table import Sentences, worth
from kibitz.games.othello import Othello
from kibitz.present.values import ValueWords
from plain_games import plain

GAME = kibitz.load("tic_tac_toe")
START = Position.after(GAME)
JUDGE = Judge(VerdictScale.of(GAME), ends=True, plies_count=True, most=1)
VALUES = [Value("exact", 1, 3), Value("exact", 1, 7), Value("exact", 0), Value("exact", -1, 8), Value("exact", -1, 2)]
WORTHS = st.integers(0, len(VALUES) - 1)


@given(st.lists(WORTHS, min_size=2, max_size=3), st.data())
def test_a_verdict_is_called_proved_only_if_it_holds_whatever_is_still_open(worths: list[int], data: st.DataObject) -> None:
    """Positions of which not all is known: each move has its value, a limit of it, or an estimate."""
    true = [VALUES[rank] for rank in worths]
    told = []
    for move, rank in enumerate(worths):
        kind: Kind = data.draw(st.sampled_from(["exact", "at_least", "at_most", "estimate"]))
        there = {"exact": (rank, rank), "at_least": (rank, len(VALUES) - 1), "at_most": (0, rank), "estimate": (0, 4)}[kind]
        limit = VALUES[data.draw(st.integers(*there))]
        told.append(MoveValue(move, Value(kind, limit.result, None if kind == "estimate" else limit.plies), (move,)))
    best = data.draw(st.integers(0, len(worths) - 1))
    judged = JUDGE.of(Finding(Value("estimate", 0.1), best, (best,), tuple(told), Value("estimate", 0.1)), 0, Bounds())
    top = max(true, key=lambda value: value.order)
    lost = top.result - true[0].result
    timed = "later" if top.result > 0 else "sooner"
    wanted = {0: "best" if true[0] == top else timed, 1: "mistake", 2: "blunder"}[int(lost)]
    if judged.proved and judged.verdict is not None:
        assert judged.verdict == wanted or (wanted == "blunder" and judged.verdict == "mistake")
        assert judged.lost is None or judged.lost == lost
    if judged.only:
        assert all(value.result < true[0].result for value in true[1:])
    assert all(true[move] == true[best] or told[move].value.kind != "exact" for move in judged.equal)


WIN, LOSS, GOOD, POOR = Value("exact", 1, 3), Value("exact", -1, 2), Value("estimate", 0.6), Value("estimate", -0.3)


@pytest.mark.parametrize(
    ("value", "made", "ends", "verdict"),
    [
        (GOOD, POOR, True, "mistake"),  # two estimates of one search
        (GOOD, LOSS, True, "inaccuracy"),  # the position may have been lost before
        (WIN, POOR, True, "inaccuracy"),  # the move may win, too
        (GOOD, LOSS, False, "blunder"),  # of games in which nothing else can be proved
        (WIN, LOSS, True, "blunder"),
    ],
)
def test_one_proof_beside_an_estimate_calls_nothing_a_mistake(value: Value, made: Value, ends: bool, verdict: str) -> None:
    judge = Judge(VerdictScale.of(GAME), ends=ends, plies_count=True, most=1)
    found = Finding(value, 1, (1,), (MoveValue(1, value, (1,)), MoveValue(0, made, (0,))), value)
    judged = judge.of(found, 0, Bounds())
    assert judged.verdict == verdict
    assert judged.proved == (value.kind == made.kind == "exact")


def test_where_only_the_result_is_proved_to_be_kept_a_move_is_good() -> None:
    """The best move wins in 3, this one in 9 or sooner: no estimate knows whether it is the best one, or a later win."""
    found = Finding(WIN, 1, (1,), (MoveValue(1, WIN, (1,)), MoveValue(0, GOOD, (0,))), WIN)
    judged = JUDGE.of(found, 0, Bounds(Value("exact", 1, 9)))
    assert (judged.verdict, judged.proved, judged.lost) == ("good", True, 0.0)
    assert JUDGE.of(found, 1, Bounds()).verdict == "best"


def test_a_win_that_is_put_off_is_still_said_to_be_one() -> None:
    """The limit that makes it late is no reason to call it doubtful, whoever wins."""
    words = ValueWords(START.game)
    for number, mover in ((1, "X"), (2, "O")):
        here = START if number == 1 else START.play(0)
        late = Ply(number, here, 4, Value("exact", 1, 5), Value("at_most", 1, 18), 3, (3,), (), "later", True, 0.0)
        assert worth(words, late) == f"{mover} wins in 17 or later"
        open_ = replace(late, verdict="good")
        assert worth(words, open_) == ("at best a win in 17 for X" if mover == "X" else "at worst a loss in 17 for X")


def test_of_a_proved_value_no_estimate_says_which_moves_are_as_good() -> None:
    """A short search thought two first moves alike, of which one wins and the other loses."""
    guess = Value("estimate", 0.2)
    moves = tuple(MoveValue(move, guess, (move,)) for move in (4, 0))
    for value, equal in ((Value("exact", 1, 9), ()), (guess, (0,))):
        assert JUDGE.of(Finding(value, 4, (4,), moves, guess), 4, Bounds()).equal == equal


LIMITED = Ply(
    1, Position.after(plain(Othello, size=4)), 4, Value("at_least", 0), Value("at_most", -10), verdict="blunder", proved=True
)


@pytest.mark.parametrize(
    ("ply", "sentence"),
    [
        (Ply(1, START, 4, Value("estimate", 0), Value("estimate", 0), 4, (4,), (0,), "best"), "About as good: 1,1."),
        (Ply(1, START, 4, Value("exact", 0), Value("exact", 0), 4, (4,), (0,), "best"), "As good: 1,1."),
        (LIMITED, "Missed at least a draw; now White wins by at least 10."),
    ],
)
def test_what_is_open_is_told_so(ply: Ply, sentence: str) -> None:
    assert Sentences(ValueWords(ply.position.game)).about(ply)[0] == sentence


@pytest.mark.parametrize(
    ("spec", "limits", "told"),
    [
        ("tic_tac_toe", (0.2, 0.5, 1.2), " (a win is 1, a draw 0, a loss -1)"),
        ("othello", (2, 6, 12), ""),
        ("pig", (0.02, 0.04, 0.08), " (a win is 1, a draw 0, a loss -1)"),
        ("trio", (0.3, 0.75, 1.8), ""),
    ],
)
def test_the_limits_of_verdicts_are_told_in_the_units_in_which_costs_are(
    spec: str, limits: tuple[float, ...], told: str
) -> None:
    scale = VerdictScale.of(kibitz.load(spec))
    assert scale.verdict(0.0) == "good"
    for limit, (below, from_it) in zip(limits, pairwise(("good", *BAD)), strict=True):
        assert (scale.verdict(limit - 1e-6), scale.verdict(limit)) == (below, from_it)
    least, middle, most = limits
    assert scale.describe() == f"A move that costs {least} is an inaccuracy, {middle} a mistake, {most} a blunder{told}."


def test_where_nothing_says_how_large_results_get_a_position_says_it() -> None:
    scale = VerdictScale(None, 0.1, 0.25, 0.6)
    costs = "10 % of the range of a position's values is an inaccuracy, 25 a mistake, 60 a blunder"
    assert scale.describe() == f"A move that costs {costs}."
    assert scale.within([0.2, 0.3]).span == 1
    assert scale.within([-10, 10]).verdict(12) == "blunder"


def test_what_the_book_proves_of_a_position_the_only_move_left_keeps() -> None:
    """After 1 4 1 5 1 the book knows that O wins; X threatens to win at once, so only the move that O made can do it."""
    reviewed = kibitz.review("connect_four", "1 4 1 5 1 1 2", limit=kibitz.Limit(nodes=200))
    before, made = reviewed.plies[4], reviewed.plies[5]
    assert before.after == Value("exact", -1, 28)
    assert (made.after, made.proved) == (Value("exact", 1, 27), True)
