"""Oware: what its rules say of rare positions, and random games against those of OpenSpiel, whose rules are the same."""

import random
from typing import Any

import pytest

from kibitz.core.registry import load
from kibitz.core.rules import payoffs_of
from kibitz.games.oware import Oware, State
from kibitz.position import Position

GAME = Oware()
RARE = [
    # Twelve seeds go round once and leave their own pit out; the last one makes two.
    ((12, 0, 0, 0, 0, 0), (1, 1, 1, 1, 1, 1), 0, ((0, 2, 1, 1, 1, 1), (2, 2, 2, 2, 2, 2)), 0),
    # Two and three are captured backwards, up to a pit with more.
    ((0, 0, 0, 0, 0, 4), (3, 2, 1, 1, 0, 0), 5, ((0, 0, 0, 0, 0, 0), (4, 0, 0, 0, 0, 0)), 7),
    # A capture of all is none.
    ((0, 0, 0, 0, 0, 2), (1, 1, 0, 0, 0, 0), 5, ((0, 0, 0, 0, 0, 0), (2, 2, 0, 0, 0, 0)), 0),
    # What falls on one's own side is never captured.
    ((1, 1, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), 0, ((0, 2, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0)), 0),
]


@pytest.mark.parametrize(("mine", "theirs", "pit", "after", "captured"), RARE)
def test_sowing_and_capturing(mine: Any, theirs: Any, pit: int, after: Any, captured: int) -> None:
    state = State(mine, theirs, 0)
    sown = GAME.play(state, pit)
    assert (GAME.reward(state, pit), sown.theirs, sown.mine) == (captured, *after)
    assert GAME.irreversible(state, pit) == (captured > 0)


def test_an_empty_side_is_fed_or_the_game_ends() -> None:
    hungry = State((1, 0, 0, 0, 2, 1), (0,) * 6, 0)
    assert list(GAME.moves(hungry)) == [4, 5]
    alone = State((1, 2, 0, 0, 1, 0), (0,) * 6, 0)
    assert GAME.is_over(alone)
    assert payoffs_of(GAME, alone, 0) == (4, -4)
    assert payoffs_of(GAME, State((0,) * 6, (0, 0, 3, 0, 0, 0), 1), 1) == (3, -3)


def test_a_position_that_comes_back_ends_the_game() -> None:
    """Each takes what lies on its own side, on top of what it has captured."""
    game, ended = Oware(2, 2), 0
    for seed in range(20):
        dice, position = random.Random(seed), Position.after(game)
        while not position.is_over:
            position = position.play(dice.choice(position.legal()))
        assert position.payoffs is not None
        assert position.scores is not None
        ended += not game.is_over(position.state)
        first = position.scores[0] + sum(game.sides(position.state)[0])
        assert position.payoffs[0] == 2 * first - game.best_result()
    assert ended > 0


def test_random_games_are_those_of_openspiel() -> None:
    """Move by move, with what is captured, up to where that ends a game: when one side has more than half of the seeds."""
    pyspiel = pytest.importorskip("pyspiel")
    for seed in range(8):
        dice, theirs, ours = random.Random(seed), pyspiel.load_game("oware").new_initial_state(), Position.after(load("oware"))
        while not ours.is_over and not theirs.is_terminal():
            legal = {action % 6: action for action in theirs.legal_actions()}
            assert sorted(legal) == sorted(ours.legal())
            move = dice.choice(sorted(legal))
            theirs.apply_action(legal[move])
            ours = ours.play(move)
            assert theirs.is_terminal() or all(
                f"score = {score}\n" in f"{theirs} ".replace(" [", "\n") for score in ours.scores or ()
            )
        if ours.payoffs is not None:
            assert [(paid > 0) - (paid < 0) for paid in ours.payoffs] == theirs.returns()
