"""Who sits at a table: people, and players of the program, each by its spec and by the name that people read."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz import registry
from kibitz.errors import PlayerError
from kibitz.players import HUMAN
from kibitz.players._level import LEVELS
from kibitz.rules import Game, says
from kibitz.web.limits import Limits

CLOCK = "clock"  # the computer, that takes the time which is set
LEVEL = "level-"
SHORTEST = 0.01  # seconds a move
USUAL = 4  # the level that is offered first
DUEL = frozenset({"perfect"})  # kinds that play games of two only, without dice


@dataclass(frozen=True)
class Seat:
    """One side of a table, `spec` as the command line has it: "human", "computer:level=7"."""

    spec: str

    @property
    def is_person(self) -> bool:
        """Whether somebody sits here who has to be waited for."""
        return self.spec == HUMAN

    @property
    def name(self) -> str:
        """What people read: "you", "computer, level 7", "alphabeta"."""
        kind, _, rest = self.spec.partition(":")
        if self.is_person:
            return "you"
        settings = ", ".join(f"{text} s" if name == "time" else f"{name} {text}" for name, text in _settings(rest))
        return f"{kind.replace('_', ' ')}, {settings}" if settings else kind.replace("_", " ")


@dataclass(frozen=True)
class Choice:
    """What may be chosen for a seat: `word` is what the form sends."""

    word: str
    label: str


def choices(game: Game) -> list[Choice]:
    """What a visitor may put on each seat; nothing of it reads a file."""
    people = [Choice(HUMAN, "you" if game.players == 1 else "a person")]
    levels = [Choice(f"{LEVEL}{level}", f"computer, level {level}") for level in LEVELS]
    timed = [Choice(CLOCK, "computer, by the clock")]
    others = [Choice(kind, kind) for kind in registry.names("players") if kind != "computer" and _fits(kind, game)]
    return [*people, *levels, *timed, *others]


def seat(word: str, seconds: float, game: Game) -> Seat:
    """The seat that a word of `choices` stands for. PlayerError for any other word."""
    if word not in {choice.word for choice in choices(game)}:
        raise PlayerError("nobody of that name plays here: choose one of the players that the form offers")
    if word.startswith(LEVEL):
        return Seat(f"computer:level={word.removeprefix(LEVEL)}")
    return Seat(f"computer:time={seconds:g}") if word == CLOCK else Seat(word)


def word_of(one: Seat) -> str:
    """The word of the form for a seat."""
    if one.spec.startswith("computer:level="):
        return LEVEL + one.spec.partition("=")[2]
    return CLOCK if one.spec.startswith("computer:time=") else one.spec


def read_seconds(text: str, limits: Limits) -> float:
    """The time a move, from a form. PlayerError where it is no number of seconds that may be had."""
    try:
        seconds = float(text or 1.0) if len(text) <= 12 else 0.0
    except ValueError:
        seconds = 0.0
    if not SHORTEST <= seconds <= limits.seconds:
        raise PlayerError(f"the time a move is a number of seconds from {SHORTEST} to {limits.seconds:g}")
    return seconds


def people(seats: Sequence[Seat]) -> list[int]:
    """The sides on which people play."""
    return [side for side, one in enumerate(seats) if one.is_person]


def _settings(rest: str) -> list[tuple[str, str]]:
    parts = (part.partition("=") for part in rest.split(",") if part)
    return [(name, text) for name, _, text in parts]


def _fits(kind: str, game: Game) -> bool:
    return kind not in DUEL or (says(game, "result") and not says(game, "chances"))
