"""Values on a page: as a short mark on the board or a phrase, with the minus sign of print."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kibitz.core.thought import Value
from kibitz.drawing.marks import WorthLabel
from kibitz.present.values import LIMITS, ValueWords, amount

SIGNS = {"exact": "", "at_least": "\u2265", "at_most": "\u2264", "estimate": "\u2248"}
MINUS = "\u2212"
HYPHEN = re.compile(r"(?<![\w\u2212-])-(?=[\d\u221e])")  # before a number, and not between two: 16-20 is a move
NAMED = 3  # better moves to name; of more only the number
NEAR = 0.05  # estimates this close to a draw are coloured like one, in shares of the best result
Outcome = Literal["win", "draw", "loss"]


def mine(value: Value, mover: int) -> float:
    """The result for the side to move."""
    return value.result if value.payoffs is None else value.payoffs[mover]


def outcome(words: ValueWords, value: Value, mover: int) -> Outcome:
    """The colour of a value for the side to move."""
    number = mine(value, mover)
    if not words.duel:
        paid = value.payoffs or (number,)
        return "draw" if min(paid) == max(paid) or min(paid) < number < max(paid) else "win" if number == max(paid) else "loss"
    near = NEAR if value.kind == "estimate" and not words.by_margin else 0.0
    return "win" if number > near else "loss" if number < -near else "draw"


def mark(words: ValueWords, value: Value, mover: int) -> WorthLabel:
    """The label of a move's cell: "+7" wins in 7 (or by 7), "=", "≈−0.3"."""
    number = mine(value, mover)
    if not words.duel or (words.chance and words.by_margin):
        text = amount(number) if value.kind != "estimate" else f"{round(number, 1) + 0.0:.1f}"
    elif words.chance:
        text = f"{50 * (1 + number):.0f}%"
    elif value.kind == "estimate":
        text = guessed(number)
    elif number == 0:
        text = "="
    else:
        size = abs(number) if words.by_margin else value.plies
        text = f"{'+' if number > 0 else '-'}{'' if size is None else amount(size)}"
    return WorthLabel(SIGNS[value.kind] + text.replace("-", MINUS), outcome(words, value, mover), value.kind == "exact")


def guessed(number: float) -> str:
    """An estimate with its sign, with a decimal if small; never "-0"."""
    return f"{number:+.0f}" if abs(number) >= 10 else f"{round(number, 1) + 0.0:+.1f}"


def signed(text: str) -> str:
    """The text with the minus signs of print."""
    return HYPHEN.sub(MINUS, text)


def worded(words: ValueWords, value: Value, mover: int) -> str:
    """A position's value in words, as exact as its mark: "X wins in 7", "estimate −0.3 for X"."""
    if words.duel and not words.chance and value.kind == "estimate":
        return f"estimate {signed(guessed(value.result))} for {words.names[max(mover, 0)]}"
    return signed(words.say(value, mover))


@dataclass(frozen=True)
class SideWorth:
    """A position's worth in a list, for the first player, as in graphs: "Black +19", "O wins in 5"."""

    text: str
    outcome: Outcome
    is_guess: bool


def one_sided(words: ValueWords, value: Value, mover: int) -> SideWorth:
    """The `mover`'s value in few words, for the first player; with several players unchanged."""
    seen = -value if words.duel and mover == 1 else value
    side = 0 if words.duel else max(mover, 0)
    is_guess = value.kind == "estimate"
    text = worded(words, seen, side)
    if words.duel and not words.chance and is_guess:
        text = f"{words.names[0]} {signed(guessed(seen.result))}"
    return SideWorth(text, outcome(words, seen, side), is_guess)


def describe_move(words: ValueWords, value: Value, mover: int) -> str:
    """A move's value in words: "wins in 7", "loses by 4", "draw", "estimate +2.1", "at least a draw"."""
    if not words.duel or words.chance:
        return worded(words, value, mover)
    if value.kind == "estimate":
        return f"estimate {signed(guessed(value.result))}"
    if value.kind in LIMITS:
        return worded(words, value, mover).removesuffix(f" for {words.names[max(mover, 0)]}")
    if value.result == 0:
        return "draw"
    by = f" by {amount(abs(value.result))}" if words.by_margin else ""
    within = "" if value.plies is None else f" in {value.plies}"
    return f"{'wins' if value.result > 0 else 'loses'}{by}{within}"


