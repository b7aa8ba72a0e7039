"""The figures of a report, each a pure function of the sample."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log, sqrt
from typing import Any

from kibitz.arena.stats.figures import Z
from kibitz.core.rules import CHANCE, says
from kibitz.explain.report.quantities import Average, Quartiles, Share, average_of, quartiles_of, share_of
from kibitz.explain.report.sample import PositionLook, RandomWalk, Sample, SampleGame
from kibitz.explain.report.winning_chance import PayoffScale, WinningChance, fit, scale_of
from kibitz.present.values import side_names

DECIDED = 0.9  # the chance at which a game counts as decided
HOLDS = 0.25  # a holding move is worth at most this much less than the best
EVEN = 1e-9  # expected points are sums of floats


@dataclass(frozen=True)
class SeatResult:
    """A player's results: sole wins, share of the points, and payoff."""

    name: str
    wins: Share
    points: Share
    payoff: Average


@dataclass(frozen=True)
class Results:
    """How games ended: each player in order, and the share without a sole winner (draws, for two)."""

    seats: tuple[SeatResult, ...]
    shared: Share


@dataclass(frozen=True)
class SkillStep:
    """A stronger player against weaker ones: the share of the points in `rounds` of one game per seat.

    `even`: the share without skill. With one player: the payoff at each strength.
    """

    playouts: int
    below: int
    points: Average | None
    payoff: Average
    even: float

    @property
    def pays(self) -> bool:
        """Whether the interval lies above `even`."""
        return self.points is not None and self.points.error is not None and self.points.mean - self.points.error > self.even


@dataclass(frozen=True)
class OpeningScore:
    """A first move, with its mirror images, and the first player's points after it."""

    names: tuple[str, ...]
    points: Share


@dataclass(frozen=True)
class PlyBranching:
    """The number of moves after that many plies, in games that lasted so long and where a player was to move."""

    ply: int
    average: Average
    spread: Quartiles


@dataclass(frozen=True)
class TreeSize:
    """Knuth's estimate of the game tree's nodes, as a power of ten; `error`: relative, of 95 %."""

    log10: float
    error: float | None
    games: int


@dataclass(frozen=True)
class MoveFigures:
    """How much depends on a choice, in `looked` positions with a choice, `proved` of them for certain.

    `dead`: the share of legal moves that do not hold; `only`: of positions with one holding move; `free`: where all moves hold.
    """

    looked: int
    proved: int
    dead: Average
    only: Share
    free: Share


@dataclass(frozen=True)
class GameReport:
    """The findings on a game; None where the sample says nothing."""

    sample: Sample

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names in order."""
        return side_names(self.sample.game)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game that was played, for `pandas.DataFrame`.

        `kind`: "equal" players, the same from each "opening", one "stronger" by a `step` and in a `seat`, or "random" moves.
        `plies`: its length; `payoff_0` and so on: what each player got, None if the game was given up.
        """
        sample = self.sample
        groups: dict[str, Sequence[SampleGame | RandomWalk]]
        groups = {"equal": sample.equal, "opening": sample.opened, "stronger": sample.stronger, "random": sample.random}
        return [self._row(kind, one) for kind, games in groups.items() for one in games]

    def _row(self, kind: str, one: SampleGame | RandomWalk) -> dict[str, Any]:
        step, seat = (one.step, one.seat) if isinstance(one, SampleGame) else (None, None)
        paid = one.payoffs or (None,) * self.sample.game.players
        row = {"kind": kind, "plies": one.length, "step": step, "seat": seat}
        return row | {f"payoff_{player}": payoff for player, payoff in enumerate(paid)}

    @property
    def endless(self) -> int:
        """The number of abandoned games of equal players."""
        return len(self.sample.equal) - len(self.sample.ended)

    @cached_property
    def results(self) -> Results | None:
        """The results of equal players."""
        return results_of(self.names, self.sample.ended)

    @cached_property
    def random_results(self) -> Results | None:
        """The results of random games."""
        return results_of(
            self.names, [SampleGame((), (), (), one.payoffs) for one in self.sample.random if one.payoffs is not None]
        )

    @cached_property
    def length(self) -> Quartiles | None:
        """The length of games of equal players, in plies."""
        return quartiles_of([one.length for one in self.sample.ended])

    @cached_property
    def random_length(self) -> Quartiles | None:
        """The length of random games, in plies."""
        return quartiles_of([one.length for one in self.sample.random if one.payoffs is not None])

    @cached_property
    def branching(self) -> tuple[PlyBranching, ...]:
        """The number of moves by ply, from 0, in games of equal players."""
        games = self.sample.equal
        found = []
        for ply in range(max((one.length for one in games), default=0)):
            widths = [one.widths[ply] for one in games if one.length > ply and one.movers[ply] != CHANCE]
            average, spread = average_of(widths), quartiles_of(widths)
            if average is not None and spread is not None:
                found.append(PlyBranching(ply, average, spread))
        return tuple(found)

    @cached_property
    def choices(self) -> Average | None:
        """The mean number of moves where a player was to move, in games of equal players."""
        decided = [[w for w, mover in zip(one.widths, one.movers, strict=True) if mover != CHANCE] for one in self.sample.equal]
        return average_of([sum(widths) / len(widths) for widths in decided if widths])

    @cached_property
    def forced(self) -> Share | None:
        """The share of turns without a choice, in games of equal players."""
        return share_of(
            [
                float(width == 1)
                for one in self.sample.equal
                for width, mover in zip(one.widths, one.movers, strict=True)
                if mover != CHANCE
            ]
        )

    @cached_property
    def tree(self) -> TreeSize | None:
        """The size of the whole game tree."""
        return tree_size(self.sample.random)

    @cached_property
    def skill(self) -> tuple[SkillStep, ...]:
        """Each strength against the one below, weakest first."""
        players, strengths = self.sample.game.players, self.sample.order.strengths
        steps = (
            skill_step(
                [one for one in self.sample.stronger if one.step == step and one.payoffs is not None],
                players,
                strengths[step],
                strengths[max(0, step - 1)],
            )
            for step in range(len(strengths))
        )
        return tuple(step for step in steps if step is not None)

    @cached_property
    def chance(self) -> WinningChance:
        """The model that turns a search's values into chances in this game."""
        return fit(self.sample.ended, self.sample.order.playouts)

    @cached_property
    def decided(self) -> Quartiles | None:
        """The share of a won game's length after which it was decided."""
        return quartiles_of(self.decided_shares)

    @cached_property
    def decided_shares(self) -> tuple[float, ...]:
        """The share for each won game of equal players, in order."""
        return tuple(decided_at(one, self.chance) for one in self._won)

    @cached_property
    def comebacks(self) -> Share | None:
        """The share of won games whose winner once had less than half of an even chance."""
        low = 0.5 / self.sample.game.players
        return share_of([float(was_behind(one, self.chance, low)) for one in self._won])

    @cached_property
    def moves(self) -> MoveFigures | None:
        """How much depends on a choice."""
        looks = self.sample.looks
        worth = self.chance if says(self.sample.game, "result") else scale_of(self.sample.ended)
        held = [holding(one, worth) for one in looks]
        pairs = list(zip(held, looks, strict=True))
        dead = average_of([1 - count / len(one.outlooks) for count, one in pairs])
        only, free = (
            share_of([float(count == 1) for count in held]),
            share_of([float(count == len(one.outlooks)) for count, one in pairs]),
        )
        if dead is None or only is None or free is None:
            return None
        return MoveFigures(len(looks), sum(one.proved for one in looks), dead, only, free)

    @cached_property
    def openings(self) -> tuple[OpeningScore, ...]:
        """The compared first moves, best first; ties in the order of the rules."""
        if len(self.sample.openings) < 2 or self.sample.game.players == 1:
            return ()
        games = [one for one in (*self.sample.ended, *self.sample.opened) if one.payoffs is not None]
        found = []
        for place, names in enumerate(self.sample.openings):
            points = share_of([one.points[one.movers[0]] for one in games if one.opening == place])
            if points is not None:
                found.append(OpeningScore(names, points))
        return tuple(sorted(found, key=lambda one: -one.points.share))

    @property
    def _won(self) -> tuple[SampleGame, ...]:
        thought = [one for one in self.sample.ended if any(one.outlooks)] if self.sample.game.players > 1 else []
        return tuple(one for one in thought if one.winner is not None)


