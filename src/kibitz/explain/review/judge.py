"""Judges moves: by proof where that decides, else by an estimate, never by both in one sum.

A loss is a share of the distance between a game's worst and best result. Where games are won, drawn or lost the share is the
expected score: a mistake costs about half a point or less, a blunder more. A margin is seldom all there is, so less counts: 2,
6 and 12 of Othello's 64 squares. In games of chance values are averages and luck is large: the limits are lower still. All
limits are this package's own.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Literal

from kibitz.core.best_result import best_result, payoff_limits
from kibitz.core.bounds import Bounds, sign
from kibitz.core.rules import CHANCE, Game, says
from kibitz.core.thought import MoveValue, Value
from kibitz.explain.review.finding import Finding, Threat
from kibitz.explain.review.pattern_change import PatternChange
from kibitz.position import Position
from kibitz.present.values import amount

Verdict = Literal["best", "good", "later", "sooner", "inaccuracy", "mistake", "blunder"]
BAD: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
TIMED: tuple[Verdict, ...] = ("later", "sooner")  # the same result: a win comes later, a loss sooner
VERDICTS: tuple[Verdict, ...] = ("best", "good", *TIMED, *BAD)
WORDS: dict[Verdict, str] = {verdict: verdict for verdict in VERDICTS} | {"later": "wins later", "sooner": "loses sooner"}
MARKS: dict[Verdict, str] = dict.fromkeys(VERDICTS, "") | {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
ONLY = "!"
TALLIED = (*WORDS.values(), "forced", "proved", "estimated")

OUTCOME = (0.1, 0.25, 0.6)
MARGIN = (1 / 64, 3 / 64, 6 / 64)
AVERAGE = (0.01, 0.02, 0.04)
EVEN = 1e-9  # less than this is not a loss: averages are sums of floats


@dataclass(frozen=True)
class VerdictScale:
    """The limits of a game: `inaccuracy`, `mistake` and `blunder` as shares of `span`.

    `span` is in the units of the results; None if the game does not bound them: then the range of a position's values, at least
    1. `points`: games are won, lost or drawn, so a share is one of a point.
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
        """The scale with a known span, if need be from the results in one position."""
        if self.span is not None:
            return self
        met = list(results)
        return replace(self, span=max([1.0, *(abs(one - other) for one in met for other in met)]))

    def verdict(self, lost: float) -> Verdict:
        """The verdict for a loss in the units of the results; "good" if it is too small to count."""
        share = lost / (self.span or 1.0)
        reached = [share >= limit - EVEN for limit in (self.inaccuracy, self.mistake, self.blunder)]
        return ("good", *BAD)[sum(reached)]

    def describe(self) -> str:
        """The limits in a sentence, in the units of the results, or as shares of a span not known."""
        unit = 100.0 if self.span is None else self.span
        least, middle, most = (amount(getattr(self, name) * unit) for name in BAD)
        least += " % of the range of a position's values" if self.span is None else ""
        units = " (a win is 1, a draw 0, a loss -1)" if self.points and self.span is not None else ""
        return f"A move that costs {least} is an inaccuracy, {middle} a mistake, {most} a blunder{units}."


@dataclass(frozen=True)
class Judgement:
    """`lost` in the units of the results, proved if the verdict is, else estimated; None if no number is known.

    `only`: every other move is proved worse. `equal`: other moves known to be as good as the best.
    """

    verdict: Verdict | None
    proved: bool
    lost: float | None
    only: bool
    equal: tuple[int, ...]


