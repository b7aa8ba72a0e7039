"""A review as text: a row and comments for each move, a chart of the value, and the tallies."""

import textwrap
from dataclasses import dataclass
from typing import Any

from kibitz.core.bounds import sign
from kibitz.core.notation import line_names
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, says
from kibitz.core.thought import Value
from kibitz.drawing.text import PLAYERS, QUIET, clean, paint
from kibitz.explain.review.consequences import men_lost, only_keeper
from kibitz.explain.review.graph import Course, courses, extent
from kibitz.explain.review.judge import BAD, MARKS, ONLY, TALLIED, WORDS, GameReview, Ply
from kibitz.present.sentences import describe_early_end, describe_recurrence
from kibitz.present.values import ValueWords, amount, percent, side_names

WIDTH = 100
COLOURS = {"best": "32", "good": "", "later": "33", "sooner": "33", "inaccuracy": "33", "mistake": "35", "blunder": "1;31"}
HEAD = ("", "who", "move", "", "verdict", "grounds", "value after it")


def table(review: GameReview, colour: bool = False, width: int = WIDTH) -> list[str]:
    """The whole review in lines of about `width` columns."""
    lines = [*opening(review), "", *_moves(review, colour, width), "", *chart(review, colour, width), ""]
    return [*lines, *_summary(review, colour), "", *closing(review)]


def opening(review: GameReview, name: str = "") -> list[str]:
    """The game and its players, if known. `name`: what to call the game; "": its spec."""
    sides = side_names(review.game)
    named = ", ".join(f"{side} is {player}" for side, player in zip(sides, review.players, strict=False))
    return [clean(f"{name or spec_of(review.game)}{': ' if named else ''}{named}")]


def closing(review: GameReview) -> list[str]:
    """The end of the game, the unreviewed part, the source of estimates, and the limits of the verdicts."""
    words, sentences = ValueWords(review.game), []
    if review.end.payoffs is not None:
        ending = words.ending(review.end.payoffs, review.players or None)
        sentences.append(f"{describe_recurrence(review.end)}The game is over: {ending}.")
    elif review.forfeit is not None:
        sentences.append(describe_early_end(words.names[review.forfeit], review.reason))
    elif review.last is not None:
        sentences.append(f"The game is not over: {words.say(review.last, review.end.to_move)}.")
    if review.opening:
        these = "first move is" if review.opening == 1 else f"first {review.opening} moves are"
        sentences.append(f"The {these} the opening and not judged.")
    if not review.is_whole:
        sentences.append(f"Interrupted: the first {review.missing} of {len(review.end.moves)} moves were not reviewed.")
    if review.learned is not None:
        sentences.append(f"Estimates: {review.learned}.")
    return [clean(line) for line in [*sentences, review.scale.describe()]]


def grounds(ply: Ply) -> str:
    """ "proved", "estimate", or "" without a verdict."""
    return "" if ply.verdict is None else "proved" if ply.proved else "estimate"


def called(ply: Ply) -> tuple[str, str]:
    """The mark and the word of a verdict; "opening" or "forced" for a move that was not a choice."""
    if ply.opening:
        return "", "opening"
    if ply.verdict is None:
        return "", ""
    if ply.forced:
        return "", "forced"
    return ONLY if ply.only and ply.verdict == "best" else MARKS[ply.verdict], WORDS[ply.verdict]


def mover(words: ValueWords, ply: Ply) -> str:
    """The name of the player who moved."""
    return words.names[ply.mover] if ply.mover >= 0 else "chance"


def worth(words: ValueWords, ply: Ply) -> str:
    """The value of the position after a move in words; "" if unknown.

    With two players it is the first one's, as in the graph, so a lead has one sign only.
    """
    if ply.after is None:
        return ""
    end = ply.after_it.payoffs
    if end is not None:
        return words.ending(end).removeprefix("it is a ")
    value = after_it(ply)
    if late := late_win(words, ply):
        return late
    return words.say(-value, 0) if words.duel and ply.mover == 1 else words.say(value, ply.mover)


def late_win(words: ValueWords, ply: Ply) -> str:
    """A proved delay of a win of unknown length: "O wins in 17 or later"; else ""."""
    value = None if ply.after is None else after_it(ply)
    if ply.verdict != "later" or not ply.proved or value is None or value.kind != "at_most" or not value.plies:
        return ""
    return f"{words.names[ply.mover]} wins in {value.plies} or later"


def after_it(ply: Ply) -> Value:
    """The mover's value, counted from the position after the move."""
    assert ply.after is not None
    return ply.after if ply.after.plies is None else ply.after.later(-1)


