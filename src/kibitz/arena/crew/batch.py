"""Some games of a match at once: what a worker is given to do, with the files that it needs."""

import functools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kibitz.arena.adjudication import Adjudication
from kibitz.arena.clocks import clocks_of
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.referee import Announce, referee
from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import CrewError, PlayerFailed, RulesError
from kibitz.players import Player, admit, close, is_external, player
from kibitz.players.engine import Engine
from kibitz.players.levelled import LevelledEngine
from kibitz.players.settings import wisdom_of
from kibitz.workers import worker
from kibitz.workers.files import materialize, version


@dataclass(frozen=True)
class Batch:
    """Fixtures of one plan; it travels to another process or machine with all its files."""

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
    here = _set_up(plan)
    return here.game, here.players


def play_fixture(
    game: Game,
    specs: Sequence[str],
    plan: Plan,
    fixture: Fixture,
    announce: Announce | None = None,
    seated: Callable[[Player], Player] = lambda one: one,
) -> Played:
    """Play a game of a match; `game` and `specs` come from `loaded`.

    It begins from the position of the opening. `announce`: see `referee`. `seated` may put something between a player and
    the board that does not change its play.
    """
    random.seed(fixture.seed(plan.seed))
    game = fixture.from_start(game)
    built_players, players, note = list[Player](), list[Player](), _noted(plan, fixture)
    auto = _set_up(plan).auto
    for seat, one in enumerate(fixture.seats):
        note(
            seat, plan.clock
        )  # one of the user's own may hang, or end the process, while it is made, or is asked what it plays
        try:
            built = player(specs[one], fixture.seed(plan.seed, seat))
            built_players.append(built)
            if (wisdom := wisdom_of(built)) is not None:
                wisdom.settle(auto)
            if isinstance(built, Engine):
                built.chosen = plan.chosen  # as it was when the match began
            if isinstance(built, LevelledEngine):
                built.own = False  # those of a match are named in its plan, for all machines
            admit([built], game)
        except PlayerFailed as problem:
            return Played(fixture.pair, fixture.side, fixture.moves, None, seat, str(problem), fault="error")
        finally:
            note(None, None)
        players.append(seated(built))
    try:
        clocks = clocks_of(plan.clock, plan.time_control, game.players)
        early = Adjudication.read(plan.resign, plan.draw, game)
        return referee(game, fixture, players, clocks, fixture.seed(plan.seed), announce, early)
    except RulesError as problem:
        raise RulesError(
            f"{problem}. The games before it are kept, but a match keeps the rules it began with too: mend them, and start "
            "another"
        ) from problem
    finally:
        close(built_players)


def same_games(ours: Sequence[Played], theirs: Sequence[Played]) -> bool:
    """Whether these are the same games, however long they took."""
    one, other = ([(played.key, played.moves, played.payoffs, played.forfeit) for played in games] for games in (ours, theirs))
    return one == other


def player_by_time(plan: Plan) -> str | None:
    """The first player whose moves depend on the time they take, so that its games cannot be repeated; None for none."""
    for spec, named in zip(loaded(plan)[1], plan.players, strict=True):
        if is_external(spec):
            return named
        one = player(spec)
        if isinstance(one, Engine) and (
            plan.time_control
            or one.limit.time is not None
            or (one.limit.depth is None and one.limit.nodes is None)
            or one.exact
            or one.threads > 1
        ):
            return named
    return None


@dataclass(frozen=True)
class _SetUp:
    """A plan as it can be played here."""

    game: Game
    players: Sequence[str]
    auto: str


def _set_up(plan: Plan) -> _SetUp:
    return _loaded(plan.game, plan.players, plan.auto, tuple(sorted(plan.files.items())))


@functools.lru_cache(maxsize=1)
def _loaded(spec: str, players: tuple[str, ...], auto: str, files: tuple[tuple[str, bytes], ...]) -> _SetUp:
    named, auto_here, *specs = materialize([spec, auto, *players], dict(files))
    return _SetUp(registry.load(named), specs, auto_here)


def _noted(plan: Plan, fixture: Fixture) -> Announce:
    """Note who thinks, for the process that finds this one dead."""
    slip = worker.here

    def announce(seat: int | None, seconds: float | None) -> None:
        if slip is not None and seat is not None:
            slip.write(fixture.pair, fixture.side, seat, seconds)
        elif slip is not None:
            slip.clear()

    return announce
