"""What is said about a move, in sentences: what it changed, what was better, what refutes it, and what it threatens."""

from typing import Any

from kibitz.explain.review.ply import Ply
from kibitz.explain.review.scale import BAD
from kibitz.notation import line_names
from kibitz.present.values import ValueWords, amount
from kibitz.rules import Game
from kibitz.thought import Value

LINE_MOVES = 8  # moves of a line that are said


class Sentences:
    """Speaks about the moves of one game."""

    def __init__(self, words: ValueWords) -> None:
        self._words = words

    def about(self, ply: Ply) -> list[str]:
        """The sentences about one move; none where there is nothing to say."""
        if ply.verdict is None:
            return []
        sentences = [self._verdict(ply)]
        if ply.verdict != "best":
            sentences += [self._better(ply), self._refuted(ply)]
        elif len(ply.equal) and ply.move == ply.best and not ply.forced:
            sentences.append(self._equal(ply))
        return [sentence for sentence in [*sentences, self._threat(ply)] if sentence]

    def _verdict(self, ply: Ply) -> str:
        if ply.forced:
            return "The only legal move."
        if not ply.proved or ply.before is None or ply.after is None:
            return "" if not ply.lost else f"By estimate it {self._cost(ply.lost)}."
        before, after, name = ply.before, ply.after, self._words.names
        if ply.verdict == "best":
            return f"The only move that {'wins' if after.result > 0 else 'draws'}." if ply.only else ""
        if not self._words.duel or self._words.chance or before.kind not in ("exact", "at_least"):
            return f"It {self._cost(ply.lost)}." if ply.lost else ""
        if _sign(before) == _sign(after):
            if ply.lost:
                return f"Gave away {amount(ply.lost)}."
            return f"{name[ply.mover]} {_longer(before, after)}." if before.plies and after.plies else ""
        other, there = name[1 - ply.mover], self._outcome(before, 0)
        if after.result == 0:
            least = "" if after.kind == "exact" or there.startswith("at least") else " at least"
            return f"Threw away {there}{least}."
        return f"Threw away {there} and allowed {self._outcome(after, 1)} for {other}."

    def _equal(self, ply: Ply) -> str:
        others = len(ply.position.legal()) - 1
        guessed = "" if ply.before is None or ply.before.kind == "exact" else " by estimate"
        if len(ply.equal) == others:
            return f"{'All other moves are' if others > 1 else 'The other move is'} as good{guessed}."
        return f"As good{guessed}: {_names(ply)}."

    def _cost(self, lost: float) -> str:
        return f"costs {amount(lost) if lost >= 0.005 else 'under 0.01'}"

    def _outcome(self, value: Value, later: int) -> str:
        """A draw, a win in 7, a win by 4; of a lost value the win of the other side; "at least" with what is only a limit."""
        least = "at least " if value.kind != "exact" and (value.result == 0 or self._words.by_margin) else ""
        if value.result == 0:
            return f"{least}a draw"
        by = f" by {amount(abs(value.result))}" if self._words.by_margin else ""
        return f"{least}a win{by}" + (f" in {value.plies - later}" if value.plies is not None and value.kind == "exact" else "")

    def _better(self, ply: Ply) -> str:
        if ply.best is None or ply.before is None or ply.best == ply.move:
            return ""
        line = _line(ply.position.game, ply.position.state, ply.line)
        also = f", or {_names(ply)}" if ply.equal else ""
        if not ply.line_keeps_value:
            return f"Better by estimate: {line}{also}."
        grounds = "Better" if ply.before.kind == "exact" else "Better by estimate"
        return f"{grounds}: {line} ({self._words.say(ply.before, ply.mover)}){also}."

    def _refuted(self, ply: Ply) -> str:
        if ply.verdict not in BAD or not ply.refutation:
            return ""
        after = ply.after_it
        line = _line(after.game, after.state, ply.refutation)
        return f"{'Refuted by' if ply.proved and ply.refuted else 'The answer'}: {line}{'' if line.endswith('.') else '.'}"

    def _threat(self, ply: Ply) -> str:
        if ply.threat is None or ply.threat.plies is None:
            return ""
        soon = "" if ply.threat.plies == 1 else f" (a win in {ply.threat.plies})"
        return f"{self._words.names[ply.mover]} threatens {' and '.join(ply.threat.names)}{soon}."


def _line(game: Game, state: Any, line: tuple[int, ...]) -> str:
    names = line_names(game, state, line[:LINE_MOVES])
    return " ".join(names) + (" ..." if len(line) > LINE_MOVES else "")


def _names(ply: Ply) -> str:
    """The moves that are as good as the best one."""
    names = " ".join(ply.position.name(move) for move in ply.equal[:LINE_MOVES])
    return names + (" ..." if len(ply.equal) > LINE_MOVES else "")


def _longer(before: Value, after: Value) -> str:
    """ "wins in 9 instead of 5, 4 plies later"; where only limits are proved, "loses in 2 or sooner instead of 28 or later"."""
    wins = after.result > 0
    apart = abs((after.plies or 0) - (before.plies or 0))
    least = "" if after.kind == before.kind == "exact" else "at least "
    late = f"{least}{'one ply' if apart == 1 else f'{apart} plies'} {'later' if wins else 'sooner'}"
    return f"{'wins' if wins else 'loses'} in {_about(after)} instead of {_about(before)}: {late}"


def _about(value: Value) -> str:
    """In how many plies; with a limit, on which side the number is open."""
    sooner = (value.kind == "at_least") == (value.result > 0)
    return f"{value.plies}" if value.kind == "exact" else f"{value.plies} or {'sooner' if sooner else 'later'}"


def _sign(value: Value) -> int:
    return (value.result > 0) - (value.result < 0)
