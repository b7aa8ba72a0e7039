"""A match before its first game: who plays what, from which openings, how often, all of it checked; and its schedule."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kibitz.arena.crew.spec_files import collect_files
from kibitz.arena.fixture import Fixture, Plan
from kibitz.arena.openings import choose, settle
from kibitz.arena.stats import Pentanomial, run_sprt
from kibitz.errors import MatchError
from kibitz.players import admit, player
from kibitz.registry import spec_of
from kibitz.rules import Game

CLOCK_SECONDS = 60.0  # a move: far more than any limit in use, and still an end for a player that hangs

Seats = tuple[int, ...]  # places in `Plan.players`


def plan_match(
    game: Game,
    players: Sequence[str],
    *,
    games: int = 100,
    form: str | None = None,
    openings: str = "auto",
    seed: int | None = None,
    clock: float | None = CLOCK_SECONDS,
    sprt: Mapping[str, Any] | None = None,
) -> tuple[Plan, list[Fixture]]:
    """The plan of a match between `players` (specs), and its schedule; nothing is played yet.

    `games`: how many in all, or between each two who meet, rounded up to whole pairs. `form`: "pairs" where just as many come
    as the game is for; "round_robin" (each against each) or "gauntlet" (the first against each) for more, at games of two; None
    for what fits. `openings`: see `kibitz.arena.openings`. `seed`: where all dice come from; None to have it drawn. `clock`:
    seconds a move. `sprt`: what `Plan.sprt` holds.

    Raises MatchError, and what the game, the players and the openings say that do not fit, each a sentence.
    """
    form = _check_form(game, players, form)
    if sprt is not None:
        if form != "pairs" or game.players != 2:
            raise MatchError("a test (SPRT) compares two players at a game of two: name two, or leave it out")
        run_sprt(Pentanomial((0, 0, 0, 0, 0)), **sprt)  # says what is wrong with it, before any game is played
    admit([player(spec, 0) for spec in players], game)
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    pairs = count_pairs(games, game.players)
    how = settle(game, openings, pairs)
    fixtures = schedule_games(form, len(players), game.players, choose(game, how, pairs, seed))
    spec = spec_of(game)
    return Plan(spec, tuple(players), seed, clock, form, how, sprt, collect_files([spec, *players])), fixtures


def _check_form(game: Game, players: Sequence[str], form: str | None) -> str:
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


# Which games a match has: who meets whom, from which opening, and who begins.
#
# Games come in pairs: from one opening each player sits in each seat once, so that neither the opening nor the first move
# favours anybody. (With three players a "pair" has three games, and one of somebody alone.) The games of a pair stand together,
# and each opening is played by all who meet before the next one is: a match that is stopped early is as balanced as can be.


def schedule_games(form: str, players: int, seats: int, openings: Iterable[str]) -> list[Fixture]:
    """The games of so many players who meet in this form, at a game with so many seats; form: a key of `MEETINGS`.

    Raises MatchError when these do not fit together.
    """
    if form not in MEETINGS:
        raise MatchError(f"players do not meet as {form!r}: there are {', '.join(MEETINGS)}")
    if form == "pairs" and players != seats:
        raise MatchError(f"a match at this game is between {seats} players, but {players} came")
    if form != "pairs" and (seats != 2 or players < 2):
        raise MatchError(f"{form} is for two players or more at a game of two; {players} came to a game of {seats}")
    return _list_fixtures(MEETINGS[form](players), openings)


def count_pairs(games: int, seats: int = 2) -> int:
    """How many pairs, each with a game for every seat, make at least so many games: as many openings does a meeting need."""
    return -(-games // seats)


def _meet_in_rounds(players: int) -> list[Seats]:
    """The circle method: one stays, the others move on by a place after each round."""
    ring = [*range(players + players % 2)]  # of an odd number, whoever meets the last place sits out
    half, meetings = len(ring) // 2, list[Seats]()
    for _ in ring[1:]:
        couples = zip(ring[:half], ring[: -half - 1 : -1], strict=True)
        meetings += [(min(couple), max(couple)) for couple in couples if max(couple) < players]
        ring[1:] = [ring[-1], *ring[1:-1]]
    return meetings


MEETINGS: dict[str, Callable[[int], list[Seats]]] = {
    "pairs": lambda players: [tuple(range(players))],
    "round_robin": _meet_in_rounds,
    "gauntlet": lambda players: [(0, other) for other in range(1, players)],
}


def _list_fixtures(meetings: Sequence[Seats], openings: Iterable[str]) -> list[Fixture]:
    games = [(opening, meeting) for opening in openings for meeting in meetings]
    return [
        Fixture(pair, side, (*meeting[side:], *meeting[:side]), opening)
        for pair, (opening, meeting) in enumerate(games)
        for side in range(len(meeting))
    ]
