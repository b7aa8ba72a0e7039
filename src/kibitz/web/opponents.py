"""The players that a visitor may choose: levels of the computer, kinds of players, searches. None of them comes from a file."""

import functools
from dataclasses import dataclass

from kibitz import registry
from kibitz.errors import PlayerError
from kibitz.players._level import LEVELS
from kibitz.rules import Game, says
from kibitz.web.limits import Limits
from kibitz.web.seats import LEVEL

COMPUTER, PERFECT = "computer", "perfect"
QUICK, PATIENT = 0.1, 5.0  # seconds a move where nothing is said: of a search; of the player that proves its moves
GREEDY = ("greedy", "random")  # they look no further than a move


@dataclass(frozen=True)
class Choice:
    """An entry of a list: `spec` is what is sent, `said` what is read."""

    spec: str
    said: str


@dataclass(frozen=True)
class Group:
    """Entries that stand together."""

    name: str
    choices: tuple[Choice, ...]


@functools.lru_cache(maxsize=64)
def groups(game: Game) -> tuple[Group, ...]:
    """What there is for a game."""
    levels = tuple(Choice(f"{COMPUTER}:level={level}", f"Computer, level {level}") for level in LEVELS)
    kinds = [name for name in registry.names("players") if name != COMPUTER and (name != PERFECT or _is_provable(game))]
    searches = registry.names("search")
    return (
        Group("Computer", levels),
        Group("Players", tuple(Choice(name, name) for name in kinds)),
        Group("Searches, with a depth or a time", tuple(Choice(name, name) for name in searches)),
    )


def chosen(game: Game, spec: str, depth: str, seconds: str, limits: Limits) -> str:
    """The spec of a player: one of the list, with a depth or a time a move. PlayerError for anything else, a sentence."""
    if not any(spec == one.spec for group in groups(game) for one in group.choices):
        raise PlayerError("choose the players from the list")
    settings = _settings(depth.strip(), seconds.strip(), limits)
    if spec in GREEDY or ":" in spec:
        if settings:
            raise PlayerError(f"{spec} takes no depth or time: leave these empty, or take one of the searches")
        return spec
    if spec == PERFECT and depth.strip():
        raise PlayerError("perfect looks to the end: give it a time only, or none")
    return f"{spec}:{settings or f'time={PATIENT if spec == PERFECT else QUICK:g}'}"


def names(game: Game) -> list[str]:
    """The specs of all of them."""
    return [one.spec for group in groups(game) for one in group.choices]


def spelled(game: Game, spec: str, limits: Limits, depth: str = "", seconds: str = "") -> str:
    """The same for programs, who may write depth and time into the spec, as on the command line: "minimax:depth=3".

    "level-4" is "computer:level=4", as in the form of a game. PlayerError names all that there is.
    """
    if spec.startswith(LEVEL):
        spec = f"{COMPUTER}:level={spec.removeprefix(LEVEL)}"
    kind, _, rest = spec.partition(":")
    given = [part.partition("=")[::2] for part in rest.split(",") if part]
    found = dict(given)
    if kind == COMPUTER and [*found] == ["time"]:
        return f"{COMPUTER}:time={_seconds(found['time'], limits):g}"
    if found and {*found} <= {"depth", "time"} and all(found.values()):
        if len(found) < len(given) or (depth and "depth" in found) or (seconds and "time" in found):
            raise PlayerError("a depth, or a time, is given twice")
        spec, depth, seconds = kind, found.get("depth", depth), found.get("time", seconds)
    if spec not in names(game):
        raise PlayerError(f"no such player can be had here; there are {_listed(game)}")
    return chosen(game, spec, depth, seconds, limits)


def _listed(game: Game) -> str:
    others = [name for name in names(game) if not name.startswith(COMPUTER)]
    return f"{COMPUTER}:level={min(LEVELS)} to {max(LEVELS)}, {COMPUTER}:time=SECONDS, {', '.join(others)}"


def _settings(depth: str, seconds: str, limits: Limits) -> str:
    found = []
    if depth:
        if not (depth.isascii() and depth.isdigit() and len(depth) < 6 and 1 <= int(depth) <= limits.depth):
            raise PlayerError(f"a depth is a whole number of plies from 1 to {limits.depth:,}")
        found.append(f"depth={int(depth)}")
    if seconds:
        found.append(f"time={_seconds(seconds, limits):g}")
    return ",".join(found)  # with a depth alone it is the clock of the match that ends a search


def _seconds(text: str, limits: Limits) -> float:
    try:
        seconds = float(text) if len(text) <= 8 else 0.0
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= limits.seconds:
        raise PlayerError(f"a time is in seconds a move, up to {limits.seconds:g}: write, for instance, 0.2")
    return seconds


def _is_provable(game: Game) -> bool:
    return says(game, "result") and not says(game, "chances")