def results_of(names: Sequence[str], games: Sequence[SampleGame]) -> Results | None:
    """The results of finished games; None for no games."""
    if not games:
        return None
    count, seats = len(games), []
    for player, name in enumerate(names):
        payoff = average_of([one.payoffs[player] for one in games if one.payoffs is not None])
        assert payoff is not None
        points = Share(sum(one.points[player] for one in games), count)
        seats.append(SeatResult(name, Share(sum(one.winner == player for one in games), count), points, payoff))
    return Results(tuple(seats), Share(sum(one.winner is None for one in games), count))


def tree_size(walks: Sequence[RandomWalk]) -> TreeSize | None:
    """Knuth's estimate: the mean, over random games, of the tree's size if every game were like this one.

    In logarithms, since the numbers may exceed a float.
    """
    if not walks:
        return None
    most = max(one.log_size for one in walks)
    parts = [exp(one.log_size - most) for one in walks]
    mean = sum(parts) / len(parts)
    error = None
    if len(parts) > 1:
        error = Z * sqrt(sum((part - mean) ** 2 for part in parts) / (len(parts) - 1) / len(parts)) / mean
    return TreeSize((most + log(mean)) / log(10), error, len(walks))


def skill_step(games: Sequence[SampleGame], players: int, playouts: int, below: int) -> SkillStep | None:
    """The stronger player's results; a round of one game per seat counts as one."""
    seated = [(one.seat, one) for one in games if one.seat is not None]
    payoff = average_of([one.payoffs[seat] for seat, one in seated if one.payoffs is not None])
    if payoff is None:
        return None
    if players == 1:
        return SkillStep(playouts, below, None, payoff, 1.0)
    by_seat = [[one.points[seat] for seat, one in seated if seat == player] for player in range(players)]
    rounds = [sum(points) / players for points in zip(*by_seat, strict=False)]
    points = average_of(rounds)
    if points is not None and points.error == 0:  # all alike: then Wilson's interval says how sure that is
        points = Average(points.mean, Share(points.mean * points.count, points.count).error, points.count)
    return SkillStep(playouts, below, points, payoff, 1 / players)


def decided_at(game: SampleGame, chance: WinningChance) -> float:
    """The share of a won game's length after which the winner's chance stayed at DECIDED or more; 1 if it never did."""
    at = inf
    for ply, outlook in enumerate(game.outlooks):
        if outlook is not None:
            likely = chance.of(outlook)[game.winner or 0] >= DECIDED
            at = min(at, ply) if likely else inf
    return 1.0 if at == inf else at / game.length


def was_behind(game: SampleGame, chance: WinningChance, low: float) -> bool:
    """Whether the winner once had a chance below `low`."""
    return any(chance.of(one)[game.winner or 0] < low for one in game.outlooks if one is not None)


def holding(look: PositionLook, worth: WinningChance | PayoffScale) -> int:
    """The number of moves worth at most HOLDS less to the mover than the best."""
    worths = [worth.of(one)[look.mover] for one in look.outlooks]
    return sum(one >= max(worths) - HOLDS - EVEN for one in worths)
