"""Pig: its rules by hand, and what the game is worth: value iteration finds what Neller and Presser published."""

import random
from functools import cache

import numpy as np
import pytest

from kibitz import Limit, think
from kibitz.core.registry import knowledge_of
from kibitz.core.rules import at_chance, legal
from kibitz.games.textbook.pig import Pig, State

Chances = np.ndarray[tuple[int, int, int], np.dtype[np.float64]]


@cache
def solved(target: int) -> Chances:
    """How often the side to move wins with best play, by its points, the other's, and those of the turn.

    Turns of 1s only may go on for ever, so the values are found by going through them again and again. All that depends
    on more points in this turn is done first: one pass is one turn for everybody.
    """
    won = np.ones((target, target, target + 6))
    points = np.arange(target)
    change = 1.0
    while change > 1e-9:
        before = won[:, :, 0].copy()
        for pot in range(target - 1, -1, -1):
            lost_turn = 1 - won[:, :, 0].T
            roll = (lost_turn + sum(won[:, :, pot + face] for face in range(2, 7))) / 6
            kept = np.minimum(points + pot, target - 1)
            hold = 1 - won[:, kept, 0].T if pot else np.zeros_like(roll)
            over = (points + pot >= target)[:, None]
            won[:, :, pot] = np.where(over, 1, np.maximum(roll, hold))
        change = float(np.abs(won[:, :, 0] - before).max())
    return won


def chance_to_win(state: State, target: int) -> float:
    """How often the player whose turn it is, or who has rolled, wins."""
    won = solved(target)
    if state.mine + state.pot >= target:
        return 1.0
    if state.rolling:
        ahead = [won[state.mine, state.theirs, state.pot + face] for face in range(2, 7)]
        return float((1 - won[state.theirs, state.mine, 0] + sum(ahead)) / 6)
    return float(won[state.mine, state.theirs, state.pot])


@pytest.mark.untraced
def test_the_first_player_wins_as_often_as_was_published() -> None:
    """Neller and Presser, Optimal Play of the Dice Game Pig (2004): 53.06 % at 100 points."""
    assert chance_to_win(Pig().start(), 100) == pytest.approx(0.5306, abs=1e-4)


def test_that_value_fits_the_rules_everywhere() -> None:
    """In every state that can come up the value is the best of those behind the moves, or the mean where the die decides."""
    game = Pig(target=12)
    seen, ahead = {game.start()}, [game.start()]
    for state in ahead:
        if game.is_over(state):
            assert game.result(state) == 1
            continue
        after = [game.play(state, move) for move in legal(game, state)]
        worth = [chance_to_win(other, 12) if other.turn == state.turn else 1 - chance_to_win(other, 12) for other in after]
        whole = sum(worth) / 6 if at_chance(game, state) else max(worth)
        assert chance_to_win(state, 12) == pytest.approx(whole, abs=1e-8)
        ahead += [other for other in dict.fromkeys(after) if other not in seen]
        seen.update(after)
    assert len(seen) > 1000


@pytest.mark.untraced
def test_the_estimate_is_near_the_truth() -> None:
    """Off by 0.1 in the mean, where a sure win is 1 and a sure loss -1, and always strictly between the two."""
    game = Pig()
    knowledge, chance = knowledge_of(game), random.Random(4)
    assert knowledge is not None
    errors = []
    for _ in range(500):
        mine, theirs, turn = chance.randrange(100), chance.randrange(100), chance.randrange(2)
        state = State(mine, theirs, chance.randrange(min(25, 100 - mine)), turn, chance.random() < 0.5)
        estimate = knowledge.evaluate(state)
        assert -1 < estimate < 1
        exact = 2 * chance_to_win(state, 100) - 1
        errors.append(abs(estimate - (-exact if state.rolling and turn else exact)))
    assert sum(errors) / len(errors) < 0.1


def test_expectiminimax_comes_near_the_value() -> None:
    game, state = Pig(target=10), State(5, 6, 0, 0, False)
    exact = 2 * chance_to_win(state, 10) - 1
    errors = [
        abs(think(game, state, search="expectiminimax", limit=Limit(depth=depth)).value.result - exact) for depth in (4, 8, 12)
    ]
    assert errors == sorted(errors, reverse=True)
    assert errors[2] < 0.003
