"""The value over a game as a small picture: filled points are proved, hollow ones estimates; a click goes back there."""

from collections.abc import Mapping
from itertools import pairwise
from xml.etree import ElementTree as ET

from kibitz.drawing.pen import Pen, width_of
from kibitz.drawing.style import OWNERS
from kibitz.present.marks import signed
from kibitz.present.values import amount
from kibitz.thought import Value
from kibitz.web.table import GameTable

WIDTH, HEIGHT = 360.0, 130.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 12.0, 12.0, 22.0
RADIUS, SIZE = 4.5, 12.0
APART = SIZE + 2  # two numbers that stand nearer would overprint
LEGEND = 20.0  # the height of a line of the legend
SAMPLE = 26.0  # the length of a line in it


def graph(table: GameTable, links: str, current: int) -> str:
    """The picture; "" where nothing is known yet.

    `links`: an address that the ply is added to. `current`: the ply that is looked at.
    """
    worths = dict(table.worths)
    payoffs = table.position.payoffs
    if payoffs is not None:
        mover = max(table.position.to_move, 0)
        worths[table.ply] = Value("exact", payoffs[mover], payoffs=None if table.words.duel else payoffs)
    lines = _lines(table, worths)
    numbers = [number for line in lines for _, number, _ in line]
    if not numbers:
        return ""
    low, high = (-1.0, 1.0) if table.words.duel else (0.0, 1.0)
    low, high = min(low, *numbers), max(high, *numbers)
    low = -high if table.words.duel and high > -low else low
    high = -low if table.words.duel else high
    return _draw(table, lines, (low, high), links, current)


def _lines(table: GameTable, worths: Mapping[int, Value]) -> list[list[tuple[int, float, bool]]]:
    """Points (ply, number, proved) for the first player, or for each where one does not lose what the other wins."""
    lines: list[list[tuple[int, float, bool]]] = [[] for _ in range(1 if table.words.duel else table.game.players)]
    for ply, value in sorted(worths.items()):
        if ply >= len(table.positions):
            continue
        mover, sure = max(table.positions[ply].to_move, 0), value.kind == "exact"
        if table.words.duel:
            lines[0].append((ply, -value.result if mover == 1 else value.result, sure))
        elif value.payoffs is not None:
            for side, paid in enumerate(value.payoffs[: len(lines)]):
                lines[side].append((ply, paid, sure))
        elif mover < len(lines):
            lines[mover].append((ply, value.result, sure))
    return lines


def _draw(
    table: GameTable, lines: list[list[tuple[int, float, bool]]], extent: tuple[float, float], links: str, current: int
) -> str:
    low, high = extent
    most = max(table.ply, 8)
    legend = _legend(table) if len(lines) > 1 else []
    pen = Pen.blank(WIDTH, HEIGHT + LEGEND * len({row for _, row, _ in legend}))
    pen.root.set("class", "kb course")
    pen.root.set("aria-hidden", "true")  # the list of moves says the same
    pen.root.set("focusable", "false")
    del pen.root.attrib["role"]

    def x(ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ply / most

    def y(number: float) -> float:
        return TOP + (HEIGHT - BOTTOM - TOP) * (high - number) / (high - low)

    numbers = [high, low]
    if low < 0 < high and min(y(low) - y(0.0), y(0.0) - y(high)) >= APART:
        numbers.append(0.0)
    for number in numbers:
        pen.line("course-rule", (x(0), y(number)), (x(most), y(number)))
        pen.text("kb-label", LEFT / 2, y(number), SIZE, signed(amount(round(number, 1))), LEFT - 4)
    pen.line("course-here", (x(current), TOP), (x(current), HEIGHT - BOTTOM))
    for ply in range(0, most + 1, max(1, -(-most // 8))):
        pen.text("kb-label", x(ply), HEIGHT - SIZE / 2, SIZE, str(ply))
    for side, line in enumerate(lines):
        kind = f"course-{side % OWNERS}"
        for one, other in pairwise(line):
            guessed = "" if one[2] and other[2] else " course-guess"
            pen.line(f"course-line {kind}{guessed}", (x(one[0]), y(one[1])), (x(other[0]), y(other[1])))
        for ply, number, sure in line:
            _point(pen, side, sure, x(ply), y(number))
    for side, (name, row, left) in enumerate(legend):
        middle = HEIGHT + LEGEND * (row + 0.5)
        pen.line(f"course-line course-{side % OWNERS}", (left, middle), (left + SAMPLE, middle))
        _point(pen, side, True, left + SAMPLE / 2, middle)
        wide = width_of(name, SIZE)
        pen.text("kb-label", left + SAMPLE + 5 + wide / 2, middle, SIZE, name, WIDTH - left - SAMPLE - 5)
    _catchers(pen, table, links, most)
    return pen.done()


def _point(pen: Pen, side: int, sure: bool, x: float, y: float) -> None:
    """Each side has a form of its own beside its colour: round, a square, a triangle, six corners."""
    kind = f"course-point course-{side % OWNERS} {'course-sure' if sure else 'course-hollow'}"
    if side % OWNERS == 1:
        pen.box(kind, x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS, corner=0)
    elif side % OWNERS == 2:
        pen.triangle(kind, x, y, 2.4 * RADIUS, up=True)
    else:
        pen.outline(kind, "hex" if side % OWNERS else "round", x, y, 2 * RADIUS)


def _legend(table: GameTable) -> list[tuple[str, int, float]]:
    """The name of each side, the row of the legend it stands in, and where it begins there."""
    found, row, left = [], 0, LEFT
    for name in table.words.names:
        wide = SAMPLE + 5 + width_of(name, SIZE)
        if left > LEFT and left + wide > WIDTH:
            row, left = row + 1, LEFT
        found.append((name, row, left))
        left += wide + SIZE
    return found


def _catchers(pen: Pen, table: GameTable, links: str, most: int) -> None:
    """Over each ply a strip that hears a click."""
    wide = (WIDTH - LEFT - RIGHT) / most
    root = pen.root
    for ply in range(table.ply + 1):
        left = LEFT + wide * ply - wide / 2
        link = ET.SubElement(root, "a", {"href": f"{links}{ply}", "data-swap": "table", "tabindex": "-1"})
        Pen(link).box("course-catch", left, TOP, wide, HEIGHT - BOTTOM - TOP)
