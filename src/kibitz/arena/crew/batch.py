"""Some games of a match at once: what a worker is given to do, with the files that it needs."""

import functools
import hashlib
import importlib.metadata
import os
import random
import re
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from kibitz.arena.adjudication import Adjudication
from kibitz.arena.clocks import clocks_of
from kibitz.arena.crew import _worker
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.referee import Announce, referee
from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import CrewError, PlayerFailed, RulesError
from kibitz.patterns.library import ENDING, POLICY_ENDING
from kibitz.players import Player, admit, close, is_external, player
from kibitz.players.engine import Engine
from kibitz.players.fitted_levels import ENDING as LEVELS
from kibitz.players.levelled import LevelledEngine
from kibitz.players.settings import wisdom_of


def version() -> str:
    """The version of kibitz: one version plays all games of a match."""
    return importlib.metadata.version("kibitz")


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

    `announce`: see `referee`. `seated` may put something between a player and the board that does not change its play.
    """
    random.seed(fixture.seed(plan.seed))
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
            return Played(fixture.pair, fixture.side, tuple(fixture.opening.split()), None, seat, str(problem))
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
    slip = _worker.here

    def announce(seat: int | None, seconds: float | None) -> None:
        if slip is not None and seat is not None:
            slip.write(fixture.pair, fixture.side, seat, seconds)
        elif slip is not None:
            slip.clear()

    return announce


# Files that travel with the work: what specs name on disk, read at home and laid out again where a game is played.
#
# A spec names a file where one of its parts ends in .py, .json, .learned, .policy or .levels: `./my_game.py:MyGame:size=5`,
# `players.py:careful`, `deepening:knowledge=wise.py:Mine,weights=best.json`. Only the files that are named
# travel. What they import from beside them does not, unless it is named too: files of one folder arrive in one folder.

SUFFIXES = (".py", ".json", ENDING, POLICY_ENDING, LEVELS)
_PARTS = re.compile(r"([:,])")

_guard = threading.Lock()
_met: dict[Path, bytes] = {}  # what stood in a file when this process first used it: a module is loaded once


def collect_files(specs: Iterable[str]) -> dict[str, bytes]:
    """Every file that the specs name, with its content. Raises CrewError for one that is gone or cannot be read."""
    named = [path for spec in specs if not is_external(spec) for path in _parts(spec)]
    return {path: _read(path) for path in named if path.endswith(SUFFIXES)}


def changed_files(files: Mapping[str, bytes]) -> list[str]:
    """The files that are gone, or hold something else now."""
    return [path for path, content in sorted(files.items()) if not _holds(path, content)]


def materialize(specs: Iterable[str], files: Mapping[str, bytes]) -> list[str]:
    """The specs, so that they can be loaded here.

    When every file of a folder is where it was, with the same content, they stay as they are. Otherwise these files are laid
    out in a folder of the cache that is named by their content: the same in every process, so that machine code is found again;
    and the same for a game whose players have other weights each time. A learned estimate is laid out in any case, alone:
    it may be learned anew where it was, while games are played.
    """
    wanted, places = list(specs), dict[str, str]()
    staying = {path: content for path, content in files.items() if not path.endswith((ENDING, POLICY_ENDING))}
    with _guard:
        for path in files.keys() - staying.keys():
            places |= _lay_out({path: files[path]})
        for folder in sorted({str(Path(path).parent) for path in staying}):
            inside = {path: content for path, content in staying.items() if str(Path(path).parent) == folder}
            if not all(_is_here(path, content) for path, content in inside.items()):
                places |= _lay_out(inside)
    return ["".join(places.get(part, part) for part in _parts(spec)) for spec in wanted]


def _parts(spec: str) -> list[str]:
    """Pieces that make up the spec; the folders of its game or player may have any names, `a=b` or `c,d`.

    A value may hold another `=`, as the file of what was learned of a game with parameters does. A command that starts an
    external program is kept whole: it runs as written, on a machine that has the program.
    """
    if is_external(spec):
        return [spec]
    name, colon, rest = spec.partition(":")
    return [name, colon, *(piece for part in _PARTS.split(rest) for piece in part.partition("="))]


def _read(path: str) -> bytes:
    try:
        return Path(path).expanduser().read_bytes()
    except OSError as problem:
        raise CrewError(f"{path} cannot be read ({problem.strerror}): it is needed while games are played") from None


def _holds(path: str, content: bytes) -> bool:
    try:
        return Path(path).expanduser().read_bytes() == content
    except OSError:
        return False


def _is_here(path: str, content: bytes) -> bool:
    """Whether the file is on this machine, and this process has met it with no other content."""
    place = Path(path).expanduser().resolve()
    try:
        return place.read_bytes() == content == _met.setdefault(place, content)
    except OSError:
        return False


def _lay_out(files: Mapping[str, bytes]) -> dict[str, str]:
    """Where each file of a folder is now: beside each other."""
    hashed = hashlib.sha256()
    for path, content in sorted(files.items()):
        hashed.update(f"{Path(path).name} {len(content)} ".encode() + content)
    root = _root() / f"luggage-{hashed.hexdigest()[:24]}"
    for path, content in files.items():
        _write(root / Path(path).name, content)
    os.utime(root)  # the cache drops what has not been used for long
    return {path: str(root / Path(path).name) for path in files}


def _write(place: Path, content: bytes) -> None:
    """Puts the file there whole, if it is not there yet; others may do the same at this moment."""
    if place.is_file() and place.read_bytes() == content:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_name(f"{place.name}.{uuid.uuid4().hex}")
    beside.write_bytes(content)
    beside.replace(place)


@functools.cache
def _root() -> Path:
    """The cache folder of the user; one that goes with this process, where that cannot be written."""
    root = Path(os.environ.get("KIBITZ_CACHE_DIR") or platformdirs.user_cache_dir("kibitz"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(_temporary().name)


@functools.cache
def _temporary() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="kibitz-", ignore_cleanup_errors=True)
