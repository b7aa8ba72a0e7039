"""From what a form or a program says of a player to the spec of that player, within what may be asked for here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz import players
from kibitz.core import registry
from kibitz.core.parameters import split_settings
from kibitz.core.remembered import remembered
from kibitz.core.rules import Game, says
from kibitz.errors import KibitzError, PlayerError
from kibitz.players import HUMAN
from kibitz.players.levels import LEVELS
from kibitz.search.descriptor import declared_by, may_fit, takes_no_depth
from kibitz.table.level_names import level_strengths
from kibitz.table.limits import Limits
from kibitz.table.served_games import ServedGame, name_player
from kibitz.table.table_seat import TableSeat

SHORTEST = 0.001  # seconds a move
QUICK, PATIENT = 0.1, 5.0  # seconds a move in a match by default: of a search; of the player that proves its moves
CLOCK, LEVEL = "clock", "level-"  # words of programs that are older than the specs: "clock" is "computer"


@dataclass(frozen=True)
class Chooser:
    """The players on offer for a game: `people` too, or only players of the program.

    Players that think by the clock without a depth or a time get `seconds` a move; one that proves its moves gets `patience`,
    or, if that is None, as long as it takes.
    """

    game: Game
    limits: Limits
    seconds: float = QUICK
    patience: float | None = PATIENT
    people: bool = False

    @classmethod
    def at_table(cls, game: Game, limits: Limits, seconds: float) -> "Chooser":
        """For a game that is played here, with people or without; `seconds`: the time that is set for it."""
        return cls(game, limits, seconds, None, people=True)

    def spec(self, word: str, depth: str = "", seconds: str = "") -> str:
        """The spec that `word` stands for, with a depth or a time a move: beside it, or in it, as in "minimax:depth=3".

        "level-4" is "computer:level=4", and "clock" is "computer". PlayerError, a sentence, for anything else.
        """
        if word in self.limits.engines and not depth and not seconds:
            return self._from_list(word)
        if word == CLOCK or word.startswith(LEVEL):
            word = COMPUTER if word == CLOCK else f"{COMPUTER}:level={word.removeprefix(LEVEL)}"
        kind, _, rest = word.partition(":")
        given = split_settings(rest)
        found = {name: value for name, _, value in given}
        if found and {*found} <= {"depth", "time"} and all(found.values()):
            if len(found) < len(given) or (depth and "depth" in found) or (seconds and "time" in found):
                raise PlayerError("a depth, or a time, is given twice")
            word, depth, seconds = kind, found.get("depth", depth), found.get("time", seconds)
        return self._add_settings(self._from_list(word), depth.strip(), seconds.strip())

    def _from_list(self, word: str) -> str:
        """The spec, if it is in the list. Raises PlayerError."""
        engines = self.limits.engines
        if word not in specs(self.game, self.people, engines):
            raise PlayerError(f"no such player can be had here; there are {describe_specs(self.game, self.people, engines)}")
        return word

    def _add_settings(self, spec: str, depth: str, seconds: str) -> str:
        if not takes_time(spec):
            if depth or seconds:
                raise PlayerError(f"{name_player(spec)} takes no depth or time: leave these empty, or take one of the searches")
            return spec
        if depth and (spec == PERFECT or takes_no_depth(spec)):
            raise PlayerError(f"{spec} looks to the end: give it a time only, or none")
        settings = [f"depth={read_depth(depth, self.limits)}"] if depth else []
        settings += [f"time={read_seconds(seconds, self.limits):g}"] if seconds else []
        usual = self.patience if spec == PERFECT else self.seconds
        if not settings and usual is not None:  # with a depth alone it is the clock of the server that ends a search
            settings = [f"time={usual:g}"]
        return f"{spec}:{','.join(settings)}" if settings else spec


def read_depth(text: str, limits: Limits) -> int:
    """Read a depth in plies. PlayerError for other text, and out of range."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= limits.depth):
        raise PlayerError(f"a depth is a whole number of plies from 1 to {limits.depth:,}")
    return int(text)


def read_seconds(text: str, limits: Limits) -> float:
    """Read a time a move in seconds. PlayerError for other text, and out of range."""
    try:
        seconds = float(text.replace(",", ".")) if len(text) <= 12 else 0.0  # half of the world writes 0,5
    except ValueError:
        seconds = 0.0
    if not SHORTEST <= seconds <= limits.seconds:
        raise PlayerError(f"a time a move is a number of seconds from {SHORTEST} to {limits.seconds:g}, such as 0.2")
    return seconds


# Who may be chosen to play a game, in any form and by programs: specs as the command line has them, none of a file, and
# of external engines those alone with which the server was started.

COMPUTER, PERFECT = "computer", "perfect"
USUAL = f"{COMPUTER}:level=4"  # who is offered first, beside people


@dataclass(frozen=True)
class Choice:
    """An entry of a list: `spec` is sent, `label` is shown, `title` is the tooltip."""

    spec: str
    label: str
    title: str = ""


