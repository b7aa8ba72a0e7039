"""Matches to be watched: the form that begins one, its twin of the command line, and one of three players."""

import math
from typing import Any

from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.match import Match, plan_match
from kibitz.arena.store import Store
from kibitz.core.registry import load

GAME, PLAYERS = "tic_tac_toe", ("random", "greedy")
FORM = {"player-0": "random", "player-1": "greedy", "games": "12", "pace": "none", "openings": "auto", "seed": "5"}
SEVERAL = ("random", "random", "greedy")  # two of the same name


def twin(games: int, openings: str = "auto") -> tuple[Plan, list[tuple[Fixture, Played]]]:
    """What `kibitz match` plans and plays with that seed."""
    plan, fixtures = plan_match(load(GAME), PLAYERS, games=games, seed=5, openings=openings)
    return plan, list(zip(fixtures, play_batch(Batch(plan, tuple(fixtures))), strict=True))


def lines(games: list[tuple[Fixture, Played]]) -> list[Any]:
    """Games without the time that they took."""
    return [(one, how.moves, how.payoffs, how.forfeit, how.reason) for one, how in games]


def several(store: Store, games: int) -> int:
    """A match of three, of which so many games have been played."""
    plan, fixtures = plan_match(load(GAME), SEVERAL, games=6, seed=3, openings="random:2")
    number = store.add(plan, fixtures)
    store.keep(number, play_batch(Batch(plan, tuple(fixtures[:games]))))
    return number


def told_elo(store: Store, number: int) -> list[str]:
    """The ratings of a match as `kibitz match` prints them, in the order of its players."""
    rows = sorted(Match(store, number).crosstable().rows, key=lambda row: row.place)
    assert [row.name for row in rows] == list(SEVERAL)
    return [f"{row.elo + 0.0:+.1f} ± {f'{row.error:.1f}' if math.isfinite(row.error) else 'unknown'}" for row in rows]
