"""How a move is judged: by its value and the best one's, as proved only if it is, and told in the units of the game."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import Limit, Position, Value
from kibitz.explain.review.finding import Finding
from kibitz.explain.review.game_review import Ply
from kibitz.explain.review.judge import BAD, Judge, VerdictScale
from kibitz.explain.review.reviewing import review
from kibitz.explain.review.table import Sentences
from kibitz.games.othello import Othello
from kibitz.present.values import ValueWords
from kibitz.thought import Kind, MoveValue
from plain_games import plain

GAME = kibitz.load("tic_tac_toe")
QUICK = Limit(nodes=40_000)
VALUES = [Value("exact", 1, 3), Value("exact", 1, 7), Value("exact", 0), Value("exact", -1, 8), Value("exact", -1, 2)]
WORTHS = st.integers(0, len(VALUES) - 1)


@given(st.lists(WORTHS, min_size=2, max_size=3), st.data())
def test_a_verdict_is_called_proved_only_if_it_holds_whatever_is_still_open(worths: list[int], data: st.DataObject) -> None:
    """Positions of which not all is known: each move has its value, a limit of it, or an estimate."""
    judge = Judge(VerdictScale.of(GAME), ends=True, plies_count=True, most=1)
    true = [VALUES[worth] for worth in worths]
    told = []
    for move, worth in enumerate(worths):
        kind: Kind = data.draw(st.sampled_from(["exact", "at_least", "at_most", "estimate"]))
        there = {"exact": (worth, worth), "at_least": (worth, len(VALUES) - 1), "at_most": (0, worth), "estimate": (0, 4)}[kind]
        limit = VALUES[data.draw(st.integers(*there))]
        told.append(MoveValue(move, Value(kind, limit.result, None if kind == "estimate" else limit.plies), (move,)))
    best = data.draw(st.integers(0, len(worths) - 1))
    judged = judge.of(Finding(Value("estimate", 0.1), best, (best,), tuple(told), Value("estimate", 0.1)), 0, (None, None))
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


def test_of_a_proved_value_no_estimate_says_which_moves_are_as_good() -> None:
    """A short search thought two first moves alike, of which one wins and the other loses."""
    judge = Judge(VerdictScale.of(GAME), ends=True, plies_count=True, most=1)
    guess = Value("estimate", 0.2)
    moves = tuple(MoveValue(move, guess, (move,)) for move in (4, 0))
    assert judge.of(Finding(Value("exact", 1, 9), 4, (4,), moves, guess), 4, (None, None)).equal == ()
    assert judge.of(Finding(guess, 4, (4,), moves, guess), 4, (None, None)).equal == (0,)


def test_what_is_as_good_by_estimate_alone_is_told_so() -> None:
    sentences, start = Sentences(ValueWords(GAME)), Position.after(GAME)
    kinds: dict[Kind, str] = {"estimate": "As good by estimate: 1,1.", "exact": "As good: 1,1."}
    for kind, told in kinds.items():
        value = Value(kind, 0)
        assert sentences.about(Ply(1, start, 4, value, value, 4, (4,), (0,), "best")) == [told]


@pytest.mark.parametrize(
    ("spec", "limits"),
    [
        ("tic_tac_toe", (0.2, 0.5, 1.2)),
        ("othello", (2, 6, 12)),
        ("pig", (0.02, 0.04, 0.08)),
        ("trio", (0.3, 0.75, 1.8)),
    ],
)
def test_the_limits_of_verdicts(spec: str, limits: tuple[float, ...]) -> None:
    scale = VerdictScale.of(kibitz.load(spec))
    assert scale.verdict(0.0) == "good"
    for limit, (below, from_it) in zip(limits, pairwise(("good", *BAD)), strict=True):
        assert (scale.verdict(limit - 1e-6), scale.verdict(limit)) == (below, from_it)


def test_where_nothing_says_how_large_results_get_a_position_says_it() -> None:
    scale = VerdictScale(None, 0.1, 0.25, 0.6)
    assert scale.within([0.2, 0.3]).span == 1
    assert scale.within([-10, 10]).verdict(12) == "blunder"


def test_a_known_mistake_of_connect_four() -> None:
    """The first player wins only in the middle; the book says so, and a reply beside it gives half of that back."""
    seen = review("connect_four", "3", limit=QUICK)
    (ply,) = seen.plies
    assert (ply.verdict, ply.proved, ply.before, ply.after) == ("mistake", True, Value("exact", 1, 41), Value("exact", 0))
    assert ply.best == 3
    opened = review("connect_four", "4", limit=QUICK).plies[0]
    assert (opened.verdict, opened.only, opened.equal) == ("best", True, ())


def test_limits_are_told_in_the_units_in_which_costs_are() -> None:
    told = VerdictScale.of(GAME).describe()
    assert told == "inaccuracy from 0.2, mistake from 0.5, blunder from 1.2, where a win is 1, a draw 0 and a loss -1"
    assert VerdictScale.of(GAME).verdict(0.22) == "inaccuracy"
    assert "blunder from 1200 in" in VerdictScale(2000, 0.1, 0.25, 0.6).describe()


def test_what_may_be_more_is_said_to_be_at_least_that() -> None:
    from kibitz.explain.review.table import Sentences
    from kibitz.present.values import ValueWords

    game, values = plain(Othello, size=4), (Value("at_least", 0), Value("at_most", -10))
    seen = Ply(1, Position.after(game), 4, *values, verdict="blunder", proved=True)
    assert Sentences(ValueWords(game)).about(seen)[0] == "Threw away at least a draw and allowed at least a win by 10 for O."


@pytest.mark.untraced
def test_what_the_book_proves_is_not_forgotten_where_the_book_ends() -> None:
    """Five moves are in it: whoever is lost then can only be lost after the next move too."""
    found = review("connect_four", "4444427", limit=Limit(nodes=2000))
    lost, won = found.plies[5], found.plies[6]
    assert lost.before == Value("exact", -1, 36)
    assert lost.after is not None
    assert (lost.after.kind, lost.after.result) == ("at_most", -1)
    assert lost.verdict in ("good", "sooner", "best")
    assert not lost.line_keeps_value
    assert won.before is not None
    assert (won.before.kind, won.before.result) == ("at_least", 1)
