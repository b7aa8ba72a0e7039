"""Who may be chosen to play a game, in any form and by programs: specs as the command line has them, none of a file."""

import functools
from dataclasses import dataclass

from kibitz import players, registry
from kibitz.errors import KibitzError
from kibitz.players import HUMAN
from kibitz.players._level import LEVELS
from kibitz.rules import Game
from kibitz.search._fit import may_fit
from kibitz.web.seats import TableSeat

COMPUTER, PERFECT = "computer", "perfect"
USUAL = f"{COMPUTER}:level=4"  # who is offered first, beside people


@dataclass(frozen=True)
class Choice:
    """An entry of a list: `spec` is what is sent, `label` what is read."""

    spec: str
    label: str


@dataclass(frozen=True)
class Group:
    """Entries that stand together."""

    name: str
    choices: tuple[Choice, ...]


@functools.lru_cache(maxsize=64)
def groups(game: Game, people: bool = False) -> tuple[Group, ...]:
    """What there is for a game; `people`: they may sit there, too."""
    timed = Choice(COMPUTER, f"{COMPUTER}, by the clock")
    kinds = [name for name in registry.names("players") if name != COMPUTER and _plays(name, game)]
    searches = [name for name in registry.names("search") if may_fit(game, name)]
    programs = (
        Group("Computer", (*(_named(f"{COMPUTER}:level={level}") for level in LEVELS), timed)),
        Group("Players", tuple(map(_named, kinds))),
        Group("Searches, with a depth or a time", tuple(map(_named, searches))),
    )
    person = Choice(HUMAN, "you" if game.players == 1 else "a person")
    return (Group("People", (person,)), *programs) if people else programs


def specs(game: Game, people: bool = False) -> list[str]:
    """Those of all of them."""
    return [one.spec for group in groups(game, people) for one in group.choices]


def describe_specs(game: Game, people: bool = False) -> str:
    """The same in a few words."""
    others = [spec for spec in specs(game, people) if not spec.startswith(COMPUTER)]
    return f"{COMPUTER}:level={min(LEVELS)} to {max(LEVELS)}, {COMPUTER}:time=SECONDS, {', '.join(others)}"


def takes_time(spec: str) -> bool:
    """Whether a player of the list may be told how long to think: one that is no level, looks ahead, and is no person."""
    return spec in (COMPUTER, PERFECT) or spec in registry.names("search")


def _named(spec: str) -> Choice:
    return Choice(spec, TableSeat(spec).name)


def _plays(name: str, game: Game) -> bool:
    """Whether a kind of player says that it can play a game, and needs no setting for it."""
    try:
        players.admit([players.player(name, 0)], game)
    except KibitzError:
        return False
    return True
