"""CMA-ES, by the library `cma`: points drawn from a cloud that follows those which score best against the start."""

from typing import Any

from kibitz.arena.tuning.methods import Outcome, Proposal, Schedule, Tuner
from kibitz.arena.tuning.parameters import Parameters, Vector
from kibitz.errors import TuningError

WIDTH = 0.2  # of the cloud at first, as a share of the ranges


class Cma(Tuner):
    """Hands the points of a generation out one by one; the library hears of them when all have played."""

    def __init__(self, parameters: Parameters, schedule: Schedule) -> None:
        try:
            import cma
            import numpy as np
        except ImportError:
            raise TuningError("cma is not installed: pip install 'kibitz[tune]' brings it, or take --method spsa") from None
        super().__init__(parameters, schedule)
        if len(parameters) < 2:
            raise TuningError("cma is for two numbers or more: take --method logistic for a single one")
        settings = {
            "bounds": [0, 1],
            "randn": np.random.RandomState(schedule.seed % 2**32).randn,  # of its own, so that nobody else uses the dice up
            "seed": float("nan"),
            "verbose": -9,
        }
        self._cloud: Any = cma.CMAEvolutionStrategy(list(parameters.unit(parameters.start)), WIDTH, settings)
        self._points: list[Any] = []
        self._losses: list[float] = []

    def ask(self, step: int) -> Proposal:
        """The next point of the generation, against the start."""
        if not self._points:
            self._points = self._cloud.ask()
        point = self._points[len(self._losses)]
        vector = self._parameters.from_unit([float(number) for number in point])
        return Proposal(self._parameters.fitted(vector), self._parameters.start)

    def tell(self, step: int, proposal: Proposal, outcome: Outcome) -> None:
        """Counts the point; with the last of a generation, the cloud moves."""
        self._losses.append(-outcome.score)
        if len(self._losses) == len(self._points):
            self._cloud.tell(self._points, self._losses)
            self._points, self._losses = [], []

    def best(self) -> Vector:
        """The middle of the cloud: a single point may have been lucky."""
        return self._parameters.fitted(self._parameters.from_unit([float(number) for number in self._cloud.result.xfavorite]))


METHOD = Cma
