"""Values in words and in colours."""

from typing import Any

import click

from kibitz.thought import Value
from kibitz.wording.values import ValueWords


def painted(words: ValueWords, value: Value, mover: int, informed: bool = True) -> str:
    """The value as `words` say it: proved values are bold, guesses faint."""
    return click.style(words.say(value, mover, informed), **_style(value, words.duel))


def _style(value: Value, duel: bool) -> dict[str, Any]:
    if value.kind == "estimate":
        return {"dim": True}
    good, bad, even = ("green", "red", "yellow") if duel else ("cyan", "cyan", "cyan")
    return {"fg": good if value.result > 0 else bad if value.result < 0 else even, "bold": value.kind == "exact"}
