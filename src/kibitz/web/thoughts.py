"""What workers say of values, read back: as values, as a short mark on the board, and in words."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from kibitz.drawing.board import WorthLabel
from kibitz.thought import MoveValue, Thought, Value
from kibitz.wording.values import LIMITS, ValueWords, amount

KINDS = ("exact", "at_least", "at_most", "estimate")
SIGNS = {"exact": "", "at_least": "\u2265", "at_most": "\u2264", "estimate": "\u2248"}
MINUS = "\u2212"
HYPHEN = re.compile(r"(?<![\w\u2212-])-(?=[\d\u221e])")  # before a number, and not between two: 16-20 is a move
NEAR = 0.05  # estimates this close to a draw are coloured like one, in shares of the best result
Outcome = Literal["win", "draw", "loss"]


def value_of(data: Any) -> Value | None:
    """A value as `wording.answer` wrote it; None for what is none."""
    if not isinstance(data, dict) or data.get("kind") not in KINDS:
        return None
    result, plies = data.get("result"), data.get("plies")
    if isinstance(result, list):
        payoffs = tuple(float(one) for one in result if isinstance(one, (int, float)))
        return Value(data["kind"], payoffs[0], plies, payoffs) if len(payoffs) == len(result) > 0 else None
    return Value(data["kind"], result, plies) if isinstance(result, (int, float)) else None


def thought_of(answer: Mapping[str, Any], legal: Mapping[str, int]) -> Thought | None:
    """An answer of a worker, read back. `legal`: the moves by their names; what names no such move is left out."""
    value = value_of(answer.get("value"))
    if value is None:
        return None
    pairs = ((legal.get(str(one.get("move"))), value_of(one.get("value"))) for one in answer.get("moves", ()))
    moves = tuple(MoveValue(move, one, (move,)) for move, one in pairs if move is not None and one is not None)
    limits = tuple(one for one in map(value_of, answer.get("bounds", ())) if one is not None)
    return Thought(
        legal.get(str(answer.get("best"))),
        value,
        moves=moves,
        depth=int(answer.get("depth") or 0),
        nodes=int(answer.get("nodes") or 0),
        bounds=(limits[0], limits[1]) if len(limits) == 2 else None,
        informed=bool(answer.get("informed", True)),
    )


def blank(answer: Mapping[str, Any]) -> int | None:
    """How many plies were looked ahead with no end in sight, where nothing estimates what is there; else None."""
    return None if answer.get("informed", True) else int(answer.get("depth") or 0)


def mine(value: Value, mover: int) -> float:
    """What a value means for the one who is to move."""
    return value.result if value.payoffs is None else value.payoffs[mover]


def outcome(words: ValueWords, value: Value, mover: int) -> Outcome:
    """Which colour it has for the one who is to move."""
    number = mine(value, mover)
    if not words.duel:
        paid = value.payoffs or (number,)
        return "draw" if min(paid) == max(paid) or min(paid) < number < max(paid) else "win" if number == max(paid) else "loss"
    near = NEAR if value.kind == "estimate" and not words.by_margin else 0.0
    return "win" if number > near else "loss" if number < -near else "draw"


def mark(words: ValueWords, value: Value, mover: int) -> WorthLabel:
    """A few letters for the cell where the move is made: "+7" wins in 7 (or by 7), "=", "\u2248\u22120.3"."""
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
    """An estimate with its sign, one decimal where it is small; none is below 0 by less than can be seen."""
    return f"{number:+.0f}" if abs(number) >= 10 else f"{round(number, 1) + 0.0:+.1f}"


def signed(text: str) -> str:
    """A text with the minus sign that numbers below 0 have everywhere on the page."""
    return HYPHEN.sub(MINUS, text)


def worded(words: ValueWords, value: Value, mover: int) -> str:
    """The value of a position in words: "X wins in 7", "estimate \u22120.3 for X", as exactly as its mark says it."""
    if words.duel and not words.chance and value.kind == "estimate":
        return f"estimate {signed(guessed(value.result))} for {words.names[max(mover, 0)]}"
    return signed(words.say(value, mover))


def describe_move(words: ValueWords, value: Value, mover: int) -> str:
    """The value of a move in words: "wins in 7", "loses by 4", "draw", "estimate +2.1", "at least a draw"."""
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


def legend(words: ValueWords, sure: bool, guess: bool) -> str:
    """What the marks mean, if some are proved (`sure`), some are not (`guess`)."""
    parts = []
    if words.duel and not words.chance:
        parts.append("+7 wins by 7, \u22127 loses by 7" if words.by_margin else "+7 wins in 7, \u22127 loses in 7")
        parts.append("= draw")
    parts += ["solid: proved"] if sure else []
    return "; ".join([*parts, *(["dashed, \u2248: an estimate"] if guess else [])])


def judged(words: ValueWords, values: Mapping[str, Value], chosen: str, mover: int, count: int) -> str:
    """How good a move was, in a sentence: what is claimed without "by the estimate" is proved. `count`: the legal moves."""
    if chosen not in values:
        return "Nothing is known of that move." if values else "You moved before the values were known."
    best_name, best = max(values.items(), key=lambda one: (mine(one[1], mover), one[1].order))
    got = values[chosen]
    lost = mine(best, mover) - mine(got, mover)
    is_whole = len(values) == count
    sure = is_whole and all(value.kind == "exact" for value in values.values())
    if words.duel and not words.chance and not words.by_margin and best.kind == got.kind == "exact":
        if sure or best.result > 0:  # nothing that is only estimated can be better than a win
            return _proved(best, got)
    elif sure:
        if lost <= 0:
            return "That was the best move, and it is proved."
        return f"That gave away {amount(lost)}: {best_name} was better, and it is proved."
    if not is_whole and mine(best, mover) <= 0:
        return f"Yours: {describe_move(words, got, mover)}; of some other moves nothing is known."
    if chosen == best_name or lost <= 0:
        return "By the estimate, that was the best move."
    if _looks_alike(words, best, got, mover):
        return "By the estimate, no move was better."
    better, yours = describe_move(words, best, mover), describe_move(words, got, mover)
    return f"By the estimate, {best_name} was better: {better}, and yours {yours}."


def all_alike(words: ValueWords, values: Mapping[str, Value], mover: int) -> bool:
    """Whether nothing tells one move from another: all are estimated, and no number that is shown is another."""
    wordings = {describe_move(words, value, mover) for value in values.values()}
    return len(values) > 1 and len(wordings) == 1 and all(value.kind == "estimate" for value in values.values())


def _looks_alike(words: ValueWords, one: Value, other: Value, mover: int) -> bool:
    """Whether two values are the same number as it is shown, one of them an estimate."""
    if describe_move(words, one, mover) == describe_move(words, other, mover):
        return True
    return words.duel and not words.chance and guessed(one.result) == guessed(other.result)


def _proved(best: Value, got: Value) -> str:
    names = {1: "win", 0: "draw", -1: "loss"}
    was, now = (names[(value.result > 0) - (value.result < 0)] for value in (best, got))
    if was == now:
        if now == "loss":
            return "Nothing was lost: every move loses here."
        slower = now == "win" and best.plies and got.plies and got.plies > best.plies
        return f"You kept the {now}{f', though it could be won in {best.plies}, and now takes {got.plies}' if slower else ''}."
    return f"That gave away a {was}: now it is a {now}."
