"""A judge reads what reviews say of random games, and holds each proved sentence against brute force."""

import random
import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

import kibitz
from kibitz.core.rules import Game, says
from kibitz.core.thought import Limit
from kibitz.explain.review.judge import BAD, Ply
from kibitz.explain.review.reviewing import review
from kibitz.explain.review.table import Sentences
from kibitz.position import Position
from kibitz.present.values import ValueWords
from runs import EVERYTHING

GAMES = (
    *("tic_tac_toe", "connect_four:width=4,height=4,line=3", "hex:size=3", "nim:heaps=2-3-4", "nim:heaps=5-4"),
    *("connect_four:width=4,height=3,line=3", "tic_tac_toe:width=4,height=3,line=3", "nim:heaps=3-4,misere=true"),
    *("nim:heaps=1-2-3-4", "tic_tac_toe:width=3,height=2,line=2"),
)
ROUNDS = 80 if EVERYTHING else 2  # of each game
READ = re.compile(
    r"Missed (?:at least )?(?P<missed>a draw|a win)(?: by (?P<margin>\d+))?(?: in (?P<missed_in>\d+))?; now "
    r"(?:it's (?P<draw>(?:at most )?a draw)|(?P<who>\S+) wins(?: by (?:at least )?(?P<by>\d+))?(?: in (?P<won_in>\d+))?)\."
)


class Judge:
    """Results and distances by brute force, for the side to move: a win as soon as possible, a loss as late."""

    def __init__(self, game: Game) -> None:
        self.game = game

        @lru_cache(None)
        def value(state: Any, mover: int) -> tuple[int, int]:
            if game.is_over(state):
                return int(game.result(state)), 0
            found = []
            for move in game.moves(state):
                after = game.play(state, move)
                turn = game.to_move(after) if says(game, "to_move") else 1 - mover
                result, plies = value(after, turn)
                found.append((result if turn == mover else -result, plies + 1))
            return max(found, key=lambda one: (one[0], -one[1] if one[0] > 0 else one[1]))

        self._value = value

    def of(self, position: Position, player: int) -> tuple[int, int]:
        """The result for a player, and the plies to the end."""
        result, plies = self._value(position.state, position.to_move)
        return (result if position.to_move == player else -result), plies


def judged(ply: Ply, sentence: str, judge: Judge) -> bool | None:
    """Whether a sentence about a move is true; None for one that claims nothing that the judge knows."""
    here, then, mover = ply.position, ply.after_it, ply.mover
    before, after = judge.of(here, mover), judge.of(then, mover)
    names = ValueWords(here.game).names
    by_move = {here.name(move): judge.of(here.play(move), mover)[0] for move in here.legal()}
    if found := READ.fullmatch(sentence):
        is_true = before[0] > 0 if found["missed"] == "a win" else before[0] >= 0
        is_true &= found["missed_in"] is None or before[1] == int(found["missed_in"])
        if found["draw"]:
            return is_true and (after[0] <= 0 if found["draw"].startswith("at most") else after[0] == 0)
        return is_true and after[0] < 0 and names[1 - mover] == found["who"] and found["won_in"] in (None, str(after[1]))
    if found := re.fullmatch(r"Overlooked the threat of (\S+?)(?:; (\S+) would have met it)?\.", sentence):
        carried_out = judge.of(then.play(found[1]), mover)[0] < 0
        return carried_out and after[0] < 0 and before[0] >= 0 and (found[2] is None or by_move[found[2]] >= 0)
    if found := re.fullmatch(r"Only (\S+) kept the (win|draw)\.", sentence):
        return [name for name, worth in by_move.items() if worth >= (found[2] == "win")] == [found[1]]
    if found := re.fullmatch(r"The only move that (wins|draws)\.", sentence):
        least = 1 if found[1] == "wins" else 0
        return [name for name, worth in by_move.items() if worth >= least] == [here.name(ply.move)]
    if found := re.fullmatch(r"(\S+) threatens (.+?)(?: \(a win in (\d+)\))?\.", sentence):
        return threatens(then, mover, found[2].split(" and "), int(found[3] or 1), judge)
    if found := re.fullmatch(r"(?:Better|Probably better): (\S+).*", sentence.removesuffix(".")):
        return by_move[found[1]] >= after[0] or sentence.startswith("Probably")
    if found := re.fullmatch(r"Refuted by: (\S+).*", sentence.removesuffix(".")):
        return judge.of(then.play(found[1]), mover)[0] == after[0]
    if sentence in ("All other moves are as good.", "The other move is as good."):
        return set(by_move.values()) == {after[0]}
    if found := re.fullmatch(r"As good: (.*)\.", sentence):
        return all(by_move[name] == after[0] for name in found[1].removesuffix(" ...").split())
    return None


def threatens(then: Position, mover: int, names: list[str], plies: int, judge: Judge) -> bool:
    """Whether each of these moves would win in so many plies if the other side passed."""
    state = then.game.null(then.state)
    passed = Position(then.game, state, to_move=mover)
    moves = {then.game.move_name(state, move): move for move in then.game.moves(state)}
    for name in names:
        after = passed.game.play(state, moves[name])
        result, left = judge.of(Position(then.game, after, to_move=1 - mover), mover)
        if result <= 0 or left + 1 != plies:
            return False
    return True


@pytest.mark.compiled
@pytest.mark.parametrize("spec", GAMES)
def test_no_sentence_is_false_and_mistakes_name_what_punishes_them(spec: str) -> None:
    game, dice = kibitz.load(spec), random.Random(spec)
    judge, sentences, count = Judge(game), Sentences(ValueWords(game)), Counter[str]()
    for _ in range(ROUNDS):
        position = Position(game)
        while not position.is_over:
            position = position.play(dice.choice(position.legal()))
        for ply in review(position, limit=Limit(nodes=50_000)).plies:
            if not ply.proved:
                continue
            for sentence in sentences.about(ply):
                verdict = judged(ply, sentence, judge)
                assert verdict is not False, (spec, position.names()[: ply.number], sentence)
                count["judged" if verdict else "other"] += 1
            if ply.verdict in BAD and not ply.after_it.is_over:
                count["bad"] += 1
                count["punished"] += bool(ply.refutation)
    assert count["judged"] > 2
    assert count["punished"] >= 0.95 * count["bad"], count
    print(spec, dict(count))


def test_a_threat_is_overlooked_only_where_it_is_carried_out_and_all_is_proved() -> None:
    game = kibitz.load("tic_tac_toe")
    sentences = Sentences(ValueWords(game))
    ply = review(Position.after(game, "1,1 2,2 1,2 2,1"), limit=Limit(nodes=100_000)).plies[3]
    said = "Overlooked the threat of 1,3; 1,3 would have met it."
    assert said in sentences.about(ply)
    assert ply.pending is not None
    others = [move for move in ply.after_it.legal() if move not in ply.pending.moves]
    for changed in (
        replace(ply, refutation=(others[0],)),
        replace(ply, refutation=()),
        replace(ply, refuted=False),
        replace(ply, proved=False),
        replace(ply, pending=None),
        replace(ply, line_keeps_value=False),
    ):
        assert not any("Overlooked" in one for one in sentences.about(changed))
    won = replace(ply, before=ply.before and replace(ply.before, result=1))
    assert "Overlooked the threat of 1,3." in sentences.about(won)