def _moves(review: GameReview, colour: bool, width: int) -> list[str]:
    words = ValueWords(review.game)
    sentences = Sentences(words)
    rows = [
        (f"{ply.number}.", *map(clean, (mover(words, ply), ply.name, *called(ply), grounds(ply), worth(words, ply))))
        for ply in review.plies
    ]
    widths = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    lines = [paint(_row(HEAD, widths), QUIET, colour=colour)]
    for ply, row in zip(review.plies, rows, strict=True):
        style = COLOURS[ply.verdict] if ply.verdict and not ply.forced else QUIET
        cells = [cell.ljust(size) for cell, size in zip(row, widths, strict=True)]
        cells[0] = row[0].rjust(widths[0])
        cells[1] = paint(cells[1], PLAYERS[ply.mover % len(PLAYERS)] if ply.mover >= 0 else QUIET, colour=colour)
        cells[3:5] = [paint(cell, style, colour=colour) for cell in cells[3:5]]
        cells[5] = paint(cells[5], QUIET if ply.verdict and not ply.proved else "", colour=colour)
        lines.append("  ".join(cells).rstrip())
        indent = " " * (widths[0] + 2)
        remarks = clean(" ".join(sentences.about(ply)))
        lines += textwrap.wrap(remarks, max(40, width), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return lines


def _summary(review: GameReview, colour: bool) -> list[str]:
    names = side_names(review.game)
    head = ("", *TALLIED)
    rows = [(clean(names[one.player]), *one.cells()) for one in review.tallies()]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return [paint(_row(head, widths), QUIET, colour=colour), *(_row(row, widths) for row in rows)]


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(size) for cell, size in zip(cells, widths, strict=True)).rstrip()


ROWS = 7
SURE, GUESSED = "●", "○"


