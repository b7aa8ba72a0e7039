"""From which loss on a move is a mistake: as a share of what lies between the worst result of a game and the best.

A verdict from what is proved and one from an estimate have the same scale. Where games are won, lost or drawn the share is the
expected score: a mistake lies nearer to half a point than to nothing, a blunder costs more than half a point. A margin is
seldom all there is, so less of it counts: of the 64 squares of Othello 2, 6 and 12 discs. Where dice or cards decide, a value
is an average, and what mistakes cost is small beside luck: the limits are lower still. All of them are this package's own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from kibitz.best_result import best_result, payoff_limits
from kibitz.present.values import amount
from kibitz.rules import Game, says

Verdict = Literal["best", "good", "later", "sooner", "inaccuracy", "mistake", "blunder"]
BAD: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
TIMED: tuple[Verdict, ...] = ("later", "sooner")  # the same result: a win comes later, a loss sooner
VERDICTS: tuple[Verdict, ...] = ("best", "good", *TIMED, *BAD)
WORDS: dict[Verdict, str] = {verdict: verdict for verdict in VERDICTS} | {"later": "wins later", "sooner": "loses sooner"}
MARKS: dict[Verdict, str] = dict.fromkeys(VERDICTS, "") | {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
ONLY = "!"

OUTCOME = (0.1, 0.25, 0.6)
MARGIN = (1 / 64, 3 / 64, 6 / 64)
AVERAGE = (0.01, 0.02, 0.04)
EVEN = 1e-9  # less than this is no loss: averages are sums of floats


@dataclass(frozen=True)
class VerdictScale:
    """The limits of one game: `inaccuracy`, `mistake` and `blunder` as shares of `span`.

    `span` is in the units of the results; None where the game does not say how large they get: then it is what the values
    known of a position span, and at least 1. `points`: games are won, lost or drawn, so that a share is one of a point.
    """

    span: float | None
    inaccuracy: float
    mistake: float
    blunder: float
    points: bool = False

    @classmethod
    def of(cls, game: Game) -> "VerdictScale":
        """The limits for a game."""
        duel, best = says(game, "result"), best_result(game)
        limits = AVERAGE if says(game, "chances") else MARGIN if duel and best != 1 else OUTCOME
        if duel:
            return cls(None if best is None else 2.0 * max(1, best), *limits, points=best == 1)
        declared = payoff_limits(game)
        if declared is None:
            return cls(None, *limits)
        least, together = declared
        return cls(float(max(1, together - game.players * least)), *limits)

    def within(self, results: Iterable[float]) -> "VerdictScale":
        """The scale with its span known: where the game does not say it, from the results met in one position."""
        if self.span is not None:
            return self
        met = list(results)
        return replace(self, span=max([1.0, *(abs(one - other) for one in met for other in met)]))

    def verdict(self, lost: float) -> Verdict:
        """What a loss, in the units of the results, makes of a move; "good" when it is too small to count."""
        share = lost / (self.span or 1.0)
        reached = [share >= limit - EVEN for limit in (self.inaccuracy, self.mistake, self.blunder)]
        return ("good", *BAD)[sum(reached)]

    def describe(self) -> str:
        """The limits in a line: in the units of the results, as values and costs are told, or as shares of a span not known."""
        if self.points and self.span is not None:
            return f"{self._list_limits(self.span)}, where a win is 1, a draw 0 and a loss -1"
        if self.span is None:
            return f"{self._list_limits(100.0, ' %')} of what the values of a position span"
        return f"{self._list_limits(self.span)} in the units of the results"

    def _list_limits(self, unit: float, sign: str = "") -> str:
        return ", ".join(f"{name} from {amount(getattr(self, name) * unit)}{sign}" for name in BAD)
