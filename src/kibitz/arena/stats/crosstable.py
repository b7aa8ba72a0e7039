"""A crosstable: points against each opponent, in order of rating, as a table, as text and as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kibitz.arena.stats.counts import Result
from kibitz.drawing.pen import LETTER, page
from kibitz.drawing.plate import EDGE, MARGIN
from kibitz.drawing.text import clean
from kibitz.present.sentences import NOBODY, format_figure, format_points

if TYPE_CHECKING:
    from kibitz.arena.stats.ratings import Ratings  # brings SciPy

MOST_RATED = 40  # players in one table: games from files may have hundreds, whose ratings take minutes, and nobody reads them


@dataclass(frozen=True)
class Row:
    """One player: rating and error in Elo, points and games in all, and against each other player in the table's order.

    `place` is the player's among the names that the table was made for, from 0: two may have the same name.
    """

    name: str
    elo: float
    error: float
    points: float
    games: int
    against: tuple[tuple[float, int], ...]
    place: int


NEEDS_SCIPY = "Elo of more than two players needs SciPy: pip install 'kibitz[ratings]'"


def can_rate() -> bool:
    """Whether more than two players can be rated here."""
    return find_spec("scipy") is not None


@dataclass(frozen=True)
class Crosstable:
    """The rows from the strongest to the weakest, and what moving first is worth in Elo, with its error."""

    rows: tuple[Row, ...]
    advantage: float
    advantage_error: float


def make_crosstable(names: Sequence[str], results: Sequence[Result], rated: "Ratings") -> Crosstable:
    """The table of the results that the ratings were made of; players of equal rating stand in the order of the names."""
    points = [[0.0] * len(names) for _ in names]
    games = [[0] * len(names) for _ in names]
    for result in results:
        for one, two, score in ((result.one, result.two, result.score), (result.two, result.one, 1 - result.score)):
            points[one][two] += score
            games[one][two] += 1
    order = sorted(range(len(names)), key=lambda place: -rated.elo[place])
    rows = (
        Row(
            name=names[one],
            elo=rated.elo[one],
            error=rated.errors[one],
            points=sum(points[one]),
            games=sum(games[one]),
            against=tuple((points[one][two], games[one][two]) for two in order),
            place=one,
        )
        for one in order
    )
    return Crosstable(tuple(rows), rated.advantage, rated.advantage_error)


# The entries of a crosstable in words, the same in the terminal and in the picture.

MAX_NAME_LETTERS = 40
HIMSELF = "·"


def format_name(row: Row) -> str:
    """The player, on one line, cut where it gets too long."""
    text = " ".join(clean(row.name).split())
    return text if len(text) <= MAX_NAME_LETTERS else text[: MAX_NAME_LETTERS - 1] + "…"


def format_elo(row: Row) -> str:
    """The rating, and its error."""
    return format_with_error(row.elo, row.error)


def format_total(row: Row) -> str:
    """Points of all games."""
    return f"{format_points(row.points)}/{row.games}"


def format_against(row: Row, place: int, other: int) -> str:
    """Points of the games between the players in two places of the table."""
    points, games = row.against[other]
    return HIMSELF if place == other else f"{format_points(points)}/{games}" if games else NOBODY


def describe_advantage(table: Crosstable) -> str:
    """The worth of moving first, in a sentence."""
    return f"Moving first is worth {format_with_error(table.advantage, table.advantage_error)} Elo."


def format_with_error(number: float, error: float) -> str:
    """A figure in Elo and its error, which may be infinite."""
    return format_figure(number, error, unknown=" ± unknown")


LEFT_COLUMNS = 2  # columns whose entries begin at the same place; those of the others end there


def draw_text(table: Crosstable) -> str:
    """The head, a line for each player from the strongest to the weakest, and what moving first is worth."""
    numbers = [str(place + 1) for place in range(len(table.rows))]
    cells = [["", "player", "Elo", "points", *numbers]]
    for place, row in enumerate(table.rows):
        points = [format_against(row, place, other) for other in range(len(table.rows))]
        cells.append([numbers[place], format_name(row), format_elo(row), format_total(row), *points])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if column < LEFT_COLUMNS else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]
    return "\n".join([*lines, describe_advantage(table)])


# A crosstable as an SVG picture that stands alone, light and dark like the boards.

LINE, CELL, SIZE = 36.0, 84.0, 15.0
RATING = 150.0
MORE, LESS, EVEN = "kb-p0", "kb-p1", "kb-none"


def draw_svg(table: Crosstable) -> str:
    """The picture as text: a row for each player from the strongest to the weakest, in blue where it made more points."""
    count = len(table.rows)
    names = MARGIN + LETTER * SIZE * max((len(format_name(row)) for row in table.rows), default=0)
    before = EDGE + names + RATING + CELL
    width, height = before + count * CELL + MARGIN, EDGE + count * LINE + EDGE
    pen = page(width, height, "Crosstable", _describe_picture(table))
    middles = [EDGE + names + RATING / 2, before - CELL / 2, *(before + (place + 0.5) * CELL for place in range(count))]
    for x, title in zip(middles, ["Elo", "points", *(str(place + 1) for place in range(count))], strict=True):
        pen.text("kb-label", x, EDGE / 2, SIZE, title, CELL)
    for place, row in enumerate(table.rows):
        y = EDGE + (place + 0.5) * LINE
        pen.text("kb-label", EDGE / 2, y, SIZE, str(place + 1), EDGE)
        pen.text("kb-none kb-shown", EDGE, y, SIZE, format_name(row))
        for x, text, room in zip(middles, (format_elo(row), format_total(row)), (RATING, CELL), strict=False):
            pen.text("kb-none", x, y, SIZE, text, room - MARGIN)
        for other, x in enumerate(middles[2:]):
            if place != other:
                pen.box("kb-cell", x - CELL / 2 + 2, y - LINE / 2 + 2, CELL - 4, LINE - 4)
            pen.text(_pick_colour(row, other), x, y, SIZE, format_against(row, place, other), CELL - MARGIN)
    pen.text("kb-label", width / 2, height - EDGE / 2, SIZE, describe_advantage(table), width - MARGIN)
    return pen.done()


def _pick_colour(row: Row, other: int) -> str:
    points, games = row.against[other]
    return MORE if 2 * points > games else LESS if 2 * points < games else EVEN


def _describe_picture(table: Crosstable) -> str:
    """The picture in words, for those who cannot see it."""
    lines = (
        f"{place + 1}. {format_name(row)}, Elo {format_elo(row)}, {format_total(row)}" for place, row in enumerate(table.rows)
    )
    return "; ".join([*lines, describe_advantage(table)])
