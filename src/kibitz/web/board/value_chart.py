"""The value over a game as a small picture beside the board: a click on a ply leads there."""

from collections.abc import Callable, Mapping, Sequence
from xml.etree import ElementTree as ET

from kibitz.core.thought import Value
from kibitz.drawing.pen import Pen
from kibitz.explain.review.graph import Course, GraphFrame, ValueGraph, courses_of, extent
from kibitz.present.marks import signed
from kibitz.present.values import amount
from kibitz.table.game_table import GameTable

SMALL = GraphFrame(360.0, 130.0, 34.0, 12.0, 12.0, 22.0, 16.0, 8, 4.5, 12.0)
MOVES = 8  # that there is room for in a game that has only begun
ABOVE, MARK = 11.0, 10.0  # from a point to its mark, and the size of that
NOTHING: Mapping[int, tuple[str, int]] = {}


def draw_courses(
    courses: Sequence[Course],
    duel: bool,
    moves: int,
    current: int,
    link: Callable[[int], Mapping[str, str]],
    marks: Mapping[int, tuple[str, int]] = NOTHING,
) -> str:
    """The picture; "" where nothing is known yet.

    `current`: the ply that is looked at; `link`: the attributes of the link to a ply. `marks`: by plies, the text at their
    points, and the player who moved.
    """
    if not any(course.points for course in courses):
        return ""
    least = () if duel else (0.0, 1.0)
    drawing = ValueGraph(SMALL, courses, extent(courses, duel, *least), max(moves, MOVES))
    pen = Pen.blank(SMALL.width, drawing.height)
    pen.root.set("class", "kb course")
    pen.root.set("aria-hidden", "true")  # the list of moves says the same
    pen.root.set("focusable", "false")
    del pen.root.attrib["role"]
    here, bottom = drawing.x(current), SMALL.height - SMALL.bottom
    pen.line("course-here", (here, SMALL.top), (here, bottom))
    drawing.draw(pen, lambda number: signed(amount(round(number, 1))))
    for ply, (text, mover) in marks.items():
        course = courses[mover if len(courses) > 1 else 0]
        at = next((point for point in course.points if point.ply == ply), None)
        if at is not None:  # a mark stands on the side from which no line comes, where there is room
            middle, beside = drawing.y(at.number), ABOVE if len(courses) > 1 or mover == 0 else -ABOVE
            y = middle + beside if SMALL.top <= middle + beside <= bottom else middle - beside
            pen.text("kb-none kb-piece", drawing.x(ply), y, MARK, text)
    wide = drawing.x(1) - drawing.x(0)
    for ply in range(moves + 1):  # over each ply a strip that hears a click
        strip = ET.SubElement(pen.root, "a", {**link(ply), "tabindex": "-1"})
        Pen(strip).box("kb-catch", drawing.x(ply) - wide / 2, SMALL.top, wide, bottom - SMALL.top)
    return pen.done()


def draw_course_of_game(table: GameTable, links: str, current: int) -> str:
    """The picture of a table's game; "" where nothing is known yet.

    `links`: an address that the ply is added to. `current`: the ply that is looked at.
    """
    worths, duel = dict(table.worths), table.words.duel
    payoffs = table.position.payoffs
    if payoffs is not None:
        mover = max(table.position.to_move, 0)
        worths[table.ply] = Value("exact", payoffs[mover], payoffs=None if duel else payoffs)
    movers = [max(position.to_move, 0) for position in table.positions]
    values = [(ply, value, movers[ply]) for ply, value in sorted(worths.items()) if ply < len(movers)]
    courses = courses_of(table.words.names, values, duel)
    return draw_courses(courses, duel, table.ply, current, lambda ply: {"href": f"{links}{ply}", "data-swap": "table"})