class Judge:
    """Judges the moves of one game."""

    def __init__(self, scale: VerdictScale, ends: bool, plies_count: bool, most: float | None) -> None:
        """`ends`: a value says who wins, and is neither an average nor one player's payoff.

        `plies_count`: a quicker win is better; `most`: the largest result, None if unknown.
        """
        self._scale, self._ends, self._plies_count, self._most = scale, ends, plies_count, most

    def of(self, finding: Finding, move: int, after: Bounds) -> Judgement:
        """Judge a move in the finding's position; `after`: its bounds by a look at what followed.

        A proof decides, or bounds what an estimate may say. If only the time of the win or loss is open, the move is "good". If
        one side of the comparison is proved and the other an estimate, the verdict is at most the mildest of the bad ones.
        """
        own = finding.of(move)
        played = Bounds.of(own.value if own else None).intersect(after)
        if move == finding.best and finding.line_keeps_value:
            played = played.intersect(Bounds(Bounds.of(finding.value).low))
        best = self._best(finding).intersect(Bounds(played.low))
        played = played.intersect(Bounds(None, best.high))
        met = (number for one in finding.moves for number in one.value.payoffs or (one.value.result,))
        scale = self._scale.within([finding.value.result, *met])
        only, equal = self._only(finding, move, played), self._equal(finding)
        if best.low is not None and played.low is not None and best.is_exact and played.is_exact:
            verdict, lost = self._between(scale, best.low, played.low)
            return Judgement(verdict, True, lost, only, equal)
        least, most, farthest = self._range(scale, best, played)
        if least == most or least in BAD[1:]:
            return Judgement(least, True, 0.0 if least == "best" else None, only, equal)
        if most in TIMED and best.is_exact:
            return Judgement("good", True, 0.0, only, equal)
        whole, guess = finding.searched, played.clamp(own.value) if own else None
        if guess is None or whole is None:
            return Judgement("good", True, 0.0, only, equal) if most in TIMED else Judgement(None, False, None, only, equal)
        cost = max(0.0, whole.result - guess.result)
        is_unsurpassed = finding.value.kind != "estimate" and played.keeps(finding.value)
        is_best = move == finding.best or cost < EVEN or is_unsurpassed
        verdict = "best" if is_best else scale.verdict(cost)
        if most in TIMED and verdict != "best":
            return Judgement("good", True, 0.0, only, equal)
        of_one_kind = (guess.kind == "estimate") == (whole.kind == "estimate")
        if self._ends and not of_one_kind and verdict in BAD:
            verdict = BAD[0]
        bounded = min(max(verdict, least, key=VERDICTS.index), most, key=VERDICTS.index)
        return Judgement(bounded, False, min(cost, farthest) if bounded == verdict and of_one_kind else None, only, equal)

    def _best(self, finding: Finding) -> Bounds:
        """The bounds of the position: at least what its known moves are worth."""
        found = finding.bounds.intersect(Bounds.of(finding.value))
        for one in finding.moves:
            found = found.intersect(Bounds(Bounds.of(one.value).low))
        return found

    def _range(self, scale: VerdictScale, best: Bounds, played: Bounds) -> tuple[Verdict, Verdict, float]:
        """The mildest and the harshest verdict the proofs allow, and the loss of the harshest."""
        low, roof = best.low, played.high
        least = self._between(scale, low, roof)[0] if low is not None and roof is not None else VERDICTS[0]
        high, bottom = best.high or self._top(1), played.low or self._top(-1)
        most, lost = self._between(scale, high, bottom) if high is not None and bottom is not None else (VERDICTS[-1], inf)
        return least, most, lost

    def _between(self, scale: VerdictScale, best: Value, played: Value) -> tuple[Verdict, float]:
        """The verdict and the loss of a move worth `played` where `best` was possible."""
        lost = max(0.0, best.result - played.result)
        if lost < EVEN:
            timed = self._plies_count and best.plies is not None and played.plies is not None and played.order < best.order
            return (("later" if best.result > 0 else "sooner") if timed else "best"), 0.0
        verdict = scale.verdict(lost)
        if self._ends and sign(best) != sign(played) and VERDICTS.index(verdict) < VERDICTS.index("mistake"):
            verdict = "mistake"
        return verdict, lost

    def _top(self, sign: int) -> Value | None:
        if self._most is None:
            return None
        return Value("exact", sign * self._most, None if not self._plies_count else 1 if sign > 0 else 2)

    def _only(self, finding: Finding, move: int, played: Bounds) -> bool:
        """Whether every other move is proved to lead to a worse outcome."""
        others = [Bounds.of(one.value).high for one in finding.moves if one.move != move]
        if not self._ends or not others or played.low is None:
            return False
        keeps = sign(played.low)
        return all(other is not None and sign(other) < keeps for other in others)

    def _equal(self, finding: Finding) -> tuple[int, ...]:
        """The other moves worth as much as the best: all proved, or all estimated by one search.

        A proved position with estimated moves says nothing of equals, nor do bounds.
        """
        top = finding.of(finding.best)
        if top is None or top.value.kind != finding.value.kind or top.value.kind not in ("exact", "estimate"):
            return ()
        return tuple(
            one.move
            for one in finding.moves
            if one.move != top.move
            and one.value.kind == top.value.kind
            and abs(one.value.result - top.value.result) < EVEN
            and (one.value.plies == top.value.plies or not self._plies_count)
        )


