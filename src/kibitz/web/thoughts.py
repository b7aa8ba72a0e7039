"""What workers say of values, read back: as values, as a short mark on the board, and in words."""

from collections.abc import Mapping
from typing import Any, Literal

from kibitz.drawing.worth import Worth
from kibitz.thought import Value
from kibitz.wording.values import LIMITS, ValueWords, amount

KINDS = ("exact", "at_least", "at_most", "estimate")
SIGNS = {"exact": "", "at_least": "\u2265", "at_most": "\u2264", "estimate": "\u2248"}
MINUS = "\u2212"
NEAR = 0.05  # estimates this close to a draw are coloured like one, in shares of the best result
Outcome = Literal["win", "draw", "loss"]


def value_of(said: Any) -> Value | None:
    """A value as `wording.answer` wrote it; None for what is none."""
    if not isinstance(said, dict) or said.get("kind") not in KINDS:
        return None
    result, plies = said.get("result"), said.get("plies")
    if isinstance(result, list):
        payoffs = tuple(float(one) for one in result if isinstance(one, (int, float)))
        return Value(said["kind"], payoffs[0], plies, payoffs) if len(payoffs) == len(result) > 0 else None
    return Value(said["kind"], result, plies) if isinstance(result, (int, float)) else None


def moves_of(answer: Mapping[str, Any] | None) -> dict[str, Value]:
    """The values of moves by their names, best first."""
    listed = answer.get("moves", ()) if answer else ()
    found = ((str(one.get("move")), value_of(one.get("value"))) for one in listed)
    return {name: value for name, value in found if value is not None}


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


def mark(words: ValueWords, value: Value, mover: int) -> Worth:
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
    return Worth(SIGNS[value.kind] + text.replace("-", MINUS), outcome(words, value, mover), value.kind == "exact")


def guessed(number: float) -> str:
    """An estimate with its sign, one decimal where it is small; none is below 0 by less than can be seen."""
    return f"{number:+.0f}" if abs(number) >= 10 else f"{round(number, 1) + 0.0:+.1f}"


def said(words: ValueWords, value: Value, mover: int) -> str:
    """The same in words, of a move: "wins in 7", "loses by 4", "draw", "estimate +2.1", "at least a draw"."""
    if not words.duel or words.chance:
        return words.say(value, mover)
    if value.kind == "estimate":
        return f"estimate {guessed(value.result)}"
    if value.kind in LIMITS:
        return words.say(value, mover).removesuffix(f" for {words.names[max(mover, 0)]}")
    if value.result == 0:
        return "draw"
    by = f" by {amount(abs(value.result))}" if words.by_margin else ""
    within = "" if value.plies is None else f" in {value.plies}"
    return f"{'wins' if value.result > 0 else 'loses'}{by}{within}"


def legend(words: ValueWords, sure: bool, guess: bool) -> str:
    """What the marks mean, if some are proved (`sure`), some are not (`guess`)."""
    told = []
    if words.duel and not words.chance:
        told.append("+7 wins by 7, \u22127 loses by 7" if words.by_margin else "+7 wins in 7, \u22127 loses in 7")
        told.append("= draw")
    told += ["solid: proved"] if sure else []
    return "; ".join([*told, *(["dashed, \u2248: an estimate"] if guess else [])])


def judged(words: ValueWords, values: Mapping[str, Value], made: str, mover: int) -> str:
    """How good a move was, in a sentence: what is claimed without "by the estimate" is proved."""
    if made not in values:
        return "You moved before the values were known."
    best_name, best = max(values.items(), key=lambda one: (mine(one[1], mover), one[1].order))
    got = values[made]
    lost = mine(best, mover) - mine(got, mover)
    sure = all(value.kind == "exact" for value in values.values())
    if words.duel and not words.chance and not words.by_margin and best.kind == got.kind == "exact":
        if sure or best.result > 0:  # nothing that is only estimated can be better than a win
            return _proved(best, got)
    elif sure:
        if lost <= 0:
            return "That was the best move, and it is proved."
        return f"That gave away {amount(lost)}: {best_name} was better, and it is proved."
    if lost <= 0:
        return "By the estimate, that was the best move."
    return f"By the estimate, {best_name} was better: {said(words, best, mover)}, and yours {said(words, got, mover)}."


def _proved(best: Value, got: Value) -> str:
    names = {1: "win", 0: "draw", -1: "loss"}
    was, now = (names[(value.result > 0) - (value.result < 0)] for value in (best, got))
    if was == now:
        if now == "loss":
            return "Nothing was lost: every move loses here."
        slower = now == "win" and best.plies and got.plies and got.plies > best.plies
        return f"You kept the {now}{f', though it could be won in {best.plies}, and now takes {got.plies}' if slower else ''}."
    return f"That gave away a {was}: now it is a {now}."
