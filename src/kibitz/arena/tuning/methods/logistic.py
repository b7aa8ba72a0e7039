"""A quadratic logistic fit, for up to six numbers: points in their ranges play the start, and a parabola is fitted.

The log-odds of a win at x are q(x) = f(x) - f(start), f a quadratic without a constant: a player breaks even against itself. A
draw is half a win and half a loss. A weak prior that f is flat keeps one-sided results finite. Points of the first half cover
the ranges; those of the second lie in a box half as wide around the best so far, for no game is a parabola everywhere.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.stats import qmc

from kibitz.arena.stats.figures import Z
from kibitz.arena.tuning.methods import Outcome, Proposal, Schedule, Tuner
from kibitz.arena.tuning.parameters import Parameters, Vector
from kibitz.errors import TuningError

MAX_NUMBERS = 6
BELIEF = 4.0  # standard deviation of the coefficients, in log-odds; the ranges go from -1 to 1
SAMPLES = 32  # parabolas drawn to tell how far the best may be off
Array = Any  # of NumPy


class Logistic(Tuner):
    """The fit through all points and their scores."""

    def __init__(self, parameters: Parameters, schedule: Schedule) -> None:
        super().__init__(parameters, schedule)
        if len(parameters) > MAX_NUMBERS:
            raise TuningError(
                f"logistic is for up to {MAX_NUMBERS} numbers, not {len(parameters)}: "
                "choose fewer with --tune, or take --method spsa"
            )
        count = max(schedule.steps, 1).bit_length()
        self._spread = qmc.Sobol(len(parameters), seed=schedule.seed).random_base2(count)
        self._points: list[Array] = []
        self._results: list[tuple[float, float]] = []  # score and games
        self._fit: tuple[Array, Array] | None = None
        self._corner: Array | None = None  # of the narrow box

    def ask(self, step: int) -> Proposal:
        """The next point, against the start."""
        spot = self._spread[step]
        if self._corner is not None:
            spot = self._corner + 0.5 * spot
        return Proposal(self._parameters.fitted(self._parameters.from_unit([float(x) for x in spot])), self._parameters.start)

    def tell(self, step: int, proposal: Proposal, outcome: Outcome) -> None:
        """Adds a point."""
        games = outcome.wins + outcome.draws + outcome.losses
        self._points.append(self._terms(proposal.first) - self._terms(proposal.second))
        self._results.append((outcome.score, games))
        self._fit = None
        if step + 1 == (self._schedule.steps + 1) // 2:
            self._corner = np.clip(np.array(self._parameters.unit(self.best())) - 0.25, 0.0, 0.5)

    def best(self) -> Vector:
        """Where the parabola is highest inside the ranges; the start while nothing is known."""
        if not self._points:
            return self._parameters.start
        return self._parameters.fitted(self._vector(self._top(self._fitted()[0])))

    def errors(self) -> Sequence[float | None]:
        """From parabolas that would fit as well: how far their highest points lie apart."""
        if not self._points:
            return super().errors()
        coefficients, spread = self._fitted()
        dice = np.random.default_rng(self._schedule.seed)
        starts = [self._top(coefficients), np.zeros(len(self._parameters))]
        samples = dice.multivariate_normal(coefficients, spread, SAMPLES)
        tops = [self._vector(self._top(one, starts)) for one in samples]
        return [float(Z * error) for error in np.std(tops, axis=0)]

    def log_odds(self, vector: Vector) -> float:
        """Of a win against the start, as the parabola has it."""
        return float((self._terms(vector) - self._terms(self._parameters.start)) @ self._fitted()[0])

    def _terms(self, vector: Vector) -> Array:
        """The factors of the coefficients: each number, and the products of any two."""
        x = 2 * np.array(self._parameters.unit(vector)) - 1
        return np.concatenate([x, [x[i] * x[j] for i in range(len(x)) for j in range(i, len(x))]])

    def _vector(self, x: Array) -> Vector:
        return self._parameters.from_unit([float(number) for number in (x + 1) / 2])

    def _fitted(self) -> tuple[Array, Array]:
        if self._fit is None:
            terms = np.array(self._points)
            score, games = np.array(self._results).T

            def loss(coefficients: Array) -> tuple[float, Array]:
                odds = terms @ coefficients
                value = games @ (np.logaddexp(0, odds) - score * odds) + coefficients @ coefficients / (2 * BELIEF**2)
                return value, terms.T @ (games * (_share(odds) - score)) + coefficients / BELIEF**2

            found = minimize(loss, np.zeros(terms.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x
            share = _share(terms @ found)
            steep = terms.T @ (terms * (games * share * (1 - share))[:, None]) + np.eye(len(found)) / BELIEF**2
            self._fit = found, np.linalg.inv(steep)
        return self._fit

    def _top(self, coefficients: Array, starts: Sequence[Array] = ()) -> Array:
        """The highest point in the box from -1 to 1, searched from several starts to avoid saddles and edges."""
        size = len(self._parameters)
        curve = np.zeros((size, size))
        curve[np.triu_indices(size)] = coefficients[size:]
        curve += curve.T
        slope, dice = coefficients[:size], random.Random(self._schedule.seed)
        starts = starts or [np.zeros(size), *(np.array([dice.uniform(-1, 1) for _ in range(size)]) for _ in range(2 * size))]
        tried = [
            minimize(
                lambda x: (-slope @ x - x @ curve @ x / 2, -slope - curve @ x),
                x,
                jac=True,
                bounds=[(-1, 1)] * size,
                method="L-BFGS-B",
            )
            for x in starts
        ]
        return min(tried, key=lambda one: float(one.fun)).x


def _share(odds: Array) -> Array:
    """The expected score, from 0 to 1, at these log-odds."""
    return 0.5 * (1 + np.tanh(odds / 2))


METHOD = Logistic
