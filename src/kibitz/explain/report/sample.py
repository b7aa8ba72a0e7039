"""The sample of a report: games played, positions examined, and the order for it."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kibitz.core.outcome import GameOutcome
from kibitz.core.rules import Game

TRIES, WALK = 10, 100_000  # random games for each game of equal players; moves tried while positions are counted
LONGEST = 1000  # plies after which a game is given up
STEP = 4  # each strength has so many times the playouts of the one below


@dataclass(frozen=True)
class ReportOrder:
    """The order for a report: rounds of games, and the equal players' playouts a move.

    `minutes`: stop then, without unfinished pieces (None: no limit). `longest`: plies after which a game is given up. `walk`:
    moves tried while counting positions.
    """

    games: int = 100
    playouts: int = 200
    seed: int = 0
    minutes: float | None = None
    longest: int = LONGEST
    walk: int = WALK

    @property
    def strengths(self) -> tuple[int, ...]:
        """The playouts of each compared player, weakest first; 0 moves at random."""
        return 0, max(1, self.playouts // STEP), self.playouts, STEP * self.playouts


@dataclass(frozen=True)
class Outlook:
    """Each player's expected payoff from a position; `sure`: the winner is proved."""

    payoffs: tuple[float, ...]
    sure: bool = False


@dataclass(frozen=True)
class SampleGame:
    """A played game: the mover, the number of moves, and the outlook of each ply.

    An outlook is None where nothing was searched: random moves, dice, or a single move. `payoffs` is None if the game was given
    up. `seat` and `step`: the stronger player's seat and strength, from 1 (None for equal players). `opening`: the index of its
    first move in the openings.
    """

    movers: tuple[int, ...]
    widths: tuple[int, ...]
    outlooks: tuple[Outlook | None, ...]
    payoffs: tuple[float, ...] | None
    step: int | None = None
    seat: int | None = None
    opening: int | None = None

    @property
    def length(self) -> int:
        """The length in plies."""
        return len(self.movers)

    @property
    def points(self) -> tuple[float, ...]:
        """The point of a game that ended, shared out among its winners."""
        return GameOutcome(self.payoffs or ()).shares()

    @property
    def winner(self) -> int | None:
        """The only winner of a game that ended."""
        return GameOutcome(self.payoffs or ()).winner


@dataclass(frozen=True)
class RandomWalk:
    """A random game: length, payoffs (None: given up), and the logarithm of its summand of Knuth's estimate."""

    length: int
    payoffs: tuple[float, ...] | None
    log_size: float


@dataclass(frozen=True)
class PositionLook:
    """A position with a choice, and each move's outlook; `proved`: all are."""

    mover: int
    outlooks: tuple[Outlook, ...]
    proved: bool


@dataclass(frozen=True)
class PositionCount:
    """The positions met by a complete walk (`whole`: no more exist) and by random games.

    `least`: a lower estimate from how often random games met the same ones.
    """

    walked: int = 0
    whole: bool = False
    met: int = 0
    least: float = 0.0


@dataclass(frozen=True)
class Sample:
    """Everything gathered about a game. `openings`: names of first moves, mirrored ones together."""

    game: Game
    order: ReportOrder
    openings: tuple[tuple[str, ...], ...] = ()
    first_moves: int = 0
    equal: tuple[SampleGame, ...] = ()
    opened: tuple[SampleGame, ...] = ()
    stronger: tuple[SampleGame, ...] = ()
    random: tuple[RandomWalk, ...] = ()
    looks: tuple[PositionLook, ...] = ()
    positions: PositionCount = PositionCount()

    def plus(self, **news: Any) -> "Sample":
        """The sample with more in it: tuples grow, other fields are replaced."""
        grown: dict[str, Any] = {
            name: (*getattr(self, name), *new) if isinstance(new, tuple) else new for name, new in news.items()
        }
        return replace(self, **grown)

    @cached_property
    def ended(self) -> tuple[SampleGame, ...]:
        """The finished games of equal players."""
        return tuple(one for one in self.equal if one.payoffs is not None)

    @property
    def is_whole(self) -> bool:
        """Whether all ordered rounds are played."""
        return len(self.equal) >= self.order.games
