"""The value over a game as a picture: filled points are proved, hollow ones are estimates, and dashes lead to these."""

from itertools import pairwise
from xml.etree import ElementTree as ET

from kibitz.drawing.paint import clean
from kibitz.drawing.pen import Pen
from kibitz.drawing.plate import EDGE, MARGIN
from kibitz.drawing.style import OWNERS
from kibitz.drawing.svg import page
from kibitz.explain.review.history import Course, Point, courses, extent
from kibitz.explain.review.reviewed import Reviewed
from kibitz.explain.review.scale import BAD, MARKS
from kibitz.present.values import ValueWords, amount
from kibitz.registry import title

WIDTH, HEIGHT = 720.0, 280.0
LEFT, TOP, BOTTOM = 64.0, 34.0, 78.0
MARK = 17.0  # from a point to its mark
RADIUS, TARGET = 5.0, 12.0  # of a point; of the place that hears a click
SIZE = 15.0
LIGHT = ("#1c5aa6", "#b3410f", "#6d3aa3", "#1d7a4c")
DARK = ("#74b4ff", "#ff9d62", "#c79bff", "#67d39a")


def graph(review: Reviewed, links: str = "") -> str:
    """The picture as text. `links`: where a click on a point leads, followed by the number of the move; "" for nowhere."""
    lines, (low, high) = courses(review), extent(review)
    moves, words = len(review.end.moves), ValueWords(review.game)
    pen = page(WIDTH, HEIGHT, "The value over the game", _described(review, lines, words))
    pen.words("style", sheet())
    if links:
        pen.root.set("role", "group")
        pen.root.set("aria-label", "The value over the game")

    names, room = review.end.names(), min(TARGET, (WIDTH - LEFT - 2 * MARGIN) / max(1, moves) / 2)

    def x(ply: int) -> float:
        return LEFT + (WIDTH - LEFT - 2 * MARGIN) * ply / max(1, moves)

    def y(number: float) -> float:
        return TOP + (HEIGHT - BOTTOM - TOP) * (high - number) / (high - low)

    for number in sorted({low, high, 0.0 if low < 0 < high else low}):
        _line(pen, "kb-rule", x(0), y(number), x(moves), y(number))
        pen.text("kb-label", LEFT / 2, y(number), SIZE, amount(number), LEFT - MARGIN)
    step = max(1, -(-moves // 12))
    for ply in range(0, moves + 1, step):
        pen.text("kb-label", x(ply), HEIGHT - BOTTOM + EDGE, SIZE, str(ply))
    for player, course in enumerate(lines):
        kind = f"kb-p{player % OWNERS}"
        for one, other in pairwise(course.points):
            dashed = "" if one.sure and other.sure else " kb-guess"
            _line(pen, f"kb-course {kind}{dashed}", x(one.ply), y(one.number), x(other.ply), y(other.number))
        for point in course.points:
            text, link = _describe_point(names, point, words), f"{links}{point.ply}" if links and point.ply else ""
            _point(pen, kind, (x(point.ply), y(point.number)), room, text, link, point.sure)
    for move in review.plies:
        course = lines[move.mover if len(lines) > 1 else 0]
        if move.verdict in BAD and (at := _at(course, move.number)) is not None:
            fell = len(lines) > 1 or move.mover == 0  # a mark stands on the side from which no line comes
            pen.text("kb-none kb-piece", x(at.ply), y(at.number) + (MARK if fell else -MARK), SIZE, MARKS[move.verdict])
    _legend(pen, lines)
    return pen.done()


def sheet() -> str:
    """The rules that a graph needs beside those of every picture."""
    strokes = " ".join(f".kb .kb-course.kb-p{player} {{stroke:{colour}}}" for player, colour in enumerate(LIGHT))
    dark = " ".join(f".kb .kb-course.kb-p{player} {{stroke:{colour}}}" for player, colour in enumerate(DARK))
    same = (
        ".kb .kb-course {fill:none;stroke-width:2.5} .kb .kb-guess {stroke-dasharray:5 4} "
        ".kb .kb-rule {stroke:#8a8577;opacity:.45} "
        ".kb .kb-hollow {fill:#fffdf8} .kb .kb-catch {fill:transparent} .kb a:focus-visible {outline:3px solid #16803c} "
        ".kb .kb-left {text-anchor:start}"
    )
    return f"{same} {strokes} @media (prefers-color-scheme: dark) {{ .kb .kb-hollow {{fill:#1d1f24}} {dark} }}"


def _at(course: Course, ply: int) -> Point | None:
    return next((point for point in course.points if point.ply == ply), None)


def _point(pen: Pen, kind: str, at: tuple[float, float], room: float, text: str, link: str, sure: bool) -> None:
    """Filled where it is proved; with a link, and a place as large as there is room for, where it leads somewhere."""
    root = pen.root
    if link:
        pen.root = ET.SubElement(root, "a", {"href": link, "aria-label": clean(text)})
        pen.outline("kb-catch", "round", *at, 2 * max(room, RADIUS))
    pen.outline(kind if sure else f"kb-course kb-hollow {kind}", "round", *at, 2 * RADIUS)
    pen.root = root


def _legend(pen: Pen, lines: list[Course]) -> None:
    """What the points and the colours mean."""
    y = HEIGHT - MARGIN - 4
    x = LEFT
    for player, course in enumerate(lines):
        kind, name = f"kb-p{player % OWNERS}", course.whose if len(lines) > 1 else f"value for {course.whose}"
        _line(pen, f"kb-course {kind}", x, y, x + 18, y)
        pen.text("kb-label kb-left", x + 24, y, SIZE, name, 130)
        x += 44 + min(130.0, 0.62 * SIZE * len(name))
    pen.outline("kb-p0", "round", x + 10, y, 2 * RADIUS)
    pen.text("kb-label kb-left", x + 22, y, SIZE, "proved")
    pen.outline("kb-course kb-hollow kb-p0", "round", x + 100, y, 2 * RADIUS)
    pen.text("kb-label kb-left", x + 112, y, SIZE, "estimate")


def _line(pen: Pen, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
    ends = {name: f"{number:.1f}" for name, number in (("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2))}
    ET.SubElement(pen.root, "line", {"class": kind, **ends})


def _describe_point(names: tuple[str, ...], point: Point, words: ValueWords) -> str:
    """What a point says to those who cannot see it."""
    value = words.say(point.value, point.mover)
    return f"After move {point.ply}{f', {names[point.ply - 1]}' if point.ply else ''}: {value}"


def _described(review: Reviewed, lines: list[Course], words: ValueWords) -> str:
    names = review.end.names()
    points = "; ".join(_describe_point(names, point, words) for point in lines[0].points)
    return f"{title(type(review.game))} {points}."
