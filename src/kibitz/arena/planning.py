"""A match before its first game: who plays what, from which openings, how often; all of it checked."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.arena import schedule
from kibitz.arena.crew.spec_files import collect_files
from kibitz.arena.fixture import Fixture, Plan
from kibitz.arena.openings import choose, settle
from kibitz.arena.stats import Pentanomial, run_sprt
from kibitz.errors import MatchError
from kibitz.players import admit, player
from kibitz.registry import spec_of
from kibitz.rules import Game

CLOCK = 60.0  # seconds a move: far more than any limit in use, and still an end for a player that hangs


def planned(
    game: Game,
    players: Sequence[str],
    *,
    games: int = 100,
    form: str | None = None,
    openings: str = "auto",
    seed: int | None = None,
    clock: float | None = CLOCK,
    sprt: Mapping[str, Any] | None = None,
) -> tuple[Plan, list[Fixture]]:
    """The plan of a match between `players` (specs), and its schedule; nothing is played yet.

    `games`: how many in all, or between each two who meet, rounded up to whole pairs. `form`: "pairs" where just as many come
    as the game is for; "round_robin" (each against each) or "gauntlet" (the first against each) for more, at games of two; None
    for what fits. `openings`: see `kibitz.arena.openings`. `seed`: where all dice come from; None to have it drawn. `clock`:
    seconds a move. `sprt`: what `Plan.sprt` holds.

    Raises MatchError, and what the game, the players and the openings say that do not fit, each a sentence.
    """
    form = _form(game, players, form)
    if sprt is not None:
        if form != "pairs" or game.players != 2:
            raise MatchError("a test (SPRT) compares two players at a game of two: name two, or leave it out")
        run_sprt(Pentanomial((0, 0, 0, 0, 0)), **sprt)  # says what is wrong with it, before any game is played
    admit([player(spec, 0) for spec in players], game)
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    pairs = schedule.whole_pairs(games, game.players)
    how = settle(game, openings, pairs)
    fixtures = schedule.fixtures(form, len(players), game.players, choose(game, how, pairs, seed))
    spec = spec_of(game)
    return Plan(spec, tuple(players), seed, clock, form, how, sprt, collect_files([spec, *players])), fixtures


def _form(game: Game, players: Sequence[str], form: str | None) -> str:
    """How the players meet; MatchError when so many cannot."""
    count, needed = len(players), game.players
    if needed < 2:
        raise MatchError(f"{spec_of(game)} is played alone: a match is for games of two or more")
    if count < needed or (count > needed > 2):
        raise MatchError(f"{spec_of(game)} is for {needed} players, but {count} came: name {needed}")
    if form is None:
        return "pairs" if count == needed else "round_robin"
    if form == "pairs" and count > needed:
        raise MatchError(f"{count} players are too many for pairs: take round_robin, each against each, or gauntlet")
    return form
