"""The levels of the computer for people: what they are called, how strong they are in a game, and which one fits a person."""

import math
import re
from dataclasses import dataclass
from itertools import takewhile

from kibitz.players.fitted_levels import levels_of
from kibitz.players.levels import LEVELS
from kibitz.rules import Game
from kibitz.web.table import GameTable, TableSeat

LEVEL = re.compile(r"computer:level=(\d+)")
NAMES = ("newcomer", "beginner", "learner", "casual", "steady", "able", "skilled", "strong", "expert", "all it can")
SKILLS = {"New to it": 1, "I know the rules": 2, "Now and then": 4, "Often": 6, "Very well": 8}
"""How well somebody says they play, and the level that fits."""


@dataclass(frozen=True)
class LevelStrength:
    """One level: its name, how many Elo it is above level 1 in this game, and half the 95 % interval; None: not measured."""

    number: int
    name: str
    elo: float | None = None
    error: float | None = None

    @property
    def label(self) -> str:
        """What a list shows: `level 3, learner, +310 Elo`."""
        measured = "" if self.elo is None else f", {self.elo:+.0f} Elo"
        return f"level {self.number}, {self.name}{measured}"

    @property
    def title(self) -> str:
        """What the pointer brings up."""
        if self.elo is None or self.error is None:
            return ""
        return f"{self.elo:.0f} ± {self.error:.0f} Elo above level 1, measured in games"


def level_strengths(game: Game) -> list[LevelStrength]:
    """All levels, from the weakest up; numbers where levels were fitted to the game, as far as each step was measured."""
    found = levels_of(game)
    steps = [] if found is None else found[1].levels[1:]
    measured = [*takewhile(lambda step: step.elo is not None and step.error is not None, steps)]
    strengths = [LevelStrength(number, name) for number, name in zip(LEVELS, NAMES, strict=True)]
    if not measured:
        return strengths
    elo, variance = 0.0, 0.0
    for number, step in enumerate(measured, 1):
        assert step.elo is not None
        assert step.error is not None
        elo, variance = elo + step.elo, variance + step.error**2
        strengths[number] = LevelStrength(number + 1, NAMES[number], elo, math.sqrt(variance))
    return strengths


def following_seats(table: GameTable) -> tuple[TableSeat, ...]:
    """The seats for the next game: the computer's level is one up after a person has won, one down after one has lost.

    As they are where not one person meets one level of the computer, or the game has no result.
    """
    others = [seat for seat in table.seats if not seat.is_person]
    found = LEVEL.fullmatch(others[0].spec) if len(table.seats) == 2 and len(others) == 1 else None
    if found is None:
        return table.seats
    person = table.seats.index(others[0]) ^ 1
    if table.resigned is not None:
        step = -1 if table.resigned == person else 1
    else:
        payoffs = table.position.payoffs or (0, 0)
        step = (payoffs[person] > payoffs[1 - person]) - (payoffs[person] < payoffs[1 - person])
    level = min(max(LEVELS), max(min(LEVELS), int(found[1]) + step))
    return tuple(seat if seat.is_person else TableSeat(f"computer:level={level}") for seat in table.seats)
