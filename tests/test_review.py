"""A review tells the truth: verdicts, refutations and threats against plain minimax; and it is had bit by bit."""

import random
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

import kibitz
import reference
from conftest import PLAIN
from kibitz import GameRecord, Limit, Position, Value
from kibitz.errors import GameError, IllegalMove
from kibitz.explain.review.examiner import Examiner
from kibitz.explain.review.game_review import Ply
from kibitz.explain.review.graph import courses
from kibitz.explain.review.reviewing import Review, Reviewing, review
from kibitz.games.nim import Nim
from kibitz.games.othello import Othello
from kibitz.rules import legal
from kibitz.search.request import SearchRequest
from plain_games import plain
from reference import order

GAME = kibitz.load("tic_tac_toe")
QUICK = Limit(nodes=40_000)
GAMES = 4 if PLAIN else 150
EXAMINER: Examiner | None = None


def played(game: Any, seed: int) -> Position:
    """The end of a random game."""
    dice, position = random.Random(seed), Position.after(game)
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
    return position


def looked(position: Position) -> Review:
    """The review of a game of tic-tac-toe, by one examiner for all."""
    global EXAMINER  # made when it is first needed: it compiles
    EXAMINER = EXAMINER or Examiner(GAME, SearchRequest(limit=Limit(nodes=1_000_000)))
    reviewing = Reviewing(position, examiner=EXAMINER)
    for _ in reviewing:
        pass
    return reviewing.so_far()


@lru_cache(maxsize=1)
def reviews() -> list[Review]:
    """Random games of tic-tac-toe, reviewed."""
    return [looked(played(GAME, seed)) for seed in range(GAMES)]


def worth_of(ply: Ply, move: int) -> tuple[float, int]:
    """What a move is worth by plain minimax: the result, and the plies to the end, the move itself counted."""
    result, plies = reference.solve(GAME, GAME.play(ply.position.state, move))
    return -result, plies + 1 if result else 0


@pytest.mark.untraced
def test_each_verdict_is_what_plain_minimax_says() -> None:
    for ply in (ply for one in reviews() for ply in one.plies):
        worth = {move: worth_of(ply, move) for move in ply.position.legal()}
        best, made = max(worth.values(), key=order), worth[ply.move]
        lost = best[0] - made[0]
        timed = "later" if best[0] > 0 else "sooner"
        wanted = {0: "best" if order(made) == order(best) else timed, 1: "mistake", 2: "blunder"}[int(lost)]
        assert (ply.verdict, ply.proved, ply.lost) == (wanted, True, lost)
        assert (ply.before, ply.after) == (exact(best), exact(made))
        assert ply.best is not None
        assert worth[ply.best] == best
        assert set(ply.equal) == {move for move, value in worth.items() if order(value) == order(best)} - {ply.best}
        assert ply.forced == (len(worth) == 1)


def exact(worth: tuple[float, int]) -> Value:
    return Value("exact", worth[0], worth[1] if worth[0] else None)


@pytest.mark.untraced
def test_the_only_move_is_the_only_one_with_its_outcome() -> None:
    found = 0
    for ply in (ply for one in reviews() for ply in one.plies):
        results = {move: worth_of(ply, move)[0] for move in ply.position.legal()}
        others = [result for move, result in results.items() if move != ply.move]
        assert ply.only == (bool(others) and max(others) < results[ply.move])
        found += ply.only
    assert found


@pytest.mark.untraced
def test_what_is_said_of_a_win_thrown_away_is_so() -> None:

    from kibitz.explain.review.table import Sentences
    from kibitz.present.values import ValueWords

    sentences, heard = Sentences(ValueWords(GAME)), set()
    for ply in (ply for one in reviews() for ply in one.plies):
        said = " ".join(sentences.about(ply))
        best, made = max((worth_of(ply, move) for move in ply.position.legal()), key=order), worth_of(ply, ply.move)
        thrown = re.search(r"Threw away a (win in (\d+)|draw)", said)
        assert bool(thrown) == (made[0] < best[0])
        if thrown:
            assert (best[0], best[1]) == ((1, int(thrown[2])) if thrown[2] else (0, 0))
        allowed = re.search(r"allowed a win in (\d+) for ([XO])", said)
        assert bool(allowed) == (made[0] == -1 < best[0])
        if allowed:
            assert (int(allowed[1]), allowed[2]) == (made[1] - 1, "OX"[ply.mover])
        slower = re.search(r"(wins|loses) in (\d+) instead of (\d+): (one ply|\d+ plies) (later|sooner)", said)
        assert bool(slower) == (ply.verdict in ("later", "sooner"))
        if slower:
            assert (int(slower[2]), int(slower[3])) == (made[1], best[1])
            assert (1 if slower[4] == "one ply" else int(slower[4].split()[0])) == abs(made[1] - best[1])
            assert slower[5] == ply.verdict == {"wins": "later", "loses": "sooner"}[slower[1]]
        heard |= {bool(thrown), bool(allowed) and 2, bool(slower) and 3}
    assert heard >= {True, 2, 3}


@pytest.mark.untraced
def test_a_refutation_is_best_play_to_the_end() -> None:
    for ply in (ply for one in reviews() for ply in one.plies if ply.verdict in ("mistake", "blunder")):
        position = ply.after_it
        for move in ply.refutation:
            value, after = reference.solve(GAME, position.state), position.play(move)
            result, plies = reference.solve(GAME, after.state)
            assert value == (-result, plies + 1 if result else 0)
            position = after
        assert position.is_over


