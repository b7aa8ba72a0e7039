"""The clocks of people at a table: choosing them, reading them at any moment, and whose has run out."""

import math
import re
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from kibitz.errors import PlayerError
from kibitz.players.game_clock import ClockReading, GameClock

CLOCKS = ("1+0", "3+2", "5+3", "10+5", "15+10")  # minutes, and seconds for each move
OTHER, OTHER_CLOCK = "other", "clock-other"  # what a form says, and where it says which one
CLOCK = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)(?:\+(\d{1,3}))?", re.ASCII)
MINUTES, SECONDS = 180, 180  # at most
LOW = 30.0  # seconds, from which on a clock is shown to be low
FINE = 10.0  # seconds, below which tenths are shown
STARTED, _TICKS = time.time(), time.monotonic()


def now() -> float:
    """Seconds since 1970 that pass evenly while the program runs, even if the system clock is changed."""
    return STARTED + time.monotonic() - _TICKS


def read_clock(given: Mapping[str, str]) -> str:
    """The clock that a form chooses, as `GameClock.read` takes it; "" for none. PlayerError for anything else."""
    text = given.get("clock", "")
    if not text:
        return ""
    text = given.get(OTHER_CLOCK, "") if text == OTHER else text
    found = CLOCK.fullmatch(text.replace(",", ".").replace(" ", ""))
    minutes, seconds = (float(found[1]), int(found[2] or 0)) if found else (0.0, 0)
    if not (0 < minutes <= MINUTES and seconds <= SECONDS):
        raise PlayerError(f"a clock is minutes, and seconds for each move: 3+2, and at most {MINUTES}+{SECONDS}")
    return str(GameClock(60 * minutes, seconds))


def name_clock(control: str) -> str:
    """How people call a clock: "3+2"."""
    clock = GameClock.read(control)
    return f"{clock.base / 60:g}+{clock.increment:g}"


def format_clock(seconds: float) -> str:
    """A clock's text: "1:02:03", "2:53", and "0:09.8" when little is left; clock.js writes the same."""
    if seconds <= FINE:
        return f"0:{math.floor(seconds * 10) / 10:04.1f}"
    minutes, rest = divmod(math.ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@dataclass(frozen=True)
class TableClock:
    """The clocks of all seats at `since`, with the one of `seat` running (None: they stand).

    `furthest`: the ply reached so far. A move adds time only when the game goes further than before, so taking moves back and
    repeating them gains nothing.
    """

    reading: ClockReading
    furthest: int = 0
    seat: int | None = None
    since: float = 0.0

    @classmethod
    def read(cls, control: str, kept: Mapping[str, Any]) -> "TableClock":
        """The stored clocks. Time while the server was down does not count."""
        reading = ClockReading(GameClock.read(control), tuple(kept["left"]), tuple(kept["turns"]))
        return cls(reading, kept["furthest"], kept["seat"], min(max(kept["since"], STARTED), now()))

    def as_json(self) -> dict[str, Any]:
        """The clocks as JSON holds them."""
        reading = {"left": self.reading.left, "turns": self.reading.turns}
        return {name: one for name, one in asdict(self).items() if name != "reading"} | reading

    def at(self, moment: float) -> ClockReading:
        """The clocks at a moment."""
        if self.seat is None:
            return self.reading
        return self.reading.after_seconds(self.seat, max(0.0, moment - self.since))  # who asks too early gains nothing

    def late(self, moment: float) -> int | None:
        """The seat whose clock has run out by then."""
        return self.seat if self.seat is not None and self.at(moment).left[self.seat] <= 0 else None

    def seconds_to_go(self, moment: float) -> float:
        """Seconds until a clock runs out if no move is made; infinite while the clocks are stopped."""
        return math.inf if self.seat is None else self.at(moment).left[self.seat]

    def after_move(self, seat: int, ply: int) -> "TableClock":
        """The clocks after a move of a seat which has led to a ply."""
        if ply <= self.furthest:
            return self
        return replace(self, reading=self.reading.after_move(seat), furthest=ply)

    def run(self, seat: int | None, since: float) -> "TableClock":
        """The clocks when from then on it is that seat's turn: the first move of each takes no time."""
        is_free = seat is None or not self.reading.turns[seat]
        return replace(self, seat=None if is_free else seat, since=max(since, self.since))
