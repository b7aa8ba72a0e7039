"""A match as a row of the table: the score with its error, and what it must reach; prints the command that plays it."""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.learned import EXAMPLES, Lesson, Settings
from benchmarks.matches import match
from benchmarks.row import Row

ENOUGH = 200  # games: fewer do not say whether the target is reached
Z = 1.96  # standard errors to the ends of the 95 % interval


@dataclass(frozen=True)
class Duel:
    """Two players, in pairs of games from random openings. `FILE` in the first player's name is what the lesson has brought."""

    row: str
    game: str
    one: str
    other: str
    target: float  # percent of the points
    openings: str
    lesson: Lesson | None = None

    def measure(self, settings: Settings) -> Row:
        """Learn if need be, and play."""
        file = "" if self.lesson is None else str(self.lesson.file(settings))
        found = match(self.one.replace("FILE", file), self.other, self.game, settings.games, self.openings, settings.where)
        score, error = 100 * found["score"], score_error(found["pairs"])
        games, wins = found["games"], f"{found['a_wins']}-{found['b_wins']}-{found['draws']}"
        reached = score >= self.target if games >= ENOUGH else None
        elo = elo_words(found["elo"], found["elo_error"])
        print(f"{self.command} --games {games}", file=sys.stderr, flush=True)
        how = f"{wins} of {games} games, {elo}"
        if reached is None:
            how += f"; {ENOUGH} games would say more"
        if any(found["forfeits"]):
            how += f"; lost without a move: {found['forfeits'][0]} and {found['forfeits'][1]}"
        figure = f"{score:.1f} %" if error is None else f"{score:.1f} % ± {100 * error:.1f}"
        return Row(self.row, figure, f"at least {self.target:g} %", reached, how)

    @property
    def command(self) -> str:
        """What a person types to play the same match."""
        file = "" if self.lesson is None else f"{self.lesson.name}.learned"
        players = f"{self.one.replace('FILE', file)} {self.other}"
        typed = f"kibitz match {players} --game {self.game} --openings {self.openings} --seed 1"
        return typed.replace(f"{EXAMPLES.parent}/", "")


def score_error(pairs: Sequence[int]) -> float | None:
    """Half the width of the 95 % interval of the score, from 0 to 1, by how many pairs made 0, 0.5, 1, 1.5 and 2 points.

    None where all pairs are alike: they do not say how much they might vary.
    """
    count = sum(pairs)
    if count == max(pairs):
        return None
    mean = sum(points * number for points, number in enumerate(pairs)) / (4 * count)
    variance = sum(number * (points / 4 - mean) ** 2 for points, number in enumerate(pairs)) / (count - 1)
    return Z * math.sqrt(variance / count)


def elo_words(elo: float | None, error: float | None) -> str:
    """The difference in Elo; where all games were won there is none."""
    if elo is None:
        return "Elo without limit"
    return f"Elo {elo:+.0f}" if error is None else f"Elo {elo:+.0f} ± {error:.0f}"
