"""The entries of a crosstable in words, the same in the terminal and in the picture."""

from math import isfinite

from kibitz.arena.rating.crosstable import Crosstable, Row
from kibitz.drawing.paint import clean

LONGEST = 40  # letters of a name
HIMSELF = "·"
NEVER = "-"


def name(row: Row) -> str:
    """The player, on one line, cut where it gets too long."""
    text = " ".join(clean(row.name).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def elo(row: Row) -> str:
    """The rating, and its error."""
    return within(row.elo, row.error)


def total(row: Row) -> str:
    """Points of all games."""
    return f"{amount(row.points)}/{row.games}"


def against(row: Row, place: int, other: int) -> str:
    """Points of the games between the players in two places of the table."""
    points, games = row.against[other]
    return HIMSELF if place == other else f"{amount(points)}/{games}" if games else NEVER


def advantage(table: Crosstable) -> str:
    """What moving first is worth, in a sentence."""
    return f"Moving first is worth {within(table.advantage, table.advantage_error)} Elo."


def within(number: float, error: float) -> str:
    """A figure in Elo and its error, which may be infinite."""
    text = f"{round(number, 1) + 0.0:+.1f}"  # no -0.0
    return f"{text} ± {error:.1f}" if isfinite(error) else f"{text} ± unknown"


def amount(points: float) -> str:
    """Points, with a half where there is one."""
    return f"{points:.1f}".removesuffix(".0")
