"""What a move deserves: by what is proved where that decides, else by an estimate, and never by both in one sum.

A loss counts as a share of what lies between the worst result of a game and the best. A verdict from what is proved and one
from an estimate have the same scale. Where games are won, lost or drawn the share is the expected score: a mistake lies nearer
to half a point than to nothing, a blunder costs more than half a point. A margin is seldom all there is, so less of it counts:
of the 64 squares of Othello 2, 6 and 12 discs. Where dice or cards decide, a value is an average, and what mistakes cost is
small beside luck: the limits are lower still. All of them are this package's own.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from kibitz.core.best_result import best_result, payoff_limits
from kibitz.core.bounds import Bounds
from kibitz.core.rules import Game, says
from kibitz.core.thought import MoveValue, Value
from kibitz.explain.review.finding import Finding, Threat
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
        """The limits in a sentence, in the units of the results, or as shares of a span not known."""
        unit = 100.0 if self.span is None else self.span
        least, middle, most = (amount(getattr(self, name) * unit) for name in BAD)
        least += " % of the range of a position's values" if self.span is None else ""
        units = " (a win is 1, a draw 0, a loss -1)" if self.points and self.span is not None else ""
        return f"A move that costs {least} is an inaccuracy, {middle} a mistake, {most} a blunder{units}."


# What a move deserves.


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

    def __init__(self, scale: VerdictScale, ends: bool, plies_count: bool, most: float | None) -> None:
        """`ends`: a value says who wins, and is no average and nobody's own payoff.

        `plies_count`: a quicker win is better; `most`: the largest result, None where it is not known.
        """
        self._scale, self._ends, self._plies_count, self._most = scale, ends, plies_count, most

    def of(self, finding: Finding, move: int, after: Bounds) -> Judgement:
        """What the move deserves in the position of the finding; `after`: what is proved of it by a look at what followed.

        What is proved decides, or bounds what an estimate may say. Where it leaves open no more than how soon a game is won or
        lost, the move is "good": an estimate knows nothing of that. Where games can be proved and one side of the comparison is
        proved, the other one an estimate, which may be wrong, the verdict is the mildest of the bad ones at most.
        """
        own = finding.of(move)
        played = Bounds.of(own.value if own else None).intersect(after)
        if move == finding.best and finding.line_keeps_value:
            played = played.intersect(Bounds(Bounds.of(finding.value).low))
        best = self._best(finding).intersect(Bounds(played.low))
        played = played.intersect(Bounds(None, best.high))
        scale = self._scale.within(self._met(finding))
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
        is_best = move == finding.best or cost < EVEN or self._is_unsurpassed(finding, played)
        verdict = "best" if is_best else scale.verdict(cost)
        if most in TIMED and verdict != "best":
            return Judgement("good", True, 0.0, only, equal)
        of_one_kind = (guess.kind == "estimate") == (whole.kind == "estimate")
        if self._ends and not of_one_kind and verdict in BAD:
            verdict = BAD[0]
        bounded = min(max(verdict, least, key=VERDICTS.index), most, key=VERDICTS.index)
        return Judgement(bounded, False, min(cost, farthest) if bounded == verdict and of_one_kind else None, only, equal)

    def _is_unsurpassed(self, finding: Finding, played: Bounds) -> bool:
        """Whether what is proved of a move is no less than all that is known of the best one."""
        return finding.value.kind != "estimate" and played.keeps(finding.value)

    def _best(self, finding: Finding) -> Bounds:
        """The proved limits of the position's value: no move is worth more, and none that is known is worth more than it."""
        found = finding.bounds.intersect(Bounds.of(finding.value))
        for one in finding.moves:
            found = found.intersect(Bounds(Bounds.of(one.value).low))
        return found

    def _range(self, scale: VerdictScale, best: Bounds, played: Bounds) -> tuple[Verdict, Verdict, float]:
        """The mildest verdict that what is proved leaves open, the harshest, and the loss that this one would mean."""
        low, roof = best.low, played.high
        least = self._between(scale, low, roof)[0] if low is not None and roof is not None else VERDICTS[0]
        high, bottom = best.high or self._top(1), played.low or self._top(-1)
        most, lost = self._between(scale, high, bottom) if high is not None and bottom is not None else (VERDICTS[-1], inf)
        return least, most, lost

    def _between(self, scale: VerdictScale, best: Value, played: Value) -> tuple[Verdict, float]:
        """The verdict and the loss of a move that is worth `played` where `best` was there."""
        lost = max(0.0, best.result - played.result)
        if lost < EVEN:
            return (("later" if best.result > 0 else "sooner") if self._later(best, played) else "best"), 0.0
        verdict = scale.verdict(lost)
        if self._ends and sign(best) != sign(played) and VERDICTS.index(verdict) < VERDICTS.index("mistake"):
            verdict = "mistake"
        return verdict, lost

    def _later(self, best: Value, played: Value) -> bool:
        """Whether the same result comes later, where one wins, or sooner, where one loses."""
        return self._plies_count and best.plies is not None and played.plies is not None and played.order < best.order

    def _top(self, sign: int) -> Value | None:
        """The best value there is, or the worst."""
        if self._most is None:
            return None
        return Value("exact", sign * self._most, None if not self._plies_count else 1 if sign > 0 else 2)

    def _only(self, finding: Finding, move: int, played: Bounds) -> bool:
        """Whether no other move is proved, or may be, as good: each of them leads to another and worse outcome."""
        others = [Bounds.of(one.value).high for one in finding.moves if one.move != move]
        if not self._ends or not others or played.low is None:
            return False
        keeps = sign(played.low)
        return all(other is not None and sign(other) < keeps for other in others)

    def _equal(self, finding: Finding) -> tuple[int, ...]:
        """The other moves that are worth as much as the best one: all that is said is proved, or all is one search's estimate.

        A position may be proved while its moves are estimates: these say nothing of which are as good. Nor do limits.
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

    def _met(self, finding: Finding) -> list[float]:
        return [finding.value.result, *(number for one in finding.moves for number in one.value.payoffs or (one.value.result,))]


def sign(value: Value) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (value.result > 0) - (value.result < 0)


# What a review has found: the moves of a game with their verdicts, and what each player made of it.


@dataclass(frozen=True)
class Ply:
    """A move, or what dice or cards brought, in the position before it.

    `before` is what the position was worth to the mover, `after` what the move made of that; both None where chance decided.
    `line` is the best line from the position, the move `best` first; `equal` are other moves known to be as good. `verdict` is
    None where nobody chose, or nothing is known; it is proved or an estimate, and so is `lost`, in the units of the results.
    `refutation` is what can be played after the move, and says why a bad one is bad; `refuted`: it is proved to be best play,
    where else it is the opinion of a search, even if the verdict is proved. `only`: every other move is proved to have a worse
    outcome; `forced`: there was no other. `threat` is what the mover threatens after the move. `line_keeps_value`: the
    line is what `before` stands for; else a search thinks it best, and the value is known from elsewhere. `opening`: the move
    was laid down before the game began, so it has values and no verdict, and nothing is said of what would have been better.
    `worths`: what the search of the position makes of each move, best first.
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

    @property
    def mover(self) -> int:
        """The player who moved, or CHANCE."""
        return self.position.to_move

    @property
    def name(self) -> str:
        """What people call the move."""
        return self.position.name(self.move)

    @property
    def after_it(self) -> Position:
        """The position that the move leads to."""
        return self.position.play(self.move)


@dataclass(frozen=True)
class Tally:
    """What the moves of one player were: how many of each verdict, how many there was no choice about, and on what grounds."""

    player: int
    verdicts: dict[str, int]
    forced: int
    proved: int
    estimated: int

    def cells(self) -> list[str]:
        """The numbers in words, under the heads of `TALLIED`."""
        return [str(count) for count in (*self.verdicts.values(), self.forced, self.proved, self.estimated)]


@dataclass(frozen=True)
class GameReview:
    """A game, or the part of it that has been looked at.

    `players` are the names of those who played, first player first, if they are known. `end` is the position in which the game
    ended or was left; `last` what that is worth to the side to move, None where it is over. `forfeit` is the player who lost by
    a fault or resigned, `reason` why the game came to no end by its rules. The first `opening` moves were laid down before the
    game began: they are judged in nobody's name, and no tally counts them. `learned`: where estimates come from, if they were.
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
        """Whether all moves of the game have been looked at."""
        return len(self.plies) == len(self.end.moves)

    @property
    def missing(self) -> int:
        """How many moves, from the first on, have not been looked at."""
        return len(self.end.moves) - len(self.plies)

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