@dataclass(frozen=True)
class Group:
    """Entries of a list that stand together, under a name."""

    name: str
    choices: tuple[Choice, ...]


@remembered(64)
def groups(game: Game, people: bool = False, engines: tuple[str, ...] = ()) -> tuple[Group, ...]:
    """The players for a game by group; `people`: they may sit there, too; `engines`: external ones, if they play it."""
    levels = [Choice(f"{COMPUTER}:level={one.number}", one.label, one.title) for one in level_strengths(game)]
    timed = Choice(COMPUTER, f"{COMPUTER}, by the clock")
    programs: tuple[Group, ...] = (
        Group("Computer", (*levels, timed)),
        Group("Players", tuple(map(_named, _kinds(game)))),
        Group("Searches, with a depth or a time", tuple(map(_named, _apt_searches(game)))),
    )
    if fitting := _fitting(game, engines):
        programs = (*programs, Group("Engines", tuple(map(_named, fitting))))
    person = Choice(HUMAN, "you" if game.players == 1 else "a person")
    return (Group("People", (person,)), *programs) if people else programs


def specs(game: Game, people: bool = False, engines: tuple[str, ...] = ()) -> list[str]:
    """The specs of all entries of all groups, and of the searches that play the game, too, but are not offered.

    It asks nothing of how strong they are.
    """
    levels = [f"{COMPUTER}:level={number}" for number in LEVELS]
    found = [*levels, COMPUTER, *_kinds(game), *_apt_searches(game), *_fitting(game, engines)]
    others = [name for name in _searches(game) if name not in found]
    return [*([HUMAN] if people else []), *found, *others]


def describe_specs(game: Game, people: bool = False, engines: tuple[str, ...] = ()) -> str:
    """The specs in a few words, for the sentence of an error."""
    others = [spec for spec in specs(game, people, engines) if not spec.startswith(COMPUTER)]
    return f"{COMPUTER}:level={min(LEVELS)} to {max(LEVELS)}, {COMPUTER}:time=SECONDS, {', '.join(others)}"


def takes_time(spec: str) -> bool:
    """Whether a player of the list can have a time limit: it is not a level, looks ahead, and is not a person."""
    return spec in (COMPUTER, PERFECT) or spec in registry.names("search")


def _searches(game: Game) -> list[str]:
    return [name for name in registry.names("search") if may_fit(game, name)]


def _kinds(game: Game) -> list[str]:
    return [name for name in registry.names("players") if name != COMPUTER and _plays(name, game)]


def _apt_searches(game: Game) -> list[str]:
    return [name for name in _searches(game) if _is_apt(game, name)]


def _fitting(game: Game, engines: tuple[str, ...]) -> list[str]:
    return [spec for spec in engines if _plays(spec, game)]


def _is_apt(game: Game, name: str) -> bool:
    """Whether a search was thought of for such a game: those for several players, and for dice, play others no better."""
    declared = declared_by(name)
    if declared is None or declared.values == "score" or declared.is_anytime or not says(game, "result"):
        return True
    return says(game, "chances") and not declared.takes_payoffs


def _named(spec: str) -> Choice:
    return Choice(spec, TableSeat(spec).name)


def _plays(name: str, game: Game) -> bool:
    """Whether a kind of player says that it can play a game, and needs no setting for it."""
    try:
        players.admit([players.player(name, 0)], game)
    except KibitzError:
        return False
    return True


# The fields that the forms of a game and of a match share: player-0, depth-0, seconds-0 of a side, set-width of the game.

SET = "set-"
LONGEST = 64  # letters of a field that are shown again


def read_players(chooser: Chooser, given: Mapping[str, str], usual: Sequence[str]) -> list[str]:
    """Their specs, first player first; one of `usual` where the form says nothing. PlayerError for what cannot be had."""
    return [read_player(chooser, given, side, usual[side]) for side in range(chooser.game.players)]


def read_player(chooser: Chooser, given: Mapping[str, str], side: int, usual: str) -> str:
    """The spec of one of them; `usual` where the form says nothing. PlayerError."""
    who, depth, seconds = (given.get(f"{name}-{side}", "") for name in ("player", "depth", "seconds"))
    return chooser.spec(who or usual, depth, seconds)


def read_parameters(given: Mapping[str, str]) -> dict[str, str]:
    """The parameters of the game, as the form sets them."""
    return {name.removeprefix(SET): text for name, text in given.items() if name.startswith(SET)}


def fill_form(offer: ServedGame, given: Mapping[str, str], usual: Sequence[str], **others: str) -> dict[str, str]:
    """The values of a form: as sent, or the usual ones, a player for each side; `others`: fields of that form alone."""
    form = {f"{name}-{side}": "" for name in ("depth", "seconds") for side in range(len(usual))}
    form |= {f"player-{side}": spec for side, spec in enumerate(usual)}
    form |= {f"{SET}{knob.name}": str(knob.text) for knob in offer.knobs}
    form |= others
    return form | {name: text[:LONGEST] for name, text in given.items() if name in form}
