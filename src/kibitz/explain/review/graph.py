"""The value over a game as a picture: the first player's of two, or each player's of several.

Filled points are proved, hollow ones estimates, with dashes between. Each player has a shape beside a colour.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from xml.etree import ElementTree as ET

from kibitz.core.best_result import best_result
from kibitz.core.registry import title
from kibitz.core.rules import says
from kibitz.core.thought import Value
from kibitz.drawing.looks import DARK, LIGHT, OWNERS, Rules
from kibitz.drawing.pen import Pen, page, width_of
from kibitz.drawing.text import clean
from kibitz.explain.review.judge import BAD, MARKS, GameReview
from kibitz.present.values import ValueWords, amount, side_names


@dataclass(frozen=True)
class Point:
    """The value after `ply` moves; `sure`: it is proved."""

    ply: int
    number: float
    sure: bool
    value: Value
    mover: int


@dataclass(frozen=True)
class Course:
    """One player's points, in the units of the results; `whose`: the player's name."""

    whose: str
    points: tuple[Point, ...]


def courses(review: GameReview) -> list[Course]:
    """The courses of a reviewed game."""
    return courses_of(side_names(review.game), values_over(review), says(review.game, "result"), best_result(review.game))


def courses_of(
    names: Sequence[str], values: Iterable[tuple[int, Value, int]], duel: bool, most: float | None = None
) -> list[Course]:
    """One course for two opponents (`duel`), else one for each player.

    `values`: ply, value and its player. `most`: the largest result of a duel.
    """
    values = list(values)
    if duel:
        points = [
            Point(ply, value.result if mover == 0 else -value.result, _sure(value, most), value, mover)
            for ply, value, mover in values
        ]
        return [Course(names[0], tuple(points))]
    found = []
    for player, name in enumerate(names):
        numbers = [(ply, _of(value, mover, player), value, mover) for ply, value, mover in values]
        points = [
            Point(ply, number, _sure(value, None), value, mover) for ply, number, value, mover in numbers if number is not None
        ]
        found.append(Course(name, tuple(points)))
    return found


def extent(courses: Sequence[Course], duel: bool, *least: float) -> tuple[float, float]:
    """The range of a picture; `least`: numbers that are always within."""
    numbers = [*(point.number for course in courses for point in course.points), *least]
    low, high = min(numbers, default=0.0), max(numbers, default=0.0)
    if not duel:
        return (low, high) if high > low else (low - 1, high + 1)
    reach = float(max(1, ceil(max(-low, high))))
    return -reach, reach


def values_over(review: GameReview) -> list[tuple[int, Value, int]]:
    """The known values: ply, value and its player.

    A proved move says more of the position after it than an estimate of that: a book may end there.
    """
    values = {ply.number - 1: (ply.before, ply.mover) for ply in review.plies if ply.before is not None}
    end = review.end
    if end.payoffs is not None:
        values[len(end.moves)] = Value("exact", end.payoffs[0], payoffs=end.payoffs), 0
    elif review.last is not None:
        values[len(end.moves)] = review.last, end.to_move
    for ply in review.plies:
        if (
            ply.after is not None
            and ply.after.kind == "exact"
            and ply.number in values
            and values[ply.number][0].kind != "exact"
        ):
            values[ply.number] = ply.after if ply.after.plies is None else ply.after.later(-1), ply.mover
    return [(ply, value, mover) for ply, (value, mover) in sorted(values.items())]


def _of(value: Value, mover: int, player: int) -> float | None:
    if value.payoffs is not None:
        return value.payoffs[player]
    return value.result if player == mover else None


def _sure(value: Value, most: float | None) -> bool:
    """Whether the number is proved, or is a bound at the best or worst result."""
    limit = {"at_least": most, "at_most": None if most is None else -most}.get(value.kind)
    return value.kind == "exact" or (limit is not None and value.result == limit)


@dataclass(frozen=True)
class GraphFrame:
    """The measures of a picture in pixels: its size without legend, and the margins.

    `moves`: how far below the lines the move numbers stand, `most` of them at most; `radius` of points, `size` of letters.
    """

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    moves: float
    most: int
    radius: float
    size: float


LARGE = GraphFrame(720.0, 256.0, 64.0, 24.0, 34.0, 54.0, 36.0, 12, 5.0, 15.0)
SAMPLE, BESIDE = 26.0, 5.0  # the length of a line in the legend, and from there to its name
MARK = 17.0  # from a point to its mark
TARGET = 12.0  # of the place that hears a click
LegendEntry = tuple[int, bool, bool, str, int, float]  # of a player, with a line, proved; its text, its row, its left end
Link = Callable[[Pen, Point, float, float], Pen]  # what a point at (x, y) is drawn with, where it leads somewhere


class ValueGraph:
    """The lines of some courses over a game of `moves`; `explains`: the legend explains the points."""

    def __init__(
        self, frame: GraphFrame, courses: Sequence[Course], extent: tuple[float, float], moves: int, explains: bool = False
    ) -> None:
        self.frame, self.courses, self.moves = frame, courses, max(1, moves)
        self.low, self.high = extent
        entries = [(player, True, True, course.whose) for player, course in enumerate(courses) if len(courses) > 1]
        if explains:
            entries = entries or [(0, True, True, f"value for {course.whose}") for course in courses]
            entries += [(0, False, True, "proved"), (0, False, False, "estimate")]
        self._legend = self._placed(entries)

    @property
    def height(self) -> float:
        """The height with the legend."""
        return self.frame.height + 1.6 * self.frame.size * len({row for *_, row, _ in self._legend})

    def x(self, ply: float) -> float:
        """The x of a number of moves."""
        return self.frame.left + (self.frame.width - self.frame.left - self.frame.right) * ply / self.moves

    def y(self, number: float) -> float:
        """The y of a value."""
        high = self.frame.height - self.frame.bottom - self.frame.top
        return self.frame.top + high * (self.high - number) / (self.high - self.low)

    def draw(self, pen: Pen, write: Callable[[float], str] = amount, link: Link | None = None) -> None:
        """Draw rules, numbers, lines, points and legend; `write`: how a value is written."""
        frame, numbers = self.frame, [self.high, self.low]
        if self.low < 0 < self.high and min(self.y(self.low) - self.y(0), self.y(0) - self.y(self.high)) >= frame.size + 2:
            numbers.append(0.0)  # two numbers that stand nearer would overprint
        for number in numbers:
            pen.line("kb-rule", (self.x(0), self.y(number)), (self.x(self.moves), self.y(number)))
            pen.text("kb-label", frame.left / 2, self.y(number), frame.size, write(number), 0.85 * frame.left)
        for ply in range(0, self.moves + 1, max(1, -(-self.moves // frame.most))):
            pen.text("kb-label", self.x(ply), frame.height - frame.bottom + frame.moves, frame.size, str(ply))
        for player, course in enumerate(self.courses):
            for one, other in pairwise(course.points):
                dashed = "" if one.sure and other.sure else " kb-guess"
                ends = ((self.x(point.ply), self.y(point.number)) for point in (one, other))
                pen.line(f"kb-course kb-p{player % OWNERS}{dashed}", *ends)
            for point in course.points:
                at = self.x(point.ply), self.y(point.number)
                self._point(pen if link is None else link(pen, point, *at), player, point.sure, *at)
        self._draw_legend(pen)

    def _point(self, pen: Pen, player: int, sure: bool, x: float, y: float) -> None:
        kind, radius = f"{'' if sure else 'kb-course kb-hollow '}kb-p{player % OWNERS}", self.frame.radius
        if player % OWNERS == 1:
            pen.box(kind, x - radius, y - radius, 2 * radius, 2 * radius, corner=0)
        elif player % OWNERS == 2:
            pen.triangle(kind, x, y, 2.4 * radius, up=True)
        else:
            pen.outline(kind, "hex" if player % OWNERS else "round", x, y, 2 * radius)

    def _placed(self, entries: Sequence[tuple[int, bool, bool, str]]) -> list[LegendEntry]:
        """The legend's entries, in as many rows as needed."""
        found, row, left = list[LegendEntry](), 0, self.frame.left
        for player, lined, sure, text in entries:
            wide = SAMPLE + BESIDE + width_of(text, self.frame.size)
            if left > self.frame.left and left + wide > self.frame.width:
                row, left = row + 1, self.frame.left
            found.append((player, lined, sure, text, row, left))
            left += wide + self.frame.size
        return found

    def _draw_legend(self, pen: Pen) -> None:
        size = self.frame.size
        for player, lined, sure, text, row, left in self._legend:
            middle, begin = self.frame.height + 1.6 * size * (row + 0.5), left + SAMPLE + BESIDE
            if lined:
                pen.line(f"kb-course kb-p{player % OWNERS}", (left, middle), (left + SAMPLE, middle))
            self._point(pen, player, sure, left + SAMPLE / 2, middle)
            pen.text("kb-label kb-left", begin, middle, size, text, self.frame.width - begin)


