"""Levels fitted from the bottom up: each is the place on a scale of strength that makes the wanted share of the points.

A place is a whole number. The first places mix a small search with fewer and fewer random moves, down to none; from there on
the nodes grow by half an octave a place. A `Contest` plays the games, so every decision here is a pure function of its answers.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Protocol

from kibitz.arena.stats.counts import elo_of, score_of
from kibitz.arena.stats.figures import Z
from kibitz.players.fitted_levels import APART

EVEN = 0.5
ALL_RANDOM, STEPS = 0, 40  # places with random moves: from all of them, a fortieth less each
HALF_RANDOM = STEPS // 2
STRIDE = 6  # places that are passed over at first, on the way up
FEW = 10  # pairs from which it may be plain that a place is none


@dataclass(frozen=True)
class StrengthScale:
    """Places of a search: `least` nodes with random moves, and from there up to `most`."""

    search: str
    least: int
    most: int

    @property
    def last(self) -> int:
        """The place with the most nodes."""
        place = STEPS
        while self.nodes(place + 1) <= self.most:
            place += 1
        return place

    def nodes(self, place: int) -> int:
        """The nodes of a move."""
        return round(self.least * 2 ** (max(place - STEPS, 0) / 2))

    def random(self, place: int) -> float:
        """The share of random moves."""
        return max(STEPS - place, 0) / STEPS

    def spread(self, below: int, count: int) -> list[int]:
        """This many evenly spaced places above one, where there is room; the last of the scale would be the next."""
        step = (self.last - below) / (count + 1)
        return [below + round(step * number) for number in range(1, count + 1)]


@dataclass(frozen=True)
class PairTally:
    """The points of pairs of games, each from 0 to 1: the number of pairs, the sum and the sum of squares."""

    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "PairTally") -> "PairTally":
        return PairTally(self.pairs + other.pairs, self.total + other.total, self.squares + other.squares)

    @property
    def score(self) -> float:
        """The share of the points."""
        return self.total / self.pairs if self.pairs else EVEN

    @property
    def deviation(self) -> float:
        """The standard deviation of the score. If all pairs are alike, it is computed as if two more had gone otherwise.

        They do not say how much they might vary, and the fewer they are the less is known.
        """
        if not self.pairs:
            return inf
        count, total, squares = self.pairs + 2, self.total + 1, self.squares + 1  # one pair lost, and one won
        mean = total / count
        return sqrt(max(squares / count - mean * mean, 0.0) / count)

    @property
    def elo(self) -> float:
        """The Elo difference of the score; infinite if one side won everything."""
        return elo_of(self.score)

    @property
    def error(self) -> float:
        """Half the interval that holds the Elo in 95 of 100 such measurements; infinite where it has no end."""
        low, high = (elo_of(self.score + sign * Z * self.deviation) for sign in (-1, 1))
        return (high - low) / 2 if isfinite(low) and isfinite(high) else inf


class Contest(Protocol):
    """The results of players against each other."""

    def __call__(self, place: int, below: int | None, first: int, pairs: int) -> PairTally:
        """The points of `place` against the place `below`, None for the one that the first level is measured against.

        Pairs are counted: these are the ones from `first` on, so that two calls never tell of the same games.
        """
        ...


@dataclass(frozen=True)
class FittedPlace:
    """A fitted level: its place, and its points against the level below in games that did not choose it."""

    place: int
    below: int | None
    tally: PairTally


def fit_levels(contest: Contest, last: int, levels: int, pairs: int, apart: float = APART) -> Iterator[FittedPlace]:
    """The levels, from the first up; fewer than `levels` where no place up to `last` is clearly stronger than the one before.

    The first is as good as its opponent. Where none is, or every place, or where there is no room for a whole level above it,
    half of its moves are random. Each place that is tried meets the level below in `pairs` pairs at most, and the one that is
    taken in as many again. `apart`: the Elo that is wanted from one level to the next.
    """
    first = _first(contest, last, pairs)
    wanted, contest = score_of(apart), functools.cache(contest)  # a place that was given up may come up again
    second = _next(contest, first, last, pairs, wanted)
    if first > HALF_RANDOM and (second is None or _is_less(second.tally, wanted)):
        first = HALF_RANDOM
        second = _next(contest, first, last, pairs, wanted)
    yield FittedPlace(first, None, contest(first, None, pairs, pairs))
    found = second
    for _ in range(levels - 1):
        if found is None:
            return
        yield found
        found = _next(contest, found.place, last, pairs, wanted)


def _first(contest: Contest, last: int, pairs: int) -> int:
    tries: dict[int, PairTally] = {}
    _climb(contest, None, ALL_RANDOM - 1, last, EVEN, pairs, tries)
    place = min(tries, key=lambda one: abs(tries[one].score - EVEN))
    return place if _is_met(tries[place], EVEN, 2 * Z) else HALF_RANDOM


def _next(contest: Contest, below: int, last: int, pairs: int, wanted: float) -> FittedPlace | None:
    """The level above a place; None if no place is stronger.

    A place that its own games do not show to be stronger was chosen by luck: then the climb goes on from there.
    """
    low, tries = below, dict[int, PairTally]()
    while low < last:
        _climb(contest, below, low, last, wanted, pairs, tries)
        place = min((one for one in tries if one > low), key=lambda one: abs(tries[one].score - wanted))
        found = FittedPlace(place, below, contest(place, below, pairs, pairs))
        if found.tally.score - Z * found.tally.deviation > EVEN:
            return found
        low = place
    return None


def _climb(
    contest: Contest, below: int | None, low: int, last: int, wanted: float, pairs: int, tries: dict[int, PairTally]
) -> None:
    """Try places upward until one scores enough, then bisect; record each place with its points."""

    def makes_less(place: int) -> bool:
        if place not in tries:
            tries[place] = _try(contest, place, below, wanted, pairs)
        return tries[place].score < wanted

    high = min(low + STRIDE, last)
    while makes_less(high):
        if high == last:
            return
        low, high = high, min(high + STRIDE, last)
    tried = high
    while high - low > 1 and not _is_met(tries[tried], wanted, 1.0):
        tried = (low + high) // 2
        if makes_less(tried):
            low = tried
        else:
            high = tried


def _try(contest: Contest, place: int, below: int | None, wanted: float, pairs: int) -> PairTally:
    """Play a candidate; stop early when its share is clearly not the wanted one."""
    found = PairTally()
    while found.pairs < pairs:
        found += contest(place, below, found.pairs, min(FEW, pairs - found.pairs))
        if not _is_met(found, wanted, Z):
            break
    return found


def _is_met(tally: PairTally, wanted: float, deviations: float) -> bool:
    """Whether a score is the target, within so many standard deviations."""
    return abs(tally.score - wanted) <= deviations * tally.deviation


def _is_less(tally: PairTally, wanted: float) -> bool:
    """Whether a score is clearly below the target."""
    return tally.score + Z * tally.deviation < wanted
