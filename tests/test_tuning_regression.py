"""Regression: it finds the weights that are known to be right, refuses what is not linear, and counts each game once."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest

from kibitz.arena.tuning.methods import Outcome, Record, Schedule, Tuner, make_tuner
from kibitz.arena.tuning.methods.regression import GAME_POSITIONS, sample_positions
from kibitz.arena.tuning.parameters import read_parameters
from kibitz.core.data import Floats
from kibitz.core.registry import knowledge_of, load
from kibitz.core.rules import Game, Knowledge, legal
from kibitz.errors import TuningError
from kibitz.position import Position

ASKED = Schedule(1, 1, 0)
PLIES = 6
EVEN = Floats((0.0, 0.0))


class State(NamedTuple):
    mine: int
    theirs: int
    made: int


@dataclass(frozen=True)
class Counting(Game):
    """Say 0, 1 or 2; who has said more after six moves wins by the difference."""

    def start(self) -> State:
        return State(0, 0, 0)

    def moves(self, state: State) -> Iterable[int]:
        yield from range(3)

    def play(self, state: State, move: int) -> State:
        return State(state.theirs, state.mine + move, state.made + 1)

    def is_over(self, state: State) -> bool:
        return state.made == PLIES

    def result(self, state: State) -> int:
        return state.mine - state.theirs


class Sign(Counting):
    """The same, but it is only won, lost or drawn."""

    def result(self, state: State) -> int:
        if state.mine == state.theirs:
            return 0
        return 1 if state.mine > state.theirs else -1


@dataclass(frozen=True)
class Linear(Knowledge):
    """With weights 1 and 1 it is right, when moves are said by lot: who is to move after an odd number has one more."""

    tunes: ClassVar = {"weights": (-3.0, 3.0)}
    weights: Floats = EVEN

    def evaluate(self, state: State) -> float:
        return self.weights[0] * (state.mine - state.theirs) + self.weights[1] * (state.made % 2)


class Crooked(Linear):
    """Not linear in its weights."""

    def evaluate(self, state: State) -> float:
        return self.weights[0] * self.weights[1] * (state.mine - state.theirs)


class Divided(Linear):
    """Not even defined everywhere."""

    def evaluate(self, state: State) -> float:
        return (state.mine - state.theirs) / (self.weights[0] + self.weights[1])


def by_lot(game: Game, number: int, opening: int = 0) -> tuple[Record, ...]:
    dice, found = random.Random(5), []
    for _ in range(number):
        position = Position.after(game)
        while not position.is_over:
            position = position.play(dice.choice(legal(game, position.state)))
        assert position.payoffs is not None
        found.append(Record(" ".join(position.names()), opening, position.payoffs))
    return tuple(found)


def fitted(knowledge: Knowledge, games: tuple[Record, ...]) -> Tuner:
    made = make_tuner("regression", read_parameters(knowledge), ASKED)
    made.tell(0, made.ask(0), Outcome(0, 0, 0, games=games))
    return made


def test_margins_are_fitted_by_least_squares() -> None:
    made = fitted(Linear(Counting()), by_lot(Counting(), 1500))
    assert made.best() == pytest.approx((1, 1), abs=0.15)
    for found, error in zip(made.best(), made.errors(), strict=True):
        assert error is not None
        assert abs(found - 1) < 1.5 * error < 0.3


def test_wins_and_losses_are_fitted_by_log_odds() -> None:
    """A lead of 1 foretells a win with odds that are a fair piece above even, and so does a move more."""
    lead, turn = fitted(Linear(Sign()), by_lot(Sign(), 1500)).best()
    assert 0.2 < lead < 0.8
    assert 0.2 < turn < 0.8


@pytest.mark.parametrize("crooked", [Crooked, Divided])
def test_an_estimate_that_is_not_linear_is_refused(crooked: type[Linear]) -> None:
    weights = type(Linear(Counting()).weights)((1.0, 2.0))
    made = fitted(crooked(Counting(), weights), by_lot(Counting(), 20))
    with pytest.raises(TuningError, match=rf"evaluate of {crooked.__name__} is not linear in weights\[0\], weights\[1\]"):
        made.best()


def test_connect_four_is_not_linear_and_othello_is() -> None:
    four = load("connect_four:width=5,height=4")
    with pytest.raises(TuningError, match="is not linear"):
        fitted(_wise(four), by_lot(four, 4)).best()
    othello = load("othello:size=4")
    made = make_tuner("regression", read_parameters(_wise(othello), "scales,squares[0]"), ASKED)
    made.tell(0, made.ask(0), Outcome(0, 0, 0, games=by_lot(othello, 10)))
    assert made.best() != made.ask(0).first


def _wise(game: Game) -> Knowledge:
    found = knowledge_of(game)
    assert found is not None
    return found


def test_no_position_no_fit() -> None:
    with pytest.raises(TuningError, match="no game brought a quiet position"):
        fitted(Linear(Counting()), by_lot(Counting(), 3, opening=6)).best()


def test_each_game_counts_the_same_and_its_opening_and_its_end_not_at_all() -> None:
    games = by_lot(load("othello:size=4"), 8, opening=3)
    found = sample_positions(_wise(load("othello:size=4")), games, seed=1)
    assert found == sample_positions(_wise(load("othello:size=4")), games, seed=1)
    assert found != sample_positions(_wise(load("othello:size=4")), games, seed=2)
    for number, game in enumerate(games):
        ours = [one for one in found if one.game == number]
        assert sum(one.weight for one in ours) == pytest.approx(1)
        assert len(ours) <= GAME_POSITIONS
        assert {abs(one.result) for one in ours} == {abs(game.payoffs[0])}
        assert all(len(one.state.mine | one.state.theirs) >= 4 + 2 for one in ours)


def test_a_position_counts_for_whoever_its_estimate_is_for() -> None:
    for one in sample_positions(Linear(Counting()), by_lot(Counting(), 50), 0):
        mine, theirs, made = one.state
        left = 6 - made
        assert abs(one.result - (mine - theirs)) <= 2 * ((left + 1) // 2)