def graph(review: GameReview, links: str = "") -> str:
    """The picture as text. `links`: where a point leads, followed by the number of its move; "" for nowhere."""
    lines, words, names = courses(review), ValueWords(review.game), review.end.names()
    moves = len(review.end.moves)
    drawing = ValueGraph(LARGE, lines, extent(lines, says(review.game, "result")), moves, explains=True)
    room = max(LARGE.radius, min(TARGET, (drawing.x(1) - drawing.x(0)) / 2))

    def link(pen: Pen, point: Point, x: float, y: float) -> Pen:
        if not point.ply:
            return pen
        text = clean(_describe_point(names, point, words))
        found = Pen(ET.SubElement(pen.root, "a", {"href": f"{links}{point.ply}", "aria-label": text}))
        found.outline("kb-catch", "round", x, y, 2 * room)
        return found

    pen = page(LARGE.width, drawing.height, "The value over the game", _described(review, lines, words))
    pen.words("style", sheet())
    if links:
        pen.root.set("role", "group")
        pen.root.set("aria-label", "The value over the game")
    drawing.draw(pen, link=link if links else None)
    for move in review.plies:
        course = lines[move.mover if len(lines) > 1 else 0]
        at = next((point for point in course.points if point.ply == move.number), None)
        if move.verdict in BAD and at is not None:
            fell = len(lines) > 1 or move.mover == 0  # a mark stands on the side from which no line comes
            y = drawing.y(at.number) + (MARK if fell else -MARK)
            pen.text("kb-none kb-piece", drawing.x(at.ply), y, LARGE.size, MARKS[move.verdict])
    return pen.done()


