"""Games whose strength is known: a quadratic of what is tuned, in Elo, for the tests of tuning."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.arena.tuning.parameters import Parameters, read_parameters
from kibitz.arena.tuning.tuner import Outcome, Proposal, Schedule, Tuner, make_tuner
from kibitz.data import Floats, Ints
from kibitz.games.nim import Nim
from kibitz.rules import Knowledge

DRAWN = 0.3  # of the games
FOUR, STEPS, NUMBERS = Floats((-4.0, 3.0, 0.0, 4.0)), Ints((2, 30)), Floats((1.0, -0.5, -0.5, 7.0))


@dataclass(frozen=True)
class Four(Knowledge):
    """Four numbers, begun away from where they are best."""

    tunes: ClassVar = {"numbers": (-10.0, 10.0)}
    numbers: Floats = FOUR


@dataclass(frozen=True)
class Mixed(Knowledge):
    """Numbers of all kinds."""

    tunes: ClassVar = {"reach": (1.0, 9.0), "steps": ((0, 5), (0, 50)), "numbers[0]": (0.0, 2.0), "numbers[1=2]": (-2, 2)}
    reach: float = 3.0
    steps: Ints = STEPS
    numbers: Floats = NUMBERS
    name: str = ""


BEST = (2.0, -1.0, 3.0, 0.0)
LOST = 80.0  # Elo, at the start of Four


def four() -> Parameters:
    return read_parameters(Four(Nim()))


def elo(vector: Sequence[float]) -> float:
    """How strong Four is with these numbers: 0 at best."""
    away = sum((one - best) ** 2 for one, best in zip(vector, BEST, strict=True))
    begun = sum((one - best) ** 2 for one, best in zip(Four(Nim()).numbers, BEST, strict=True))
    return -LOST * away / begun


def played(proposal: Proposal, pairs: int, dice: random.Random) -> Outcome:
    """So many pairs of games between the two."""
    score = 1 / (1 + 10 ** ((elo(proposal.second) - elo(proposal.first)) / 400))
    luck = [dice.random() for _ in range(2 * pairs)]
    wins = sum(one < score - DRAWN / 2 for one in luck)
    losses = sum(one >= score + DRAWN / 2 for one in luck)
    return Outcome(wins, 2 * pairs - wins - losses, losses)


def tuned(method: str, schedule: Schedule) -> Tuner:
    """A method that has gone its way."""
    made, dice = make_tuner(method, four(), schedule), random.Random(schedule.seed)
    for step in range(schedule.steps):
        proposal = made.ask(step)
        made.tell(step, proposal, played(proposal, schedule.pairs, dice))
    return made