@dataclass(frozen=True)
class Ply:
    """A move, or the outcome of chance, in the position before it.

    `before`: the position's worth to the mover, `after`: what the move made of it; both None where chance decided. `line`: the
    best line, `best` first; `equal`: other moves as good. `verdict`: None where there was no choice or nothing is known;
    `proved` or an estimate, like `lost`, in the units of the results. `refutation`: the play that answers the move; `refuted`:
    it is proved best. `only`: every other move is proved worse; `forced`: there was no other. `threat`: the mover's, after the
    move; `pending`: the other side's, before it. `line_keeps_value`: the line shows `before`; else it is a search's opinion.
    `opening`: played before the game began, so not judged. `worths`: each move's value by the search, best first. `change`:
    where a learned estimate sees what a bad move cost, if it is an estimate.
    """

    number: int  # from 1
    position: Position
    move: int
    before: Value | None = None
    after: Value | None = None
    best: int | None = None
    line: tuple[int, ...] = ()
    equal: tuple[int, ...] = ()
    verdict: Verdict | None = None
    proved: bool = False
    lost: float | None = None
    only: bool = False
    forced: bool = False
    refutation: tuple[int, ...] = ()
    refuted: bool = False
    threat: Threat | None = None
    line_keeps_value: bool = True
    opening: bool = False
    worths: tuple[MoveValue, ...] = ()
    pending: Threat | None = None
    change: PatternChange | None = None

    @property
    def mover(self) -> int:
        """The player who moved, or CHANCE."""
        return self.position.to_move

    @property
    def name(self) -> str:
        """The name of the move."""
        return self.position.name(self.move)

    @property
    def after_it(self) -> Position:
        """The position that the move leads to."""
        return self.position.play(self.move)


@dataclass(frozen=True)
class Tally:
    """One player's moves: the count of each verdict, of forced moves, and of proved and estimated ones."""

    player: int
    verdicts: dict[str, int]
    forced: int
    proved: int
    estimated: int

    def cells(self) -> list[str]:
        """The counts as texts, in the order of `TALLIED`."""
        return [str(count) for count in (*self.verdicts.values(), self.forced, self.proved, self.estimated)]


@dataclass(frozen=True)
class GameReview:
    """A review, or the part done so far.

    `players`: names, first player first, if known. `end`: the last position; `last`: its worth to the side to move, None if the
    game is over. `forfeit`: the player who lost by a fault or resigned; `reason`: why the game ended early. The first `opening`
    moves were played before the game began: not judged, not tallied. `learned`: the source of estimates, if there were any.
    """

    game: Game
    players: tuple[str, ...]
    end: Position
    plies: tuple[Ply, ...]
    last: Value | None
    scale: VerdictScale
    nodes: int = 0
    forfeit: int | None = None
    reason: str = ""
    opening: int = 0
    learned: str | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all moves of the game were reviewed."""
        return len(self.plies) == len(self.end.moves)

    @property
    def missing(self) -> int:
        """The number of moves at the start not reviewed."""
        return len(self.end.moves) - len(self.plies)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each reviewed move, for `pandas.DataFrame`: who made it, its verdict, and what it was worth.

        Values are the mover's: `before` is what the position was worth, `after` what the move left, each with its kind, such as
        "exact" or "estimate". `seat` is None where chance decided, and any other field where nothing is known.
        """
        return [self._row(ply) for ply in self.plies]

    def _row(self, ply: Ply) -> dict[str, Any]:
        seat = None if ply.mover == CHANCE else ply.mover
        player = self.players[seat] if seat is not None and self.players else None
        row: dict[str, Any] = {"ply": ply.number, "seat": seat, "player": player, "move": ply.name, "verdict": ply.verdict}
        row |= {"is_proved": ply.proved, "lost": ply.lost, "best": None if ply.best is None else ply.position.name(ply.best)}
        for when, value in (("before", ply.before), ("after", ply.after)):
            row |= {when: None if value is None else value.result, f"{when}_kind": None if value is None else value.kind}
        return row | {"is_only": ply.only, "is_forced": ply.forced, "is_opening": ply.opening}

    def tallies(self) -> list[Tally]:
        """The tally of each player, first player first."""
        return [self._tally(player) for player in range(self.game.players)]

    def _tally(self, player: int) -> Tally:
        moves = [ply for ply in self.plies if ply.mover == player]
        chosen = [ply for ply in moves if ply.verdict is not None and not ply.forced]
        counts = Counter(ply.verdict for ply in chosen)
        proved = sum(ply.proved for ply in chosen)
        return Tally(
            player,
            {verdict: counts[verdict] for verdict in VERDICTS},
            sum(ply.forced for ply in moves),
            proved,
            len(chosen) - proved,
        )
