"""The Bayesian search of the library `optuna` (TPE): new points are like those that scored best against the start."""

from typing import Any

from kibitz.arena.tuning.methods import Outcome, Proposal, Schedule, Tuner
from kibitz.arena.tuning.parameters import Parameters, Vector
from kibitz.errors import TuningError


class Optuna(Tuner):
    """A study of the library, kept in memory."""

    def __init__(self, parameters: Parameters, schedule: Schedule) -> None:
        try:
            import optuna
        except ImportError:
            raise TuningError("optuna is not installed: pip install 'kibitz[tune]' brings it, or take --method spsa") from None
        super().__init__(parameters, schedule)
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=schedule.seed % 2**32))
        self._trial: Any = None
        self._tells = 0

    def ask(self, step: int) -> Proposal:
        """The point that is tried next, against the start."""
        if self._trial is None:
            self._trial = self._study.ask()
            for one in self._parameters:
                if one.whole:
                    self._trial.suggest_int(one.name, int(one.low), int(one.high))
                else:
                    self._trial.suggest_float(one.name, one.low, one.high)
        return Proposal(self._vector(self._trial), self._parameters.start)

    def tell(self, step: int, proposal: Proposal, outcome: Outcome) -> None:
        """Adds its score."""
        self._study.tell(self._trial, outcome.score)
        self._trial, self._tells = None, self._tells + 1

    def best(self) -> Vector:
        """The point with the best score, which may have been lucky; the start before there is one."""
        return self._vector(self._study.best_trial) if self._tells else self._parameters.start

    def _vector(self, trial: Any) -> Vector:
        return self._parameters.fitted([trial.params[name] for name in self._parameters.names])


METHOD = Optuna
