"""Regression of results on features, for an estimate that is linear in its parameters: the numbers that best predict how games
end.

The games are the start against itself, or games from elsewhere. What a number is multiplied by in a position is the estimate
with this number 1 and the others 0, less that with all of them 0. Where results are margins: least squares. Where they are
-1, 0 and 1: logistic, the log-odds being twice the estimate, which then is the expected result as long as it is small.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize

from kibitz.arena.stats.figures import Z
from kibitz.arena.tuning.methods import Outcome, Proposal, Record, Schedule, Tuner
from kibitz.arena.tuning.parameters import Parameters, Vector
from kibitz.core.best_result import best_result
from kibitz.core.notation import read_moves
from kibitz.core.recurrence import score_of
from kibitz.core.rules import Game, Knowledge, at_chance, mover_of, play_move, says, start_of
from kibitz.errors import TuningError

ROUNDING = 1e-6  # relative: what rounding may do to a linear estimate
BELIEF = 1e-3  # pull to the start, in games: decides only where no game does
GAME_POSITIONS = 8  # taken of a game
Array = Any  # of NumPy


class Regression(Tuner):
    """Collects games, and fits when the best point is requested."""

    wants_games = True

    def __init__(self, parameters: Parameters, schedule: Schedule) -> None:
        super().__init__(parameters, schedule)
        knowledge = parameters.knowledge
        if not says(knowledge, "evaluate"):
            raise TuningError(f"{type(knowledge).__name__} has no evaluate: regression needs an estimate to fit")
        self._games: list[Record] = []
        self._fit: tuple[Vector, list[float]] | None = None

    def ask(self, step: int) -> Proposal:
        """The start against itself: the openings make the games differ."""
        return Proposal(self._parameters.start, self._parameters.start)

    def tell(self, step: int, proposal: Proposal, outcome: Outcome) -> None:
        """Adds the games of a step."""
        self._games += outcome.games
        self._fit = None

    def best(self) -> Vector:
        """The numbers that fit; the start before there is a game. TuningError when the estimate is not linear in them."""
        return self._fitted()[0] if self._games else self._parameters.start

    def errors(self) -> Sequence[float | None]:
        """Errors from the variance of whole games, whose moves depend on each other (a sandwich estimate)."""
        return self._fitted()[1] if self._games else [None] * len(self._parameters)

    def _fitted(self) -> tuple[Vector, list[float]]:
        if self._fit is None:
            found = sample_positions(self._parameters.knowledge, self._games, self._schedule.seed)
            if not found:
                raise TuningError("no game brought a quiet position to learn from: play more games, or longer ones")
            self._fit = _regression(self._parameters, found)
        return self._fit


METHOD = Regression


# Positions from games that were played, and what they taught: for methods that look at positions.
#
# The moves of the opening are passed over; so is every position with a single move, or where a move ends the game: what happens
# there is no matter of estimates. Of the others the quieter half is taken, where the move before has changed the estimate least
# (not the next one: that would choose by what is to be foretold), and of that so many by lot. Each game counts the same.


@dataclass(frozen=True)
class PositionSample:
    """A position: the result for the player whose estimate it is, and how much it counts. `game` tells the games apart."""

    state: Any
    result: float
    weight: float
    game: int


def sample_positions(knowledge: Knowledge, games: Sequence[Record], seed: int) -> list[PositionSample]:
    """Quiet positions of these games, as many of each by lot."""
    found = []
    for number, game in enumerate(games):
        quiet = _quiet_positions(knowledge, game.moves, game.opening)
        taken = random.Random(f"samples {seed} {number}").sample(quiet, min(GAME_POSITIONS, len(quiet)))
        found += [
            PositionSample(state, game.payoffs[viewer] - score_of(state), 1 / len(taken), number) for state, viewer in taken
        ]
    return found


def _quiet_positions(knowledge: Knowledge, moves: str, opening: int) -> list[tuple[Any, int]]:
    """The quieter half of a game's positions, each with the player whose estimate it is."""
    game = knowledge.game
    state, seen, before = start_of(game), [], 0.0
    for ply, move in enumerate(read_moves(game, moves)):
        viewer = max(mover_of(game, state, ply), 0)  # the one to move; the first, where dice or cards decide
        estimate = (knowledge.evaluate(state) + score_of(state)) * (1 if viewer == 0 else -1)
        if ply >= opening and _is_open(game, state):
            seen.append((abs(estimate - before), ply, state, viewer))
        state, before = play_move(game, state, move), estimate
    seen.sort(key=lambda one: one[:2])
    return [(state, viewer) for _, _, state, viewer in seen[: (len(seen) + 1) // 2]]


def _is_open(game: Game, state: Any) -> bool:
    """Whether a player has a choice here, and no move ends the game."""
    if at_chance(game, state):
        return False
    moves = list(game.moves(state))
    return len(moves) > 1 and not any(game.is_over(game.play(state, move)) for move in moves)


# The fit.


@dataclass(frozen=True)
class _Features:
    """The factors of the numbers in each position (a row), and the estimate without them."""

    rows: Array
    rest: Array


def _features(parameters: Parameters, found: Sequence[PositionSample]) -> _Features:
    """Raises TuningError when the estimate is not linear in the numbers."""
    size = len(parameters)
    none, *units = (_estimates(parameters.with_exactly(vector), found) for vector in [(0.0,) * size, *np.eye(size)])
    rows = np.array(units).T - none[:, None]
    dice = random.Random(size)
    for vector in (parameters.start, [dice.uniform(one.low, one.high) for one in parameters]):
        estimates = _estimates(parameters.with_exactly(vector), found)
        linear = none + rows @ np.array([float(one) for one in vector])
        finite = np.isfinite(linear).all()
        if not finite or not np.allclose(estimates, linear, rtol=ROUNDING, atol=ROUNDING * (1 + np.abs(rows).max())):
            raise TuningError(
                f"evaluate of {type(parameters.knowledge).__name__} is not linear in {', '.join(parameters.names)}: "
                "regression cannot fit it; take --method spsa, or choose others with --tune"
            )
    return _Features(rows, none)


def _estimates(knowledge: Knowledge, found: Sequence[PositionSample]) -> Array:
    try:
        return np.array([float(knowledge.evaluate(sample.state)) for sample in found])
    except ZeroDivisionError:
        return np.full(len(found), np.nan)


def _regression(parameters: Parameters, found: Sequence[PositionSample]) -> tuple[Vector, list[float]]:
    """The numbers that fit best inside their ranges, and their errors."""
    features = _features(parameters, found)
    results, weights = np.array([sample.result for sample in found]), np.array([sample.weight for sample in found])
    start, width = np.array(parameters.start), np.array([one.width for one in parameters])
    misfit = _logistic if best_result(parameters.knowledge.game) == 1 else _squares(results)

    def loss(vector: Array) -> tuple[float, Array]:
        value, slope, _ = misfit(features.rest + features.rows @ vector, results)
        away = (vector - start) / width
        return weights @ value + BELIEF * away @ away / 2, features.rows.T @ (weights * slope) + BELIEF * away / width

    ranges = [(one.low, one.high) for one in parameters]
    best = minimize(loss, start, jac=True, bounds=ranges, method="L-BFGS-B", options={"maxiter": 10_000, "maxfun": 100_000}).x
    _, slope, curve = misfit(features.rest + features.rows @ best, results)
    inverse = np.linalg.inv(features.rows.T @ (features.rows * (weights * curve)[:, None]) + np.diag(BELIEF / width**2))
    by_game = np.zeros((max(sample.game for sample in found) + 1, len(parameters)))
    np.add.at(by_game, [sample.game for sample in found], features.rows * (weights * slope)[:, None])
    spread = inverse @ (by_game.T @ by_game) @ inverse
    return parameters.fitted([float(one) for one in best]), [float(Z * one) for one in np.sqrt(np.diag(spread))]


Misfit = Callable[[Array, Array], tuple[Array, Array, Array]]


def _logistic(estimate: Array, result: Array) -> tuple[Array, Array, Array]:
    """The loss of this estimate and its first two derivatives: a result of 1 has the log-odds 2 * estimate."""
    odds, score = 2 * estimate, (result + 1) / 2
    share = 0.5 * (1 + np.tanh(estimate))
    return np.logaddexp(0, odds) - score * odds, 2 * (share - score), 4 * share * (1 - share)


def _squares(results: Array) -> Misfit:
    """The function that gives loss and derivatives for margins, in units of their own spread."""
    spread = float(np.var(results)) or 1.0

    def misfit(estimate: Array, result: Array) -> tuple[Array, Array, Array]:
        off = estimate - result
        return off**2 / (2 * spread), off / spread, np.full(len(off), 1 / spread)

    return misfit
