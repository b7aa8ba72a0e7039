"""What a move deserves: by what is proved where that decides, else by an estimate, and never by both in one sum."""

from dataclasses import dataclass

from kibitz.explain.review.finding import Finding, Limits, limits, narrower
from kibitz.explain.review.scale import BAD, EVEN, VERDICTS, Scale, Verdict
from kibitz.thought import Value


@dataclass(frozen=True)
class Judgement:
    """`lost` in the units of the results: proved if the verdict is, else estimated; None where no number is known.

    `only`: every other move is proved to lead to a worse outcome. `equal`: other moves known to be as good as the best.
    """

    verdict: Verdict | None
    proved: bool
    lost: float | None
    only: bool
    equal: tuple[int, ...]


class Judge:
    """Judges the moves of one game."""

    def __init__(self, scale: Scale, duel: bool, plies_count: bool, most: float | None) -> None:
        """`plies_count`: a quicker win is better; `most`: the largest result, None where it is not known."""
        self._scale, self._duel, self._plies_count, self._most = scale, duel, plies_count, most

    def of(self, finding: Finding, move: int, after: Limits) -> Judgement:
        """What the move deserves in the position of the finding; `after`: what is proved of it by a look at what followed."""
        own = finding.of(move)
        made = narrower(limits(own.value if own else None), after)
        best = narrower(self._best(finding), (made[0], None))
        made = narrower(made, (None, best[1]))
        scale = self._scale.within(self._met(finding))
        decided = self._decided(scale, best, made)
        only, equal = self._only(finding, move, made), self._equal(finding)
        if decided is not None:
            verdict, lost = decided
            return Judgement(verdict, True, lost, only, equal)
        whole, guess = finding.searched, own.value if own else None
        if guess is None or whole is None:
            return Judgement(None, False, None, only, equal)
        lost = max(0.0, whole.result - guess.result)
        verdict = "best" if move == finding.best or (lost < EVEN and not self._later(whole, guess)) else scale.verdict(lost)
        return Judgement(verdict, False, lost, only, equal)

    def _best(self, finding: Finding) -> Limits:
        """The proved limits of the position's value: no move is worth more, and none that is known is worth more than it."""
        found = narrower(finding.bounds, limits(finding.value))
        for one in finding.moves:
            found = narrower(found, (limits(one.value)[0], None))
        return found

    def _decided(self, scale: Scale, best: Limits, made: Limits) -> tuple[Verdict, float | None] | None:
        """The verdict that holds whatever is still open, and the loss if that is known; None where it depends."""
        if best[0] is not None and best[0] == best[1] and made[0] is not None and made[0] == made[1]:
            return self._between(scale, best[0], made[0])
        least = None if best[0] is None or made[1] is None else self._between(scale, best[0], made[1])[0]
        high = best[1] if best[1] is not None else self._top(1)
        bottom = made[0] if made[0] is not None else self._top(-1)
        most = None if high is None or bottom is None else self._between(scale, high, bottom)[0]
        if least is not None and (least == most or least in BAD[1:]):
            return least, None
        return ("best", 0.0) if most == "best" else None

    def _between(self, scale: Scale, best: Value, made: Value) -> tuple[Verdict, float]:
        """What it deserves to be content with `made` where `best` was there."""
        lost = max(0.0, best.result - made.result)
        if lost < EVEN:
            return ("good" if self._later(best, made) else "best"), 0.0
        verdict = scale.verdict(lost)
        turned = self._duel and (best.result > 0) - (best.result < 0) != (made.result > 0) - (made.result < 0)
        if turned and VERDICTS.index(verdict) < VERDICTS.index("mistake"):
            verdict = "mistake"
        return verdict, lost

    def _later(self, best: Value, made: Value) -> bool:
        """Whether the same result comes later, where one wins, or sooner, where one loses."""
        return self._plies_count and best.plies is not None and made.plies is not None and made.order < best.order

    def _top(self, sign: int) -> Value | None:
        """The best value there is, or the worst."""
        if self._most is None:
            return None
        return Value("exact", sign * self._most, None if not self._plies_count else 1 if sign > 0 else 2)

    def _only(self, finding: Finding, move: int, made: Limits) -> bool:
        """Whether no other move is proved, or may be, as good: each of them leads to another and worse outcome."""
        others = [limits(one.value)[1] for one in finding.moves if one.move != move]
        if not self._duel or not others or made[0] is None:
            return False
        keeps = _sign(made[0])
        return all(other is not None and _sign(other) < keeps for other in others)

    def _equal(self, finding: Finding) -> tuple[int, ...]:
        """The other moves that are worth as much as the best one: both are proved, or both are estimates of one search."""
        top = finding.of(finding.best)
        if top is None:
            return ()
        return tuple(
            one.move
            for one in finding.moves
            if one.move != top.move
            and one.value.kind == top.value.kind
            and abs(one.value.result - top.value.result) < EVEN
            and (one.value.plies == top.value.plies or not self._plies_count)
        )

    def _met(self, finding: Finding) -> list[float]:
        return [finding.value.result, *(number for one in finding.moves for number in one.value.payoffs or (one.value.result,))]


def _sign(value: Value) -> int:
    return (value.result > 0) - (value.result < 0)
