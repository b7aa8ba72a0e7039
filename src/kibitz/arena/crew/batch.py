"""Some games of a match at once: what a worker is given to do."""

import functools
import importlib.metadata
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kibitz import registry
from kibitz.arena.crew import _worker
from kibitz.arena.crew.spec_files import materialize
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.referee import Announce, referee
from kibitz.errors import CrewError, PlayerFailed, RulesError
from kibitz.players import Player, admit, player
from kibitz.rules import Game


def version() -> str:
    """Which kibitz this is: games of one match are played by one version."""
    return importlib.metadata.version("kibitz")


@dataclass(frozen=True)
class Batch:
    """Fixtures of one plan; it goes to another process or machine as a whole, files and all."""

    plan: Plan
    fixtures: tuple[Fixture, ...]
    version: str = field(default_factory=version)


def play_batch(batch: Batch) -> list[Played]:
    """How its games went, in their order.

    The game is loaded once for all batches; the players are made for each game, with seeds of their own, and so is what Python
    throws dice with: a game does not depend on what was played before it. Raises RulesError where rules of the user's own fail.
    """
    if batch.version != version():
        raise CrewError(
            f"this match is played by kibitz {batch.version}, and a worker has {version()}: install the same on both"
        )
    plan = batch.plan
    game, specs = loaded(plan)
    return [play_fixture(game, specs, plan, fixture, _noted(plan, fixture)) for fixture in batch.fixtures]


def loaded(plan: Plan) -> tuple[Game, Sequence[str]]:
    """The game of a match, and the specs of its players as they can be read here: by the files that travel with the plan."""
    return _loaded(plan.game, plan.players, tuple(sorted(plan.files.items())))


def play_fixture(
    game: Game,
    specs: Sequence[str],
    plan: Plan,
    fixture: Fixture,
    announce: Announce | None = None,
    seated: Callable[[Player], Player] = lambda one: one,
) -> Played:
    """How a game of a match goes; `game` and `specs` are those of `loaded`.

    `announce`: see `referee`. `seated`: may put something between a player and the board that changes nothing of its play.
    """
    random.seed(fixture.seed(plan.seed))
    players, note = list[Player](), _noted(plan, fixture)
    for seat, one in enumerate(fixture.seats):
        note(seat)  # one of the user's own may hang, or end the process, while it is made, or is asked what it plays
        try:
            built = player(specs[one], fixture.seed(plan.seed, seat))
            admit([built], game)
        except PlayerFailed as problem:
            return Played(fixture.pair, fixture.side, tuple(fixture.opening.split()), None, seat, str(problem))
        finally:
            note(None)
        players.append(seated(built))
    try:
        return referee(game, fixture, players, plan.clock, fixture.seed(plan.seed), announce)
    except RulesError as problem:
        raise RulesError(
            f"{problem}. The games before it are kept, but a match keeps the rules it began with too: mend them, and start "
            "another"
        ) from problem


@functools.lru_cache(maxsize=1)
def _loaded(spec: str, players: tuple[str, ...], files: tuple[tuple[str, bytes], ...]) -> tuple[Game, Sequence[str]]:
    named, *specs = materialize([spec, *players], dict(files))
    return registry.load(named), specs


def _noted(plan: Plan, fixture: Fixture) -> Announce:
    """Notes who thinks, for whoever finds this process dead."""
    slip = _worker.here

    def announce(seat: int | None) -> None:
        if slip is not None and seat is not None:
            slip.write(fixture.pair, fixture.side, seat, plan.clock)
        elif slip is not None:
            slip.clear()

    return announce
