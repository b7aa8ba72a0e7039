"""The words of GTP commands: sides, numbers, and the clocks that these set."""

import re
from dataclasses import dataclass

from kibitz.players.external.vertices import read_side
from kibitz.protocols.serving.move_limits import Clock

SYNTAX, SIDE_OR_POINT = "syntax error", "invalid color or coordinate"
MOST_SECONDS = 10**9


class Failure(Exception):
    """A command that cannot be done; `str` is the text of the answer `? ...`."""


@dataclass
class SideClock:
    """One side's time: `left` seconds, for `stones` moves in overtime, or (0) for the rest of the game.

    When the main time is used up there are `period` seconds for `period_stones` moves, again and again (Canadian byo-yomi); 0
    without overtime. With `periods` (Japanese byo-yomi) each period is for one move, and a server's "stones" are the periods
    left.
    """

    left: float
    period: float = 0.0
    period_stones: int = 0
    stones: int = 0
    periods: int = 0

    @property
    def clock(self) -> Clock:
        """The clock for a search: in the main time a move may take its share of the overtime as well."""
        left = max(self.left, 0.0)
        if self.stones:
            return Clock(left, moves=1 if self.periods else self.stones)
        return Clock(left, overtime=self.period / self.period_stones if self.period_stones else 0.0)

    def spend(self, seconds: float) -> None:
        """Stop the clock after a move."""
        self.left -= seconds
        if self.stones > 1:
            self.stones -= 1
        elif self.period_stones and (self.stones or self.left <= 0):
            self.left, self.stones = self.period, self.period_stones


def clean_line(line: str) -> str:
    """A line as the protocol has it read: tabs are blanks, other control characters are not there, # begins a comment."""
    return "".join(sign for sign in line.replace("\t", " ") if sign.isprintable()).partition("#")[0]


def side_of(words: list[str]) -> int:
    """The side that the first word names."""
    if not words:
        raise Failure(SYNTAX)
    side = read_side(words[0])
    if side is None:
        raise Failure(SIDE_OR_POINT)
    return side


def read_times(words: list[str]) -> tuple[float, float, int]:
    """Seconds of main time, seconds of a period, and a number."""
    if len(words) < 3:
        raise Failure(SYNTAX)
    main, period, number = real_number(words[0]), real_number(words[1]), whole_number(words[2])
    if min(main, period, number) < 0 or max(main, period) > MOST_SECONDS:
        raise Failure(SYNTAX)
    return main, period, number


def clock_of(main: float, period: float, stones: int) -> SideClock:
    """A clock with Canadian overtime, if there is any."""
    return SideClock(main, period, stones) if period and stones else SideClock(main)


def whole_number(text: str) -> int:
    """The number; Failure for other text, here and below."""
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise Failure(SYNTAX)
    return int(text)


def real_number(text: str) -> float:
    """The number, with a point or without."""
    if not re.fullmatch(r"[-+]?[0-9]{0,12}\.?[0-9]{0,12}", text) or not re.search("[0-9]", text):
        raise Failure(SYNTAX)
    return float(text)
