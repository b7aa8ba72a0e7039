"""A step of a tuning as it is kept: counted from the games that were played, and read again."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.arena.fixture import Fixture, Played
from kibitz.arena.tuning.journal import Step
from kibitz.arena.tuning.parameters import Vector
from kibitz.arena.tuning.tuner import Outcome, Record
from kibitz.errors import TuningError

if TYPE_CHECKING:
    from kibitz.arena.store import Store


def counted(fixtures: Sequence[Fixture], played: Sequence[Played], with_games: bool) -> Step:
    """What the first player (0 among the seats) made of these games.

    "marks" has a few letters for each, the same ones for the same seats and moves. `with_games`: their moves are kept, too.
    """
    results, pairs, games, marks = [0, 0, 0], dict[int, float](), [], []
    found = {one.key: one for one in played}
    for fixture in fixtures:
        one = found[fixture.key]
        if one.payoffs is None:
            raise TuningError(f"a player lost by a fault, and nothing can be learned from that: {one.reason}")
        score = one.scores(2)[fixture.seats.index(0)]
        results[round(2 * score)] += 1
        pairs[fixture.pair] = pairs.get(fixture.pair, 0.0) + score
        marks.append(hashlib.sha256(f"{fixture.seats} {one.moves}".encode()).hexdigest()[:12])
        games.append([" ".join(one.moves), len(fixture.opening.split()), list(one.payoffs)])
    counts = [sum(round(2 * score) == worth for score in pairs.values()) for worth in range(5)]
    losses, draws, wins = results
    step: Step = {"wins": wins, "draws": draws, "losses": losses, "pairs": counts, "marks": marks}
    return step | ({"games": games} if with_games else {})


def repeated(steps: Sequence[Step]) -> int:
    """How many games of these steps repeat another one move by move."""
    marks = [mark for step in steps for mark in step.get("marks", ())]
    return len(marks) - len(set(marks))


def outcome(step: Step) -> Outcome:
    """The outcome of the step's games, as a tuner is told it."""
    games = tuple(Record(moves, opening, tuple(payoffs)) for moves, opening, payoffs in step.get("games", ()))
    return Outcome(step["wins"], step["draws"], step["losses"], tuple(step["pairs"]), games)


def where(step: Step, start: Vector) -> Vector:
    """Where a tuning was at a step: what played the start, or the middle of both sides where neither is the start."""
    first, second = tuple(step["first"]), tuple(step["second"])
    return first if second == start else tuple((a + b) / 2 for a, b in zip(first, second, strict=True))


def stored_games(store: "Store", match: int) -> list[Record]:
    """The games of a match that went by the rules, to be learned from."""
    return [
        Record(" ".join(played.moves), len(fixture.opening.split()), played.payoffs)
        for fixture, played in store.games(match)
        if played.payoffs is not None
    ]
