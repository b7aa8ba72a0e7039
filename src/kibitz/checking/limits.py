"""How little each player can get, and how much all together, as far as a game says: searches leave out what lies beyond."""

import math
from typing import Any

from kibitz.checking.ask import ask
from kibitz.checking.ground import Ground
from kibitz.laws import is_pair
from kibitz.rules import says

ROUNDING = 1e-9  # of the sum


def limits_of(ground: Ground) -> tuple[int, int] | None:
    """The least that any player can get, and the most that all can get together; None where the game does not say."""
    if says(ground.game, "result"):
        return None if ground.best is None else (-ground.best, 0)
    declared = ask(ground.game.payoff_limits).value if says(ground.game, "payoff_limits") else None
    return declared if is_pair(declared) else None


def beyond(limits: tuple[int, int] | None, row: tuple[Any, ...]) -> str | None:
    """How one number for each player breaks the limits, in words, if it does."""
    if limits is None:
        return None
    least, together = limits
    total = math.fsum(row)
    if min(row) < least:
        return f"{min(row):.10g} for a player, but no one can get less than {least}"
    if total > together + ROUNDING * max(1.0, abs(total)):
        return f"{total:.10g} to all players together, but they cannot get more than {together}"
    return None
