"""For the tests of tuning: a small game from a file whose games are drawn by lot, and numbers whose strength is known."""

import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.tuning.journal import Journal, MemoryJournal
from kibitz.arena.tuning.methods import Outcome, Proposal, Schedule, Tuner, make_tuner
from kibitz.arena.tuning.parameters import Parameters, read_parameters
from kibitz.arena.tuning.tuning import Task, Tuned, Tuning
from kibitz.core.data import Floats, Ints
from kibitz.core.rules import Knowledge
from kibitz.games.textbook.nim import Nim

BEST = (2.0, -1.0, 3.0, 0.0)

RULES = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Floats, Game, Ints, Knowledge
WEIGHTS, STEPS = Floats((-4.0, 3.0, 0.0, 4.0)), Ints((5,))
TUNES = {"weights": (-10.0, 10.0)}

class State(NamedTuple):
    mine: int
    theirs: int
    made: int

@dataclass(frozen=True)
class Counting(Game):
    """Say 0, 1 or 2; who has said more after eight moves wins."""
    def start(self): return State(0, 0, 0)
    def moves(self, state):
        for number in range(3):
            yield number
    def play(self, state, move): return State(state.theirs, state.mine + move, state.made + 1)
    def is_over(self, state): return state.made == 8
    def result(self, state): return 1 if state.mine > state.theirs else -1 if state.mine < state.theirs else 0

@dataclass(frozen=True)
class Leads(Knowledge):
    tunes = TUNES
    weights: Floats = WEIGHTS
    steps: Ints = STEPS
    def evaluate(self, state):
        return (self.taste(state.mine) - self.taste(state.theirs)) / 100
    def taste(self, said):
        return said * self.weights[0] + said * 7 % 5 * self.weights[1] + said * 3 % 4 * self.weights[2]
'''


def counting(folder: Path) -> Task:
    """To tune four numbers of the game."""
    file = folder / "counting.py"
    file.write_text(RULES, encoding="utf-8")
    more = {"r_end": 0.2, "c_end": 0.1}
    return Task(str(file), "minimax:depth=1", steps=12, pairs=4, verify=40, openings="random:4", seed=3, more=more)


def simulated(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
    """Games by lot, the stronger the more often won: what the seed says, and nothing else."""
    weights = [json.loads(plan.files[spec.partition("weights=")[2]])["weights"]["weights"] for spec in plan.players]
    away = [math.dist(one, BEST) for one in weights]
    found = []
    for fixture in fixtures:
        first, second = (away[seat] for seat in fixture.seats)
        wins = random.Random(fixture.seed(plan.seed)).random() < 1 / (1 + math.exp(first - second))
        found.append(Played(fixture.pair, fixture.side, ("0",) * 8, (1, -1) if wins else (-1, 1)))
    return found


def ran(task: Task, journal: Journal | None = None) -> Tuned:
    return Tuning(task, journal or MemoryJournal(), simulated).run()


# Games whose strength is known: a quadratic of what is tuned, in Elo

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
