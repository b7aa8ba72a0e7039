"""The entries of a crosstable in words, the same in the terminal and in the picture."""

from kibitz.arena.rating.crosstable import Crosstable, Row
from kibitz.drawing.paint import clean
from kibitz.present.standing import NOBODY, format_figure, format_points

LONGEST = 40  # letters of a name
HIMSELF = "·"


def name(row: Row) -> str:
    """The player, on one line, cut where it gets too long."""
    text = " ".join(clean(row.name).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def elo(row: Row) -> str:
    """The rating, and its error."""
    return within(row.elo, row.error)


def total(row: Row) -> str:
    """Points of all games."""
    return f"{format_points(row.points)}/{row.games}"


def against(row: Row, place: int, other: int) -> str:
    """Points of the games between the players in two places of the table."""
    points, games = row.against[other]
    return HIMSELF if place == other else f"{format_points(points)}/{games}" if games else NOBODY


def advantage(table: Crosstable) -> str:
    """What moving first is worth, in a sentence."""
    return f"Moving first is worth {within(table.advantage, table.advantage_error)} Elo."


def within(number: float, error: float) -> str:
    """A figure in Elo and its error, which may be infinite."""
    return format_figure(number, error, unknown=" ± unknown")
