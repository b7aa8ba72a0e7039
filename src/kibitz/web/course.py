"""The value over a game as a small picture on the page of its table: a click goes back there."""

from xml.etree import ElementTree as ET

from kibitz.drawing.pen import Pen
from kibitz.explain.review.graph import GraphFrame, ValueGraph, courses_of, extent
from kibitz.present.marks import signed
from kibitz.present.values import amount
from kibitz.thought import Value
from kibitz.web.table import GameTable

SMALL = GraphFrame(360.0, 130.0, 34.0, 12.0, 12.0, 22.0, 16.0, 8, 4.5, 12.0)
MOVES = 8  # that there is room for in a game that has only begun


def graph(table: GameTable, links: str, current: int) -> str:
    """The picture; "" where nothing is known yet.

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
    if not any(course.points for course in courses):
        return ""
    least = () if duel else (0.0, 1.0)
    drawing = ValueGraph(SMALL, courses, extent(courses, duel, *least), max(table.ply, MOVES))
    pen = Pen.blank(SMALL.width, drawing.height)
    pen.root.set("class", "kb course")
    pen.root.set("aria-hidden", "true")  # the list of moves says the same
    pen.root.set("focusable", "false")
    del pen.root.attrib["role"]
    here, bottom = drawing.x(current), SMALL.height - SMALL.bottom
    pen.line("course-here", (here, SMALL.top), (here, bottom))
    drawing.draw(pen, lambda number: signed(amount(round(number, 1))))
    wide = drawing.x(1) - drawing.x(0)
    for ply in range(table.ply + 1):  # over each ply a strip that hears a click
        link = ET.SubElement(pen.root, "a", {"href": f"{links}{ply}", "data-swap": "table", "tabindex": "-1"})
        Pen(link).box("kb-catch", drawing.x(ply) - wide / 2, SMALL.top, wide, bottom - SMALL.top)
    return pen.done()
