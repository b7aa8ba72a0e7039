"""The levels of the computer for people: what they are called, how strong they are in a game, and which one fits a person."""

import math
import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from kibitz.core.outcome import GameOutcome
from kibitz.core.remembered import remembered
from kibitz.core.rules import Game, can_be_proved, legal
from kibitz.players.fitted_levels import LEVEL_FILES
from kibitz.players.levels import LEVELS
from kibitz.solutions.book import Book
from kibitz.table.game_table import GameTable
from kibitz.table.table_seat import TableSeat

LEVEL = re.compile(r"computer:level=(\d+)")
NAMES = ("newcomer", "beginner", "learner", "casual", "steady", "able", "skilled", "strong", "expert", "full strength")
PACKAGE = "kibitz.games."
PERFECT = "plays perfectly"  # level 10, where that is known
ROUND = 50  # Elo: what is added up of many steps is known no better
SMALL, WIDE = 6_000, 16  # positions of a game of which all are proved within moments; more first moves are not looked at
SKILLS = {"New to it": 1, "I know the rules": 2, "Now and then": 4, "Often": 6, "Very well": 8}
"""How well somebody says they play, and the level that fits."""


@dataclass(frozen=True)
class LevelStrength:
    """One level: its name, how many Elo it is above level 1 in this game, and half the 95 % interval; None: not measured.

    Both are sums over the steps from level to level, so the number is rounded wherever it is shown.
    """

    number: int
    name: str
    elo: float | None = None
    error: float | None = None

    @property
    def label(self) -> str:
        """The label in a list: `level 3, learner, about +300 over level 1`."""
        measured = "" if self.elo is None else f", about {_rounded(self.elo):+d} over level 1"
        return f"level {self.number}, {self.name}{measured}"

    @property
    def title(self) -> str:
        """The tooltip."""
        if self.elo is None or self.error is None:
            return ""
        elo, error = _rounded(self.elo), max(ROUND, _rounded(self.error))
        return f"about {elo:+d} ± {error} Elo over level 1: the steps that were measured in games, added up"


def _rounded(elo: float) -> int:
    return ROUND * round(elo / ROUND)


def level_strengths(game: Game) -> list[LevelStrength]:
    """All levels, from the weakest up; numbers where levels were fitted to the game, as far as each step was measured."""
    found = LEVEL_FILES.find(game)
    steps = [] if found is None else found[1].levels[1:]
    measured = [*takewhile(lambda step: step.elo is not None and step.error is not None, steps)]
    names = (*NAMES[:-1], PERFECT) if plays_perfectly(game) else NAMES
    strengths = [LevelStrength(number, name) for number, name in zip(LEVELS, names, strict=True)]
    if not measured:
        return strengths
    elo, variance = 0.0, 0.0
    for number, step in enumerate(measured, 1):
        assert step.elo is not None
        assert step.error is not None
        elo, variance = elo + step.elo, variance + step.error**2
        strengths[number] = LevelStrength(number + 1, NAMES[number], elo, math.sqrt(variance))
    return strengths


@remembered(64)
def plays_perfectly(game: Game) -> bool:
    """Whether level 10 makes no mistake: a book comes with the game, or it has so few positions that each is proved at once.

    Asked of games of the package alone: rules of users may take as long as they like.
    """
    if not type(game).__module__.startswith(PACKAGE) or not game.compiles or not can_be_proved(game):
        return False
    with suppress(Exception):  # of rules that fail: a player will see the error
        return Book.shipped(game) is not None or _is_small(game)
    return False


def _is_small(game: Game) -> bool:
    start = game.start()
    if len(legal(game, start)) > WIDE:
        return False
    seen, left = {start}, [start]
    while left and len(seen) <= SMALL:
        state = left.pop()
        fresh = {game.play(state, move) for move in legal(game, state)} - seen if not game.is_over(state) else set()
        seen |= fresh
        left += fresh
    return not left


def level_of(table: GameTable) -> tuple[int, int] | None:
    """The seat of the only computer that plays at a level, and the level; None if it has no level, or another opponent."""
    found = [(seat, LEVEL.fullmatch(one.spec)) for seat, one in enumerate(table.seats) if not one.is_person]
    match = found[0][1] if len(found) == 1 else None
    return None if match is None else (found[0][0], int(match[1]))


def following_seats(table: GameTable) -> tuple[TableSeat, ...]:
    """The seats for the next game: the computer's level is one up after a person has won, one down after one has lost.

    As they are where not one person meets one level of the computer, or the game has no result.
    """
    found = level_of(table)
    if found is None or len(table.seats) != 2:
        return table.seats
    person = 1 - found[0]
    payoffs = None if table.resigned is not None else table.position.payoffs
    step = GameOutcome.of(payoffs, table.resigned, 2).compare(person, 1 - person)
    level = min(max(LEVELS), max(min(LEVELS), found[1] + step))
    return tuple(seat if seat.is_person else TableSeat(f"computer:level={level}") for seat in table.seats)
