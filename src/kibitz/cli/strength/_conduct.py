"""How long each player of a match has thought, and by what kinds of faults it lost, in words."""

from collections.abc import Mapping

from kibitz.arena.standing import Standing
from kibitz.arena.stats.crosstable import MOST_RATED

KINDS = {"time": "on time", "illegal move": "by an illegal move", "error": "by an error", "crash": "by a crash"}


def describe_times(standing: Standing) -> list[str]:
    """A line for each player who has moved, where times are known; none for very many players."""
    players = standing.plan.players
    if len(players) > MOST_RATED:
        return []
    known = [(players[place], standing.conduct[place].time) for place in sorted(standing.conduct)]
    lines = [
        f"{name} took {format_moment(spent.mean)} a move, at most {format_moment(spent.longest)}."
        for name, spent in known
        if spent.moves
    ]
    return ["", *lines] if lines else []


def describe_kinds(faults: Mapping[str, int]) -> str:
    """How many games were lost by each kind of fault: " (2 on time, 1 by an error)"; "" where that is not known."""
    named = [f"{faults[kind]:,} {words}" for kind, words in KINDS.items() if kind in faults]
    return f" ({', '.join(named)})" if named else ""


def format_moment(seconds: float) -> str:
    """A short time in the unit that suits it: 12 µs, 3.4 ms, 1.25 s."""
    if round(seconds, 4) >= 1:
        return f"{seconds:.2f} s"
    return f"{1000 * seconds:.1f} ms" if round(seconds, 6) >= 0.001 else f"{1e6 * seconds:.0f} µs"
