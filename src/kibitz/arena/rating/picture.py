"""A crosstable as an SVG picture that stands alone, light and dark like the boards."""

from kibitz.arena.rating import words
from kibitz.arena.rating.crosstable import Crosstable, Row
from kibitz.drawing.board import EDGE, MARGIN
from kibitz.drawing.pen import LETTER
from kibitz.drawing.svg import page

LINE, CELL, SIZE = 36.0, 84.0, 15.0
RATING = 150.0
MORE, LESS, EVEN = "kb-p0", "kb-p1", "kb-none"


def svg(table: Crosstable) -> str:
    """The picture as text: a row for each player from the strongest to the weakest, in blue where it made more points."""
    count = len(table.rows)
    names = MARGIN + LETTER * SIZE * max((len(words.name(row)) for row in table.rows), default=0)
    before = EDGE + names + RATING + CELL
    width, height = before + count * CELL + MARGIN, EDGE + count * LINE + EDGE
    pen = page(width, height, "Crosstable", _described(table))
    middles = [EDGE + names + RATING / 2, before - CELL / 2, *(before + (place + 0.5) * CELL for place in range(count))]
    for x, title in zip(middles, ["Elo", "points", *(str(place + 1) for place in range(count))], strict=True):
        pen.text("kb-label", x, EDGE / 2, SIZE, title, CELL)
    for place, row in enumerate(table.rows):
        y = EDGE + (place + 0.5) * LINE
        pen.text("kb-label", EDGE / 2, y, SIZE, str(place + 1), EDGE)
        pen.text("kb-none kb-shown", EDGE, y, SIZE, words.name(row))
        for x, text, room in zip(middles, (words.elo(row), words.total(row)), (RATING, CELL), strict=False):
            pen.text("kb-none", x, y, SIZE, text, room - MARGIN)
        for other, x in enumerate(middles[2:]):
            if place != other:
                pen.box("kb-cell", x - CELL / 2 + 2, y - LINE / 2 + 2, CELL - 4, LINE - 4)
            pen.text(_colour(row, other), x, y, SIZE, words.against(row, place, other), CELL - MARGIN)
    pen.text("kb-label", width / 2, height - EDGE / 2, SIZE, words.advantage(table), width - MARGIN)
    return pen.done()


def _colour(row: Row, other: int) -> str:
    points, games = row.against[other]
    return MORE if 2 * points > games else LESS if 2 * points < games else EVEN


def _described(table: Crosstable) -> str:
    """The picture in words, for those who cannot see it."""
    lines = (
        f"{place + 1}. {words.name(row)}, Elo {words.elo(row)}, {words.total(row)}" for place, row in enumerate(table.rows)
    )
    return "; ".join([*lines, words.advantage(table)])
