"""All that has to be found out about a game before anything can be learned of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from kibitz.core.best_result import best_result
from kibitz.core.registry import knowledge_of
from kibitz.core.rules import Game, Knowledge, payoffs_of, says
from kibitz.errors import LearningError
from kibitz.learning.choice import choose_layout
from kibitz.learning.features.anatomy import find_anatomy
from kibitz.learning.features.geometry import Geometry, find_geometry
from kibitz.learning.features.sample import GAMES, RandomGame, sample_games, states_of
from kibitz.learning.features.symmetries import find_symmetries
from kibitz.patterns.layout import PatternLayout
from kibitz.patterns.reading import BoardReading, StateReading

STAGE = 12  # taken squares more, and the next stage begins
LONGER = 1.5  # games may last so many times as long as the longest at random


@dataclass(frozen=True)
class Preparation:
    """The findings about a game: how states are read, where their places lie, and which patterns are used.

    `most`: the largest result; `least`: the smallest, where each player has a number of their own (else None). `longest`: plies
    after which a game is given up. `sampled`: the number of random games. `unread`: informative fields of states that are not
    read.
    """

    game: Game
    layout: PatternLayout
    geometry: Geometry | None
    most: float
    least: float | None
    longest: int
    unread: tuple[str, ...]
    what: str
    sampled: int = GAMES

    @cached_property
    def beside(self) -> Knowledge | None:
        """The hand-written knowledge of the game, if any."""
        return knowledge_of(self.game)

    def describe(self) -> str:
        """Describe the findings in a sentence."""
        layout, reading = self.layout, self.layout.reading
        parts = [self.what]
        if self.geometry is not None:
            parts.append(self.geometry.describe())
        count = len(layout.symmetries)
        parts.append(f"{count} symmetries" if count > 1 else "no symmetry")
        parts.append(f"{len(layout.patterns)} patterns in {layout.instances} places")
        parts.append(f"{layout.stages} stages" if layout.stages > 1 else "one stage")
        if reading.players:
            parts.append(
                f"weights for each of {reading.players} players" + (", whichever side is to move" if reading.sides > 1 else "")
            )
        elif reading.sides == 2 and not layout.turns_side:
            parts.append("weights for each side")
        unread = f"; not read: {', '.join(self.unread)}" if self.unread else ""
        return ", ".join(parts) + unread


def prepare(game: Game, count: int = GAMES, until: float = inf) -> Preparation:
    """Find out about a game's states from random games. LearningError, one sentence, if nothing can be learned.

    After the moment `until` (of time.monotonic) it uses the games it has.
    """
    name = type(game).__name__
    if game.players == 1:
        raise LearningError(f"{name} is played alone: what is learned has to win, and there is nobody to play against")
    games = sample_games(game, count, until)
    _check_shapes(name, games)
    results = {payoffs_of(game, one.states[-1], one.movers[-1]) for one in games if one.ended}
    if len(results) == 1:
        how = "in a draw" if not any(*results) else "with the same result"
        ended = sum(one.ended for one in games)
        ended = sum(one.ended for one in games)
        which = f"all {ended} random games of {name}"
        if ended < len(games):
            which = f"of {len(games)} random games of {name} only {ended} came to an end, and all of these"
        raise LearningError(f"{which} ended {how}: there is nothing to learn from")
    anatomy = find_anatomy(game, games)
    reading = anatomy.reading
    geometry = find_geometry(reading, games) if isinstance(reading, BoardReading) else None
    symmetries = find_symmetries(game, games, reading, geometry, knowledge_of(game))
    layout = choose_layout(reading, geometry, symmetries, _cuts(reading, games))
    least, most = _limits(game, results)
    longest = int(LONGER * max(len(one.states) for one in games)) + 8
    return Preparation(game, layout, geometry, most, least, longest, anatomy.unread, anatomy.describe(), len(games))


def _limits(game: Game, results: Iterable[Sequence[float]]) -> tuple[float | None, float]:
    """The least and the most that a player can get, as the rules say, else as it was met; no least where one number will do."""
    paid = [payoff for payoffs in results for payoff in payoffs]
    if says(game, "result"):
        return None, float(best_result(game) or max(paid))
    if says(game, "payoff_limits"):
        least, together = game.payoff_limits()
        return float(least), float(together - least * (game.players - 1))
    return float(min(paid)), float(max(paid))


def _check_shapes(name: str, games: list[RandomGame]) -> None:
    """LearningError if a field of the states changes its kind: a number, a board, a tuple of a fixed length."""
    first = games[0].states[0]
    for state in states_of(games):
        for field in getattr(first, "_fields", ()):
            kind, other = _kind(getattr(first, field)), _kind(getattr(state, field, None))
            if kind != other:
                raise LearningError(
                    f"the states of {name} change their meaning: {field} is {kind} at the start, and {other} later; "
                    "a field must be of one kind, and of one length"
                )


def _kind(value: Any) -> str:
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}"
    return "a number" if isinstance(value, int) else f"of the type {type(value).__name__}"


def _cuts(reading: StateReading, games: list[RandomGame]) -> tuple[int, ...]:
    """Where stages begin, in taken squares: each has as many positions of random games as any other."""
    if not isinstance(reading, BoardReading):
        return ()
    counts = sorted(reading.taken(state) for one in games for state in one.states)
    stages = max(1, round((counts[-1] - counts[0]) / STAGE))
    return tuple(counts[len(counts) * number // stages] for number in range(1, stages))
