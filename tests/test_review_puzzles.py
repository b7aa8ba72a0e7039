"""Puzzles out of reviewed games: exactly one good move, by proof as minimax has it, and by estimate where the gap is clear."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import kibitz
from kibitz.core.thought import Kind, Limit, MoveValue, Value
from kibitz.explain.review.judge import GameReview, Ply, VerdictScale
from kibitz.explain.review.puzzles import MOST, find_puzzles
from kibitz.explain.review.reviewing import review
from kibitz.position import Position

GAME = kibitz.load("tic_tac_toe")
SCALE = VerdictScale.of(GAME)
HERE = Position.after(GAME, "2,2 1,1")  # 7 moves are left
LEGAL = HERE.legal()


@cache
def minimax(state: Any) -> int:
    """1 for a win of the side to move, 0 for a draw, -1."""
    if GAME.is_over(state):
        return int(GAME.result(state))
    return max(-minimax(GAME.play(state, move)) for move in GAME.moves(state))


def played(seed: int) -> Position:
    """A game of random moves."""
    dice, position = random.Random(seed), Position.after(GAME)
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
    return position


@pytest.mark.twice
@pytest.mark.parametrize("seed", range(4))
def test_what_is_proved_is_so_by_minimax_and_nothing_is_missed(seed: int) -> None:
    found = review(played(seed), limit=Limit(nodes=200_000))
    wanted = {}
    for ply in found.plies[1:]:
        legal = ply.position.legal()
        worths = {move: -minimax(ply.position.play(move).state) for move in legal}
        best = [move for move, worth in worths.items() if worth == max(worths.values())]
        if len(legal) >= 3 and len(best) == 1:
            wanted[ply.number] = best[0]
    assert {one.ply + 1: one.move for one in find_puzzles(found)} == wanted
    assert all(one.is_proved for one in find_puzzles(found))


def test_some_games_have_puzzles() -> None:
    """Or the test above would say nothing."""
    assert sum(len(find_puzzles(review(played(seed), limit=Limit(nodes=200_000)))) for seed in range(4)) >= 2


def game_of(*plies: Ply) -> GameReview:
    return GameReview(GAME, (), HERE, plies, None, SCALE)


def position_of(values: list[Value], **how: Any) -> Ply:
    """A position in which the moves are worth that, the best first, and the second of them was made."""
    worths = tuple(MoveValue(move, value, (move,)) for move, value in zip(LEGAL, values, strict=False))
    facts: dict[str, Any] = {"before": values[0], "after": values[1], "best": LEGAL[0], "line": (LEGAL[0],), "verdict": "good"}
    return Ply(3, HERE, LEGAL[1], **facts | how, worths=worths)


def all_like(first: Value, other: Value) -> list[Value]:
    return [first] + [other] * (len(LEGAL) - 1)


def guess(number: float) -> Value:
    return Value("estimate", number)


def sure(result: int, kind: Kind = "exact") -> Value:
    return Value(kind, result, 5 if result else None)


@pytest.mark.parametrize(
    ("ply", "proved"),
    [
        (position_of(all_like(guess(0.7), guess(-0.5))), False),  # 1.2 of 2: the second would be a blunder
        (position_of(all_like(guess(0.7), guess(-0.4))), None),
        (position_of(all_like(guess(-0.1), guess(-1.5))), None),  # no move is good
        (position_of(all_like(guess(0.7), guess(-0.5)), best=LEGAL[2]), None),  # another search thinks otherwise
        (position_of(all_like(guess(0.7), guess(-0.5)), before=sure(-1)), None),  # and it is lost
        (position_of(all_like(guess(0.7), guess(-0.5))[:-1]), None),  # of a move nothing is known
        (position_of(all_like(guess(0.7), guess(-0.5)), verdict=None, opening=True), None),
        (position_of(all_like(sure(0), sure(-1))), True),  # the only draw
        (position_of(all_like(sure(1, "at_least"), sure(0, "at_most"))), True),
        (position_of(all_like(sure(1), sure(0, "at_least"))), None),  # another may win, too
        (position_of(all_like(sure(1), sure(1))), None),
        (position_of(all_like(sure(-1), sure(-1))), None),
    ],
)
def test_one_good_move(ply: Ply, proved: bool | None) -> None:
    found = find_puzzles(game_of(ply))
    assert [(one.move, one.is_proved) for one in found] == ([] if proved is None else [(LEGAL[0], proved)])


def test_a_clear_gap_between_margins_is_proved_where_all_of_them_are() -> None:
    """Of 128 that lie between the worst result of Othello and the best, 12 are a blunder."""
    game = kibitz.load("othello")
    here = Position.after(game, "f5")
    legal = here.legal()
    for results, proved in (((34, 16, 14), True), ((34, 23, 14), None), ((6, -6, -8), True), ((-6, -26, -28), None)):
        worths = tuple(MoveValue(move, sure(by), (move,)) for move, by in zip(legal, results, strict=True))
        ply = Ply(2, here, legal[1], sure(results[0]), sure(results[1]), legal[0], (legal[0],), verdict="good", worths=worths)
        found = find_puzzles(replace(game_of(ply), game=game, scale=VerdictScale.of(game)))
        assert [one.is_proved for one in found] == ([] if proved is None else [proved])


def test_what_the_game_proved_of_the_move_counts() -> None:
    """The search of the position thought it better than what came of it."""
    ply = position_of([sure(1), guess(0.9), *[sure(-1)] * (len(LEGAL) - 2)])
    assert find_puzzles(game_of(replace(ply, after=guess(0.9)))) == []
    assert [one.is_proved for one in find_puzzles(game_of(replace(ply, after=sure(-1, "at_most"))))] == [True]


def test_a_puzzle_for_programs_says_what_each_move_comes_to() -> None:
    ply = position_of(all_like(sure(1, "at_least"), sure(0, "at_most")), refutation=(LEGAL[0],))
    told = find_puzzles(game_of(ply))[0].as_json()
    names = [HERE.name(move) for move in LEGAL]
    assert (told["ply"], told["best"], told["proved"]) == (2, names[0], True)
    assert [one["move"] for one in told["worths"]] == names
    assert [one["value"]["kind"] for one in told["worths"]] == ["at_least"] + ["at_most"] * (len(LEGAL) - 1)
    assert told["worths"][1]["line"] == [names[1], names[0]], "what refutes the move that was made"


def test_there_are_none_where_dice_decide_or_more_than_two_play_and_not_too_many_elsewhere() -> None:
    ply = position_of(all_like(sure(1), sure(-1)))
    for other in ("pig", "trio"):
        assert find_puzzles(replace(game_of(ply), game=kibitz.load(other))) == []
    guessed = [replace(position_of(all_like(guess(0.9), guess(-0.9))), number=number) for number in range(2, 32)]
    proved = [replace(ply, number=number) for number in range(32, 62)]
    kept = find_puzzles(game_of(*guessed, *proved[:5]))
    assert [one.ply + 1 for one in kept] == [*range(2, 2 + MOST - 5), *range(32, 37)], "what is proved comes first"
    assert find_puzzles(game_of(replace(ply, number=1))) == [], "before the first move there is nothing to find"
