"""How a match stands, in words: shares, pairs of games, the error of a figure, and what is doubtful about a standing."""

from collections.abc import Sequence
from math import isfinite

POINTS = ("0", "½", "1", "1½", "2")  # of a pair of games
NOBODY = "-"  # where no game was played


def format_points(points: float) -> str:
    """Points, with a decimal where there is a half."""
    return f"{points:.1f}".removesuffix(".0")


def format_share(points: float, games: int) -> str:
    """Points as a share of all games: "62.5 %"."""
    return f"{100 * points / games:.1f} %" if games else NOBODY


def format_figure(number: float, error: float, decimals: int = 1, unknown: str = "") -> str:
    """A difference in strength with its error: "+12.3 ± 4.5"; `unknown` stands for an error that is infinite."""
    text = f"{round(number, decimals) + 0.0:+.{decimals}f}" if isfinite(number) else "+∞" if number > 0 else "-∞"  # no -0.0
    return f"{text} ± {error:.{decimals}f}" if isfinite(error) else f"{text}{unknown}"


def describe_pairs(counts: Sequence[int]) -> str:
    """How many pairs of games brought how many points: "1 x 0, 2 x ½, 5 x 1, 3 x 1½, 1 x 2"."""
    return ", ".join(f"{count:,} x {mark}" for count, mark in zip(counts, POINTS, strict=True))


def describe_repeats(repeats: int, games: int) -> str:
    """The beginning of a sentence on games that are the same move by move."""
    return f"{repeats:,} of {games:,} games repeat another move by move"


def describe_stopped(games: int) -> str:
    """A sentence on games that came to no end."""
    return f"{games:,} games went on too long: they were stopped, and count as draws."