def chart(review: GameReview, colour: bool, width: int) -> list[str]:
    """A chart for each course, with its range at the left and the move numbers above."""
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
        height = round((high - point.number) / (high - low) * (ROWS - 1))
        grid[height][point.ply // several * step] = SURE if point.sure else GUESSED
    side = [
        f"{label.rjust(edge)} {'┤' if label else '│'}{''.join(row).rstrip()}" for label, row in zip(labels, grid, strict=True)
    ]
    head = f"Value for {clean(course.whose)}, after move 0 to {moves}" + (f", {several} moves a column" if several > 1 else "")
    return [paint(head, QUIET, colour=colour), *side]


LINE_MOVES = 8  # moves of a line in a sentence
RARE = 0.05  # a best move that a policy expected less than this is worth a sentence


@dataclass(frozen=True)
class SaidLine:
    """A line in a comment: "Better: d3 c4 (X wins in 7), or e6." `also`: moves as good as its first."""

    before: str
    moves: tuple[int, ...]
    after: str = ""
    also: tuple[int, ...] = ()

    def sentence(self, game: Game, state: Any) -> str:
        """The line as a sentence."""
        behind = f" ({self.after})" if self.after else ""
        also = f", or {_names(game, state, self.also)}" if self.also else ""
        text = f"{self.before}: {_line(game, state, self.moves)}{behind}{also}"
        return text if text.endswith(".") else f"{text}."


class Sentences:
    """Comments on the moves of one game."""

    def __init__(self, words: ValueWords) -> None:
        self._words = words

    def about(self, ply: Ply) -> list[str]:
        """The sentences about a move."""
        here, then = ply.position, ply.after_it
        better, refutation = self.better(ply), self.refutation(ply)
        lines = [better.sentence(here.game, here.state)] if better else []
        lines += [refutation.sentence(then.game, then.state)] if refutation else []
        return [sentence for sentence in [*self._causes(ply), *lines, self._expected(ply), self._threat(ply)] if sentence]

    def remarks(self, ply: Ply) -> list[str]:
        """The sentences without the lines."""
        return [sentence for sentence in [*self._causes(ply), self._expected(ply), self._threat(ply)] if sentence]

    def better(self, ply: Ply) -> SaidLine | None:
        """A better line; None if there is none."""
        if ply.verdict in (None, "best") or ply.best is None or ply.before is None or ply.best == ply.move or _keeps_all(ply):
            return None
        if not ply.line_keeps_value:
            return SaidLine("Probably better", ply.line, "", ply.equal)
        return SaidLine("Better", ply.line, self._words.say(ply.before, ply.mover), ply.equal)

    def refutation(self, ply: Ply) -> SaidLine | None:
        """The line that refutes a bad move; None for others."""
        if ply.verdict not in BAD or not ply.refutation:
            return None
        is_reply = ply.after_it.to_move != ply.mover
        opinion = "The reply" if is_reply else "Then"
        return SaidLine("Refuted by" if ply.proved and ply.refuted else opinion, ply.refutation)

    def _causes(self, ply: Ply) -> list[str]:
        if ply.verdict is None:
            return []
        is_one_of_many = ply.verdict == "best" and len(ply.equal) and ply.move == ply.best and not ply.forced
        equal = [self._equal(ply)] if is_one_of_many else []
        change = ply.change.sentence() if ply.change is not None else ""
        what = [self._verdict(ply), only_keeper(self._words, ply), self._overlooked(ply), men_lost(self._words, ply), change]
        return [*what, *equal]

    def _overlooked(self, ply: Ply) -> str:
        """The threat that a losing move left as it was, and what would have met it; "" unless all of that is proved."""
        before, after, pending = ply.before, ply.after, ply.pending
        if pending is None or ply.best is None or before is None or after is None or not (ply.proved and ply.line_keeps_value):
            return ""
        is_saved = before.kind in ("exact", "at_least") and before.result >= 0
        is_lost = after.kind in ("exact", "at_most") and after.result < 0
        if not (is_saved and is_lost and ply.refuted and ply.refutation and ply.refutation[0] in pending.moves):
            return ""
        met = "" if before.result > 0 else f"; {ply.position.name(ply.best)} would have met it"
        return f"Overlooked the threat of {ply.after_it.name(ply.refutation[0])}{met}."

    def _verdict(self, ply: Ply) -> str:
        if ply.forced:
            return "The only legal move."
        if not ply.proved or ply.before is None or ply.after is None:
            return "" if not ply.lost else f"Costs about {_cost(ply.lost)}."
        before, after, name = ply.before, ply.after, self._words.names
        if _keeps_all(ply):
            return ""
        if ply.verdict == "best":
            return f"The only move that {'wins' if after.result > 0 else 'draws'}." if ply.only else ""
        if not self._words.duel or self._words.chance or before.kind not in ("exact", "at_least"):
            return f"Costs {_cost(ply.lost)}." if ply.lost else ""
        if sign(before) == sign(after):
            if ply.lost:
                return f"Costs {amount(ply.lost)}."
            return f"{name[ply.mover]} {_longer(before, after)}." if before.plies and after.plies else ""
        missed = f"Missed {self._outcome(before)}"
        if after.result == 0:
            return f"{missed}; now it's {'' if after.kind == 'exact' else 'at most '}a draw."
        least, exact = ("", after.plies) if after.kind == "exact" else ("at least ", None)
        by = f" by {least}{amount(-after.result)}" if self._words.by_margin else ""
        return f"{missed}; now {name[1 - ply.mover]} wins{by}{f' in {exact - 1}' if exact else ''}."

    def _equal(self, ply: Ply) -> str:
        others = len(ply.position.legal()) - 1
        about = "" if ply.before is None or ply.before.kind == "exact" else "about "
        if len(ply.equal) == others:
            return f"{'All other moves are' if others > 1 else 'The other move is'} {about}as good."
        return f"{f'{about}as good'.capitalize()}: {_names(ply.position.game, ply.position.state, ply.equal)}."

    def _outcome(self, value: Value) -> str:
        """ "a draw", "a win in 7", "at least a win by 4"."""
        least = "at least " if value.kind != "exact" and (value.result == 0 or self._words.by_margin) else ""
        if value.result == 0:
            return f"{least}a draw"
        by = f" by {amount(value.result)}" if self._words.by_margin else ""
        return f"{least}a win{by}" + (f" in {value.plies}" if value.plies is not None and value.kind == "exact" else "")

    def _expected(self, ply: Ply) -> str:
        """How likely a policy thought a bad move and the better one, or a best move that it hardly expected."""
        likely = {one.move: one.likely for one in ply.worths if one.likely is not None}
        played, best = likely.get(ply.move), likely.get(ply.best) if ply.best is not None else None
        if played is None or ply.forced:
            return ""
        if ply.verdict == "best":
            return f"The policy hardly expected this move: {percent(played)}." if played < RARE else ""
        if ply.verdict not in BAD or best is None or ply.best is None:
            return ""
        return f"The policy expected {ply.position.name(ply.best)}: {percent(best)}, and this move: {percent(played)}."

    def _threat(self, ply: Ply) -> str:
        if ply.threat is None or ply.threat.plies is None:
            return ""
        soon = "" if ply.threat.plies == 1 else f" (a win in {ply.threat.plies})"
        return f"{self._words.names[ply.mover]} threatens {' and '.join(ply.threat.names)}{soon}."


def _cost(lost: float) -> str:
    return amount(lost) if lost >= 0.005 else "under 0.01"


def _keeps_all(ply: Ply) -> bool:
    """Whether the move is known to give nothing away, though the end could come sooner or later."""
    return ply.verdict == "good" and ply.proved and ply.lost == 0


def _line(game: Game, state: Any, line: tuple[int, ...]) -> str:
    names = line_names(game, state, line[:LINE_MOVES])
    return " ".join(names) + (" ..." if len(line) > LINE_MOVES else "")


def _names(game: Game, state: Any, moves: tuple[int, ...]) -> str:
    names = " ".join(game.move_name(state, move) for move in moves[:LINE_MOVES])
    return names + (" ..." if len(moves) > LINE_MOVES else "")


def _longer(before: Value, after: Value) -> str:
    """ "wins in 9 instead of 5, 4 plies later"; where only limits are proved, "loses in 2 or sooner instead of 28 or later"."""
    wins = after.result > 0
    apart = abs((after.plies or 0) - (before.plies or 0))
    least = "" if after.kind == before.kind == "exact" else "at least "
    late = f"{least}{'one ply' if apart == 1 else f'{apart} plies'} {'later' if wins else 'sooner'}"
    return f"{'wins' if wins else 'loses'} in {_about(after)} instead of {_about(before)}: {late}"


def _about(value: Value) -> str:
    """The plies; for a bound with its open side."""
    sooner = (value.kind == "at_least") == (value.result > 0)
    return f"{value.plies}" if value.kind == "exact" else f"{value.plies} or {'sooner' if sooner else 'later'}"