@pytest.mark.parametrize("nodes", [30, 200, 300])
def test_what_is_called_as_good_or_refuted_is_proved_although_searches_were_cut_short(nodes: int) -> None:
    game, told = plain(Nim, heaps=(2, 3, 4)), 0
    for seed in range(3 if PLAIN else 10):
        for ply in review(played(game, seed), limit=Limit(nodes=nodes)).plies:
            here = ply.position.state
            if ply.before is not None and ply.before.kind == "exact":
                assert all(reference.solve(game, game.play(here, move))[0] == -ply.before.result for move in ply.equal)
                told += 1
            position = ply.after_it
            for move in ply.refutation if ply.refuted else ():
                value, position = reference.solve(game, position.state), position.play(move)
                assert reference.solve(game, position.state)[0] == -value[0]
    assert told


def test_threats_are_the_soonest_wins_of_a_free_move_and_none_is_missing() -> None:
    named = 0
    for ply in (ply for one in reviews() for ply in one.plies):
        after = ply.after_it
        soonest: dict[int, int] = {}
        if not after.is_over:
            free = GAME.null(after.state)
            for move in legal(GAME, free):
                result, plies = reference.solve(GAME, GAME.play(free, move))
                if result < 0 and plies < 5:
                    soonest[move] = plies + 1
        wins = {move for move, plies in soonest.items() if plies == min(soonest.values())}
        told = set(ply.threat.moves) if ply.threat else set()
        if wins and min(soonest.values()) > 1 and len(wins) > len(after.legal()) / 2:
            wins = set()  # not a threat: any move would do
        assert told == wins
        if ply.threat is not None and told:
            assert (ply.threat.player, ply.threat.plies) == (ply.mover, min(soonest.values()))
            named += 1
    assert named


def test_a_game_without_null_names_no_threat() -> None:
    assert all(ply.threat is None for ply in review(plain(Nim, heaps=(1, 2)), "1:1 2:1 2:1", limit=QUICK).plies)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four:width=4,height=4"])
def test_null_is_the_board_of_the_other_side(spec: str) -> None:
    game = kibitz.load(spec)
    position = Position.after(game)
    while not position.is_over:
        free = game.null(position.state)
        assert game.null(free) == position.state
        assert game.is_over(free) is False
        position = position.play(position.legal()[0])


def test_the_end_of_a_margin_game_is_proved_and_told_in_its_units() -> None:
    seen = review(played(plain(Othello, size=4), 3), limit=Limit(nodes=2_000))
    worth = reference.solver(seen.game)
    last = seen.plies[-4:]
    for ply in last:
        best = worth(ply.position.state)[0]
        assert (ply.proved, ply.before) == (True, Value("exact", best))
        after = ply.after_it
        assert ply.lost == best + worth(after.state)[0]


def test_the_graph_keeps_to_what_a_move_was_proved_to_be_worth() -> None:
    seen = looked(Position.after(GAME, "2,2 1,2 1,1"))
    assert [point.number for point in courses(seen)[0].points] == [0, 0, 1, 1]
    guessed = Value("estimate", -0.1)
    plies = tuple(replace(ply, before=guessed) if ply.number == 3 else ply for ply in seen.plies)
    (course,) = courses(replace(seen, plies=plies, last=guessed))
    assert [(point.number, point.sure) for point in course.points] == [(0, True), (0, True), (1, True), (1, True)]
    assert [point.value.plies for point in course.points] == [None, None, 5, 4]


def test_an_unfinished_game_is_reviewed_and_says_what_it_stands_at() -> None:
    seen = looked(Position.after(GAME, "1,1 1,2"))
    assert seen.last == Value("exact", 1, 5)
    assert "The game is not over: X wins in 5." in str(seen)
    assert seen.plies[1].refutation[0] in (3, 4, 6)


def test_a_record_brings_its_moves_and_its_players() -> None:
    record = GameRecord("tic_tac_toe", ("1,1", "2,2"), ("Ann", "Bob"), None, 1, "it raised ValueError")
    seen = Reviewing(record, examiner=EXAMINER)
    for _ in seen:
        pass
    assert "X is Ann, O is Bob" in str(seen.so_far())
    assert "O lost by a fault: it raised ValueError." in str(seen.so_far())


def test_a_review_goes_backwards_and_what_is_finished_can_be_had() -> None:
    reviewing = Reviewing(Position.after(GAME, "1,1 1,2 2,2"), examiner=EXAMINER)
    assert [ply.number for ply in reviewing] == [3, 2, 1]
    begun = Reviewing(Position.after(GAME, "1,1 1,2 2,2"), examiner=EXAMINER)
    next(iter(begun))
    assert (begun.so_far().is_whole, begun.so_far().missing, len(begun.so_far().plies)) == (False, 2, 1)
    assert "the first 2 of 3 moves have not been looked at" in str(begun.so_far())


def test_what_cannot_be_reviewed_is_said() -> None:
    with pytest.raises(IllegalMove, match="move 2"):
        review(GAME, "1,1 1,1")
    with pytest.raises(GameError, match="leave the moves out"):
        review(Position.after(GAME, "1,1"), "2,2")
    with pytest.raises(GameError, match="1 players are named"):
        review(GAME, "1,1", players=["Ann"])


@pytest.mark.compiled
def test_with_a_depth_the_same_review_comes_out_each_time() -> None:
    first, second = (review(GAME, "1,1 1,2 3,3 3,1", limit=Limit(depth=2)) for _ in range(2))
    assert first == second
