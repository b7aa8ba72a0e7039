"""The value over a game drawn in letters: ● is proved, ○ an estimate."""

from kibitz.drawing.paint import QUIET, clean, paint
from kibitz.explain.review.history import Course, Point, courses, extent
from kibitz.explain.review.reviewed import Reviewed
from kibitz.wording.values import amount

ROWS = 7
SURE, GUESSED = "●", "○"


def chart(review: Reviewed, colour: bool, width: int) -> list[str]:
    """A picture for each course, with the least and the greatest value at its edge, and the numbers of the moves below."""
    low, high = extent(review)
    lines: list[str] = []
    for course in courses(review):
        if course.points:
            lines += [*_drawn(course, low, high, len(review.end.moves), colour, width), ""]
    return [*lines, paint(f"{SURE} proved   {GUESSED} estimate", QUIET, colour=colour)] if lines else []


def _drawn(course: Course, low: float, high: float, moves: int, colour: bool, width: int) -> list[str]:
    labels = [amount(high)] + [""] * (ROWS - 2) + [amount(low)]
    if low < 0 < high and low == -high:
        labels[ROWS // 2] = "0"
    edge = max(map(len, labels))
    room = max(10, width - edge - 4)
    step = 2 if 2 * (moves + 1) <= room else 1
    several = -(-(moves + 1) * step // room)  # moves that share a column, when there are too many
    grid = [[" "] * ((moves // several) * step + 1) for _ in range(ROWS)]
    for point in course.points:
        grid[_height(point, low, high)][point.ply // several * step] = SURE if point.sure else GUESSED
    side = [
        f"{label.rjust(edge)} {'┤' if label else '│'}{''.join(row).rstrip()}" for label, row in zip(labels, grid, strict=True)
    ]
    head = f"Value for {clean(course.whose)}, after move 0 to {moves}" + (f", {several} moves a column" if several > 1 else "")
    return [paint(head, QUIET, colour=colour), *side]


def _height(point: Point, low: float, high: float) -> int:
    """The row of a point, from the top."""
    return round((high - point.number) / (high - low) * (ROWS - 1))