def legend(words: ValueWords, sure: bool, guess: bool, best: bool = False) -> str:
    """The legend for marks: proved ones (`sure`), estimates (`guess`), and the `best`."""
    parts = []
    if words.duel and not words.chance:
        parts.append("+7 wins by 7, \u22127 loses by 7" if words.by_margin else "+7 wins in 7, \u22127 loses in 7")
        parts.append("= draw")
    parts += ["solid: proved"] if sure else []
    parts += ["dashed, \u2248: an estimate"] if guess else []
    return "; ".join([*parts, *(["a second ring: the best"] if best else [])])


@dataclass(frozen=True)
class ExamVerdict:
    """A verdict on a move in a sentence; `is_good`: it gave nothing away, None if unknown."""

    words: str
    is_good: bool | None = None


def judged(words: ValueWords, values: Mapping[str, Value], chosen: str, mover: int, count: int) -> ExamVerdict:
    """The verdict on a move; everything without "by the estimate" is proved. `count`: the legal moves."""
    if chosen not in values:
        return ExamVerdict("Nothing is known of that move." if values else "You moved before the values were known.")
    best_name, best = max(values.items(), key=lambda one: (mine(one[1], mover), one[1].order))
    got = values[chosen]
    lost = mine(best, mover) - mine(got, mover)
    is_whole = len(values) == count
    sure = is_whole and all(value.kind == "exact" for value in values.values())
    if words.duel and not words.chance and not words.by_margin and best.kind == got.kind == "exact":
        if sure or best.result > 0:  # nothing that is only estimated can be better than a win
            return _proved(best, got, [name for name, value in values.items() if _wins_as(value, best)])
    elif sure:
        if lost <= 0:
            return ExamVerdict("That was the best move, and it is proved.", True)
        return ExamVerdict(f"That gave away {amount(lost)}: {best_name} was better, and it is proved.", False)
    if not is_whole and mine(best, mover) <= 0:
        return ExamVerdict(f"Yours: {describe_move(words, got, mover)}; of some other moves nothing is known.")
    if chosen == best_name or lost <= 0:
        return ExamVerdict("By the estimate, that was the best move.", True)
    if _looks_alike(words, best, got, mover):
        return ExamVerdict("By the estimate, no move was better.", True)
    better, yours = describe_move(words, best, mover), describe_move(words, got, mover)
    return ExamVerdict(f"By the estimate, {best_name} was better: {better}, and yours {yours}.", False)


def all_alike(words: ValueWords, values: Mapping[str, Value], mover: int) -> bool:
    """Whether the shown values tell no move from another: all are the same estimate."""
    wordings = {describe_move(words, value, mover) for value in values.values()}
    return len(values) > 1 and len(wordings) == 1 and all(value.kind == "estimate" for value in values.values())


def _looks_alike(words: ValueWords, one: Value, other: Value, mover: int) -> bool:
    """Whether two values show the same number, one of them an estimate."""
    if describe_move(words, one, mover) == describe_move(words, other, mover):
        return True
    return words.duel and not words.chance and guessed(one.result) == guessed(other.result)


def _wins_as(value: Value, best: Value) -> bool:
    """Whether a move is proved to keep the best move's result, sooner or later."""
    return value.kind == "exact" and (value.result > 0) - (value.result < 0) == (best.result > 0) - (best.result < 0)


def _proved(best: Value, got: Value, better: list[str]) -> ExamVerdict:
    """The verdict where both are proved; `better`: the moves that keep the result."""
    names = {1: "win", 0: "draw", -1: "loss"}
    was, now = (names[(value.result > 0) - (value.result < 0)] for value in (best, got))
    if was == now:
        if now == "loss":
            return ExamVerdict("It was lost already: every move loses here.", True)
        slower = now == "win" and best.plies and got.plies and got.plies > best.plies
        more = f", though it could be won in {best.plies}, and now takes {got.plies}" if slower else ""
        return ExamVerdict(f"You kept the {now}{more}.", True)
    return ExamVerdict(f"That gave away a {was}: now it is a {now}. {_were(better)} better.", False)


def _were(names: list[str]) -> str:
    """ "4 was", "4 and 5 were", "1, 2, 3 and 4 others were"."""
    if len(names) == 1:
        return f"{names[0]} was"
    few = names if len(names) <= NAMED + 1 else [*names[:NAMED], f"{len(names) - NAMED} others"]
    return f"{', '.join(few[:-1])} and {few[-1]} were"
