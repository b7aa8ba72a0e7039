"""A review as lines of text for a terminal: a row for each move, the value over the game, and what each player made of it."""

import textwrap

from kibitz.drawing.paint import PLAYERS, QUIET, clean, paint
from kibitz.explain.review.graph import Course, Point, courses, extent
from kibitz.explain.review.ply import Ply
from kibitz.explain.review.reviewed import Reviewed
from kibitz.explain.review.scale import MARKS, ONLY, VERDICTS, WORDS
from kibitz.explain.review.sentence import Sentences
from kibitz.registry import spec_of
from kibitz.rules import says
from kibitz.thought import RESIGNED
from kibitz.wording.names import side_names
from kibitz.wording.values import ValueWords, amount

WIDTH = 100
COLOURS = {"best": "32", "good": "", "later": "33", "sooner": "33", "inaccuracy": "33", "mistake": "35", "blunder": "1;31"}
HEAD = ("", "who", "move", "", "verdict", "grounds", "value after it")


def table(review: Reviewed, colour: bool = False, width: int = WIDTH) -> list[str]:
    """All of it, in lines of at most about `width` columns."""
    lines = [*opening(review), "", *_moves(review, colour, width), "", *chart(review, colour, width), ""]
    return [*lines, *_summary(review, colour), "", *closing(review)]


def opening(review: Reviewed, name: str = "") -> list[str]:
    """What was played, and by whom, where that is known. `name`: what to call the game; "": its spec."""
    sides = side_names(review.game)
    named = ", ".join(f"{side} is {player}" for side, player in zip(sides, review.players, strict=False))
    return [clean(f"{name or spec_of(review.game)}{': ' if named else ''}{named}")]


def closing(review: Reviewed) -> list[str]:
    """How the game ended, what has not been looked at, and from where on a loss is a mistake."""
    words, sentences = ValueWords(review.game), []
    if review.end.payoffs is not None:
        sentences.append(f"The game is over: {words.ending(review.end.payoffs, review.players or None)}.")
    elif review.forfeit is not None and review.reason == RESIGNED:
        sentences.append(f"{words.names[review.forfeit]} resigned.")
    elif review.forfeit is not None:
        sentences.append(f"{words.names[review.forfeit]} lost by a fault: {review.reason.rstrip('.')}.")
    elif review.last is not None:
        sentences.append(f"The game is not over: {words.say(review.last, review.end.to_move)}.")
    if review.opening:
        these = "first move is" if review.opening == 1 else f"first {review.opening} moves are"
        sentences.append(f"The {these} the opening, which no player chose: not judged, and not counted.")
    if not review.is_whole:
        sentences.append(f"Interrupted: the first {review.missing} of {len(review.end.moves)} moves have not been looked at.")
    return [clean(line) for line in [*sentences, f"Losses that count: {review.scale.describe()}."]]


def grounds(ply: Ply) -> str:
    """How far a verdict is to be trusted."""
    return "" if ply.verdict is None else "proved" if ply.proved else "estimate"


def called(ply: Ply) -> tuple[str, str]:
    """The mark of a verdict, and its word; of a move that nobody chose the word says so."""
    if ply.opening:
        return "", "opening"
    if ply.verdict is None:
        return "", ""
    if ply.forced:
        return "", "forced"
    return ONLY if ply.only and ply.verdict == "best" else MARKS[ply.verdict], WORDS[ply.verdict]


def worth(words: ValueWords, ply: Ply) -> str:
    """What the position after a move is worth, in words; nothing where it is not known."""
    if ply.after is None:
        return ""
    end = ply.after_it.payoffs
    if end is not None:
        return words.ending(end).removeprefix("it is a ")
    return words.say(ply.after if ply.after.plies is None else ply.after.later(-1), ply.mover)


def _moves(review: Reviewed, colour: bool, width: int) -> list[str]:
    words = ValueWords(review.game)
    sentences = Sentences(words)
    rows = [(f"{ply.number}.", *_cells(ply, words)) for ply in review.plies]
    widths = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    lines = [paint(_row(HEAD, widths), QUIET, colour=colour)]
    for ply, row in zip(review.plies, rows, strict=True):
        style = COLOURS[ply.verdict] if ply.verdict and not ply.forced else QUIET
        cells = [
            cell.rjust(size) if number == 0 else cell.ljust(size)
            for number, (cell, size) in enumerate(zip(row, widths, strict=True))
        ]
        cells[1] = paint(cells[1], PLAYERS[ply.mover % len(PLAYERS)] if ply.mover >= 0 else QUIET, colour=colour)
        cells[3:5] = [paint(cell, style, colour=colour) for cell in cells[3:5]]
        cells[5] = paint(cells[5], QUIET if ply.verdict and not ply.proved else "", colour=colour)
        lines.append("  ".join(cells).rstrip())
        indent = " " * (widths[0] + 2)
        remarks = clean(" ".join(sentences.about(ply)))
        lines += textwrap.wrap(remarks, max(40, width), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return lines


def _cells(ply: Ply, words: ValueWords) -> tuple[str, ...]:
    who = words.names[ply.mover] if ply.mover >= 0 else "chance"
    return tuple(clean(cell) for cell in (who, ply.name, *called(ply), grounds(ply), worth(words, ply)))


def _summary(review: Reviewed, colour: bool) -> list[str]:
    names = side_names(review.game)
    head = ("", *WORDS.values(), "forced", "proved", "estimated")
    rows = [
        (
            clean(names[one.player]),
            *(str(one.verdicts[verdict]) for verdict in VERDICTS),
            *map(str, (one.forced, one.proved, one.estimated)),
        )
        for one in review.tallies()
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return [paint(_row(head, widths), QUIET, colour=colour), *(_row(row, widths) for row in rows)]


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(size) for cell, size in zip(cells, widths, strict=True)).rstrip()


# The value over a game drawn in letters: ● is proved, ○ an estimate.

ROWS = 7
SURE, GUESSED = "●", "○"


def chart(review: Reviewed, colour: bool, width: int) -> list[str]:
    """A picture for each course, with the least and the greatest value at its edge, and the numbers of the moves below."""
    found, lines = courses(review), list[str]()
    low, high = extent(found, says(review.game, "result"))
    for course in found:
        if course.points:
            lines += [*_draw_course(course, low, high, len(review.end.moves), colour, width), ""]
    return [*lines, paint(f"{SURE} proved   {GUESSED} estimate", QUIET, colour=colour)] if lines else []


def _draw_course(course: Course, low: float, high: float, moves: int, colour: bool, width: int) -> list[str]:
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
