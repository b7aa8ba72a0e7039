"""The methods of tuning: each proposes what to compare and learns from the results.

A method is a file of this folder with a Tuner named `METHOD`. Its state depends on the seed and the steps alone, in their
order: to resume a tuning, give a new Tuner all stored steps.
"""

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.arena.tuning.parameters import Parameters, Vector
from kibitz.errors import TuningError


@dataclass(frozen=True)
class Proposal:
    """Two sets of numbers that should play against each other."""

    first: Vector
    second: Vector


@dataclass(frozen=True)
class Record:
    """A game: its moves by name, how many of them are the opening, and what each seat got."""

    moves: str
    opening: int
    payoffs: tuple[float, ...]


@dataclass(frozen=True)
class Outcome:
    """The results of a proposal's first numbers: wins, draws, losses, and pairs of games by score (0, 0.5, 1, 1.5, 2).

    `games` is only for methods that look at moves.
    """

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)
    games: tuple[Record, ...] = ()

    @property
    def score(self) -> float:
        """From 0 to 1; 0.5 where nothing was played."""
        played = self.wins + self.draws + self.losses
        return (self.wins + 0.5 * self.draws) / played if played else 0.5


@dataclass(frozen=True)
class Schedule:
    """How long a tuning lasts: `steps` of `pairs` pairs of games each, from a `seed`; `more` is what some methods take."""

    steps: int
    pairs: int
    seed: int
    more: Mapping[str, float] = field(default_factory=dict)


class Tuner(ABC):
    """A method at work. Steps count from 0; each proposal gets its result before the next one is requested."""

    wants_games = False  # whether it looks at moves
    settings: ClassVar[tuple[str, ...]] = ()  # what it takes of `Schedule.more`

    def __init__(self, parameters: Parameters, schedule: Schedule) -> None:
        """Raises TuningError if the method does not suit these parameters, or does not know a setting."""
        self._parameters, self._schedule = parameters, schedule
        if unknown := ", ".join(sorted(set(schedule.more) - set(self.settings))):
            name = type(self).__name__.lower()
            takes = f"takes {' and '.join(self.settings)}, not {unknown}" if self.settings else f"takes no {unknown}"
            raise TuningError(f"{name} {takes}")

    @abstractmethod
    def ask(self, step: int) -> Proposal:
        """The proposal of a step, two vectors to compare; always the same for the same step."""

    @abstractmethod
    def tell(self, step: int, proposal: Proposal, outcome: Outcome) -> None:
        """Hears how the games of a step's proposal went."""

    @abstractmethod
    def best(self) -> Vector:
        """The numbers that are thought best so far."""

    def errors(self) -> Sequence[float | None]:
        """How far each of the best numbers may be off, with 95 % certainty; None where the method cannot tell."""
        return (None,) * len(self._parameters)


def list_methods() -> list[str]:
    """The names of all methods."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def make_tuner(method: str, parameters: Parameters, schedule: Schedule) -> Tuner:
    """The method of that name, at its beginning; TuningError if there is none, or if it does not suit these parameters."""
    if method not in list_methods():
        raise TuningError(f"there is no method called {method!r}: there are {', '.join(list_methods())}")
    try:
        module: Any = importlib.import_module(f"{__name__}.{method}")
    except ModuleNotFoundError as problem:
        if problem.name is None or not problem.name.startswith("scipy"):
            raise
        raise TuningError(f"{method} needs SciPy: pip install 'kibitz[tune]' brings it, or take --method spsa") from None
    built: Tuner = module.METHOD(parameters, schedule)
    return built
