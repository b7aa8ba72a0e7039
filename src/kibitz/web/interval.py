"""The proved limits of a value, as an interval that is the same for both players: from the first player's point of view."""

from dataclasses import dataclass
from math import inf

from kibitz.thought import Value

Bound = tuple[float, float]  # a result, and its tempo: a quicker win has the larger one, and so has a later loss
DIGITS = 9  # of a result: what comes of dice on average is the same number if these are


@dataclass(frozen=True)
class Interval:
    """What is proved of a value: it is at least `low` and at most `high`; without arguments nothing is."""

    low: Bound = (-inf, 0.0)
    high: Bound = (inf, 0.0)

    @classmethod
    def of(cls, value: Value, mover: int, counted: bool) -> "Interval":
        """What a value proves, seen from the `mover` who has it. `counted`: whether plies to the end are part of it."""
        if value.kind == "estimate":
            return cls()
        result, plies = round(value.result if value.payoffs is None else value.payoffs[0], DIGITS) + 0.0, value.plies
        win = (result > 0) - (result < 0) if counted else 0
        quick, slow = (0.0, inf) if plies is None else (float(plies), float(plies))
        worst, best = (result, -slow if win > 0 else quick * -win), (result, -quick if win > 0 else slow if win else 0.0)
        found = cls(worst if value.kind != "at_most" else cls.low, best if value.kind != "at_least" else cls.high)
        return found.turned if mover == 1 and value.payoffs is None else found

    @property
    def turned(self) -> "Interval":
        """From the point of view of the other player."""
        return Interval((-self.high[0], -self.high[1]), (-self.low[0], -self.low[1]))

    def met(self, other: "Interval") -> "Interval":
        """What both prove. One that contradicts what was proved before is left out: it cannot be a proof."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return self if low > high else Interval(low, high)

    def seen(self, plies: int) -> "Interval":
        """The same one seen so many plies before, or after where that is below 0."""
        return Interval(_moved(self.low, plies), _moved(self.high, plies))

    def value(self, mover: int, guess: float | None) -> Value | None:
        """What may be said of it to the `mover`; None where nothing can be. Plies are said where they are known exactly.

        `guess`: an estimate from the first player's point of view, or None. It counts only within the limits.
        """
        one = self.turned if mover == 1 else self
        return one._mine(guess if guess is None or mover != 1 else -guess)

    def _mine(self, guess: float | None) -> Value | None:
        (low, slow), (high, quick) = self.low, self.high
        if low == high:
            return Value("exact", low, _plies(slow) if slow == quick else None)
        if guess is not None and low <= guess <= high:
            return Value("estimate", guess + 0.0)
        if low > -inf and (low >= 0 if guess is None else guess < low):
            return Value("at_least", low, _plies(slow))
        if high < inf and (high <= 0 if guess is None else guess > high):
            return Value("at_most", high, _plies(quick))
        return None


NOTHING = Interval()


def _plies(tempo: float) -> int | None:
    return int(abs(tempo)) if tempo and abs(tempo) != inf else None


def _moved(bound: Bound, plies: int) -> Bound:
    result, tempo = bound
    return result, tempo - plies if 0 < result < inf else tempo + plies if -inf < result < 0 else tempo