def sheet() -> str:
    """The rules of the graph, added to those of every picture."""

    def strokes(rules: Rules) -> str:
        colours = {player: rules[f".kb-p{player}"].replace("fill", "stroke") for player in range(OWNERS)}
        return " ".join(f".kb .kb-course.kb-p{player} {{{colour}}}" for player, colour in colours.items())

    same = (
        ".kb .kb-course {fill:none;stroke-width:2.5} .kb .kb-guess {stroke-dasharray:5 4} "
        ".kb .kb-rule {stroke:#8a8577;opacity:.45} "
        ".kb .kb-hollow {fill:#fffdf8} .kb .kb-catch {fill:transparent} .kb a:focus-visible {outline:3px solid #16803c} "
        ".kb .kb-left {text-anchor:start}"
    )
    dark = strokes(DARK)
    return f"{same} {strokes(LIGHT)} @media (prefers-color-scheme: dark) {{ .kb .kb-hollow {{fill:#1d1f24}} {dark} }}"


def _describe_point(names: tuple[str, ...], point: Point, words: ValueWords) -> str:
    value = words.say(point.value, point.mover)
    return f"After move {point.ply}{f', {names[point.ply - 1]}' if point.ply else ''}: {value}"


def _described(review: GameReview, lines: list[Course], words: ValueWords) -> str:
    names = review.end.names()
    points = "; ".join(_describe_point(names, point, words) for point in lines[0].points)
    return f"{title(type(review.game))} {points}."
